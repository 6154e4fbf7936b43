/** Converts variables of Resend's templates, {{{NAME}}}, to Liquid and back. A template reads back as it was written. */

export type Variable = { key: string; fallback: string | number | null }

/** A name, optionally with a fallback: {{{FIRST_NAME|there}}}. */
export const theirs = /\{\{\{\s*([A-Za-z_][\w.]{0,99})\s*(?:\|([^{}]{0,500}))?\}\}\}/g
const ours = /\{\{ ([A-Za-z_][\w.]{0,99})(?: \| default: ("[^"]*"|-?\d+(?:\.\d+)?))? \| raw \}\}/g
export const ownLink = { theirs: 'RESEND_UNSUBSCRIBE_URL', ours: 'unsubscribe_url' }
const postedLink = /\{\{\{\s{0,10}RESEND_UNSUBSCRIBE_URL\s{0,10}\}\}\}/g

/** For an email without a template, where other names stay as they are. */
export const withOwnLink = (source: string): string => source.replaceAll(postedLink, `{{ ${ownLink.ours} }}`)

/** Resend does not escape three braces, so neither do we. */
export function toLiquid(source: string, variables: readonly Variable[]): string {
  const fallbacks = new Map(variables.map(({ key, fallback }) => [key, fallback]))
  return source.replaceAll(theirs, (_, key: string, inline: string | undefined) => {
    const name = key === ownLink.theirs ? ownLink.ours : key
    const fallback = inline?.trim() ?? fallbacks.get(key) ?? null
    return fallback === null ? `{{ ${name} | raw }}` : `{{ ${name} | default: ${literal(fallback)} | raw }}`
  })
}

/** Liquid cannot escape a quotation mark inside a string. */
export const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${value.replaceAll('"', '”')}"`

export const fromLiquid = (source: string): string =>
  source.replaceAll(ours, (_, name: string) => `{{{${name === ownLink.ours ? ownLink.theirs : name}}}}`)

/** The fallbacks of variables in these sources. */
export function fallbacksIn(sources: readonly string[]): Map<string, string | number> {
  const found = new Map<string, string | number>()
  for (const source of sources)
    for (const [, key = '', written] of source.matchAll(ours))
      if (written !== undefined) found.set(key, written.startsWith('"') ? written.slice(1, -1) : Number(written))
  return found
}
