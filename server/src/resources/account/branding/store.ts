import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { Brand } from './brand.ts'
import type { Logo } from './logo.ts'

type Row = Omit<Brand, 'logo'> & { logoHash: string | null; logoWidth: number | null; logoHeight: number | null }

export async function findBrand(db: Db, organizationId: string): Promise<Brand | undefined> {
  const { rows } = await sql<Row>`
    select name, color, website, unsubscribe_words as "unsubscribeWords", confirmation_words as "confirmationWords",
      logo_hash as "logoHash", logo_width as "logoWidth", logo_height as "logoHeight"
    from branding where organization_id = ${organizationId}`.execute(db)
  return rows[0] && fromRow(rows[0])
}

function fromRow({ logoHash, logoWidth, logoHeight, ...row }: Row): Brand {
  const hasLogo = logoHash !== null && logoWidth !== null && logoHeight !== null
  return { ...row, logo: hasLogo ? { hash: logoHash, width: logoWidth, height: logoHeight } : null }
}

export async function upsertBrand(tx: Tx, organizationId: string, brand: Omit<Brand, 'logo'>): Promise<void> {
  await sql`
    insert into branding (organization_id, name, color, website, unsubscribe_words, confirmation_words)
    values (${organizationId}, ${brand.name}, ${brand.color}, ${brand.website}, ${brand.unsubscribeWords},
      ${brand.confirmationWords})
    on conflict (organization_id) do update set name = excluded.name, color = excluded.color, website = excluded.website,
      unsubscribe_words = excluded.unsubscribe_words, confirmation_words = excluded.confirmation_words,
      updated_at = now()`.execute(tx)
}

/** The organization must have a row. */
export async function updateLogo(tx: Tx, organizationId: string, logo: Logo | null): Promise<void> {
  await sql`
    update branding set logo = ${logo?.bytes ?? null}, logo_hash = ${logo?.hash ?? null},
      logo_type = ${logo?.type ?? null}, logo_width = ${logo?.width ?? null}, logo_height = ${logo?.height ?? null}
    where organization_id = ${organizationId}`.execute(tx)
}

export async function lockOrganization(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from organizations where id = ${organizationId} for no key update`.execute(tx)
  return rows.length > 0
}

/** Of any organization: a caller who knows the hash has already seen the picture. */
export async function findLogo(db: Db, hash: string): Promise<{ type: string; bytes: Buffer } | undefined> {
  const { rows } = await sql<{ type: string; bytes: Buffer }>`
    select logo_type as type, logo as bytes from branding where logo_hash = ${hash} limit 1`.execute(db)
  return rows[0]
}
