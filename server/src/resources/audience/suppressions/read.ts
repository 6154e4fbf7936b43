import { isEmailAddress } from '@posthorn/contract/formats'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { findErasedById, listErased } from './erased-store.ts'
import { findSuppressions } from './find.ts'
import { searchSuppressions } from './search-store.ts'
import { findById, listSuppressions, type SuppressionFilters } from './store.ts'
import type { SuppressedAddress, Suppression } from './suppression.ts'

/** The addresses that must not be written to, as `suppressionKey`s. */
export async function findSuppressed(db: Db, wanted: readonly SuppressedAddress[]): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set()
  const found = await findSuppressions(db, wanted)
  return new Set(found.map(({ key }) => key))
}

/** Newest first, including those of erased people, which are few and can only be found by a given address. */
export async function readSuppressions(
  db: Db,
  { environmentId }: Pick<Caller, 'environmentId'>,
  page: PageRequest,
  { search, ...filters }: SuppressionFilters & { search?: string | undefined },
): Promise<Suppression[]> {
  if (search !== undefined) return searchSuppressions(db, environmentId, page, { ...filters, search })
  // Awaited before the two queries start: if it were awaited among their promises, a query that fails meanwhile would end the process.
  const ids = await erasedIds(db, environmentId, filters)
  const [plain, erased] = await Promise.all([
    listSuppressions(db, environmentId, page, filters),
    listErased(db, environmentId, page, { ...filters, ids }),
  ])
  // With `after`, rows come oldest first.
  const larger = page.after === undefined ? -1 : 1
  const all = [...plain, ...erased].sort((a, b) => (a.id < b.id ? -larger : larger))
  return all.slice(0, page.limit + 1)
}

/** Finds a suppression by id or address. */
export async function readSuppression(db: Db, { environmentId }: Caller, idOrEmail: string): Promise<Suppression> {
  const found = await findNamed(db, environmentId, idOrEmail)
  if (!found) throw notFound('suppression')
  return found
}

async function findNamed(db: Db, environmentId: string, idOrEmail: string): Promise<Suppression | undefined> {
  if (isId(idOrEmail))
    return (await findById(db, environmentId, idOrEmail)) ?? (await findErasedById(db, environmentId, idOrEmail))
  if (!isEmailAddress(idOrEmail)) return undefined
  const [found] = await findSuppressions(db, [{ environmentId, email: idOrEmail }])
  return found?.suppression
}

/** Undefined when the filter has no address. */
async function erasedIds(db: Db, environmentId: string, { email }: SuppressionFilters): Promise<string[] | undefined> {
  if (email === undefined) return undefined
  const found = await findSuppressions(db, [{ environmentId, email }])
  return found.flatMap(({ suppression }) => (suppression.email === null ? [suppression.id] : []))
}
