import type { Fault } from '@posthorn/contract/errors'
import type { Caller } from '#core/caller.ts'
import { invalid } from '#core/refusal.ts'
import type { Flaw } from './flaw.ts'
import type { Kind } from './liquid/parse.ts'
import type { Content } from './template.ts'
import type { TemplateText } from './template-text.ts'
import type { Sources } from './text-jobs.ts'

type Asked = { [Field in keyof Content]?: string | undefined }

const fields = ['subject', 'html', 'text', 'mjml'] as const
type Field = (typeof fields)[number]
// MJML becomes about ten times as much html, at two seconds for a megabyte.
const maxBytes = { subject: 1024 * 1024, html: 1024 * 1024, text: 1024 * 1024, mjml: 256 * 1024 }

/** Applies the requested fields to the existing content: html replaces mjml, and the other way round. */
export function applyContent(before: Content, asked: Asked): Content {
  return {
    subject: asked.subject ?? before.subject,
    html: asked.mjml === undefined ? (asked.html ?? before.html) : null,
    text: asked.text ?? before.text,
    mjml: asked.html === undefined ? (asked.mjml ?? before.mjml) : null,
  }
}

export const isSameContent = (a: Content, b: Content): boolean => fields.every(field => a[field] === b[field])

export type Checked = {
  /** Compiled from the requested mjml. */
  html: string | null
}

/** Refuses content that does not parse, with every such field. Drafts are checked, too, since they are previewed. */
export async function checkContent(
  text: TemplateText,
  { organizationId }: Pick<Caller, 'organizationId'>,
  asked: Asked,
): Promise<Checked> {
  const faults: Fault[] = []
  let html: string | null = null
  if (asked.html !== undefined && asked.mjml !== undefined)
    faults.push({ path: 'mjml', message: 'must not be given together with html, which is made of it' })
  for (const path of fields) {
    const source = asked[path]
    if (source === undefined) continue
    const found = await read(text, organizationId, path, source)
    if ('fault' in found) faults.push(toFault(path, found))
    else if ('html' in found) html = found.html
  }
  if (faults.length > 0) throw invalid(...faults)
  return { html }
}

async function read(text: TemplateText, tenant: string, field: Field, source: string) {
  if (Buffer.byteLength(source) > maxBytes[field])
    return { fault: `must not be larger than ${maxBytes[field] / 1024} KiB` }
  if (field === 'mjml') return text.compileMjml(tenant, source)
  const [found] = await text.inspect(tenant, [{ kind: kindOf(field), source }])
  return found ?? { fault: 'cannot be read' }
}

const toFault = (path: Field, { fault, ...place }: Flaw): Fault => ({ path, message: fault, ...place })

const kindOf = (field: Field): Kind => (field === 'html' || field === 'mjml' ? 'html' : 'plain')

/** For checked content. */
export async function htmlOf(text: TemplateText, tenant: string, mjml: string): Promise<string> {
  const compiled = await text.compileMjml(tenant, mjml)
  if ('fault' in compiled) throw invalid(toFault('mjml', compiled))
  return compiled.html
}

/** The parts that emails are made from. */
export const sourcesOf = ({ subject, html, text }: Pick<Content, 'subject' | 'html' | 'text'>): Sources => ({
  subject: { kind: 'plain', source: subject },
  ...(html !== null && { html: { kind: 'html', source: html } }),
  ...(text !== null && { text: { kind: 'plain', source: text } }),
})

/** Links that differ for every recipient, whoever the sender is. */
const given = new Set(['unsubscribe_url', 'preferences_url'])

/** The variables that any part uses. */
export async function variablesOf(
  text: TemplateText,
  { organizationId }: Pick<Caller, 'organizationId'>,
  content: Content,
): Promise<string[]> {
  const sources = fields.flatMap(field => {
    const source = content[field]
    return source === null ? [] : [{ kind: kindOf(field), source }]
  })
  const found = await text.inspect(organizationId, sources)
  const all = new Set(found.flatMap(one => ('variables' in one ? one.variables : [])))
  return [...all].filter(name => !given.has(name)).toSorted()
}
