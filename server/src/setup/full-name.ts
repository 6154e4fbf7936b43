/** A host name that other mail servers can look up. */
export const isFullName = (name: string): boolean =>
  name.includes('.') && !/\.(?:local|localdomain|internal|lan)$/i.test(name)
