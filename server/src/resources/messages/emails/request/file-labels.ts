/** Checks the name, type and content id of an attached file. They all end up in headers, and the filename on a recipient's disk. */
import { hasControlCharacter, noControlCharacters } from '#core/characters.ts'

/** Embeddings, overrides and isolates: with one of them fdp.exe is shown as exe.pdf. */
const turnsText = /[\u202a-\u202e\u2066-\u2069]/

export function faultOfFilename(name: string): string | undefined {
  if (name.trim() === '') return 'must not be empty'
  if (Buffer.byteLength(name) > 255) return 'must be at most 255 bytes in UTF-8'
  if (hasControlCharacter(name)) return noControlCharacters
  if (turnsText.test(name)) return 'must not contain characters that change the direction of the text'
  const isPath = name.includes('/') || name.includes('\\') || name === '.' || name === '..'
  return isPath ? 'must be a plain file name, without a path' : undefined
}

// Names as in RFC 6838, and only the parameters that say how to read the file: text/calendar is no invitation without its method. A
// name parameter could contradict the filename.
const word = '[A-Za-z0-9!#$&^_.+-]+'
const mediaType = new RegExp(`^${word}/${word}(?: ?; ?(?:charset|method)=(?:${word}|"${word}"))*$`, 'i')

export function faultOfMediaType(type: string): string | undefined {
  const parameters = [...type.matchAll(/;\s?(\w+)=/g)].map(([, name = '']) => name.toLowerCase())
  if (!mediaType.test(type) || new Set(parameters).size < parameters.length)
    return 'must be a media type such as application/pdf or text/csv; charset=utf-8'
  return /^multipart\//i.test(type) ? 'must be the type of one file, not multipart' : undefined
}

/** The characters of an address (RFC 5322, dot-atom) and @, which need no quotes in a header. */
const contentIdCharacters = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@-]+$/

export const faultOfContentId = (id: string): string | undefined =>
  contentIdCharacters.test(id) ? undefined : 'must be letters, digits and signs such as . - _ @, without < > and spaces'
