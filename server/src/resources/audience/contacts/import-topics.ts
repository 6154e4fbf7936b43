/** The topics named in rows of a file. An import never resubscribes a contact to a topic it has left. */
import { isId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { type ConsentCaller, importedBy } from '#resources/audience/consent/entry.ts'
import { areWithdrawn } from '#resources/audience/consent/withdrawn.ts'
import { lockTopics } from '#resources/audience/topics/read.ts'
import { type MembershipChange, setMemberships } from './membership.ts'
import { findMemberships, lockContacts } from './store.ts'

type Named = { topics?: Readonly<Record<string, boolean>> | undefined }
export type TakenRow = Named & { row: number; contactId: string }

/** Refuses all rows when a topic does not exist: the ids come from our API. */
export async function keepNamedTopics(tx: Tx, environmentId: string, rows: readonly Named[]): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ topics = {} }) => Object.keys(topics)))]
  if (ids.length === 0) return
  const possible = ids.filter(isId)
  const held = await lockTopics(
    tx,
    possible.map(id => ({ environmentId, id })),
  )
  if (held.length < ids.length) throw notFound('topic')
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
  const isMember = new Set((await findMemberships(tx, wanted)).map(keyOf))
  const different = wanted.filter(one => isMember.has(keyOf(one)) !== one.subscribed)
  const addressOf = await findAddresses(tx, different)
  const left = await areWithdrawn(
    tx,
    different.map(one => ({ ...one, address: addressOf.get(one.contactId) ?? '' })),
  )
  const changes = different.filter(({ subscribed }, index) => !(subscribed && left[index]))
  const verdicts = await setMemberships(tx, changes)
  const changed = verdicts.flatMap((verdict, index) => {
    if (verdict instanceof Refusal) throw verdict
    return verdict === undefined ? (changes[index]?.row ?? []) : []
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
