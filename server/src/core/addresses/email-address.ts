/** The part after the last @, in lower case. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Hides addresses and phone numbers in a reply, which may be shown to people other than the recipient. */
export const withoutAddresses = (reply: string): string =>
  reply
    .split(/(\s+|[<>()])/)
    .map(word => (/@|\+\d{7}/.test(word) ? '…' : word))
    .join('')
