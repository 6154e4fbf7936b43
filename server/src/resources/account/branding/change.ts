import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { type Brand, noBrand } from './brand.ts'
import { logoFrom } from './logo.ts'
import { findBrand, findLogo, lockOrganization, updateLogo, upsertBrand } from './store.ts'

export const readBrand = async (db: Db, organizationId: string): Promise<Brand> =>
  (await findBrand(db, organizationId)) ?? noBrand

/** The hash is the only thing needed to read a logo. */
export const readLogo = (db: Db, hash: string) => findLogo(db, hash)

/** Fields that are left out stay, null removes them; a logo is in base64. */
export type BrandChange = Partial<Omit<Brand, 'logo'>> & { logo?: string | null }

export async function changeBrand(tx: Tx, organizationId: string, asked: BrandChange): Promise<Brand> {
  const { logo: given, ...words } = asked
  // Checked before anything is locked, because it may be refused.
  const logo = typeof given === 'string' ? logoFrom(given) : given
  // With two changes at once, the second keeps the fields of the first that it leaves out.
  if (!isId(organizationId) || !(await lockOrganization(tx, organizationId))) throw notFound('organization')
  const before = await readBrand(tx, organizationId)
  await upsertBrand(tx, organizationId, tidy({ ...before, ...words }))
  if (logo !== undefined) await updateLogo(tx, organizationId, logo)
  return readBrand(tx, organizationId)
}

/** An empty form field counts as not set. */
const tidy = ({ color, ...words }: Omit<Brand, 'logo'>): Omit<Brand, 'logo'> => ({
  name: textOf(words.name),
  color: color?.toLowerCase() ?? null,
  website: textOf(words.website),
  unsubscribeWords: textOf(words.unsubscribeWords),
  confirmationWords: textOf(words.confirmationWords),
})

const textOf = (text: string | null): string | null => text?.trim() || null
