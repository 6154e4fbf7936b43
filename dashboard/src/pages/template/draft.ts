/** What is being written and what of it the server has: pure, so that no letter gets lost between the two. */
import type { TemplateVersion } from '@posthorn/contract/console/template-versions'
import type { Template } from '@posthorn/contract/messages/templates'

const sources = ['subject', 'html', 'text', 'mjml'] as const
export type Source = (typeof sources)[number]
export type Edits = Partial<Record<Source, string>>
export type Kind = 'html' | 'mjml'

/** What is stored. */
type Content = Pick<Template | TemplateVersion, Source>

/** Of html and mjml only one is ever there; an edit of the one takes the place of the other. */
export function kindOf(edits: Edits, stored: Content): Kind {
  if (edits.mjml !== undefined) return 'mjml'
  return edits.html === undefined && stored.mjml !== undefined ? 'mjml' : 'html'
}

export function withContent({ subject, text }: Edits, content: { html: string } | { mjml: string }): Edits {
  return { ...(subject !== undefined && { subject }), ...(text !== undefined && { text }), ...content }
}

/** Of what a browser has kept, what can be an edit. */
export const editsIn = (kept: Readonly<Record<string, string>>): Edits =>
  Object.fromEntries(sources.flatMap(name => (kept[name] === undefined ? [] : [[name, kept[name]]])))

/** What differs from what is stored. */
export const unsaved = (edits: Edits, stored: Content): Edits =>
  Object.fromEntries(sources.flatMap(name => differing(name, edits[name], stored)))

const differing = (name: Source, edit: string | undefined, stored: Content): [Source, string][] =>
  edit === undefined || edit === (stored[name] ?? '') ? [] : [[name, edit]]

/** What is on screen: the edits over what is stored. */
export const shownIn = (edits: Edits, stored: Content, name: Source): string => edits[name] ?? stored[name] ?? ''

/** The body of the change that stores them; always as a draft: nothing that is sent changes by typing. */
export const saving = (edits: Edits) => ({ ...edits, status: 'draft' as const })

/** An older version that an address asks for; undefined for the newest and for what is none. */
export function olderVersion(asked: string | undefined, newest: number): number | undefined {
  const version = Number(asked)
  return Number.isInteger(version) && version >= 1 && version < newest ? version : undefined
}
