/** GSM 03.38: the default alphabet and its extension, with one septet per octet, as in SMPP. */

const alphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ' +
  ' !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmnopqrstuvwxyzäöñüà'

const escapeOctet = 0x1b

/** The meaning of an octet after the escape. */
const extension: Readonly<Record<number, string>> = {
  10: '\f',
  20: '^',
  40: '{',
  41: '}',
  47: '\\',
  60: '[',
  61: '~',
  62: ']',
  64: '|',
  101: '€',
}

const octetsOf = new Map<string, readonly number[]>([
  ...[...alphabet].map((character, octet): [string, number[]] => [character, [octet]]),
  ...Object.entries(extension).map(([octet, character]): [string, number[]] => [
    character,
    [escapeOctet, Number(octet)],
  ]),
])
octetsOf.delete(String.fromCharCode(escapeOctet))

/** Throws for a character outside the alphabet, rather than sending another one. */
export function encodeGsm7(text: string): Buffer {
  const octets: number[] = []
  for (const character of text) {
    const found = octetsOf.get(character)
    if (!found) throw new RangeError(`Not in the GSM alphabet: U+${character.codePointAt(0)?.toString(16)}`)
    octets.push(...found)
  }
  return Buffer.from(octets)
}

/** As on phones, an unknown escape is a space, and the octet after it is a character of its own. */
export function decodeGsm7(octets: Uint8Array): string {
  let text = ''
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index] ?? 0
    const extended = octet === escapeOctet ? extension[octets[index + 1] ?? -1] : undefined
    if (extended) index++
    text += extended ?? (octet === escapeOctet ? ' ' : (alphabet[octet] ?? '?'))
  }
  return text
}
