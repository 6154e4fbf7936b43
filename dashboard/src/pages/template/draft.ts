/** What is being written and what of it the server has: pure, so that no letter gets lost between the two. */
import type { Template } from '@posthorn/contract/templates'

const sources = ['subject', 'html', 'text', 'mjml'] as const
export type Source = (typeof sources)[number]
export type Edits = Partial<Record<Source, string>>
export type Kind = 'html' | 'mjml'

/** Of html and mjml only one is ever there; an edit of the one takes the place of the other. */
export function kindOf(edits: Edits, template: Template): Kind {
  if (edits.mjml !== undefined) return 'mjml'
  return edits.html === undefined && template.mjml !== undefined ? 'mjml' : 'html'
}

export function withContent({ subject, text }: Edits, content: { html: string } | { mjml: string }): Edits {
  return { ...(subject !== undefined && { subject }), ...(text !== undefined && { text }), ...content }
}

/** What differs from what is stored. */
export const unsaved = (edits: Edits, template: Template): Edits =>
  Object.fromEntries(sources.flatMap(name => differing(name, edits[name], template)))

const differing = (name: Source, edit: string | undefined, template: Template): [Source, string][] =>
  edit === undefined || edit === (template[name] ?? '') ? [] : [[name, edit]]

/** What is on screen: the edits over what is stored. */
export const shownIn = (edits: Edits, template: Template, name: Source): string => edits[name] ?? template[name] ?? ''

/** The body of the change that stores them; always as a draft: nothing that is sent changes by typing. */
export const saving = (edits: Edits) => ({ ...edits, status: 'draft' as const })
