/** The content of a broadcast, copied from the request and from templates, and everything that prevents it from being sent. */
import { errors, type Fault } from '@posthorn/contract/errors'
import type { Sender } from '#core/caller.ts'
import { invalid, inWords, Refusal } from '#core/refusal.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import type { Variant } from '#resources/messages/emails/draft.ts'
import { type PrepareParts, prepareEmails } from '#resources/messages/emails/prepare.ts'
import { sourcesOf } from '#resources/messages/templates/content.ts'
import { publishedContent } from '#resources/messages/templates/published-content.ts'
import { type RenderedContent, toRendered } from '#resources/messages/templates/render.ts'
import { recipientLinks } from '#resources/messages/templates/scope.ts'
import { prepareTexts, type TemplateText } from '#resources/messages/templates/template-text.ts'
import { audienceOf, faultsOfAudience } from '../audience.ts'
import { findLastContact, findPage } from '../audience-store.ts'
import type { Broadcast } from '../broadcast.ts'
import { faultsOfSending, variantOf } from '../settings.ts'
import type { Content } from './content-store.ts'
import { withPreviewText } from './preview-text.ts'
import { checkText, faultsOfLinks } from './sms-content.ts'
import { valuesFor } from './values.ts'

export type ContentParts = PrepareParts & { templateText: TemplateText }

export type Checked = {
  contents: ReadonlyMap<Variant, Content>
  /** Why it cannot be sent. A refusal that concerns more than a field stands alone. */
  faults: readonly Fault[]
  refusal: Refusal | undefined
}

type Draft = Pick<Broadcast, 'environmentId' | 'organizationId' | 'channel' | 'settings'>

export async function checkBroadcast(parts: ContentParts, sender: Sender, draft: Draft, now: Date): Promise<Checked> {
  const lacking = faultsOfSending(draft.channel, draft.settings)
  const missing = [...lacking, ...(await faultsOfAudience(parts.db, draft))]
  if (missing.length > 0) return { contents: new Map(), faults: missing, refusal: undefined }
  const sample = await sampleOf(parts, draft, now)
  const contents = new Map<Variant, Content>()
  const faults: Fault[] = []
  for (const variant of draft.settings.ab_test ? (['a', 'b'] as const) : (['a'] as const)) {
    const found = await readContent(parts, draft, variant)
    const verdict = found instanceof Refusal ? found : await checkVariant(parts, sender, draft, found, sample, now)
    if (!(found instanceof Refusal)) contents.set(variant, found)
    if (!verdict) continue
    if (verdict.code !== 'validation_error') return { contents, faults: [], refusal: named(variant, verdict) }
    // `as`: the details of every refusal with this code are faults.
    faults.push(...(verdict.details as Fault[]).map(fault => placed(draft, variant, fault)))
  }
  return { contents, faults, refusal: undefined }
}

/** A value that only variant b prints is not found in the broadcast's own content. */
function named(variant: Variant, refusal: Refusal): Refusal {
  if (variant === 'a' || refusal.code !== 'missing_variable') return refusal
  return new Refusal(refusal.code, { message: `Variant b: ${inWords(refusal)}`, details: refusal.details })
}

/** Moves a fault to the field that the author of the broadcast has set. */
function placed({ channel, settings }: Draft, variant: Variant, fault: Fault): Fault {
  if (channel === 'sms') return fault.path === 'text' ? { ...fault, path: 'body' } : fault
  const isOfB = variant === 'b' && Object.hasOwn(settings.ab_test?.b ?? {}, fault.path)
  return isOfB ? { ...fault, path: `ab_test.b.${fault.path}` } : fault
}

/** The first contacts that it goes to. */
export async function sampleOf(
  { db }: Pick<ContentParts, 'db'>,
  draft: Draft,
  now: Date,
  count = 1,
): Promise<readonly Contact[]> {
  const until = await findLastContact(db, draft.environmentId)
  if (until === null) return []
  return findPage(db, await audienceOf(db, draft, now), { after: null, until, limit: count })
}

async function readContent(parts: ContentParts, draft: Draft, variant: Variant): Promise<Content | Refusal> {
  const { channel, settings } = draft
  const variables = settings.variables ?? {}
  if (channel === 'sms') {
    const text = await read(parts, draft, { subject: '', html: null, text: settings.body ?? '' }, null, variables)
    const faults = text instanceof Refusal ? [] : faultsOfLinks(text)
    return faults.length > 0 ? invalid(...faults) : text
  }
  const asked = variantOf(settings, variant)
  if (asked.template_id === undefined) {
    const html = asked.html === undefined ? null : withPreviewText(asked.html, asked.preview_text)
    return read(parts, draft, { subject: asked.subject ?? '', html, text: asked.text ?? null }, null, variables)
  }
  const published = await publishedContent(parts.db, draft, { id: asked.template_id, path: 'template_id' })
  if (published instanceof Refusal) return published
  const { templateId, ...content } = published
  const html = content.html === null ? null : withPreviewText(content.html, asked.preview_text)
  return read(parts, draft, { ...content, html, subject: asked.subject ?? content.subject }, templateId, variables)
}

/** Adds the variables that the content prints; a refusal when it is not a valid template. */
async function read(
  { templateText }: ContentParts,
  { organizationId }: Draft,
  content: RenderedContent,
  templateId: string | null,
  variables: Readonly<Record<string, unknown>>,
): Promise<Content | Refusal> {
  const sources = Object.entries(sourcesOf(content))
  const found = await templateText.inspect(
    organizationId,
    sources.map(([, source]) => source),
  )
  const faults = sources.flatMap(([path], nth): Fault[] => {
    const one = found[nth]
    if (!one || !('fault' in one)) return []
    const { fault: message, ...place } = one
    return [{ path, message, ...place }]
  })
  if (faults.length > 0) return new Refusal('validation_error', { details: faults })
  const uses = new Set(found.flatMap(one => ('variables' in one ? one.variables : [])))
  return { ...content, templateId, variables, uses: [...uses].toSorted() }
}

export async function fillFor(
  { db, templateText }: Pick<ContentParts, 'db' | 'templateText'>,
  { environmentId, organizationId, channel }: Draft,
  content: Content,
  contact: Contact | undefined,
): Promise<RenderedContent | Refusal> {
  const fields = (await fieldsOf(db, contact ? [environmentId] : []))(environmentId)
  const values = contact ? valuesFor(content.uses, content.variables, contact, fields) : {}
  const links = channel === 'email' ? recipientLinks : {}
  const variables = { ...links, ...content.variables, ...values }
  const [filled] = await templateText.fill(organizationId, [{ texts: prepareTexts(sourcesOf(content)), variables }])
  if (!filled) throw new Error('a broadcast was not filled in')
  if (filled instanceof Refusal) return filled
  return channel === 'sms' ? { subject: '', html: null, text: filled.text ?? '' } : toRendered(filled)
}

/** Undefined when it can be sent. A recipient without a value that it prints is shown by the preview, and gets no message. */
async function checkVariant(
  parts: ContentParts,
  sender: Sender,
  draft: Draft,
  content: Content,
  [contact]: readonly Contact[],
  now: Date,
): Promise<Refusal | undefined> {
  const filled = await fillFor(parts, draft, content, contact)
  if (filled instanceof Refusal && !lacksOnlyContactValues(filled)) return filled
  const shown = filled instanceof Refusal ? content : filled
  if (draft.channel === 'sms') return checkText(parts.db, sender, draft.settings.from ?? '', shown.text ?? '')
  const { from = '', reply_to, topic_id, track_opens, track_clicks } = draft.settings
  const body = {
    ...{
      from,
      to: contact?.email ?? 'reader@example.com',
      subject: shown.subject,
      message_stream: 'broadcast' as const,
    },
    ...(shown.html !== null && { html: shown.html }),
    ...(shown.text !== null && { text: shown.text }),
    ...(reply_to && { reply_to }),
    ...(topic_id !== undefined && { topic_id }),
    ...(track_opens !== undefined && { track_opens }),
    ...(track_clicks !== undefined && { track_clicks }),
  }
  const { keepOutside: _keep, ...inside } = parts
  const [verdict] = await prepareEmails(inside, [{ sender, body, now }])
  return verdict instanceof Refusal ? verdict : undefined
}

function lacksOnlyContactValues({ code, details }: Refusal): boolean {
  // `as`: the details of this refusal are faults at the places of the missing variables.
  return code === 'missing_variable' && (details as Fault[]).every(({ path }) => /^variables\.contact(\.|$)/.test(path))
}

/** The faults as the preview shows them. */
export const problemsOf = ({ faults, refusal }: Checked): Fault[] =>
  refusal ? [{ path: pathOf(refusal), message: refusal.sentence ?? errors[refusal.code].message }] : [...faults]

function pathOf({ code }: Refusal): string {
  if (code === 'message_too_long') return 'body'
  return code === 'missing_variable' ? 'variables' : 'from'
}

export function throwIfUnsendable({ faults, refusal }: Checked): void {
  if (refusal) throw refusal
  if (faults.length > 0) throw new Refusal('validation_error', { details: faults })
}
