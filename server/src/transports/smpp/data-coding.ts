import { decodeGsm7 } from './gsm7.ts'

/** Alphabets by data_coding (SMPP 3.4 §5.2.19), with their names in the Encoding Standard. */
const rareAlphabets: Readonly<Record<number, string>> = {
  5: 'shift_jis',
  6: 'iso-8859-5',
  7: 'iso-8859-8',
  10: 'iso-2022-jp',
  13: 'euc-jp',
  14: 'euc-kr',
}

/** Undefined for data that is not text. The default alphabet is GSM 7-bit unless an octet rules that out. The text may end within a surrogate pair. */
export function decodeText(octets: Buffer, dataCoding: number): string | undefined {
  const alphabet = alphabetOf(dataCoding) ?? (isPlain(octets) ? 'latin1' : undefined)
  if (!alphabet) return undefined
  // NUL cannot be stored, and some carriers use it as padding.
  return decode(octets, alphabet).replaceAll('\0', '')
}

/** Some carriers mark plain text as data, including STOP messages. */
const isPlain = (octets: Buffer): boolean => /^[\t\n\r\x20-\x7e]+$/.test(octets.toString('latin1'))

function decode(octets: Buffer, alphabet: string): string {
  if (alphabet === 'gsm7') return octets.some(octet => octet > 0x7f) ? octets.toString('latin1') : decodeGsm7(octets)
  if (alphabet === 'ucs2')
    return Buffer.from(octets.subarray(0, octets.length & ~1))
      .swap16()
      .toString('utf16le')
  if (alphabet === 'latin1') return octets.toString('latin1')
  return new TextDecoder(alphabet).decode(octets)
}

function alphabetOf(dataCoding: number): string | undefined {
  if (dataCoding === 0) return 'gsm7'
  if (dataCoding === 1 || dataCoding === 3) return 'latin1'
  if (dataCoding === 8) return 'ucs2'
  if (dataCoding < 0x10) return rareAlphabets[dataCoding]
  return alphabetOfScheme(dataCoding)
}

/** From 16 on, the value is a data coding scheme of GSM 03.38 §4, in which two bits give the alphabet. */
function alphabetOfScheme(scheme: number): string | undefined {
  if (scheme >= 0xf0) return scheme & 0x04 ? undefined : 'gsm7'
  if (scheme >= 0x40) return undefined
  return ['gsm7', undefined, 'ucs2', undefined][(scheme >> 2) & 0x03]
}
