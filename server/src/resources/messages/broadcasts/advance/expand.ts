/**
 * Makes the messages of the next page of contacts and moves on behind them, in one transaction: however often a page is begun, it counts once.
 * Only contacts that were there when the broadcast began are meant, so nobody who is deleted and added again gets it twice.
 */
import type { Mode } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import type { CountedInBroadcast } from '#resources/messages/broadcast-figures/count.ts'
import type { Variant } from '#resources/messages/emails/draft.ts'
import { audienceOf } from '../audience.ts'
import { findPage, findPresent } from '../audience-store.ts'
import { type Broadcast, pageSize, passOf } from '../broadcast.ts'

export type Recipient = { contact: Contact; variant: Variant }

/** The contacts that are looked at, and whom of them messages are made for. */
export type Page = { recipients: readonly Recipient[]; afterId: string | null; isLast: boolean }

/** At most `limit` messages. A pass that leaves many out looks at more contacts than it writes to. */
export async function readPage(db: Db, broadcast: Broadcast, limit: number, now: Date): Promise<Page> {
  const { afterId, untilId } = broadcast
  if (untilId === null) return { recipients: [], afterId, isLast: true }
  const audience = await audienceOf(db, broadcast, now)
  const contacts = await findPage(db, audience, { after: afterId, until: untilId, limit: pageSize })
  const { variantOf } = passOf(broadcast)
  const recipients: Recipient[] = []
  let last = afterId
  for (const contact of contacts) {
    const variant = variantOf(contact.id)
    if (variant && recipients.length === limit) return { recipients, afterId: last, isLast: false }
    if (variant) recipients.push({ contact, variant })
    last = contact.id
  }
  return { recipients, afterId: last, isLast: contacts.length < pageSize }
}

/** Without those who were deleted, or forgotten, since the page was read. With the broadcast locked: see `waitForPages`. */
export async function stillThere<Draft>(
  tx: Tx,
  environmentId: string,
  recipients: readonly Recipient[],
  drafts: readonly Draft[],
): Promise<{ contactId: string; draft: Draft }[]> {
  const ids = recipients.map(({ contact }) => contact.id)
  const present = await findPresent(tx, environmentId, ids)
  return drafts.flatMap((draft, nth) => {
    const contactId = ids[nth] ?? ''
    return present.has(contactId) ? [{ contactId, draft }] : []
  })
}

/** Messages of one channel, ready to be accepted. */
export type Making<Draft> = {
  /** Outside of a transaction: may take a while. */
  prepare(broadcast: Broadcast, recipients: readonly Recipient[], now: Date): Promise<Draft[]>
  /** All of them or none. */
  accept(tx: Tx, sender: Sending, drafts: readonly Draft[]): Promise<CountedInBroadcast[] | Refusal>
}

/** Some could be paid for and some not: the transaction is undone, and begun again with fewer. */
export class PartlyPaid extends Error {
  override name = 'PartlyPaid'
}

export type Sending = { broadcast: Broadcast; mode: Mode; card: RateCard; now: Date }

export type Accepted = { count: number; counted: CountedInBroadcast[]; refusal: Refusal | undefined }

/** As many as can be paid for: the first half where not all of them can, and so on. */
export async function acceptSome<Draft>(
  making: Making<Draft>,
  tx: Tx,
  sending: Sending,
  drafts: readonly Draft[],
): Promise<Accepted> {
  let count = drafts.length
  for (;;) {
    if (count === 0) return { count, counted: [], refusal: undefined }
    const verdict = await making.accept(tx, sending, drafts.slice(0, count))
    if (!(verdict instanceof Refusal)) return { count, counted: verdict, refusal: undefined }
    if (count === 1) return { count: 0, counted: [], refusal: verdict }
    count = Math.floor(count / 2)
  }
}
