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

/** Ours signs each message of this one twice: RSA with 2,048 bits, and Ed25519. */
export const signedSender = `Acme <orders@${name}>`

/** A domain of that key's organization, as it is once its DNS records have been seen. */
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
