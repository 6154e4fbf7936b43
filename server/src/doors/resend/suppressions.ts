import type { Suppression, SuppressionReason } from '@posthorn/contract/audience/suppressions'
import { EmailAddress } from '@posthorn/contract/scalars'
import { Type } from 'typebox'
import { isId } from '#core/id.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import { type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { Maybe } from '#validation/optional.ts'
import { list, PageQuery, pageOf } from './pages.ts'

const origins = { bounce: 'hard_bounce', complaint: 'complaint', manual: 'manual' } as const satisfies Record<
  string,
  SuppressionReason
>
type Origin = keyof typeof origins

const some = { minItems: 1, maxItems: 100 }
/** All are checked before the first is added, so that an error means that nothing was done. */
const Emails = Type.Array(EmailAddress, some)

export const suppressionOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/suppressions',
    standsFor: 'createSuppression',
    status: 201,
    body: Type.Object({ email: Type.String() }),
    async answer({ body: { email }, ask }) {
      const { id } = await ask('createSuppression', { body: { email } })
      return { object: 'suppression', id }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/suppressions',
    standsFor: 'listSuppressions',
    query: Type.Object({
      ...PageQuery.properties,
      origin: Type.Optional(Type.Union([Type.Literal('bounce'), Type.Literal('complaint'), Type.Literal('manual')])),
    }),
    async answer({ query: { origin, ...query }, ask }) {
      const { query: limit, page } = pageOf(query)
      const filter = origin === undefined ? {} : { reason: origins[origin] }
      return list(await ask('listSuppressions', { query: { ...limit, ...filter }, page }), toSuppression)
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/suppressions/{entry}',
    standsFor: 'getSuppression',
    answer: async ({ params, ask }) => ({ object: 'suppression', ...toSuppression(await find(ask, params.entry)) }),
  }),
  doorOperation({
    method: 'DELETE',
    path: '/suppressions/{entry}',
    standsFor: 'deleteSuppression',
    answer: ({ params, ask }) => remove(ask, params.entry),
  }),
  doorOperation({
    method: 'POST',
    path: '/suppressions/batch/add',
    standsFor: 'createSuppression',
    status: 201,
    body: Type.Object({ emails: Emails }),
    async answer({ body: { emails }, ask }) {
      // Concurrent requests share a group commit.
      const added = await Promise.all(emails.map((email, part) => ask('createSuppression', { body: { email }, part })))
      return { data: added.map(({ id }) => ({ object: 'suppression', id })) }
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/suppressions/batch/remove',
    standsFor: 'deleteSuppression',
    body: Type.Object({ emails: Maybe(Emails), ids: Maybe(Type.Array(Type.String(), some)) }),
    async answer({ body, ask }) {
      const entries = entriesOf(body)
      const data = []
      // One by one: each writes an entry to the audit log.
      for (const entry of entries) data.push(await removeIfThere(ask, entry))
      return { data: data.filter(removed => removed !== undefined) }
    },
  }),
]

/** By id or email address. */
const find = (ask: Ask, entry: string): Promise<Suppression> => ask('getSuppression', { params: { id: entry } })

async function remove(ask: Ask, entry: string) {
  const { id } = await find(ask, entry)
  await ask('deleteSuppression', { params: { id } })
  return { object: 'suppression', id, deleted: true }
}

const removeIfThere = (ask: Ask, entry: string) =>
  remove(ask, entry).catch(error => {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  })

type Entries = { emails?: string[] | null; ids?: string[] | null }

function entriesOf({ emails, ids }: Entries): readonly string[] {
  if (emails && ids) throw invalid({ path: 'ids', message: 'must not be combined with emails' })
  const faults = (ids ?? []).flatMap((id, index) =>
    isId(id) ? [] : [{ path: `ids.${index}`, message: 'must be the id of an entry' }],
  )
  if (faults.length > 0) throw invalid(...faults)
  return emails ?? ids ?? required()
}

function required(): never {
  throw invalid({ path: 'emails', message: 'is required, or ids' })
}

/** Resend has no word for an unsubscribe from everything; manual is the closest. */
const originOf = (reason: SuppressionReason): Origin =>
  reason === 'hard_bounce' ? 'bounce' : reason === 'complaint' ? 'complaint' : 'manual'

const toSuppression = ({ id, email, reason, email_id, created_at }: Suppression) => ({
  id,
  email: email ?? null,
  origin: originOf(reason),
  source_id: email_id ?? null,
  created_at,
})
