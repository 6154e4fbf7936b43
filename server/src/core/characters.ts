/** C0, DEL, C1 and the two line separators, which could begin a new line in a header or be invisible in it. */
const control = /[\p{Cc}\u2028\u2029]/u

export const hasControlCharacter = (text: string): boolean => control.test(text)

export const noControlCharacters = 'must not contain control characters such as line breaks and tabs'

/** The database cannot store U+0000. Requests cannot contain it, but a template can produce it with url_decode. */
export const hasNull = (text: string): boolean => text.includes('\0')

export const noNull = 'must not contain the character U+0000'

/** Characters are code points, as in the schemas. Only text near the limit is counted. */
export function hasMoreCharactersThan(limit: number, text: string): boolean {
  if (text.length <= limit) return false
  return text.length > 2 * limit || [...text].length > limit
}
