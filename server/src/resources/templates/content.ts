import type { Fault } from '@posthorn/contract/errors'
import { invalid } from '#refusal.ts'
import { type Kind, type Parsed, parse, Unparsable } from './liquid/parse.ts'
import { compileMjml, Uncompilable } from './mjml/compile.ts'
import type { Compiled } from './render.ts'
import type { Content } from './template.ts'

type Asked = { [Field in keyof Content]?: string | undefined }

const sources = ['subject', 'html', 'text', 'mjml'] as const
// MJML becomes some ten times as much html, at two seconds for a megabyte.
const maxBytes = { subject: 1024 * 1024, html: 1024 * 1024, text: 1024 * 1024, mjml: 256 * 1024 }
const maxHtml = 5 * 1024 * 1024

/** What is asked for, on top of what is there: html takes the place of mjml, and the other way round. */
export function applyContent(before: Content, asked: Asked): Content {
  return {
    subject: asked.subject ?? before.subject,
    html: asked.mjml === undefined ? (asked.html ?? before.html) : null,
    text: asked.text ?? before.text,
    mjml: asked.html === undefined ? (asked.mjml ?? before.mjml) : null,
  }
}

export const isSameContent = (a: Content, b: Content): boolean => sources.every(source => a[source] === b[source])

/** Refuses what does not parse, naming every field that does not. Drafts are checked too: they will be previewed. */
export function checkContent(asked: Asked): void {
  const faults: Fault[] = []
  if (asked.html !== undefined && asked.mjml !== undefined)
    faults.push({ path: 'mjml', message: 'must not be given together with html, which is made of it' })
  for (const path of sources) {
    const source = asked[path]
    const message = source === undefined ? undefined : faultOf(path, source)
    if (message) faults.push({ path, message })
  }
  if (faults.length > 0) throw invalid(...faults)
}

function faultOf(field: (typeof sources)[number], source: string): string | undefined {
  if (Buffer.byteLength(source) > maxBytes[field]) return `must not be larger than ${maxBytes[field] / 1024} KiB`
  try {
    parse(kindOf(field), source)
    if (field === 'mjml') parse('html', htmlOf(source))
    return undefined
  } catch (error) {
    if (error instanceof Unparsable || error instanceof Uncompilable) return error.message
    throw error
  }
}

const kindOf = (field: string): Kind => (field === 'html' || field === 'mjml' ? 'html' : 'plain')

export function htmlOf(mjml: string): string {
  const html = compileMjml(mjml)
  if (Buffer.byteLength(html) > maxHtml) throw new Uncompilable('must not make more than 5 MiB of html')
  return html
}

/** For content that has been checked. */
export const compile = ({ subject, html, text }: Pick<Content, 'subject' | 'html' | 'text'>): Compiled => ({
  subject: parse('plain', subject),
  html: html === null ? null : parse('html', html),
  text: text === null ? null : parse('plain', text),
})

/** Links that every recipient has of its own, whoever the sender is. */
const given = new Set(['unsubscribe_url', 'preferences_url'])

/** The variables that any part uses. */
export function variablesOf(content: Content): string[] {
  const parts: Parsed[] = sources.flatMap(field => {
    const source = content[field]
    return source === null ? [] : parse(kindOf(field), source)
  })
  const all = new Set(parts.flatMap(part => part.variables))
  return [...all].filter(name => !given.has(name)).toSorted()
}
