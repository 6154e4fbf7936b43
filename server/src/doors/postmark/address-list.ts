/** Postmark's address lists: one string, separated by commas, with or without names. */
import { bareAddress } from '#core/addresses/bare-address.ts'

/** An entry that is not exactly one recipient is kept as it is, and refused later. */
export function addressesIn(list: string | null | undefined): string[] | undefined {
  const addresses = (list ?? '').match(entry)?.map(bareAddress).filter(Boolean) ?? []
  return addresses.length > 0 ? addresses : undefined
}

/** Up to a comma outside quotes. An unclosed quote extends to the end. */
const entry = /(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/g
