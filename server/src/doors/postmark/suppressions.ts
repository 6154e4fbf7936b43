/** We have one suppression list for both streams. Other stream names are refused, as in sending. */
import type { Suppression, SuppressionReason } from '@posthorn/contract/audience/suppressions'
import { Type } from 'typebox'
import { invalid, Refusal } from '#core/refusal.ts'
import { type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { verdictsOf } from '#http/door/verdicts.ts'
import { given } from '#validation/optional.ts'
import { between } from './dates.ts'
import { streamOf } from './email-request.ts'
import { describe } from './errors.ts'
import { readUpTo } from './pages.ts'

/** Postmark's list has no pages. */
const maxEntries = 5_000

const Entries = Type.Object({
  Suppressions: Type.Array(Type.Object({ EmailAddress: Type.String() }), { minItems: 1, maxItems: 50 }),
})

const reasons: Record<string, SuppressionReason> = {
  HardBounce: 'hard_bounce',
  SpamComplaint: 'complaint',
  ManualSuppression: 'manual',
}
const Reason = Type.Optional(
  Type.Union([Type.Literal('HardBounce'), Type.Literal('SpamComplaint'), Type.Literal('ManualSuppression')]),
)
const text = Type.Optional(Type.String())
const Query = Type.Object({ SuppressionReason: Reason, EmailAddress: text, Origin: text, fromdate: text, todate: text })

export const suppressionOperations: DoorOperation[] = [
  doorOperation({
    method: 'GET',
    path: '/message-streams/{stream}/suppressions/dump',
    standsFor: 'listSuppressions',
    query: Query,
    async answer({ params, query, ask }) {
      streamOf(params.stream)
      const reason = reasons[query.SuppressionReason ?? '']
      const filters = {
        ...given({ reason, email: query.EmailAddress }),
        ...between(query.fromdate, query.todate),
      }
      const { items, hasMore } = await readUpTo(maxEntries, page =>
        ask('listSuppressions', { query: { ...filters, ...page } }),
      )
      if (hasMore) throw invalid({ path: 'fromdate', message: tooMany })
      const wanted = query.Origin
      const all = items.map(toSuppression)
      return { Suppressions: wanted ? all.filter(({ Origin }) => Origin === wanted) : all }
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/message-streams/{stream}/suppressions',
    standsFor: 'createSuppression',
    body: Entries,
    async answer({ params, body: { Suppressions }, ask }) {
      streamOf(params.stream)
      return eachOf(Suppressions, 'Suppressed', (email, part) => ask('createSuppression', { body: { email }, part }))
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/message-streams/{stream}/suppressions/delete',
    standsFor: 'deleteSuppression',
    body: Entries,
    async answer({ params, body: { Suppressions }, ask }) {
      streamOf(params.stream)
      return eachOf(Suppressions, 'Deleted', email => remove(ask, email))
    },
  }),
]

const tooMany = `must be given: there are more than ${maxEntries} entries; GET /v1/suppressions is paginated`

async function eachOf(
  entries: readonly { EmailAddress: string }[],
  done: 'Suppressed' | 'Deleted',
  ask: (email: string, part: number) => Promise<unknown>,
) {
  const verdicts = await verdictsOf(entries, ({ EmailAddress }, part) => ask(EmailAddress, part))
  return {
    Suppressions: entries.map(({ EmailAddress }, index) => {
      const verdict = verdicts[index]
      if (!(verdict instanceof Refusal)) return { EmailAddress, Status: done, Message: null }
      return { EmailAddress, Status: 'Failed', Message: Object(describe(verdict).body).Message }
    }),
  }
}

/** Removing an address that is not on the list succeeds. */
async function remove(ask: Ask, email: string): Promise<void> {
  try {
    const { id } = await ask('getSuppression', { params: { id: email } })
    await ask('deleteSuppression', { params: { id } })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error
  }
}

const toSuppression = ({ email, reason, created_at }: Suppression) => ({
  // After an erasure the address is no longer stored.
  EmailAddress: email ?? '',
  SuppressionReason:
    reason === 'hard_bounce' ? 'HardBounce' : reason === 'complaint' ? 'SpamComplaint' : 'ManualSuppression',
  Origin: reason === 'manual' ? 'Customer' : 'Recipient',
  CreatedAt: created_at,
})
