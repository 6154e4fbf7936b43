import { sql } from 'kysely'
import { asTable, integers, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Domain, DomainState, DomainWithKeys, Ownership } from './domain.ts'
import type { Health } from './health.ts'
import type { SealedKeys } from './key-safe.ts'
import { type NextKeys, type PrivateKeys, type PublicKeys, publicKeysOf } from './keys.ts'

const healthColumns = [
  'verified_at as verifiedAt',
  'return_path_verified_at as returnPathVerifiedAt',
  'dkim_missing_since as dkimMissingSince',
  'return_path_missing_since as returnPathMissingSince',
  'failed_at as failedAt',
] as const

const columns = [
  ...healthColumns,
  'id',
  'organization_id as organizationId',
  'name',
  'selector',
  'checked_at as checkedAt',
  'old_selector as oldSelector',
  'replaced_at as replacedAt',
  'tracking_host as trackingHost',
  'require_tls as requireTls',
  'created_at as createdAt',
] as const

const keyColumns = [
  'rsa_public_key as rsaPublicKey',
  'ed25519_public_key as ed25519PublicKey',
  'rsa_private_key as rsaPrivateKey',
  'ed25519_private_key as ed25519PrivateKey',
  'next_selector as nextSelector',
  'next_rsa_public_key as nextRsaKey',
  'next_ed25519_public_key as nextEd25519Key',
] as const

type KeyColumns = {
  rsaPublicKey: string | null
  ed25519PublicKey: string | null
  /** Null once they are sealed. */
  rsaPrivateKey: string | null
  ed25519PrivateKey: string | null
  /** All or none. */
  nextSelector: string | null
  nextRsaKey: string | null
  nextEd25519Key: string | null
}

function fromRow<Row extends Domain & KeyColumns>(row: Row): DomainWithKeys {
  const { rsaPublicKey, ed25519PublicKey, rsaPrivateKey, ed25519PrivateKey, ...others } = row
  const { nextSelector, nextRsaKey, nextEd25519Key, ...rest } = others
  const hasNext = nextSelector !== null && nextRsaKey !== null && nextEd25519Key !== null
  const next = hasNext ? { selector: nextSelector, publicKeys: { rsa: nextRsaKey, ed25519: nextEd25519Key } } : null
  const domain = { ...rest, next }
  if (rsaPublicKey !== null && ed25519PublicKey !== null)
    return { ...domain, publicKeys: { rsa: rsaPublicKey, ed25519: ed25519PublicKey } }
  if (rsaPrivateKey === null || ed25519PrivateKey === null) throw new Error(`the domain ${domain.name} has no keys`)
  return { ...domain, publicKeys: publicKeysOf({ rsaPrivateKey, ed25519PrivateKey }) }
}

type NewDomain = Pick<DomainWithKeys, 'id' | 'organizationId' | 'name' | 'selector' | 'createdAt' | 'publicKeys'> &
  SealedKeys

/** Does nothing when the domain already exists. */
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

/** Does nothing when keys are already waiting. */
export async function insertNextKeys(
  tx: Tx,
  organizationId: string,
  id: string,
  { selector, publicKeys, sealedRsaKey, sealedEd25519Key }: NextKeys & SealedKeys,
): Promise<void> {
  await tx
    .updateTable('domains')
    .set({
      next_selector: selector,
      next_rsa_public_key: publicKeys.rsa,
      next_ed25519_public_key: publicKeys.ed25519,
      next_sealed_rsa_key: sealedRsaKey,
      next_sealed_ed25519_key: sealedEd25519Key,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('next_selector', 'is', null)
    .execute()
}

type Replaced = { organizationId: string; id: string; selector: string; now: Date }

/** From now on the keys of this selector sign. Does nothing when they already do. */
export async function useNextKeys(tx: Tx, { organizationId, id, selector, now }: Replaced): Promise<void> {
  await sql`
    update domains set
      old_selector = selector, replaced_at = ${now}, selector = next_selector,
      rsa_public_key = next_rsa_public_key, ed25519_public_key = next_ed25519_public_key,
      sealed_rsa_key = next_sealed_rsa_key, sealed_ed25519_key = next_sealed_ed25519_key,
      rsa_private_key = null, ed25519_private_key = null,
      next_selector = null, next_rsa_public_key = null, next_ed25519_public_key = null,
      next_sealed_rsa_key = null, next_sealed_ed25519_key = null
    where organization_id = ${organizationId} and id = ${id} and next_selector = ${selector}`.execute(tx)
}

/** Locks some of the domains whose keys are not sealed yet. */
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

/** Of one organization, or of all for the operator; without keys. */
export const listDomains = (db: Db, organizationId: string | undefined): Promise<Domain[]> =>
  db
    .selectFrom('domains')
    .select(columns)
    .$if(organizationId !== undefined, query => query.where('organization_id', '=', organizationId ?? ''))
    .orderBy('organization_id')
    .orderBy('name')
    .execute()

/** Locks the row until the transaction ends; undefined when the domain was removed meanwhile. */
export const lockHealth = (tx: Tx, organizationId: string, id: string): Promise<Health | undefined> =>
  tx
    .selectFrom('domains')
    .select(healthColumns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Without `checkedAt`, DNS did not answer. */
type NotedCheck = { health: Health; checkedAt?: Date; nextCheckAt: Date }

export async function updateHealth(
  tx: Tx,
  organizationId: string,
  id: string,
  { health, checkedAt, nextCheckAt }: NotedCheck,
): Promise<void> {
  await tx
    .updateTable('domains')
    .set({
      verified_at: health.verifiedAt,
      return_path_verified_at: health.returnPathVerifiedAt,
      dkim_missing_since: health.dkimMissingSince,
      return_path_missing_since: health.returnPathMissingSince,
      failed_at: health.failedAt,
      next_check_at: nextCheckAt,
      ...(checkedAt && { checked_at: checkedAt }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** The least recently checked first. */
export const findDomainsToCheck = (db: Db, now: Date, limit: number): Promise<DomainWithKeys[]> =>
  db
    .selectFrom('domains')
    .select(columns)
    .select(keyColumns)
    .where(({ or, eb }) => or([eb('verified_at', 'is not', null), eb('failed_at', 'is not', null)]))
    .where(({ or, eb }) => or([eb('next_check_at', 'is', null), eb('next_check_at', '<=', now)]))
    .orderBy('next_check_at', order => order.asc().nullsFirst())
    .orderBy('id')
    .limit(limit)
    .execute()
    .then(rows => rows.map(fromRow))

/** Domains belong to an organization; their events go to its live environment. */
export async function findLiveEnvironment(db: Db, organizationId: string): Promise<string> {
  const { id } = await db
    .selectFrom('environments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('mode', '=', 'live')
    .executeTakeFirstOrThrow()
  return id
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

export async function updateRequireTls(tx: Tx, organizationId: string, id: string, required: boolean): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ require_tls: required })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

type ClaimedName = { organizationId: string; name: string; verified: boolean; requireTls: boolean }

/** The standing of each name for its organization, in the order asked. Two parts, so that each uses its index. */
export async function findStandings(
  db: Db,
  wanted: readonly { organizationId: string; names: readonly string[] }[],
): Promise<DomainState[]> {
  const names = [...new Set(wanted.flatMap(one => one.names))]
  const organizations = [...new Set(wanted.map(one => one.organizationId))]
  const { rows } = await sql<ClaimedName>`
    select organization_id as "organizationId", name, true as verified, require_tls as "requireTls"
    from domains where name = any(${names}::text[]) and verified_at is not null
    union all
    select organization_id, name, false, true
    from domains where organization_id = any(${organizations}::uuid[]) and name = any(${names}::text[])
      and require_tls and verified_at is null`.execute(db)
  return wanted.map(({ organizationId, names }) => {
    const claims = rows.filter(row => names.includes(row.name))
    const own = claims.filter(row => row.organizationId === organizationId)
    // Of nested names, the longest is the nearest.
    const [nearest] = own.toSorted((one, other) => other.name.length - one.name.length)
    return { ownership: ownershipOf(claims, own), requiresTls: nearest?.requireTls ?? false }
  })
}

function ownershipOf(claims: readonly ClaimedName[], own: readonly ClaimedName[]): Ownership {
  if (own.some(({ verified }) => verified)) return 'own'
  return claims.some(({ verified }) => verified) ? 'foreign' : 'free'
}

/** Those of the names that any organization has verified. */
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

/** Either the plain keys or the sealed ones. */
type StoredKeys =
  | (PrivateKeys & { sealedRsaKey: null; sealedEd25519Key: null })
  | (SealedKeys & { rsaPrivateKey: null; ed25519PrivateKey: null })

/** For each, the verified domain with the longest of its names, in the order asked; undefined where there is none. */
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

/** Some of the keys that email is signed with, of all organizations. */
export const findSealedKeys = (
  db: Db,
  limit: number,
): Promise<({ organizationId: string; id: string; name: string } & SealedKeys)[]> =>
  db
    .selectFrom('domains')
    .select(['organization_id as organizationId', 'id', 'name'])
    .select(['sealed_rsa_key as sealedRsaKey', 'sealed_ed25519_key as sealedEd25519Key'])
    .where('verified_at', 'is not', null)
    .where('sealed_rsa_key', 'is not', null)
    .where('sealed_ed25519_key', 'is not', null)
    .orderBy('name')
    .limit(limit)
    .$narrowType<{ sealedRsaKey: Buffer; sealedEd25519Key: Buffer }>()
    .execute()
