import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#postgres/database.ts'
import { publish } from '../../../../../sinks/dns-stub.ts'
import { dayMs, hostname, sceneWithDns } from '../../../../testing/scene-with-dns.ts'
import { findRecords } from './dns/findings.ts'
import { dnsLookUp } from './dns/look-up.ts'
import { dnsRecords } from './dns/records.ts'
import { confirmAfterMs } from './health.ts'
import { readDomain } from './read.ts'
import { addVerified } from './verified.fixture.ts'
import { noteFindings } from './verify.ts'
import { watchDomains } from './watch.ts'

const scene = sceneWithDns()

const watch = (named: string | null = hostname) =>
  watchDomains(
    { database: scene.database, clock: () => scene.now, lookUp: dnsLookUp([scene.dns.server], 200), hostname: named },
    new AbortController().signal,
  )
const later = (ms: number) => {
  scene.now = new Date(scene.now.getTime() + ms)
}
const domainNamed = (name: string) => readDomain(scene.database.db, { organizationId: scene.organizationId, name })

/** A domain verified just now, with its records in DNS. */
async function publishVerified(name: string) {
  const domain = await addVerified(scene.database, scene.organizationId, name, scene.now)
  publish(scene.dns.table, dnsRecords({ ...domain, hostname }))
  return { domain, keyName: `${domain.selector}r._domainkey.${name}` }
}

async function events() {
  const rows = await scene.database.db
    .selectFrom('events')
    .select(['type', 'data', 'subject_id'])
    .orderBy('position')
    .execute()
  return rows.map(({ type, data }) => ({ type, data }))
}

test('a missing key is reported once after two checks, keeps its domain, and is reported again when it is back', async () => {
  const { domain, keyName } = await publishVerified('acme.example')
  const record = scene.dns.table[keyName]
  const about = { domain_id: domain.id, domain: 'acme.example' }
  later(dayMs)
  delete scene.dns.table[keyName]

  await watch()
  expect(await events()).toEqual([])
  later(confirmAfterMs)
  await watch()
  later(dayMs)
  await watch()

  expect(await events()).toEqual([{ type: 'domain.failed', data: { ...about, missing: ['dkim'] } }])
  expect(await domainNamed('acme.example')).toMatchObject({ verifiedAt: domain.verifiedAt })

  if (record) scene.dns.table[keyName] = record
  later(dayMs)
  await watch()
  later(dayMs)
  await watch()

  expect((await events()).slice(1)).toEqual([{ type: 'domain.recovered', data: about }])
  expect(await domainNamed('acme.example')).toMatchObject({ failedAt: null, dkimMissingSince: null })
})

test.each(['servfail', 'refused', 'silent'] as const)('DNS that is %s for days alarms nobody', async mishap => {
  await publishVerified('acme.example')
  for (const name of Object.keys(scene.dns.table)) scene.dns.table[name] = mishap

  for (let day = 0; day < 3; day++) {
    later(dayMs)
    expect(await watch()).toBe(1)
  }

  expect(await events()).toEqual([])
  expect(await domainNamed('acme.example')).toMatchObject({ failedAt: null, dkimMissingSince: null })
})

test('two workers that save the same finding at once report it once', async () => {
  const { domain, keyName } = await publishVerified('acme.example')
  delete scene.dns.table[keyName]
  later(dayMs)
  await watch()
  later(confirmAfterMs)
  const findings = await findRecords(dnsLookUp([scene.dns.server]), dnsRecords({ ...domain, hostname }))
  const note = (tx: Tx) => noteFindings(tx, scene.now, domain, findings, 'when_confirmed')
  const [noted, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]

  const first = scene.database.transaction(async tx => {
    await note(tx)
    noted.resolve()
    await mayEnd.promise
  })
  await noted.promise
  const second = scene.database.transaction(note)
  await expect.poll(waitingBackends, { timeout: 10_000 }).toBe(1)
  mayEnd.resolve()
  await Promise.all([first, second])

  expect((await events()).map(({ type }) => type)).toEqual(['domain.failed'])
})

async function waitingBackends(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(scene.database.db)
  return rows[0]?.count ?? 0
}

test('each verified domain is checked once a day, and no other is', async () => {
  const verified = Array.from({ length: 23 }, (_, nth) => `many${nth}.example`)
  for (const name of verified) await publishVerified(name)

  expect(await watch()).toBe(0)
  later(dayMs)
  expect(await watch()).toBe(23)
  expect(await watch()).toBe(0)
})

test('without a name for this server the return path cannot fail', async () => {
  await publishVerified('acme.example')
  scene.dns.table['bounces.acme.example'] = {}
  for (let day = 0; day < 3; day++) {
    later(dayMs)
    await watch(null)
  }

  expect(await domainNamed('acme.example')).toMatchObject({ failedAt: null, verifiedAt: scene.now })
})
