/** What would become of an email: every rule of sending, and nothing of it happens. */

import type { EmailSend } from '@posthorn/contract/email-requests'
import { errors } from '@posthorn/contract/errors'
import type { EmailPreflight } from '@posthorn/contract/preflight'
import type { Caller } from '#core/caller.ts'
import { domainOf } from '#core/email-address.ts'
import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { readCredits } from '#resources/account/credits/read.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import type { Compose } from '#transports/transport.ts'
import type { Draft } from './draft.ts'
import { examine } from './preflight-checks.ts'
import { silencedAmong } from './silenced.ts'

export type PreflightParts = {
  db: Db
  card: RateCard
  compose: Compose
  /** Who signs for a sender, and where links of ours would lead. */
  senderFacts(
    organizationId: string,
    domain: string,
  ): Promise<{ signedBy: string | null; keyIsMissing: boolean; linkBase: string }>
  /** Passes every rule of a request, or throws a Refusal. */
  read(caller: Caller, body: EmailSend, now: Date): Promise<Draft>
}

const largestShown = 1024 * 1024

export async function preflight(
  parts: PreflightParts,
  caller: Caller,
  body: EmailSend,
  now: Date,
): Promise<EmailPreflight> {
  let draft: Draft
  try {
    draft = await parts.read(caller, body, now)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...toRefusal(error), recipients: [], credits: 0, size: 0, message: null, checks: [] }
  }
  const { environmentId, mode, organizationId } = caller
  const { messageStream, topicId } = draft
  const audience = { environmentId, mode, messageStream, topicId }
  const asked = draft.recipients.map(address => ({ audience, address }))
  const reasonFor = await silencedAmong(parts.db, asked)
  const recipients = asked.map(recipient => {
    const reason = reasonFor(recipient)
    return { address: recipient.address, gets_it: reason === undefined, ...(reason !== undefined && { reason }) }
  })
  const credits = mode === 'test' ? 0 : recipients.filter(one => one.gets_it).length * parts.card.email.credits
  const facts = await parts.senderFacts(organizationId, domainOf(draft.from.address))
  const message = await composed(parts.compose, draft, { organizationId, now })
  return {
    ...toRefusal(await tooExpensive(parts.db, caller, credits, now)),
    recipients,
    credits,
    size: message.length,
    message: message.length > largestShown ? null : message.toString('utf8').toWellFormed(),
    checks: examine({ draft, ...facts, size: message.length }),
  }
}

const toRefusal = (refusal: Refusal | undefined): Pick<EmailPreflight, 'accepted' | 'refusal'> => ({
  accepted: refusal === undefined,
  refusal: refusal
    ? {
        code: refusal.code,
        message: refusal.sentence ?? errors[refusal.code].message,
        ...(refusal.details !== undefined && { details: refusal.details }),
      }
    : null,
})

async function tooExpensive(db: Db, caller: Caller, credits: number, now: Date): Promise<Refusal | undefined> {
  if (credits === 0) return undefined
  const { balance } = await readCredits(db, caller, now)
  return balance < credits
    ? new Refusal('insufficient_credits', { details: { required: credits, balance } })
    : undefined
}

const composed = (compose: Compose, draft: Draft, { organizationId, now }: { organizationId: string; now: Date }) =>
  compose(
    {
      messageId: `${newId(now)}@${domainOf(draft.from.address)}`,
      date: now,
      from: draft.from,
      to: draft.to,
      cc: draft.cc,
      replyTo: draft.replyTo,
      subject: draft.subject,
      html: draft.html,
      text: draft.text,
      headers: draft.headers ?? {},
      attachments: draft.attachments,
    },
    { tenant: organizationId },
  )
