import type { ContactField as WireField } from '@posthorn/contract/audience/contact-fields'
import type { Clock } from '#core/clock.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { once } from '#resources/account/idempotency/once.ts'
import { changeField, removeField } from './change.ts'
import { createField } from './create.ts'
import type { Field } from './field.ts'
import { readField, readFields } from './read.ts'

type Parts = { database: Database; clock: Clock }

export const fieldRoutes = ({ database, clock }: Parts) =>
  ({
    createContactField: (caller, { body }, { idempotency, change }) =>
      audited(database, change, tx =>
        once(tx, { caller, idempotency }, async () => toWireField(await createField(tx, caller, clock(), body))),
      ),

    listContactFields: async caller => ({ data: (await readFields(database.db, caller)).map(toWireField) }),

    getContactField: async (caller, { params }) => toWireField(await readField(database.db, caller, params.id)),

    updateContactField: async (caller, { params, body }, { change }) =>
      toWireField(await audited(database, change, tx => changeField(tx, caller, clock(), params.id, body))),

    async deleteContactField(caller, { params }, { change }) {
      await audited(database, change, tx => removeField(tx, caller, clock(), params.id))
      return { success: true, message: 'Field deleted.' }
    },
  }) satisfies Partial<Handlers>

const toWireField = (field: Field): WireField => ({
  id: field.id,
  key: field.key,
  type: field.type,
  ...(field.fallback !== null && { fallback: field.fallback }),
  created_at: field.createdAt.toISOString(),
  updated_at: field.updatedAt.toISOString(),
})
