/** Why somebody is not written to, by the entry of the ledger that says so. Asked only about those who are not. */
import type { Db } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import type { Entry } from './entry.ts'
import { findStanding } from './store.ts'
import { describeConsent } from './words.ts'

export type Refused = {
  environmentId: string
  address: string
  /** The topic that something was to be sent about. */
  topicId: string | null
  /** `suppression_list`: the address is on it. `subscription`: neither the channel nor the topic wants it. */
  because: 'suppression_list' | 'subscription'
}

/** A sentence for each, in their order. Undefined where the ledger does not know: a bounce is no matter of consent, and what is older than the ledger is not in it. */
export async function citeConsent(db: Db, refused: readonly Refused[]): Promise<(string | undefined)[]> {
  if (refused.length === 0) return []
  const hashAddress = await readAddressHasher(db)
  const found = await findStanding(
    db,
    refused.map(one => ({ ...one, subject: hashAddress(one) })),
  )
  const standing = Map.groupBy(found, ({ place }) => Number(place))
  return refused.map(({ because }, index) => {
    const entry = (standing.get(index + 1) ?? []).filter(isAgainst(because)).sort(newestFirst)[0]
    return entry && describeConsent(entry)
  })
}

const isAgainst =
  (because: Refused['because']) =>
  ({ scope, action }: Entry): boolean =>
    action !== 'given' && (scope === 'suppression_list') === (because === 'suppression_list')

const newestFirst = (one: Entry, other: Entry): number => other.nth - one.nth
