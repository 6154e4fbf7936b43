/**
 * The accept transaction: a request that is answered has its emails stored, paid for and due, all of it or nothing. Many requests
 * share one transaction; each is accepted or refused by itself.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sender } from '#core/caller.ts'
import { newIds } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import type { TracePlace } from '#core/tracing.ts'
import { wake } from '#engine/wake.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { type Charge, chargeEach } from '#resources/account/credits/charge.ts'
import { type LockedAccount, lockAccounts } from '#resources/account/credits/locked-accounts.ts'
import { emailCredits, type RateCard } from '#resources/account/rates/rate-card.ts'
import { addFallbacks, type NewFallback } from '#resources/messages/fallbacks/change.ts'
import { retrySchedule } from './deliver/retry.ts'
import { deliveryTable, toAnnounced } from './delivery-store.ts'
import type { Draft } from './draft.ts'
import { findExcluded, type Recipient } from './excluded.ts'
import { insertUses, type Use } from './outside/store.ts'
import { insertAttachment, insertEmails, insertTags, largeContent, type NewEmail } from './store.ts'

/** One email, or the emails of a batch: accepted together or refused together. */
export type SendRequest = {
  caller: Sender
  drafts: readonly Draft[]
  now: Date
  /** Its place in a trace, if it is in one. */
  trace?: TracePlace | undefined
}

type Excluded = { address: string; reason: string }
export type Accepted = NewEmail & { suppressedRecipients: readonly string[]; excluded: readonly Excluded[] }

export async function acceptEmails(
  tx: Tx,
  card: RateCard,
  requests: readonly SendRequest[],
): Promise<(readonly Accepted[] | Refusal)[]> {
  const payers = requests.filter(({ caller }) => caller.mode === 'live').map(({ caller }) => caller.organizationId)
  const recipients = requests.flatMap(({ caller, drafts }) => drafts.flatMap(draft => recipientsOf(caller, draft)))
  // Asked together: both answers take no longer than one.
  const [reasonFor, accounts] = await Promise.all([findExcluded(tx, recipients), lockAccounts(tx, payers)])
  const emails = requests.map(request => {
    const ids = newIds(request.now, request.drafts.length)
    return request.drafts.map((draft, nth) => {
      const excluded = recipientsOf(request.caller, draft).flatMap(recipient => {
        const reason = reasonFor(recipient)
        return reason === undefined ? [] : [{ address: recipient.address, reason }]
      })
      return toEmail(request, emailCredits(card, request.caller.mode), { id: ids[nth] ?? '', draft }, excluded)
    })
  })
  const refusals = await chargeAll(tx, requests, emails, accounts)
  const accepted = emails.filter((_, index) => !refusals[index]).flat()
  if (accepted.length > 0) await store(tx, accepted)
  return emails.map((list, index) => refusals[index] ?? list)
}

function recipientsOf({ environmentId, mode }: Sender, { messageStream, topicId, recipients }: Draft): Recipient[] {
  const audience = { environmentId, mode, messageStream, topicId }
  return recipients.map(address => ({ audience, address }))
}

function toEmail(
  { caller, now, trace }: SendRequest,
  creditsPerRecipient: number,
  { id, draft }: { id: string; draft: Draft },
  excluded: readonly Excluded[],
): Accepted {
  const suppressedRecipients = excluded.map(({ address }) => address)
  const nobody = suppressedRecipients.length === draft.recipients.length
  return {
    environmentId: caller.environmentId,
    organizationId: caller.organizationId,
    id,
    draft,
    ...(trace && { trace }),
    creditsPerRecipient,
    status: nobody ? 'suppressed' : draft.scheduledFor === null ? 'processing' : 'scheduled',
    createdAt: now,
    // A scheduled email gets a new time when it is released.
    giveUpAt: new Date(now.getTime() + retrySchedule.giveUpAfterMs),
    recipients: draft.recipients.map(address => ({
      address,
      state: suppressedRecipients.includes(address) ? 'suppressed' : 'waiting',
    })),
    suppressedRecipients,
    excluded,
  }
}

const reachable = ({ recipients }: Pick<NewEmail, 'recipients'>): number =>
  recipients.filter(({ state }) => state !== 'suppressed').length

/** Test keys are never charged. Emails that are only captured cost nothing, but count against the quotas. */
async function chargeAll(
  tx: Tx,
  requests: readonly SendRequest[],
  emails: readonly (readonly Accepted[])[],
  accounts: ReadonlyMap<string, LockedAccount>,
): Promise<(Refusal | undefined)[]> {
  const charges = requests.map(({ caller, now }, index): Charge | undefined => {
    if (caller.mode === 'test') return undefined
    const entries = (emails[index] ?? []).map(email => ({
      subjectId: email.id,
      credits: reachable(email) * email.creditsPerRecipient,
    }))
    const messages = (emails[index] ?? []).reduce((sum, email) => sum + reachable(email), 0)
    return { organizationId: caller.organizationId, kind: 'email', messages, entries, at: now }
  })
  const charged = charges.filter(charge => charge !== undefined)
  const verdicts = new Map((await chargeEach(tx, charged, accounts)).map((verdict, index) => [charged[index], verdict]))
  return charges.map(charge => charge && verdicts.get(charge))
}

/** Does not wait: the rows are written when the transaction commits. */
async function store(tx: Tx, emails: readonly Accepted[]): Promise<void> {
  const tags = emails.flatMap(({ environmentId, id, draft }) =>
    draft.tags.map(tag => ({ environmentId, emailId: id, tag })),
  )
  for (const [nth, part] of inParts(emails).entries()) {
    // Putting 50 MiB into statements takes a while: other requests run in between.
    if (nth > 0) await nextTurn()
    withCommit(tx, insertEmails(tx, part))
  }
  if (tags.length > 0) withCommit(tx, insertTags(tx, tags))
  for (const { environmentId, id, draft } of emails) {
    for (const [nth, file] of draft.attachments.entries()) {
      const own = draft.outside?.files[nth] ? { ...file, content: Buffer.alloc(0) } : file
      withCommit(tx, insertAttachment(tx, { environmentId, emailId: id, nth }, own))
    }
  }
  const fallbacks = emails.flatMap(toFallback)
  if (fallbacks.length > 0) await addFallbacks(tx, fallbacks)
  const uses = emails.flatMap(toUses)
  if (uses.length > 0 && !(await insertUses(tx, uses)))
    throw new Refusal('service_unavailable', { message: 'The content was written too long ago. Try again.' })
  withCommit(tx, record(tx, emails.flatMap(toFacts)))
  const due = emails.filter(({ status }) => status === 'processing')
  const [first, ...others] = due.map(toAnnounced)
  if (first) withCommit(tx, wake(tx, deliveryTable.name, others.length === 0 ? first : undefined))
}

/** The contents outside the database that the email uses. `nth` is -1 for html and text. */
function toUses({ environmentId, id, draft }: Accepted): Use[] {
  const { body = null, files = [] } = draft.outside ?? {}
  return [body, ...files].flatMap((contentId, index) =>
    contentId === null ? [] : [{ environmentId, emailId: id, nth: index - 1, contentId }],
  )
}

function toFallback({ environmentId, organizationId, id, status, draft }: Accepted): NewFallback[] {
  const { fallback, scheduledFor } = draft
  return fallback ? [{ environmentId, emailId: id, organizationId, draft: fallback, status, scheduledFor }] : []
}

/** A large email gets its own statement. */
function inParts(emails: readonly Accepted[]): (readonly Accepted[])[] {
  const isLarge = ({ draft }: Accepted) => draft.size > largeContent
  if (emails.length === 1 || !emails.some(isLarge)) return [emails]
  const small = emails.filter(email => !isLarge(email))
  return [...(small.length > 0 ? [small] : []), ...emails.filter(isLarge).map(email => [email])]
}

function toFacts({ environmentId, id, status, excluded, createdAt }: Accepted): Fact[] {
  const fact = (type: Fact['type'], data: object): Fact => ({
    environmentId,
    type,
    subjectId: id,
    data: { email_id: id, ...data },
    at: createdAt,
  })
  return [
    ...(status === 'suppressed' ? [] : [fact(`email.${status}`, {})]),
    ...excluded.map(({ address, reason }) => fact('email.suppressed', { recipient: address, reason })),
  ]
}
