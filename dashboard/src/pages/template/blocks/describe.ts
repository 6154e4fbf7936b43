/** A short description of a block, for its card. */
import type { Block } from './layout.ts'

export type Described = { title: string; words: string }

/** The first pattern that matches gives the title. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/unsubscribe_url/, 'Footer'],
  [/<mj-hero\b/, 'Hero'],
  [/<mj-column\b[\s\S]*<mj-column\b/, 'Columns'],
  [/<mj-table\b/, 'Table'],
  [/<h[1-6]\b/i, 'Heading'],
  [/<mj-image\b/, 'Image'],
  [/<mj-button\b/, 'Button'],
  [/<mj-text\b/, 'Text'],
  [/<mj-divider\b/, 'Divider'],
  [/<mj-spacer\b/, 'Spacer'],
  [/<mj-social\b/, 'Social'],
  [/<mj-raw\b/, 'Raw HTML'],
]
const around: readonly (readonly [RegExp, string])[] = [
  [/^\{%-?\s*for\b/, 'Repeated: '],
  [/^\{%-?\s*(?:if|unless|case)\b/, 'Only if: '],
]
/** Limits how much of a block is scanned. */
const maxRead = 4_000
const maxWords = 80

export function describeBlock(source: string, { from, to }: Block): Described {
  const text = source.slice(from, Math.min(to, from + maxRead))
  const kind = kinds.find(([sign]) => sign.test(text))?.[1] ?? 'Block'
  const prefix = around.find(([sign]) => sign.test(text))?.[1] ?? ''
  return { title: prefix + kind, words: wordsIn(text) }
}

const wordsIn = (text: string): string =>
  text
    .replaceAll(/<!--[\s\S]*?(?:-->|$)|\{%[\s\S]*?(?:%\}|$)|<[^<>]*>/g, ' ')
    .replaceAll(/&[a-z0-9#]{1,8};/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxWords)
