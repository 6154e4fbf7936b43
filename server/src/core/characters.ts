/** C0, DEL, C1 and the two line separators: what could start a line of its own in a header, or hide in one. */
const control = /[\p{Cc}\u2028\u2029]/u

export const hasControlCharacter = (text: string): boolean => control.test(text)

export const noControlCharacters = 'must not contain control characters such as line breaks and tabs'

/** Characters are code points, as in the schemas. Only a text near the limit is counted. */
export function hasMoreCharactersThan(limit: number, text: string): boolean {
  if (text.length <= limit) return false
  return text.length > 2 * limit || [...text].length > limit
}
