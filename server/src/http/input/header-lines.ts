import type { IncomingMessage } from 'node:http'

/** How often a header was sent. Node shows only the first of two `Host` or `Authorization` headers, and joins others. */
export function headerLines({ rawHeaders }: IncomingMessage, header: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === header.length && name.toLowerCase() === header) count++
  }
  return count
}
