/** What the lock file guarantees: every package that is fetched is known by its hash, and none has a vulnerable version. */

export type LockFile = { packages: Readonly<Record<string, LockEntry>> }
type LockEntry = { version?: string; integrity?: string; resolved?: string; link?: boolean; inBundle?: boolean }

/** The first versions without a known vulnerability that would affect us. */
const floors: Readonly<Record<string, string>> = { nodemailer: '9.1.1', fastify: '5.8.3' }

/** One line for each fault; empty when all is well. */
export function faultsOfLockFile({ packages }: LockFile): string[] {
  const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  if (fetched.length === 0) return ['package-lock.json names no packages.']
  return [...fetched.flatMap(([path, entry]) => faultsOfEntry(path, entry)), ...missingOf(packages)]
}

function faultsOfEntry(path: string, { version = '', integrity, resolved, inBundle }: LockEntry): string[] {
  const name = nameOf(path)
  const floor = floors[name]
  const faults: string[] = []
  // A package inside another package's archive is covered by that archive's hash.
  if (!inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) faults.push(`${path} has no SHA-512 integrity.`)
  // The machine that installs chooses the registry (.npmrc); a package with a fixed address would bypass it.
  if (resolved !== undefined) faults.push(`${path} is bound to an address.`)
  if (floor && isBefore(version, floor)) faults.push(`${path} is ${version}; ${name} must be ${floor} or later.`)
  return faults
}

/** A floor without its package would go unnoticed. */
const missingOf = (packages: LockFile['packages']): string[] =>
  Object.keys(floors)
    .filter(name => !Object.keys(packages).some(path => nameOf(path) === name))
    .map(name => `${name} has a floor and is not in package-lock.json.`)

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** A pre-release comes before its release. */
export function isBefore(version: string, floor: string): boolean {
  const [own, wanted] = [numbersOf(version), numbersOf(floor)]
  const nth = wanted.findIndex((number, index) => number !== own[index])
  return nth === -1 ? version.includes('-') : (own[nth] ?? 0) < (wanted[nth] ?? 0)
}

const numbersOf = (version: string): number[] => (version.split('-', 1)[0] ?? '').split('.').map(Number)
