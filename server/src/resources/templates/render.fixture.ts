import type { Refusal } from '#refusal.ts'
import { compile } from './content.ts'
import { render } from './render.ts'

type Parts = { subject?: string; html?: string | null; text?: string | null }

/** Fills in a template of these parts; one that is not given says something harmless. */
export const fill = (
  { subject = 'Subject', html = null, text = null }: Parts,
  variables: Record<string, unknown> = {},
) => render(compile({ subject, html, text }), variables)

const parts = ['subject', 'html', 'text'] as const
type Part = (typeof parts)[number]

/** What a source says as each part of an email, or the refusal. */
export function inEachPart(source: string, variables: Record<string, unknown> = {}): [Part, string | Refusal][] {
  return parts.map(part => {
    const filled = fill({ [part]: source }, variables)
    return [part, filled instanceof Error ? filled : (filled[part] ?? '')]
  })
}
