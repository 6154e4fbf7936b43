/** The canonical form of a carrier's message ids, which may be hexadecimal in answers and decimal in receipts. */

export type IdFormat = 'exact' | 'decimal' | 'hex'

/** How a carrier writes its ids in answers to submissions and in receipts. */
export type IdForms = Readonly<{ answers: IdFormat; receipts: IdFormat }>

const digits: Record<IdFormat, RegExp> = { exact: /^$/, decimal: /^\d+$/, hex: /^(0x)?[0-9a-f]+$/i }

/** SMPP allows 64 octets. The id is part of a key in the database, whose keys are limited to a few thousand bytes. */
export const maxIdLength = 255

/** Numbers become decimal without leading zeros. Other ids stay unchanged. */
export function canonicalId(id: string, base: IdFormat): string {
  if (!digits[base].test(id)) return id
  return BigInt(base === 'hex' ? `0x${id.replace(/^0x/i, '')}` : id).toString()
}
