/** Postmark's address lists: one string, separated by commas, with or without names. */
import { bareAddress } from '#core/addresses/bare-address.ts'

/** An email may have 50. The rest of a longer list is not taken apart: 500 of those would block the process for seconds. */
const maxEntries = 100

/** An entry that is not exactly one recipient is kept as it is, and refused later. */
export function addressesIn(list: string | null | undefined): string[] | undefined {
  const addresses: string[] = []
  for (const [one] of (list ?? '').matchAll(entry)) {
    const address = bareAddress(one)
    if (address) addresses.push(address)
    if (addresses.length === maxEntries) break
  }
  return addresses.length > 0 ? addresses : undefined
}

/** Up to a comma outside quotes. An unclosed quote extends to the end. */
const entry = /(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/g
