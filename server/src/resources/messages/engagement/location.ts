import { isIP } from 'node:net'
import { type CityResponse, open } from 'maxmind'
import { fatal } from '#core/fatal.ts'
import { whyUnreadable } from '#core/process/file-fault.ts'

/** "Berlin, DE" for an address in the GeoIP database; without the parts that it does not know. */
export type Locate = (address: string) => string | undefined

/** Reads the file once. Without a file, no address has a location. */
export async function openLocations(file: string | null): Promise<Locate> {
  if (file === null) return () => undefined
  const reader = await open<CityResponse>(file).catch(error => {
    throw fatal(`The GeoIP database ${file} cannot be read: ${whyUnreadable(file, error)}`, error)
  })
  // In a tree of IPv4 addresses the first bits of an IPv6 address would match a wrong entry.
  const isKnown = (version: number) => version === 4 || (version === 6 && reader.metadata.ipVersion === 6)
  return address => {
    if (!isKnown(isIP(address))) return undefined
    const found = reader.get(address)
    const parts = [found?.city?.names?.en, found?.country?.iso_code].filter(part => part !== undefined)
    return parts.length > 0 ? parts.join(', ') : undefined
  }
}
