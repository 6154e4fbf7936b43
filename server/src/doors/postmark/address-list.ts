/** Addresses as Postmark takes them: in one text, separated by commas, with or without names. */

/** Our recipients have no names: "Lovelace, Ada" <ada@example.com> is written to as ada@example.com. */
export function addressesIn(list: string | null | undefined): string[] | undefined {
  const addresses = (list ?? '').match(entry)?.map(bare).filter(Boolean) ?? []
  return addresses.length > 0 ? addresses : undefined
}

/** Up to a comma that stands in no quotes. A quote that is never closed goes on to the end. */
const entry = /(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/g

const bare = (text: string): string => /<([^<>]*)>\s*$/.exec(text)?.[1]?.trim() ?? text.trim()
