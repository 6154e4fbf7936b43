import { createPublicKey } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { sealer } from '#core/seal.ts'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { addDomain } from './add.ts'
import { keySafe } from './key-safe.ts'
import { newPrivateKeys, publicKeysOf } from './keys.ts'
import { readDomain } from './read.ts'
import { sealPlainKeys } from './seal-plain.ts'
import { domainReader } from './signers.ts'

let database: Database
let organizationId: string
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  organizationId = (await createCallers(database)).organizationId
})
afterAll(() => database[Symbol.asyncDispose]())

const safe = keySafe(sealer(Buffer.alloc(32, 1)))
const now = new Date()
const allRows = async () =>
  (await sql<{ row: string }>`select domains::text as row from domains`.execute(database.db)).rows
    .map(({ row }) => row)
    .join('\n')

/** As the version before sealed keys did. */
async function insertPlain(name: string) {
  const keys = await newPrivateKeys()
  await sql`insert into domains (organization_id, id, name, selector, rsa_private_key, ed25519_private_key, verified_at, created_at)
    values (${organizationId}, ${newId(now)}, ${name}, 'phx', ${keys.rsaPrivateKey}, ${keys.ed25519PrivateKey}, now(), now())`.execute(
    database.db,
  )
  return publicKeysOf(keys)
}

/** The keys to check a signature with, read again. */
async function signingKeys(name: string, opened = safe) {
  const { keys } = await domainReader(database.db, () => 0, opened).signingFor(organizationId, name)
  const [rsa, ed25519] = keys.map(key => createPublicKey(key.privateKey).export({ type: 'spki', format: 'der' }))
  return { rsa: rsa?.toString('base64'), ed25519: ed25519?.subarray(-32).toString('base64') }
}

test('the database holds no readable private key of a new domain', async () => {
  const keys = await newPrivateKeys()
  await database.transaction(tx => addDomain(tx, safe, now, { organizationId, name: 'new.example' }, keys))
  await sql`update domains set verified_at = now()`.execute(database.db)

  expect(await allRows()).not.toContain('PRIVATE KEY')
  expect(await signingKeys('new.example')).toEqual(publicKeysOf(keys))
  await expect(signingKeys('new.example', keySafe(sealer(Buffer.alloc(32, 2))))).rejects.toThrow('does not open')
})

test('plain keys of an earlier version sign as they are, are sealed once, and sign as before', async () => {
  const old = new Map<string, Awaited<ReturnType<typeof insertPlain>>>()
  for (const name of ['one.example', 'two.example']) old.set(name, await insertPlain(name))
  const expectSame = async () => {
    for (const [name, keys] of old) {
      expect(await signingKeys(name)).toEqual(keys)
      expect((await readDomain(database.db, { organizationId, name })).publicKeys).toEqual(keys)
    }
  }
  await expectSame()

  expect(await sealPlainKeys(database, safe)).toBe(2)

  await expectSame()
  expect(await allRows()).not.toContain('PRIVATE KEY')
  expect(await sealPlainKeys(database, safe)).toBe(0)
})

test('a sealed key that is copied to another domain does not open there', async () => {
  await sql`update domains set sealed_rsa_key = (select sealed_rsa_key from domains where name = 'one.example')
    where name = 'two.example'`.execute(database.db)

  await expect(signingKeys('two.example')).rejects.toThrow('does not open')
})
