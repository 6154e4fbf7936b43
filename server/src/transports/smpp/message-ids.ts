/** One form for what a carrier calls a message, though it may say it in hexadecimal first and in decimal later. */

export type Base = 'exact' | 'decimal' | 'hex'

/** How a carrier writes its names: in the answer to a submission, and in receipts. */
export type IdForms = Readonly<{ answers: Base; receipts: Base }>

const digits: Record<Base, RegExp> = { exact: /^$/, decimal: /^\d+$/, hex: /^(0x)?[0-9a-f]+$/i }

/** SMPP allows 64 octets. A name is part of a key in the database, which refuses one of some thousands. */
export const longestId = 255

/** Numbers become decimal without zeros in front; everything else stays as it is. */
export function canonicalId(id: string, base: Base): string {
  if (!digits[base].test(id)) return id
  return BigInt(base === 'hex' ? `0x${id.replace(/^0x/i, '')}` : id).toString()
}
