/** Emails whose content is a template: rendered before they are accepted, so that the caller gets the errors. */

import type { Fault } from '@posthorn/contract/errors'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Caller } from '#core/caller.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Rendered, WantedEmail } from '#resources/messages/templates/renderer.ts'
import { recipientLinks } from '#resources/messages/templates/scope.ts'
import type { Draft } from './draft.ts'

export type RenderTemplates = (wanted: readonly WantedEmail[]) => Promise<(Rendered | Refusal)[]>

/** All or nothing. In a batch the index of the email precedes the path of each fault. */
export async function fillIn(
  render: RenderTemplates,
  { organizationId, environmentId, permissions }: Caller,
  bodies: readonly EmailSend[],
  drafts: readonly Draft[],
  pathOf: (index: number, path: string) => string,
): Promise<Draft[]> {
  const mayReadContacts = permissions.has('contacts:read')
  const wanted = bodies.flatMap((body, index) => {
    const template = templateOf(body)
    if (!template) return []
    const recipient = drafts[index]?.to[0] ?? ''
    const variables = body.variables ?? {}
    return [{ index, organizationId, environmentId, template, variables, recipient, mayReadContacts }]
  })
  const verdicts = wanted.length > 0 ? await render(wanted) : []
  const renderedOf = new Map(wanted.map(({ index }, nth) => [index, verdicts[nth]]))
  refuseAll(
    wanted.map(({ index }) => [index, renderedOf.get(index)] as const),
    pathOf,
  )
  return drafts.map((draft, index) => {
    const rendered = renderedOf.get(index)
    const isFilled = rendered && !(rendered instanceof Refusal)
    return withLinks(isFilled ? fill(draft, bodies[index]?.subject, rendered) : withNamedLinks(draft))
  })
}

export function templateOf(body: EmailSend): WantedEmail['template'] | undefined {
  if (body.template_id !== undefined) return { id: body.template_id }
  return body.template_friendly_name === undefined ? undefined : { friendlyName: body.template_friendly_name }
}

/** A subject in the request overrides that of the template. */
export function fill(draft: Draft, subject: string | undefined, { templateId, ...rendered }: Rendered): Draft {
  const content = { subject: subject ?? rendered.subject, html: rendered.html, text: rendered.text }
  const octets = [content.subject, content.html ?? '', content.text ?? ''].reduce(
    (sum, part) => sum + Buffer.byteLength(part),
    0,
  )
  return { ...draft, ...content, templateId, size: draft.size + octets }
}

const namedLink = /\{\{\s{0,10}(unsubscribe_url|preferences_url)\s{0,10}\}\}/g

/** `{{ unsubscribe_url }}` means the same in content without a template. */
export function withNamedLinks(draft: Draft): Draft {
  const put = (text: string | null) =>
    // `as`: the pattern matches no other names.
    text === null ? null : text.replace(namedLink, (_, name) => recipientLinks[name as keyof typeof recipientLinks])
  return { ...draft, html: put(draft.html), text: put(draft.text) }
}

/** Content with a personal link needs a separate copy for each recipient. */
export function withLinks(draft: Draft): Draft {
  const hasLink = Object.values(recipientLinks).some(link => draft.html?.includes(link) || draft.text?.includes(link))
  return hasLink ? { ...draft, unsubscribe: true } : draft
}

/** Throws the first kind of refusal, with the faults of all emails that have it. */
function refuseAll(
  verdicts: readonly (readonly [index: number, verdict: Rendered | Refusal | undefined])[],
  pathOf: (index: number, path: string) => string,
): void {
  const refused = verdicts.flatMap(([index, verdict]) => (verdict instanceof Refusal ? [{ index, verdict }] : []))
  const [first] = refused
  if (!first) return
  const alike = refused.filter(({ verdict }) => verdict.code === first.verdict.code)
  const faults = alike.flatMap(({ index, verdict }) =>
    // `as`: the details of the renderer's refusals are faults.
    ((verdict.details ?? []) as Fault[]).map(({ path, message }) => ({ path: pathOf(index, path), message })),
  )
  if (first.verdict.code === 'validation_error') throw invalid(...faults)
  const { code, sentence } = first.verdict
  throw new Refusal(code, { details: faults, ...(sentence !== undefined && { message: sentence }) })
}
