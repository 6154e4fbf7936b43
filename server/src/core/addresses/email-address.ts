/** What stands behind the last @, in small letters. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** What a peer said is shown to people whom it does not concern: so whom it said it about, by address or number, is left out. */
export const withoutAddresses = (reply: string): string =>
  reply
    .split(/(\s+|[<>()])/)
    .map(word => (/@|\+\d{7}/.test(word) ? '…' : word))
    .join('')
