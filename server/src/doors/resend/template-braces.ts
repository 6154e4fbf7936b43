/** Converts variables of Resend's templates, {{{NAME}}}, to Liquid and back. A template reads back as it was written. */

export type Variable = { key: string; fallback: string | number | null }

/** A name, optionally with a fallback: {{{FIRST_NAME|there}}}. */
export const theirs = /\{\{\{\s*([A-Za-z_][\w.]{0,99})\s*(?:\|([^{}]{0,500}))?\}\}\}/g
const ours = /\{\{ ([A-Za-z_][\w.]{0,99})(?: \| default: ("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?))? \| raw \}\}/gs
export const ownLink = { theirs: 'RESEND_UNSUBSCRIBE_URL', ours: 'unsubscribe_url' }
const postedLink = /\{\{\{\s{0,10}RESEND_UNSUBSCRIBE_URL\s{0,10}\}\}\}/g

/** For an email without a template, where other names stay as they are. */
export const withOwnLink = (source: string): string => source.replaceAll(postedLink, `{{ ${ownLink.ours} }}`)

/** Resend does not escape three braces, so neither do we. */
export function toLiquid(source: string, variables: readonly Variable[]): string {
  const fallbacks = new Map(variables.map(({ key, fallback }) => [key, fallback]))
  return source.replaceAll(theirs, (_, key: string, inline: string | undefined) =>
    printed(ourName(key), inline?.trim() ?? fallbacks.get(key) ?? null),
  )
}

/** Translated content with these fallbacks instead of those that it has for the same variables. */
export function withFallbacks(liquid: string, variables: readonly Variable[]): string {
  const fallbacks = new Map(variables.map(({ key, fallback }) => [ourName(key), fallback]))
  return liquid.replaceAll(ours, (whole, name: string) => {
    const fallback = fallbacks.get(name)
    return fallback === undefined ? whole : printed(name, fallback)
  })
}

const printed = (name: string, fallback: string | number | null): string =>
  fallback === null ? `{{ ${name} | raw }}` : `{{ ${name} | default: ${literal(fallback)} | raw }}`

const ownProperty = /^contact\.(?!(?:first_name|last_name|email|properties)$)(\w+)$/

const ourName = (key: string): string =>
  key === ownLink.theirs ? ownLink.ours : key.replace(ownProperty, 'contact.properties.$1')

const theirName = (name: string): string =>
  name === ownLink.ours ? ownLink.theirs : name.replace(/^contact\.properties\.(\w+)$/, 'contact.$1')

/** As in JavaScript, a backslash escapes. */
export const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${value.replaceAll(/["\\]/g, '\\$&')}"`

export const unescaped = (quoted: string): string => quoted.replaceAll(/\\(.)/gs, '$1')

export const fromLiquid = (source: string): string =>
  source.replaceAll(ours, (_, name: string) => `{{{${theirName(name)}}}}`)

/** The fallbacks of variables in these sources, by Resend's names. */
export function fallbacksIn(sources: readonly string[]): Map<string, string | number> {
  const found = new Map<string, string | number>()
  for (const source of sources)
    for (const [, name = '', written] of source.matchAll(ours))
      if (written !== undefined)
        found.set(theirName(name), written.startsWith('"') ? unescaped(written.slice(1, -1)) : Number(written))
  return found
}
