/** Addresses as Postmark takes them: in one text, separated by commas, with or without names. */
import { bareAddress } from '#core/addresses/bare-address.ts'

/** What is not exactly one recipient stays as it is, and is refused. */
export function addressesIn(list: string | null | undefined): string[] | undefined {
  const addresses = (list ?? '').match(entry)?.map(bareAddress).filter(Boolean) ?? []
  return addresses.length > 0 ? addresses : undefined
}

/** Up to a comma that stands in no quotes. A quote that is never closed goes on to the end. */
const entry = /(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/g
