/**
 * Creates the messages for the next page of contacts and moves the cursor past them, in one transaction: however often a page is
 * started, it counts once. Only contacts that existed when the broadcast started are included, so nobody who is deleted and added
 * again gets it twice.
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

/** The contacts of a page that get a message, and the cursor behind the page. */
export type Page = { recipients: readonly Recipient[]; afterId: string | null; isLast: boolean }

/** At most `limit` messages. A pass that leaves out many contacts reads more of them than it writes to. */
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

/**
 * Leaves out contacts that were deleted or erased since the page was read. The caller has locked the broadcast: see `waitForBroadcastPages`.
 */
export async function withoutDeleted<Draft>(
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

/** Creates the messages of one channel. */
export type Making<Draft> = {
  /** Runs outside a transaction, since it may take a while. */
  prepare(broadcast: Broadcast, recipients: readonly Recipient[], now: Date): Promise<Draft[]>
  /** All of them or none. */
  accept(tx: Tx, sender: Sending, drafts: readonly Draft[]): Promise<CountedInBroadcast[] | Refusal>
}

/** Some could be paid for and some not: the transaction is rolled back, and repeated with fewer. */
export class PartlyPaid extends Error {
  override name = 'PartlyPaid'
}

/** `aheadMs`: how far the clock of its environment is ahead. */
export type Sending = { broadcast: Broadcast; mode: Mode; card: RateCard; now: Date; aheadMs: number }

export type Accepted = { count: number; counted: CountedInBroadcast[]; refusal: Refusal | undefined }

/** Accepts as many as can be paid for: all of them, otherwise the first half, and so on. */
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
