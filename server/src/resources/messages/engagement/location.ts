import { isIP } from 'node:net'
import { type CityResponse, open } from 'maxmind'
import { fatal } from '#core/fatal.ts'

/** "Berlin, DE" for an address that the GeoIP database knows; as much of it as it knows. */
export type Locate = (address: string) => string | undefined

/** The file is read once. Without one nobody is anywhere. */
export async function openLocations(file: string | null): Promise<Locate> {
  if (file === null) return () => undefined
  const reader = await open<CityResponse>(file).catch(error => {
    throw fatal(`The GeoIP database ${file} cannot be read: ${error instanceof Error ? error.message : error}`, error)
  })
  // In a tree of IPv4 addresses the first bits of an IPv6 address would lead somewhere, too.
  const isKnown = (version: number) => version === 4 || (version === 6 && reader.metadata.ipVersion === 6)
  return address => {
    if (!isKnown(isIP(address))) return undefined
    const found = reader.get(address)
    const parts = [found?.city?.names?.en, found?.country?.iso_code].filter(part => part !== undefined)
    return parts.length > 0 ? parts.join(', ') : undefined
  }
}
