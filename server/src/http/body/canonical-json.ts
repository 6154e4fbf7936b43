/** JSON with sorted keys: two requests that differ only in key order are the same request. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (value && typeof value === 'object') {
    return `{${sorted(value)
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`)
      .join()}}`
  }
  return JSON.stringify(value) ?? 'null'
}

const longText = 256 * 1024

/** The same text in bounded pieces. */
export function* canonicalPieces(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > longText) yield* piecesOfText(value)
  else if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* canonicalPieces(inner)
    }
    yield value.length === 0 ? '[]' : ']'
  } else if (value && typeof value === 'object') {
    const entries = sorted(value)
    for (const [index, [key, inner]] of entries.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`
      yield* canonicalPieces(inner)
    }
    yield entries.length === 0 ? '{}' : '}'
  } else yield canonicalJson(value)
}

const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))

/** Never splits a surrogate pair. */
function* piecesOfText(text: string): Generator<string> {
  yield '"'
  for (let from = 0; from < text.length; ) {
    const cut = from + longText
    const end = isHighSurrogate(text.charCodeAt(cut - 1)) ? cut - 1 : cut
    yield JSON.stringify(text.slice(from, end)).slice(1, -1)
    from = end
  }
  yield '"'
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
