/** GSM 03.38: the default alphabet and its extension, one septet to an octet as SMPP wants them. */

const alphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ' +
  ' !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmnopqrstuvwxyzäöñüà'

const escapeOctet = 0x1b

/** What an octet means after the escape. */
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

/** Throws for a character that the alphabet does not have: what cannot be said must not be said wrongly. */
export function encodeGsm7(text: string): Buffer {
  const octets: number[] = []
  for (const character of text) {
    const found = octetsOf.get(character)
    if (!found) throw new RangeError(`Not in the GSM alphabet: U+${character.codePointAt(0)?.toString(16)}`)
    octets.push(...found)
  }
  return Buffer.from(octets)
}

/** An escape that says nothing is a space, and the octet after it stands for itself, as phones do. */
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
