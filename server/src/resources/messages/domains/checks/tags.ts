export type Tags = ReadonlyMap<string, string>

/** Parses a list of tags as in DKIM and DMARC (RFC 6376, 3.2); null when the text is none, or repeats a tag. */
export function parseTags(text: string): Tags | null {
  const parts = text.split(';')
  if (parts.at(-1)?.trim() === '') parts.pop()
  const tags = new Map<string, string>()
  for (const part of parts) {
    const equals = part.indexOf('=')
    const name = part.slice(0, Math.max(equals, 0)).trim()
    if (!/^[a-z]\w*$/i.test(name) || tags.has(name)) return null
    tags.set(name, part.slice(equals + 1).trim())
  }
  return tags
}
