/** The edits of a template and what of them the server has stored. Pure functions. */
import type { TemplateVersion } from '@posthorn/contract/console/template-versions'
import type { Template } from '@posthorn/contract/messages/templates'

const sources = ['subject', 'html', 'text', 'mjml'] as const
export type Source = (typeof sources)[number]
export type Edits = Partial<Record<Source, string>>
export type Kind = 'html' | 'mjml'

/** What is stored. */
type Content = Pick<Template | TemplateVersion, Source>

/** Only one of html and mjml exists at a time; an edit of one replaces the other. */
export function kindOf(edits: Edits, stored: Content): Kind {
  if (edits.mjml !== undefined) return 'mjml'
  return edits.html === undefined && stored.mjml !== undefined ? 'mjml' : 'html'
}

export function withContent({ subject, text }: Edits, content: { html: string } | { mjml: string }): Edits {
  return { ...(subject !== undefined && { subject }), ...(text !== undefined && { text }), ...content }
}

/** The valid edits among what the browser kept. */
export const editsIn = (kept: Readonly<Record<string, string>>): Edits =>
  Object.fromEntries(sources.flatMap(name => (kept[name] === undefined ? [] : [[name, kept[name]]])))

/** The edits that differ from what is stored. */
export const unsaved = (edits: Edits, stored: Content): Edits =>
  Object.fromEntries(sources.flatMap(name => differing(name, edits[name], stored)))

const differing = (name: Source, edit: string | undefined, stored: Content): [Source, string][] =>
  edit === undefined || edit === (stored[name] ?? '') ? [] : [[name, edit]]

/** What is on screen: the edits on top of what is stored. */
export const shownIn = (edits: Edits, stored: Content, name: Source): string => edits[name] ?? stored[name] ?? ''

/** The request body that saves the edits. Always as a draft: typing never changes what is sent. */
export const saving = (edits: Edits) => ({ ...edits, status: 'draft' as const })

/** The older version requested in the URL; undefined for the newest and for invalid values. */
export function olderVersion(asked: string | undefined, newest: number): number | undefined {
  const version = Number(asked)
  return Number.isInteger(version) && version >= 1 && version < newest ? version : undefined
}
