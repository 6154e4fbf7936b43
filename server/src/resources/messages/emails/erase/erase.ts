/**
 * Erases a person whom emails were sent to. Open deliveries to them are canceled. An email that went to nobody else loses its
 * content; an email to several loses only this recipient. Emails that a worker holds at the moment are left for the next run.
 */
import { erasedEmail } from '@posthorn/contract/audience/erasures'
import { idsFrom } from '#core/id.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import { redact } from '#events/redact.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { addStatsByKey, findCounted } from '#resources/account/analytics/add.ts'
import { countFirsts } from '#resources/account/analytics/firsts.ts'
import { refundEach } from '#resources/account/credits/refund.ts'
import { countByEmail } from '#resources/messages/broadcast-figures/count.ts'
import { eraseWith } from '#resources/messages/fallbacks/change.ts'
import { type DeliveryState, statusOf } from '../delivery-state.ts'
import { lockProgress } from '../delivery-store.ts'
import {
  type Addressee,
  eraseContent,
  eraseRecipients,
  findAttachment,
  findAttachmentKeys,
  findEmailsTo,
  findSent,
  lockRecipients,
  type Recipient,
  type Sent,
  updateAttachment,
  updateStatuses,
} from './store.ts'

const emailsPerPage = 50

type Erasing = Addressee & {
  /** Replaces mentions of the person in a text. */
  replaceIn(text: string): string
  /** Does the same in the content of emails to several recipients. */
  replaceInEmails(tx: Tx, ids: readonly string[]): Promise<void>
  at: Date
  signal: AbortSignal
}

/** Returns how many emails are left for a later run. A second run finds nothing more. */
export async function eraseEmailsTo(database: Database, erasing: Erasing): Promise<number> {
  let inHand = 0
  for (let after = idsFrom(new Date(0)); ; ) {
    erasing.signal.throwIfAborted()
    const ids = await findEmailsTo(database.db, erasing, { after, limit: emailsPerPage })
    const last = ids.at(-1)
    if (last === undefined) return inHand
    inHand += await database.transaction(tx => erasePage(tx, erasing, ids))
    after = last
  }
}

type Erased = Sent & { theirs: readonly Recipient[]; others: readonly Recipient[] }

async function erasePage(tx: Tx, erasing: Erasing, ids: readonly string[]): Promise<number> {
  const { environmentId, email: address } = erasing
  await lockProgress(
    tx,
    ids.map(emailId => ({ environmentId, emailId })),
  )
  const sent = await findSent(tx, environmentId, ids)
  const recipients = Map.groupBy(await lockRecipients(tx, erasing, ids), ({ emailId }) => emailId)
  const emails = sent.map((one): Erased => {
    const all = recipients.get(one.emailId) ?? []
    return { ...one, theirs: all.filter(({ isTheirs }) => isTheirs), others: all.filter(({ isTheirs }) => !isTheirs) }
  })
  const free = emails.filter(({ theirs }) => !theirs.some(({ inHand }) => inHand))
  if (free.length > 0) {
    await eraseWith(
      tx,
      free.map(({ emailId }) => ({ environmentId, emailId })),
    )
    await withdraw(tx, erasing, free)
    const alone = free.filter(({ others }) => others.length === 0).map(({ emailId }) => emailId)
    const shared = free.filter(({ others }) => others.length > 0).map(({ emailId }) => emailId)
    if (alone.length > 0) await eraseContent(tx, environmentId, alone)
    if (shared.length > 0) await eraseCopies(tx, erasing, shared)
    const redaction = { environmentId, address, erased: erasedEmail }
    await redact(tx, { ...redaction, subjectIds: alone, onlyTheirs: false })
    await redact(tx, { ...redaction, subjectIds: shared, onlyTheirs: true })
  }
  return emails.length - free.length
}

const isOpen = ({ state }: Recipient): boolean => state === 'waiting' || state === 'delayed'

/** A delivery that may have arrived is not marked as canceled. */
const endOf = (one: Recipient): DeliveryState => (isOpen(one) ? (one.inDoubt ? 'sent' : 'canceled') : one.state)

/** Counts as sent, like any unconfirmed email. */
const isSent = ({ theirs }: Erased): boolean => theirs.some(one => isOpen(one) && one.inDoubt)

async function withdraw(tx: Tx, { environmentId, at }: Erasing, emails: readonly Erased[]): Promise<void> {
  const open = emails.filter(({ theirs }) => theirs.some(isOpen))
  await eraseRecipients(
    tx,
    environmentId,
    emails.flatMap(({ theirs }) => theirs.map(one => ({ ...one, state: endOf(one) }))),
  )
  if (open.length === 0) return
  const sent = await countSent(tx, environmentId, open.filter(isSent))
  await updateStatuses(
    tx,
    environmentId,
    open.map(one => ({ ...toStatus(one), sentAt: isSent(one) ? at : null })),
  )
  await record(
    tx,
    open.map(({ emailId, theirs }): Fact => {
      const type = theirs.some(one => endOf(one) === 'canceled') ? 'email.canceled' : 'email.unconfirmed'
      const data = { email_id: emailId, recipient: erasedEmail }
      return { environmentId, type, subjectId: emailId, data, at }
    }),
  )
  await addStatsByKey(tx, sent)
  // A broadcast completes when all of its messages are counted as handled.
  await countByEmail(
    tx,
    open.map(one => ({ environmentId, emailId: one.emailId, counts: countsOf(one) })),
  )
  await refundEach(
    tx,
    open.map(one => {
      const { emailId: subjectId, organizationId } = one
      return { organizationId, subjectId, kind: 'email' as const, credits: givenBack(one), at }
    }),
  )
}

/** What the figures count in addition. */
async function countSent(tx: Tx, environmentId: string, emails: readonly Erased[]) {
  const facts = [{ type: 'email.unconfirmed' as const }]
  const keys = emails.map(({ emailId }) => ({ environmentId, emailId }))
  const counted = await findCounted(
    tx,
    keys.map(key => ({ ...key, facts })),
  )
  return keys.map(key => ({ ...key, counts: countFirsts(facts, counted.get(key.emailId)) }))
}

/** Deliveries that were never tried are refunded. */
const givenBack = ({ theirs, creditsPerRecipient }: Erased): number =>
  theirs.filter(one => endOf(one) === 'canceled' && one.attempts === 0).length * creditsPerRecipient

/** For an email of a broadcast, which has one recipient. A recipient that was tried is already counted as handled. */
const countsOf = (email: Erased) => ({
  emails_sent: isSent(email) ? 1 : 0,
  handled: email.theirs.filter(one => isOpen(one) && one.attempts === 0).length,
  canceled: email.theirs.filter(one => isOpen(one) && endOf(one) === 'canceled').length,
  credits: -givenBack(email),
})

function toStatus({ emailId, status, theirs, others }: Erased) {
  const staysScheduled = status === 'scheduled' && others.some(({ state }) => state === 'waiting')
  const states = [...theirs.map(endOf), ...others.map(({ state }) => state)]
  return { emailId, status: staysScheduled ? status : statusOf(states) }
}

/** Replaces mentions of the person in the content of emails, and in files that name them in plain text. */
async function eraseCopies(tx: Tx, erasing: Erasing, ids: readonly string[]): Promise<void> {
  const { environmentId, replaceIn, replaceInEmails } = erasing
  await replaceInEmails(tx, ids)
  for (const key of await findAttachmentKeys(tx, environmentId, ids)) {
    const content = await findAttachment(tx, environmentId, key)
    // In this encoding every byte is one character, so bytes that are not replaced stay as they were.
    const before = content?.toString('latin1') ?? ''
    const after = replaceIn(before)
    if (after !== before) await updateAttachment(tx, environmentId, { ...key, content: Buffer.from(after, 'latin1') })
  }
}
