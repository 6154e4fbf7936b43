import { maxSignupForms, type SignupFormCreate, type SignupFormUpdate } from '@posthorn/contract/audience/signup-forms'
import type { Caller } from '#core/caller.ts'
import { isId, newId } from '#core/id.ts'
import { invalid, notFound, Refusal } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { lockFields } from '#resources/audience/fields/read.ts'
import { lockTopics } from '#resources/audience/topics/read.ts'
import type { SignupForm } from './form.ts'
import { countForms, deleteForm, findForm, insertForm, lockForm, updateForm } from './store.ts'

export async function createForm(tx: Tx, caller: Caller, now: Date, asked: SignupFormCreate): Promise<SignupForm> {
  const { environmentId } = caller
  const form: SignupForm = {
    ...{ environmentId, id: newId(now), name: asked.name, wording: asked.wording, topicIds: asked.topic_ids ?? [] },
    ...{ fields: asked.fields ?? [], allowedOrigins: originsOf(asked.allowed_origins ?? []) },
    ...{ redirectUrl: asked.redirect_url ?? null, createdAt: now, updatedAt: now },
  }
  await check(tx, caller, form)
  if ((await countForms(tx, environmentId)) >= maxSignupForms)
    throw new Refusal('invalid_state', { message: `There are ${maxSignupForms} forms already: delete one first.` })
  await insertForm(tx, form)
  return form
}

export async function changeForm(
  tx: Tx,
  caller: Caller,
  now: Date,
  id: string,
  asked: SignupFormUpdate,
): Promise<SignupForm> {
  const before = isId(id) ? await lockForm(tx, caller.environmentId, id) : undefined
  if (!before) throw notFound('signup_form')
  const after = {
    ...before,
    name: asked.name ?? before.name,
    wording: asked.wording ?? before.wording,
    topicIds: asked.topic_ids ?? before.topicIds,
    fields: asked.fields ?? before.fields,
    allowedOrigins: asked.allowed_origins ? originsOf(asked.allowed_origins) : before.allowedOrigins,
    redirectUrl: asked.redirect_url === undefined ? before.redirectUrl : asked.redirect_url,
    updatedAt: now,
  }
  // Unchanged parts may name deleted topics, so only the given ones are checked.
  await check(tx, caller, { topicIds: asked.topic_ids ?? [], fields: asked.fields ?? [] })
  await updateForm(tx, after)
  return after
}

export async function removeForm(tx: Tx, { environmentId }: Caller, id: string): Promise<void> {
  if (!isId(id) || !(await deleteForm(tx, environmentId, id))) throw notFound('signup_form')
}

export async function readForm(db: Db, { environmentId }: Caller, id: string): Promise<SignupForm> {
  const form = isId(id) ? await findForm(db, environmentId, id) : undefined
  if (!form) throw notFound('signup_form')
  return form
}

/** Normalized as browsers send them. */
const originsOf = (origins: readonly string[]): string[] =>
  origins.map((origin, index) => {
    const url = URL.parse(origin)
    if (!url || url.origin === 'null')
      throw invalid({ path: `allowed_origins.${index}`, message: 'must be an origin such as https://acme.com' })
    return url.origin
  })

async function check(tx: Tx, caller: Caller, { topicIds, fields }: Pick<SignupForm, 'topicIds' | 'fields'>) {
  const ids = topicIds.filter(isId).map(id => ({ environmentId: caller.environmentId, id }))
  // None of them can be deleted until the form that names it is there.
  const known = new Set((ids.length > 0 ? await lockTopics(tx, ids) : []).map(({ id }) => id))
  const declared = (await lockFields(tx, fields.length > 0 ? [caller.environmentId] : []))(caller.environmentId)
  const faults = [
    ...topicIds.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `topic_ids.${index}`, message: 'is not the id of a topic' }],
    ),
    ...fields.flatMap((key, index) =>
      declared.has(key) ? [] : [{ path: `fields.${index}`, message: 'is not the key of a contact field' }],
    ),
  ]
  if (faults.length > 0) throw invalid(...faults)
}
