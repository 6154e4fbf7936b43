import { openSealer } from '../server/src/core/seal.ts'
import type { Database } from '../server/src/postgres/database.ts'
import { readInstanceSecret } from '../server/src/postgres/instance.ts'
import { addDomain } from '../server/src/resources/messages/domains/add.ts'
import { dnsRecords } from '../server/src/resources/messages/domains/dns/records.ts'
import { keySafe } from '../server/src/resources/messages/domains/key-safe.ts'
import { newPrivateKeys } from '../server/src/resources/messages/domains/keys.ts'
import { noteFindings } from '../server/src/resources/messages/domains/verify.ts'
import { environmentOf } from './seed-contacts.ts'

const name = 'signed.test'

/** Our worker signs each message from this domain twice: with RSA-2048 and with Ed25519. */
export const signedSender = `Acme <orders@${name}>`

/** Adds the domain to the key's organization, in the state after its DNS records were verified. */
export async function addSignedDomain(database: Database, key: string): Promise<void> {
  const { rows } = await database.pool.query('select organization_id as id from environments where id = $1', [
    await environmentOf(database.pool, key),
  ])
  const keys = await newPrivateKeys()
  const safe = keySafe(openSealer(null, await readInstanceSecret(database.db)))
  await database.transaction(async tx => {
    const now = new Date()
    const domain = await addDomain(tx, safe, now, { organizationId: rows[0].id, name }, keys)
    const keyRecords = dnsRecords({ ...domain, hostname: `mail.${name}` }).slice(0, 2)
    const findings = keyRecords.map(record => ({ record, state: 'found' as const, seen: [record.value] }))
    await noteFindings(tx, now, domain, findings)
  })
}
