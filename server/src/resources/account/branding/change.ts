import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { type Brand, noBrand } from './brand.ts'
import { logoFrom } from './logo.ts'
import { findBrand, findLogo, lockOrganization, updateLogo, upsertBrand } from './store.ts'

export const readBrand = async (db: Db, organizationId: string): Promise<Brand> =>
  (await findBrand(db, organizationId)) ?? noBrand

/** For whoever knows its hash. */
export const readLogo = (db: Db, hash: string) => findLogo(db, hash)

/** What is left out stays, what is null goes; a logo comes in base64. */
export type BrandChange = Partial<Omit<Brand, 'logo'>> & { logo?: string | null }

export async function changeBrand(tx: Tx, organizationId: string, asked: BrandChange): Promise<Brand> {
  const { logo: given, ...words } = asked
  // Read before anything is locked: it may be refused.
  const logo = typeof given === 'string' ? logoFrom(given) : given
  // Two who save at once: the second keeps what the first has chosen and it leaves out.
  if (!isId(organizationId) || !(await lockOrganization(tx, organizationId))) throw notFound('organization')
  const before = await readBrand(tx, organizationId)
  await upsertBrand(tx, organizationId, tidy({ ...before, ...words }))
  if (logo !== undefined) await updateLogo(tx, organizationId, logo)
  return readBrand(tx, organizationId)
}

/** An empty field of a form is nothing. */
const tidy = ({ color, ...words }: Omit<Brand, 'logo'>): Omit<Brand, 'logo'> => ({
  name: textOf(words.name),
  color: color?.toLowerCase() ?? null,
  website: textOf(words.website),
  unsubscribeWords: textOf(words.unsubscribeWords),
  confirmationWords: textOf(words.confirmationWords),
})

const textOf = (text: string | null): string | null => text?.trim() || null
