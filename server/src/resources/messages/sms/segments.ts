/**
 * How a text is cut into segments (GSM 03.38, 3GPP TS 23.040). In the GSM alphabet a segment holds 160 characters, those of its
 * extension counting twice; any other character makes the whole text UCS-2 with 70 UTF-16 units. In a text of several segments
 * each loses room to the header that joins them: 153 and 67. An escape pair or a surrogate pair is never split.
 */
import type { Encoding } from '#transports/carrier.ts'

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extended = '\f^{}\\[~]|€'

const gsmUnits = new Map([
  ...[...basic].map(character => [character, 1] as const),
  ...[...extended].map(character => [character, 2] as const),
])

const room = { gsm7: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } } as const

export type Cut = { encoding: Encoding; parts: readonly string[] }

export function cut(text: string): Cut {
  const encoding = firstOutsideGsm(text) === undefined ? 'gsm7' : 'ucs2'
  const unitsOf = encoding === 'gsm7' ? (character: string) => gsmUnits.get(character) ?? 0 : utf16Units
  return { encoding, parts: fill(text, unitsOf, room[encoding]) }
}

/** The first character outside the GSM alphabet, which makes the text UCS-2. */
export function firstOutsideGsm(text: string): string | undefined {
  for (const character of text) if (!gsmUnits.has(character)) return character
  return undefined
}

const utf16Units = (character: string): number => character.length

function fill(
  text: string,
  unitsOf: (character: string) => number,
  { alone, joined }: { alone: number; joined: number },
): string[] {
  const parts: string[] = []
  let part = ''
  let used = 0
  let total = 0
  for (const character of text) {
    const units = unitsOf(character)
    total += units
    if (used + units > joined) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += character
    used += units
  }
  return total <= alone ? [text] : [...parts, part]
}
