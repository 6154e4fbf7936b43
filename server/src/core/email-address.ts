/** What stands behind the last @, in small letters. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
