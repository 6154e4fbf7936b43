import { sql } from 'kysely'
import { asTable, integers, texts, uuids } from '#postgres/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Domain, Ownership } from './domain.ts'
import type { SealedKeys } from './key-safe.ts'
import { type PrivateKeys, type PublicKeys, publicKeysOf } from './keys.ts'

/** With its public keys, which say what DNS must show. */
export type DomainWithKeys = Domain & { publicKeys: PublicKeys }

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

const keyColumns = [
  'rsa_public_key as rsaPublicKey',
  'ed25519_public_key as ed25519PublicKey',
  'rsa_private_key as rsaPrivateKey',
  'ed25519_private_key as ed25519PrivateKey',
] as const

type KeyColumns = {
  rsaPublicKey: string | null
  ed25519PublicKey: string | null
  /** Null once they are sealed. */
  rsaPrivateKey: string | null
  ed25519PrivateKey: string | null
}

function fromRow<Row extends Domain & KeyColumns>(row: Row): DomainWithKeys {
  const { rsaPublicKey, ed25519PublicKey, rsaPrivateKey, ed25519PrivateKey, ...domain } = row
  if (rsaPublicKey !== null && ed25519PublicKey !== null)
    return { ...domain, publicKeys: { rsa: rsaPublicKey, ed25519: ed25519PublicKey } }
  if (rsaPrivateKey === null || ed25519PrivateKey === null) throw new Error(`the domain ${domain.name} has no keys`)
  return { ...domain, publicKeys: publicKeysOf({ rsaPrivateKey, ed25519PrivateKey }) }
}

type NewDomain = Pick<DomainWithKeys, 'id' | 'organizationId' | 'name' | 'selector' | 'createdAt' | 'publicKeys'> &
  SealedKeys

/** Leaves a domain that is there already as it is. */
export async function insertDomain(tx: Tx, domain: NewDomain): Promise<void> {
  await tx
    .insertInto('domains')
    .values({
      organization_id: domain.organizationId,
      id: domain.id,
      name: domain.name,
      selector: domain.selector,
      ...toKeyColumns(domain),
      created_at: domain.createdAt,
    })
    .onConflict(conflict => conflict.columns(['organization_id', 'name']).doNothing())
    .execute()
}

const toKeyColumns = ({ publicKeys, sealedRsaKey, sealedEd25519Key }: Pick<NewDomain, 'publicKeys'> & SealedKeys) => ({
  rsa_public_key: publicKeys.rsa,
  ed25519_public_key: publicKeys.ed25519,
  sealed_rsa_key: sealedRsaKey,
  sealed_ed25519_key: sealedEd25519Key,
})

/** Some of the domains whose keys nobody has sealed yet; nobody else gets them. */
export async function lockPlainKeys(tx: Tx): Promise<(PrivateKeys & { organizationId: string; id: string })[]> {
  const rows = await tx
    .selectFrom('domains')
    .select(['organization_id as organizationId', 'id'])
    .select(['rsa_private_key as rsaPrivateKey', 'ed25519_private_key as ed25519PrivateKey'])
    .where('rsa_private_key', 'is not', null)
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.flatMap(({ rsaPrivateKey, ed25519PrivateKey, ...owner }) =>
    rsaPrivateKey === null || ed25519PrivateKey === null ? [] : [{ ...owner, rsaPrivateKey, ed25519PrivateKey }],
  )
}

export async function replacePlainKeys(
  tx: Tx,
  domain: SealedKeys & { organizationId: string; id: string; publicKeys: PublicKeys },
): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ ...toKeyColumns(domain), rsa_private_key: null, ed25519_private_key: null })
    .where('organization_id', '=', domain.organizationId)
    .where('id', '=', domain.id)
    .execute()
}

export const findDomain = async (db: Db, organizationId: string, name: string): Promise<DomainWithKeys | undefined> =>
  db
    .selectFrom('domains')
    .select(columns)
    .select(keyColumns)
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst()
    .then(row => row && fromRow(row))

export const findDomainById = async (db: Db, organizationId: string, id: string): Promise<DomainWithKeys | undefined> =>
  db
    .selectFrom('domains')
    .select(columns)
    .select(keyColumns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
    .then(row => row && fromRow(row))

export const listDomainsWithKeys = (db: Db, organizationId: string): Promise<DomainWithKeys[]> =>
  db
    .selectFrom('domains')
    .select(columns)
    .select(keyColumns)
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .execute()
    .then(rows => rows.map(fromRow))

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

/** Those of the names that somebody has verified. */
export async function findVerifiedNames(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('name')
    .distinct()
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .where('verified_at', 'is not', null)
    .execute()
  return rows.map(({ name }) => name)
}

export type Signer = {
  organizationId: string
  id: string
  keys: PrivateKeys | SealedKeys
  name: string
  selector: string
  returnPathVerified: boolean
  trackingHost: string | null
}

/** Either the first two or the others. */
type StoredKeys =
  | (PrivateKeys & { sealedRsaKey: null; sealedEd25519Key: null })
  | (SealedKeys & { rsaPrivateKey: null; ed25519PrivateKey: null })

/** For each the verified domain with the longest of its names, in the order asked; undefined where there is none. */
export async function findSigners(
  db: Db,
  wanted: readonly { organizationId: string; names: readonly string[] }[],
): Promise<(Signer | undefined)[]> {
  const pairs = wanted.flatMap(({ organizationId, names }, nth) => names.map(name => ({ nth, organizationId, name })))
  const { rows } = await sql<Omit<Signer, 'keys'> & StoredKeys & { nth: number }>`
    select distinct on (wanted.nth) wanted.nth, d.organization_id as "organizationId", d.id, d.name, d.selector,
      d.rsa_private_key as "rsaPrivateKey", d.ed25519_private_key as "ed25519PrivateKey",
      d.sealed_rsa_key as "sealedRsaKey", d.sealed_ed25519_key as "sealedEd25519Key", d.return_path_verified_at is not null as "returnPathVerified",
      d.tracking_host as "trackingHost"
    from ${asTable(
      {
        nth: integers(pairs.map(pair => pair.nth)),
        organization_id: uuids(pairs.map(pair => pair.organizationId)),
        name: texts(pairs.map(pair => pair.name)),
      },
      'wanted',
    )}
    join domains d on d.organization_id = wanted.organization_id and d.name = wanted.name
    where d.verified_at is not null
    order by wanted.nth, length(d.name) desc`.execute(db)
  const found = new Map(
    rows.map(({ nth, rsaPrivateKey, ed25519PrivateKey, sealedRsaKey, sealedEd25519Key, ...signer }) => [
      nth,
      {
        ...signer,
        keys: rsaPrivateKey === null ? { sealedRsaKey, sealedEd25519Key } : { rsaPrivateKey, ed25519PrivateKey },
      },
    ]),
  )
  return wanted.map((_, nth) => found.get(nth))
}
