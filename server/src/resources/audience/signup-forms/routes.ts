import type { SignupForm as Wire } from '@posthorn/contract/audience/signup-forms'
import type { Clock } from '#core/clock.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { once } from '#resources/account/idempotency/once.ts'
import { changeForm, createForm, readForm, removeForm } from './change.ts'
import type { SignupForm } from './form.ts'
import { listForms } from './store.ts'

type Parts = { database: Database; clock: Clock; publicUrl: string }

export function signupFormRoutes({ database, clock, publicUrl }: Parts) {
  const toWire = (form: SignupForm): Wire => ({
    id: form.id,
    name: form.name,
    topic_ids: form.topicIds,
    fields: form.fields,
    wording: form.wording,
    allowed_origins: form.allowedOrigins,
    ...(form.redirectUrl !== null && { redirect_url: form.redirectUrl }),
    url: `${publicUrl}/signup/${form.id}`,
    created_at: form.createdAt.toISOString(),
    updated_at: form.updatedAt.toISOString(),
  })
  return {
    createSignupForm: (caller, { body }, { idempotency, change }) =>
      audited(database, change, tx =>
        once(tx, { caller, idempotency }, async () => toWire(await createForm(tx, caller, clock(), body))),
      ),

    listSignupForms: async ({ environmentId }) => ({ data: (await listForms(database.db, environmentId)).map(toWire) }),

    getSignupForm: async (caller, { params }) => toWire(await readForm(database.db, caller, params.id)),

    updateSignupForm: async (caller, { params, body }, { change }) =>
      toWire(await audited(database, change, tx => changeForm(tx, caller, clock(), params.id, body))),

    async deleteSignupForm(caller, { params }, { change }) {
      await audited(database, change, tx => removeForm(tx, caller, params.id))
      return { success: true, message: 'Signup form deleted.' }
    },
  } satisfies Partial<Handlers>
}
