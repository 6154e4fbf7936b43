import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Database, Tx } from '#postgres/database.ts'
import { type DnsStub, startDnsStub } from '../../../../../sinks/dns-stub.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { findRecords } from './dns/findings.ts'
import { dnsLookUp } from './dns/look-up.ts'
import { dnsRecords } from './dns/records.ts'
import { confirmAfterMs } from './health.ts'
import { readDomain } from './read.ts'
import { addVerified } from './verified.fixture.ts'
import { noteFindings } from './verify.ts'
import { watchDomains } from './watch.ts'

const hostname = 'mail.acme.test'
const dayMs = 86_400_000

let database: Database
let dns: DnsStub
let organizationId: string
let now: Date
beforeAll(async () => {
  dns = await startDnsStub()
})
beforeEach(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  organizationId = (await createCallers(database)).organizationId
  now = new Date('2026-11-16T12:00:00.000Z')
  for (const name of Object.keys(dns.table)) delete dns.table[name]
  return () => database[Symbol.asyncDispose]()
})
afterAll(() => dns[Symbol.asyncDispose]())

const watch = (named: string | null = hostname) =>
  watchDomains(
    { database, clock: () => now, lookUp: dnsLookUp([dns.server], 200), hostname: named },
    new AbortController().signal,
  )
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const domainNamed = (name: string) => readDomain(database.db, { organizationId, name })

/** A domain that was verified just now, and its records in DNS. */
async function publishVerified(name: string) {
  const domain = await addVerified(database, organizationId, name, now)
  for (const { name, type, value } of dnsRecords({ ...domain, hostname })) {
    const before = dns.table[name]
    const [priority, exchange = ''] = value.split(' ')
    const answers = type === 'MX' ? { MX: [{ priority: Number(priority), exchange }] } : { TXT: [value] }
    dns.table[name] = { ...(typeof before === 'object' && before), ...answers }
  }
  return { domain, keyName: `${domain.selector}r._domainkey.${name}` }
}

async function events() {
  const rows = await database.db
    .selectFrom('events')
    .select(['type', 'data', 'subject_id'])
    .orderBy('position')
    .execute()
  return rows.map(({ type, data }) => ({ type, data }))
}

test('a key that is gone is told once after two checks, keeps its domain, and is told again when it is back', async () => {
  const { domain, keyName } = await publishVerified('acme.example')
  const record = dns.table[keyName]
  const about = { domain_id: domain.id, domain: 'acme.example' }
  later(dayMs)
  delete dns.table[keyName]

  await watch()
  expect(await events()).toEqual([])
  later(confirmAfterMs)
  await watch()
  later(dayMs)
  await watch()

  expect(await events()).toEqual([{ type: 'domain.failed', data: { ...about, missing: ['dkim'] } }])
  expect(await domainNamed('acme.example')).toMatchObject({ verifiedAt: domain.verifiedAt })

  if (record) dns.table[keyName] = record
  later(dayMs)
  await watch()
  later(dayMs)
  await watch()

  expect((await events()).slice(1)).toEqual([{ type: 'domain.recovered', data: about }])
  expect(await domainNamed('acme.example')).toMatchObject({ failedAt: null, dkimMissingSince: null })
})

test.each(['servfail', 'refused', 'silent'] as const)('a DNS that is %s for days alarms nobody', async mishap => {
  await publishVerified('acme.example')
  for (const name of Object.keys(dns.table)) dns.table[name] = mishap

  for (let day = 0; day < 3; day++) {
    later(dayMs)
    expect(await watch()).toBe(1)
  }

  expect(await events()).toEqual([])
  expect(await domainNamed('acme.example')).toMatchObject({ failedAt: null, dkimMissingSince: null })
})

test('two workers that note the same at once tell it once', async () => {
  const { domain, keyName } = await publishVerified('acme.example')
  delete dns.table[keyName]
  later(dayMs)
  await watch()
  later(confirmAfterMs)
  const findings = await findRecords(dnsLookUp([dns.server]), dnsRecords({ ...domain, hostname }))
  const note = (tx: Tx) => noteFindings(tx, now, domain, findings, 'when_confirmed')
  const [noted, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]

  const first = database.transaction(async tx => {
    await note(tx)
    noted.resolve()
    await mayEnd.promise
  })
  await noted.promise
  const second = database.transaction(note)
  await expect.poll(waitingBackends, { timeout: 10_000 }).toBe(1)
  mayEnd.resolve()
  await Promise.all([first, second])

  expect((await events()).map(({ type }) => type)).toEqual(['domain.failed'])
})

async function waitingBackends(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
  return rows[0]?.count ?? 0
}

test('each verified domain is looked at once a day, and no other', async () => {
  const verified = Array.from({ length: 23 }, (_, nth) => `many${nth}.example`)
  for (const name of verified) await publishVerified(name)

  expect(await watch()).toBe(0)
  later(dayMs)
  expect(await watch()).toBe(23)
  expect(await watch()).toBe(0)
})

test('without a name for this server the return path is nobody\u2019s failure', async () => {
  await publishVerified('acme.example')
  dns.table['bounces.acme.example'] = {}
  for (let day = 0; day < 3; day++) {
    later(dayMs)
    await watch(null)
  }

  expect(await domainNamed('acme.example')).toMatchObject({ failedAt: null, verifiedAt: now })
})
