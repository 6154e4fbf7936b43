/** What would happen to an email: applies every rule of sending, and sends nothing. */

import { errors } from '@posthorn/contract/errors'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { EmailPreflight, PreflightCheck } from '@posthorn/contract/messages/preflight'
import { domainOf } from '#core/addresses/email-address.ts'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { readCredits } from '#resources/account/credits/read.ts'
import { emailCredits, priceOf, type RateCard } from '#resources/account/rates/rate-card.ts'
import type { Arriving, Authentication } from '#resources/messages/domains/checks/authenticate.ts'
import { readPauses } from '#resources/messages/reputation/read.ts'
import { isMms, type Draft as SmsDraft } from '#resources/messages/sms/sms.ts'
import type { AskSpamFilter, InspectHtml } from '#transports/transport.ts'
import type { Draft } from '../draft.ts'
import { findExcluded } from '../excluded.ts'
import { authenticationChecks } from './authentication-checks.ts'
import { bulkRules } from './bulk-rules.ts'
import { problem } from './check.ts'
import { contentChecks } from './content-checks.ts'
import { type CopyParts, type FirstCopy, firstCopy, withoutSignatures } from './first-copy.ts'
import { spamFilter } from './spam-filter.ts'

export type PreflightParts = CopyParts & {
  db: Db
  card: RateCard
  /** Applies every rule of a request, or throws a Refusal. */
  read(caller: Caller, body: EmailSend, now: Date): Promise<Draft>
  inspectHtml: InspectHtml
  /** Null when none is configured. */
  askSpamFilter: AskSpamFilter | null
  authenticate(arriving: Pick<Arriving, 'message' | 'returnPath'>): Promise<Authentication>
}

const maxShownBytes = 1024 * 1024
/** The most that is verified on this thread: 256 KiB take some 10 ms. */
const maxVerifiedBytes = 256 * 1024

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
    return {
      ...toRefusal(error),
      ...{ recipients: [], credits: 0, size: 0, message: null, authentication: null, checks: [] },
    }
  }
  const { environmentId, mode } = caller
  const { messageStream, topicId } = draft
  const audience = { environmentId, mode, messageStream, topicId }
  const asked = draft.recipients.map(address => ({ audience, address }))
  const reasonFor = await findExcluded(parts.db, asked)
  const recipients = asked.map(recipient => {
    const reason = reasonFor(recipient)
    return { address: recipient.address, gets_it: reason === undefined, ...(reason !== undefined && { reason }) }
  })
  const credits = mode === 'test' ? 0 : recipients.filter(one => one.gets_it).length * emailCredits(parts.card, mode)
  const copy = await firstCopy(parts, caller, draft, now)
  const size = copy.message.length
  const [authentication, facts, spam] = await Promise.all([
    arrivingOf(parts, copy).then(parts.authenticate),
    draft.html === null ? null : parts.inspectHtml(draft.html, caller.organizationId),
    parts.askSpamFilter?.(copy.message),
  ])
  const seen = { ...authentication, from: domainOf(draft.from.address) }
  return {
    ...toRefusal(await tooExpensive(parts.db, caller, credits, now)),
    recipients,
    credits,
    ...(draft.fallback && { fallback: fallbackPrice(parts.card, caller, draft.fallback.sms) }),
    size,
    message: size > maxShownBytes ? null : withoutSignatures(copy).toString('utf8').toWellFormed(),
    authentication,
    checks: [
      ...(await pauseChecks(parts.db, environmentId, draft)),
      ...authenticationChecks(seen),
      bulkRules({ seen, draft, linkBase: copy.signing.linkBase }),
      ...(spam ? [spamFilter(spam)] : []),
      ...contentChecks({ draft, signing: copy.signing, facts, size }),
    ],
  }
}

/** Charged when the text message is sent, and not before. */
function fallbackPrice(card: RateCard, { mode }: Caller, sms: SmsDraft): NonNullable<EmailPreflight['fallback']> {
  const { to, segments } = sms
  const { credits } = priceOf(card, { to, segments, isMms: isMms(sms) })
  return { to, segments_count: segments, credits: mode === 'test' ? 0 : credits }
}

async function pauseChecks(db: Db, environmentId: string, { messageStream, from }: Draft): Promise<PreflightCheck[]> {
  if (messageStream !== 'broadcast') return []
  const pauses = await readPauses(db, environmentId)
  const pause = pauses.find(({ domain }) => `.${domainOf(from.address)}`.endsWith(`.${domain}`))
  return pause
    ? [problem('broadcasts', `It would wait: broadcasts of ${pause.domain} are paused. ${pause.reason}.`)]
    : []
}

/** The headers decide. Of a large message, only the beginning is signed and verified. */
async function arrivingOf({ sign }: CopyParts, { message, returnPath, signatureLength, signing }: FirstCopy) {
  if (message.length <= maxVerifiedBytes) return { message, returnPath }
  const beginning = message.subarray(signatureLength, signatureLength + maxVerifiedBytes)
  return { message: await sign(beginning, signing.keys), returnPath }
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
