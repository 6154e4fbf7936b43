/** From the socket to the tables: reports from receivers about a domain are summed up by day, once. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { DmarcReport, TlsReport } from '#core/domain-report.ts'
import { openForeignText } from '#foreign-text/open.ts'
import type { Database } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { addVerified } from '#resources/messages/domains/verified.fixture.ts'
import { openInboundMail } from '#setup/email/inbound-mail.ts'
import { handOver } from '#transports/inbound-mail/conversation.fixture.ts'
import { begin, dmarcMail, dmarcXml, mailWith, tlsMail, zip } from '#transports/inbound-mail/domain-reports.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { removeDomain } from '../domains/remove.ts'
import { expireDomainReports } from './expire.ts'
import { readDomainReports } from './read.ts'
import { domainReportTaker, type TakeDomainReport } from './take.ts'

const log = pino({ level: 'silent' })
const now = new Date('2026-11-16T09:00:00Z')
const clock = () => now
const opened = new AsyncDisposableStack()
const text = opened.use(openForeignText(log))
let database: Database
let ours: string
let take: TakeDomainReport
let port: number

beforeAll(async () => {
  database = opened.use(await openTestDatabase(inject('clusterUrl')))
  ours = (await createCallers(database)).organizationId
  await addVerified(database, ours, 'acme.test')
  take = domainReportTaker({ database, clock, log })
  const settings = { inboundSmtpPort: 0, inboundSmtpHost: '127.0.0.1', host: 'localhost', hostname: 'mail.acme.test' }
  const listener = await openInboundMail(settings, {
    ...{ db: database.db, secret: Buffer.alloc(32), log, mail: text.mail, takeDomainReport: take },
    take: () => Promise.reject(new Error('no report about an email')),
    unsubscribe: async () => {},
  })
  if (!listener) throw new Error('a port was set')
  port = opened.use(listener).port
})
afterAll(() => opened.disposeAsync())
beforeEach(() => emptyTables(database.db, 'domain_reports, domain_sources, domain_tls_results'))

const read = (organizationId = ours, since = new Date('2026-11-01')) =>
  readDomainReports(database.db, { organizationId, name: 'acme.test' }, since)
const send = (message: Buffer, to = 'dmarc@bounces.acme.test') => handOver(port, to, message, 'noreply@google.com')

const rows = [
  { ip: '192.0.2.1', count: 12, spf: 'pass' },
  { ip: '198.51.100.7', count: 3, dkim: 'fail', disposition: 'reject', signedBy: 'evil.example' },
]
const report: DmarcReport = {
  kind: 'dmarc',
  reporter: 'far.example',
  reportId: '1',
  domain: 'acme.test',
  begins: new Date(begin * 1000),
  ends: new Date((begin + 86_399) * 1000),
  sources: [
    { address: '192.0.2.1', provenDomain: 'acme.test', dkim: true, spf: true, disposition: 'none', messages: 1 },
  ],
}

test('a DMARC report shows who sends in the name of a domain, and what passes', async () => {
  expect(await send(dmarcMail(rows))).toMatch(/^250/)
  expect(await send(mailWith(zip([dmarcXml(rows, { reportId: '18', org: 'Far & Away' })]), 'application/zip'))).toMatch(
    /^250/,
  )

  expect(await read()).toMatchObject({
    name: 'acme.test',
    sources: [
      { address: '192.0.2.1', provenDomain: 'acme.test', messages: 24, dkim: 24, spf: 24, passed: 24, stopped: 0 },
      { address: '198.51.100.7', provenDomain: 'evil.example', messages: 6, dkim: 0, spf: 0, passed: 0, stopped: 6 },
    ],
    tls: [],
    reporters: [
      { kind: 'dmarc', reporter: 'Far & Away', reports: 1, total: 15, lastAt: now },
      { kind: 'dmarc', reporter: 'google.com', reports: 1, total: 15, lastAt: now },
    ],
  })
})

test('a TLS report shows which connections failed', async () => {
  expect(await send(tlsMail(), 'tls-reports@bounces.acme.test')).toMatch(/^250/)

  expect((await read()).tls).toEqual([
    { policy: 'sts', result: 'success', sessions: 5326 },
    { policy: 'sts', result: 'starttls-not-supported', sessions: 200 },
    { policy: 'sts', result: 'certificate-expired', sessions: 100 },
    { policy: 'sts', result: 'other', sessions: 3 },
  ])
})

test('a report counts once, however often it arrives, also concurrently', async () => {
  await Promise.all([1, 2, 3, 4].map(() => send(dmarcMail(rows))))
  await Promise.all([1, 2].map(() => send(tlsMail())))

  const { sources, tls, reporters } = await read()
  expect(sources.map(({ messages }) => messages)).toEqual([12, 3])
  expect(tls[0]?.sessions).toBe(5326)
  expect(reporters.map(({ reports }) => reports)).toEqual([1, 1])
})

test('every organization that has verified the domain sees the report, and no other', async () => {
  const [second, third] = [await createCallers(database), await createCallers(database)]
  const domain = await addVerified(database, second.organizationId, 'acme.test')
  const unverified = await addVerified(database, third.organizationId, 'acme.test')
  await database.db.updateTable('domains').set({ verified_at: null }).where('id', '=', unverified.id).execute()

  await take('acme.test', report)

  expect((await read()).sources).toHaveLength(1)
  expect((await read(second.organizationId)).sources).toHaveLength(1)
  expect((await read(third.organizationId)).sources).toEqual([])
  await database.transaction(tx => removeDomain(tx, second.organizationId, domain.id))
  expect((await read()).sources).toHaveLength(1)
})

test.each([
  ['another domain', { domain: 'other.test' }, 'not about it'],
  ['a domain with the same ending', { domain: 'notacme.test' }, 'not about it'],
  ['the domain above', { domain: 'test' }, 'not about it'],
  ['last year', { begins: new Date('2025-11-14'), ends: new Date('2025-11-15') }, 'of another time'],
  ['next month', { begins: new Date('2026-12-14'), ends: new Date('2026-12-15') }, 'of another time'],
  ['a whole month', { ends: new Date('2026-12-14') }, 'of another time'],
  ['time that goes backwards', { ends: new Date('2026-11-13') }, 'of another time'],
])('a report about %s is not counted', async (_what, special, outcome) => {
  expect(await take('acme.test', { ...report, ...special })).toBe(outcome)
  expect((await read()).reporters).toEqual([])
})

test('a report about a subdomain counts for the domain', async () => {
  expect(await take('acme.test', { ...report, domain: 'news.acme.test' })).toBe('taken')
})

test('a report sent to the server itself counts for no domain', async () => {
  expect(await send(dmarcMail(rows), 'postmaster@mail.acme.test')).toMatch(/^250/)
  expect((await read()).reporters).toEqual([])
})

test('only a limited number of reports a day is accepted', async () => {
  await sql`
    insert into domain_reports (organization_id, domain_id, kind, reporter, report_id, begins_at, ends_at, total, received_at)
    select organization_id, id, 'dmarc', 'forger', nth, now(), now(), 1, ${now}
    from domains, generate_series(1, 999) nth where name = 'acme.test' and organization_id = ${ours}`.execute(
    database.db,
  )

  const outcomes = await Promise.all(['a', 'b', 'c'].map(reportId => take('acme.test', { ...report, reportId })))

  expect(outcomes.sort()).toEqual(['taken', 'too many', 'too many'])
})

test('only a limited number of sources a day is kept, and no message is lost', async () => {
  const claim = (from: number): DmarcReport => ({
    ...report,
    reportId: String(from),
    sources: Array.from({ length: 500 }, (_, nth) => ({
      ...(report.sources[0] as DmarcReport['sources'][number]),
      address: `10.0.${(from + nth) >> 8}.${(from + nth) & 255}`,
    })),
  })

  for (let from = 0; from < 3_000; from += 500) await take('acme.test', claim(from))

  const {
    rows: [found],
  } = await sql<{ rows: number; messages: number }>`
    select count(*)::int as rows, sum(messages)::int as messages from domain_sources`.execute(database.db)
  expect(found).toEqual({ rows: 2_001, messages: 3_000 })
  expect((await read()).sources[0]).toMatchObject({ address: 'others', messages: 1_000 })
})

test('reports are kept for 90 days', async () => {
  const tls: TlsReport = { ...report, kind: 'tls', results: [{ policy: 'sts', result: 'success', sessions: 1 }] }
  await take('acme.test', report)
  await take('acme.test', tls)

  const later = (days: number) => () => new Date(now.getTime() + days * 86_400_000)
  expect(await expireDomainReports(database, later(80))).toBe(0)
  expect(await expireDomainReports(database, later(95))).toBe(4)
  expect(await expireDomainReports(database, later(95))).toBe(0)
})
