/** Previews a broadcast: who would get it, what it costs, what three recipients would see, and what receivers would find. */
import type { BroadcastPreview } from '@posthorn/contract/broadcasts/replies'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Caller } from '#core/caller.ts'
import { inWords, Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { emailCredits, priceOf, type RateCard } from '#resources/account/rates/rate-card.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import type { Draft as EmailDraft, Variant } from '#resources/messages/emails/draft.ts'
import { type PreflightParts, preflight } from '#resources/messages/emails/preflight/preflight.ts'
import { prepareEmails } from '#resources/messages/emails/prepare.ts'
import type { RenderedContent } from '#resources/messages/templates/render.ts'
import { audienceOf, faultsOfAudience } from './audience.ts'
import { type AudienceCounts, countReachable } from './audience-store.ts'
import type { Broadcast } from './broadcast.ts'
import type { Content } from './content/content-store.ts'
import { type ContentParts, checkBroadcast, fillFor, problemsOf, sampleOf } from './content/contents.ts'
import { draftOf } from './content/sms-content.ts'
import { readBroadcast } from './read.ts'
import { hasAudience } from './settings.ts'

export type PreviewParts = ContentParts & {
  slowReads: Db
  card: RateCard
  preflighting: Omit<PreflightParts, 'db' | 'card' | 'read'>
}

type Sample = BroadcastPreview['samples'][number]

export async function previewBroadcast(
  parts: PreviewParts,
  caller: Caller,
  id: string,
  now: Date,
): Promise<BroadcastPreview> {
  const broadcast = await readBroadcast(parts.db, caller, id)
  const checked = await checkBroadcast(parts, caller, broadcast, now)
  const counts = await countsOf(parts, broadcast, now)
  const mayRead = caller.permissions.has('contacts:read')
  const contacts = checked.contents.size > 0 ? await sampleOf(parts, broadcast, now, 3) : []
  const samples: Sample[] = []
  for (const [nth, contact] of contacts.entries()) {
    const variant: Variant = checked.contents.has('b') && nth % 2 === 1 ? 'b' : 'a'
    const content = checked.contents.get(variant)
    if (content) samples.push(await toSample(parts, broadcast, content, { contact, variant }))
  }
  const credits = creditsOf(parts.card, caller, broadcast, counts, samples)
  const first = samples[0]
  const isSound = problemsOf(checked).length === 0 && broadcast.channel === 'email'
  return {
    problems: problemsOf(checked),
    recipients: counts.meant,
    excluded: excludedOf(counts),
    credits,
    samples: mayRead ? samples : [],
    preflight:
      isSound && mayRead && first?.subject !== undefined
        ? await preflightOf(parts, caller, broadcast, first, now)
        : null,
  }
}

/** Nobody when no audience is chosen, or its segment or topic no longer exists. */
async function countsOf({ db, slowReads }: PreviewParts, broadcast: Broadcast, now: Date): Promise<AudienceCounts> {
  if (!hasAudience(broadcast.settings) || (await faultsOfAudience(db, broadcast)).length > 0) return nobody
  return countReachable(slowReads, await audienceOf(db, broadcast, now, 'many'))
}

const nobody: AudienceCounts = { meant: 0, unsubscribed: 0, suppressed: 0, noAddress: 0 }

async function toSample(
  parts: PreviewParts,
  broadcast: Broadcast,
  content: Content,
  { contact, variant }: { contact: Contact; variant: Variant },
): Promise<Sample> {
  const to = (broadcast.channel === 'email' ? contact.email : contact.phoneNumber) ?? ''
  const sample = { contact_id: contact.id, to, variant }
  const filled = await fillFor(parts, broadcast, content, contact)
  if (filled instanceof Refusal) return { ...sample, problem: inWords(filled) }
  if (broadcast.channel === 'email') return { ...sample, ...shownOf(filled) }
  const draft = draftOf({ from: broadcast.settings.from ?? '', to }, filled.text ?? '')
  if (draft instanceof Refusal) return { ...sample, problem: inWords(draft) }
  return { ...sample, text: draft.body, segments: draft.segments }
}

const shownOf = ({ subject, html, text }: RenderedContent) => ({
  subject,
  ...(html !== null && { html }),
  ...(text !== null && { text }),
})

const excludedOf = ({ unsubscribed, suppressed, noAddress }: AudienceCounts): BroadcastPreview['excluded'] =>
  [
    { reason: 'unsubscribed' as const, count: unsubscribed },
    { reason: 'suppressed' as const, count: suppressed },
    { reason: 'no_address' as const, count: noAddress },
  ].filter(({ count }) => count > 0)

/** Text messages are priced by length and country: the average of the samples is used for all. One that cannot be sent costs nothing. */
function creditsOf(
  card: RateCard,
  { mode }: Caller,
  { channel }: Broadcast,
  { meant }: AudienceCounts,
  samples: readonly Sample[],
): number {
  if (mode === 'test') return 0
  if (channel === 'email') return meant * emailCredits(card, mode)
  const prices = samples.map(({ to, segments }) =>
    segments === undefined ? 0 : priceOf(card, { to, segments, isMms: false }).credits,
  )
  const average = prices.length === 0 ? 0 : prices.reduce((sum, one) => sum + one, 0) / prices.length
  return Math.ceil(meant * average)
}

async function preflightOf(parts: PreviewParts, caller: Caller, broadcast: Broadcast, sample: Sample, now: Date) {
  const { keepOutside: _keep, ...inside } = parts
  const read = async (_caller: Caller, body: EmailSend): Promise<EmailDraft> => {
    const [verdict] = await prepareEmails(inside, [{ sender: caller, body, now }])
    if (!verdict || verdict instanceof Refusal) throw verdict ?? new Error('an email has no verdict')
    return verdict
  }
  return preflight(
    { ...parts.preflighting, db: parts.db, card: parts.card, read },
    caller,
    toBody(broadcast, sample, sample.to),
    now,
  )
}

/** One message of it as a plain request to send. */
export function toBody(
  { settings }: Pick<Broadcast, 'settings'>,
  { subject = '', html, text }: Pick<Sample, 'subject' | 'html' | 'text'>,
  to: string,
): EmailSend {
  const { from = '', reply_to, track_opens = false, track_clicks = false } = settings
  return {
    ...{ from, to, subject, message_stream: 'broadcast', track_opens, track_clicks },
    ...(html !== undefined && { html }),
    ...(text !== undefined && { text }),
    ...(reply_to && { reply_to }),
  }
}
