import type { Refusal } from '#core/refusal.ts'
import { sourcesOf } from './content.ts'
import { parse } from './liquid/parse.ts'
import { toRendered } from './render.ts'
import { fillTexts } from './texts.ts'

type Parts = { subject?: string; html?: string | null; text?: string | null }

/** Fills in a template of these parts; missing parts get harmless content. */
export function fill(
  { subject = 'Subject', html = null, text = null }: Parts,
  variables: Record<string, unknown> = {},
) {
  const texts = Object.entries(sourcesOf({ subject, html, text })).map(
    ([path, { kind, source }]) => [path, parse(kind, source)] as const,
  )
  return toRendered(fillTexts(Object.fromEntries(texts), variables))
}

const parts = ['subject', 'html', 'text'] as const
type Part = (typeof parts)[number]

/** The output of a source in each part of an email, or the refusal. */
export function inEachPart(source: string, variables: Record<string, unknown> = {}): [Part, string | Refusal][] {
  return parts.map(part => {
    const filled = fill({ [part]: source }, variables)
    return [part, filled instanceof Error ? filled : (filled[part] ?? '')]
  })
}
