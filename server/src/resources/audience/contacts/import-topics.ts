/** The topics named in rows of a file. An import never resubscribes a contact to a topic it has left. */
import { isId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { type ConsentCaller, importedBy } from '#resources/audience/consent/entry.ts'
import { areWithdrawn } from '#resources/audience/consent/withdrawn.ts'
import { type HeldTopic, lockTopics } from '#resources/audience/topics/read.ts'
import { type MembershipChange, setMemberships } from './membership.ts'
import { findHolders, findMemberships, lockContacts } from './store.ts'

type Named = { topics?: Readonly<Record<string, boolean>> | undefined }
export type TakenRow = Named & { row: number; contactId: string }

/** The named topics. Refuses all rows when one does not exist: the ids come from our API. */
export async function keepNamedTopics(
  tx: Tx,
  environmentId: string,
  rows: readonly Named[],
): Promise<readonly HeldTopic[]> {
  const ids = [...new Set(rows.flatMap(({ topics = {} }) => Object.keys(topics)))]
  if (ids.length === 0) return []
  const possible = ids.filter(isId)
  const held = await lockTopics(
    tx,
    possible.map(id => ({ environmentId, id })),
  )
  if (held.length < ids.length) throw notFound('topic')
  return held
}

type Numbered = Named & { row: number; email: string | undefined; phoneNumber: string | undefined }

/** The rows that name a topic which asks for a confirmation by email, for a contact that has a number alone. */
export async function findUnconfirmable(
  tx: Tx,
  environmentId: string,
  rows: readonly Numbered[],
  held: readonly HeldTopic[],
): Promise<ReadonlySet<number>> {
  const confirmed = held.flatMap(({ id, confirmation }) => (confirmation ? [id] : []))
  const asked = ({ topics = {} }: Named) => confirmed.filter(id => topics[id])
  const doubtful = rows.filter(one => one.email === undefined && asked(one).length > 0)
  if (doubtful.length === 0) return new Set()
  const wanted = doubtful.map(({ phoneNumber = null }) => ({ environmentId, email: null, phoneNumber }))
  const holders = await findHolders(tx, wanted)
  const members = await findMemberships(
    tx,
    holders.flatMap(({ id }) => confirmed.map(topicId => ({ environmentId, contactId: id, topicId }))),
  )
  const isMember = new Set(members.map(keyOf))
  // Another row of the file may have the address.
  const reachable = new Set(
    [...rows, ...holders].flatMap(({ email, phoneNumber }) => (email && phoneNumber ? [phoneNumber] : [])),
  )
  const isFine = (one: Numbered) => {
    const holder = holders.find(({ phoneNumber }) => phoneNumber === one.phoneNumber)
    return (
      reachable.has(one.phoneNumber ?? '') ||
      (holder !== undefined && asked(one).every(topicId => isMember.has(keyOf({ contactId: holder.id, topicId }))))
    )
  }
  return new Set(doubtful.filter(one => !isFine(one)).map(({ row }) => row))
}

/** Returns the rows whose contacts were subscribed or unsubscribed. */
export async function importTopics(
  tx: Tx,
  caller: ConsentCaller,
  now: Date,
  taken: readonly TakenRow[],
): Promise<Set<number>> {
  const { environmentId } = caller
  const wanted = taken.flatMap(({ topics = {}, row, contactId }) =>
    Object.entries(topics).map(([topicId, subscribed]) => ({
      ...{ row, environmentId, contactId, topicId, subscribed },
      ...{ by: importedBy(caller), at: now },
    })),
  )
  if (wanted.length === 0) return new Set()
  // Of several rows for one contact, the last wins.
  const last = [...new Map(wanted.map(one => [keyOf(one), one])).values()]
  const isMember = new Set((await findMemberships(tx, last)).map(keyOf))
  const joining = last.filter(one => one.subscribed && !isMember.has(keyOf(one)))
  const addressOf = await findAddresses(tx, joining)
  const left = await areWithdrawn(
    tx,
    joining.map(one => ({ ...one, address: addressOf.get(one.contactId) ?? '' })),
  )
  // Who is no member may have been asked to confirm.
  const leaving = last.filter(({ subscribed }) => !subscribed)
  const changes = [...joining.filter((_, index) => !left[index]), ...leaving]
  const verdicts = await setMemberships(tx, changes)
  const changed = verdicts.flatMap((verdict, index) => {
    if (verdict instanceof Refusal) throw verdict
    const one = changes[index]
    return one && verdict === undefined && isMember.has(keyOf(one)) !== one.subscribed ? one.row : []
  })
  return new Set(changed)
}

/** The address under which each contact's consent is kept. It may be missing in the row. */
async function findAddresses(tx: Tx, changes: readonly MembershipChange[]): Promise<Map<string, string>> {
  const contacts = await lockContacts(
    tx,
    changes.map(({ environmentId, contactId }) => ({ environmentId, id: contactId })),
  )
  return new Map(contacts.map(({ contact: { id, email, phoneNumber } }) => [id, email ?? phoneNumber ?? '']))
}

const keyOf = ({ contactId, topicId }: Pick<MembershipChange, 'contactId' | 'topicId'>): string =>
  `${contactId} ${topicId}`
