import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { Domain, Ownership } from './domain.ts'
import type { PrivateKeys } from './keys.ts'

export type DomainWithKeys = Domain & PrivateKeys

const columns = [
  'id',
  'organization_id as organizationId',
  'name',
  'selector',
  'verified_at as verifiedAt',
  'return_path_verified_at as returnPathVerifiedAt',
  'checked_at as checkedAt',
  'tracking_host as trackingHost',
  'created_at as createdAt',
] as const

const keyColumns = ['rsa_private_key as rsaPrivateKey', 'ed25519_private_key as ed25519PrivateKey'] as const

type NewDomain = Pick<DomainWithKeys, 'id' | 'organizationId' | 'name' | 'selector' | 'createdAt'> & PrivateKeys

/** Leaves a domain that is there already as it is. */
export async function insertDomain(tx: Tx, domain: NewDomain): Promise<void> {
  await tx
    .insertInto('domains')
    .values({
      organization_id: domain.organizationId,
      id: domain.id,
      name: domain.name,
      selector: domain.selector,
      rsa_private_key: domain.rsaPrivateKey,
      ed25519_private_key: domain.ed25519PrivateKey,
      created_at: domain.createdAt,
    })
    .onConflict(conflict => conflict.columns(['organization_id', 'name']).doNothing())
    .execute()
}

export const findDomain = (db: Db, organizationId: string, name: string): Promise<DomainWithKeys | undefined> =>
  db
    .selectFrom('domains')
    .select(columns)
    .select(keyColumns)
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst()

export const findDomainById = (db: Db, organizationId: string, id: string): Promise<DomainWithKeys | undefined> =>
  db
    .selectFrom('domains')
    .select(columns)
    .select(keyColumns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export const listDomainsWithKeys = (db: Db, organizationId: string): Promise<DomainWithKeys[]> =>
  db
    .selectFrom('domains')
    .select(columns)
    .select(keyColumns)
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .execute()

export async function deleteDomain(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('domains')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Of one organization, or for the operator of all; without their keys. */
export const listDomains = (db: Db, organizationId: string | undefined): Promise<Domain[]> =>
  db
    .selectFrom('domains')
    .select(columns)
    .$if(organizationId !== undefined, query => query.where('organization_id', '=', organizationId ?? ''))
    .orderBy('organization_id')
    .orderBy('name')
    .execute()

/** What is left out stays as it is. */
export type Check = { checkedAt: Date; verifiedAt?: Date | null; returnPathVerifiedAt?: Date | null }

export async function updateCheck(tx: Tx, organizationId: string, id: string, check: Check): Promise<void> {
  await tx
    .updateTable('domains')
    .set({
      checked_at: check.checkedAt,
      ...(check.verifiedAt !== undefined && { verified_at: check.verifiedAt }),
      ...(check.returnPathVerifiedAt !== undefined && { return_path_verified_at: check.returnPathVerifiedAt }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function updateTrackingHost(
  tx: Tx,
  organizationId: string,
  id: string,
  host: string | null,
): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ tracking_host: host })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** What is verified of the names, by whom, in the order asked. */
export async function findOwnership(
  db: Db,
  wanted: readonly { organizationId: string; names: readonly string[] }[],
): Promise<Ownership[]> {
  const names = [...new Set(wanted.flatMap(one => one.names))]
  const rows = await db
    .selectFrom('domains')
    .select(['organization_id as organizationId', 'name'])
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .where('verified_at', 'is not', null)
    .execute()
  return wanted.map(({ organizationId, names }) => {
    const owners = rows.filter(row => names.includes(row.name)).map(row => row.organizationId)
    if (owners.length === 0) return 'free'
    return owners.includes(organizationId) ? 'own' : 'foreign'
  })
}

export type Signer = PrivateKeys & {
  id: string
  name: string
  selector: string
  returnPathVerified: boolean
  trackingHost: string | null
}

/** For each the verified domain with the longest of its names, in the order asked; undefined where there is none. */
export async function findSigners(
  db: Db,
  wanted: readonly { organizationId: string; names: readonly string[] }[],
): Promise<(Signer | undefined)[]> {
  const pairs = wanted.flatMap(({ organizationId, names }, nth) => names.map(name => ({ nth, organizationId, name })))
  const { rows } = await sql<Signer & { nth: number }>`
    select distinct on (wanted.nth) wanted.nth, d.id, d.name, d.selector, d.rsa_private_key as "rsaPrivateKey",
      d.ed25519_private_key as "ed25519PrivateKey", d.return_path_verified_at is not null as "returnPathVerified",
      d.tracking_host as "trackingHost"
    from unnest(${pairs.map(pair => pair.nth)}::int[], ${pairs.map(pair => pair.organizationId)}::uuid[],
      ${pairs.map(pair => pair.name)}::text[]) as wanted (nth, organization_id, name)
    join domains d on d.organization_id = wanted.organization_id and d.name = wanted.name
    where d.verified_at is not null
    order by wanted.nth, length(d.name) desc`.execute(db)
  const found = new Map(rows.map(({ nth, ...signer }) => [nth, signer]))
  return wanted.map((_, nth) => found.get(nth))
}
