/** Explains why an address gets nothing, by its entry in the consent ledger. Called only for refused recipients. */
import type { Db } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import type { Entry } from './entry.ts'
import { findStanding } from './store.ts'
import { describeConsent } from './words.ts'

export type Refused = {
  environmentId: string
  address: string
  /** The topic of the refused message. */
  topicId: string | null
  /** `suppression_list`: the address is on it. `subscription`: unsubscribed from the channel or the topic. */
  because: 'suppression_list' | 'subscription'
}

/** One sentence each, in the same order. Undefined where the ledger has no entry: bounces are not consent, and some refusals are older than the ledger. */
export async function explainRefusals(db: Db, refused: readonly Refused[]): Promise<(string | undefined)[]> {
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
