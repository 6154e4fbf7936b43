/** C0, DEL, C1 and the two line separators: what could start a line of its own in a header, or hide in one. */
const control = /[\p{Cc}\u2028\u2029]/u

export const hasControlCharacter = (text: string): boolean => control.test(text)

export const noControlCharacters = 'must not contain control characters such as line breaks and tabs'

/** The database cannot hold it. No request has it; a template may make it of one, with url_decode. */
export const hasNull = (text: string): boolean => text.includes('\0')

export const noNull = 'must not contain the character U+0000'

/** Characters are code points, as in the schemas. Only a text near the limit is counted. */
export function hasMoreCharactersThan(limit: number, text: string): boolean {
  if (text.length <= limit) return false
  return text.length > 2 * limit || [...text].length > limit
}
