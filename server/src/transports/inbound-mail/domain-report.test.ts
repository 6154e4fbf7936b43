import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { DomainReport } from '#core/domain-report.ts'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import {
  bareMail,
  begin,
  dmarcMail,
  dmarcXml,
  mailWith,
  tlsJson,
  tlsMail,
  zip,
  zipsOfPython,
} from './domain-reports.fixture.ts'
import { maxDmarcReportBytes } from './limits.ts'
import { readRoleMail } from './read-role-mail.ts'
import { unpack } from './unpack.ts'

async function reportIn(message: Buffer): Promise<DomainReport | undefined> {
  const mail = await readRoleMail(message, '')
  return mail.kind === 'report' ? mail.report : undefined
}

const rows = [
  { ip: '192.0.2.1', count: 12 },
  { ip: '2001:DB8::1', count: 3, dkim: 'fail', disposition: 'reject', signedBy: 'evil.example' },
]
const read = {
  kind: 'dmarc',
  reporter: 'google.com',
  reportId: '17',
  domain: 'acme.test',
  begins: new Date(begin * 1000),
  ends: new Date((begin + 86_399) * 1000),
  sources: [
    { address: '192.0.2.1', provenDomain: 'acme.test', dkim: true, spf: false, disposition: 'none', messages: 12 },
    {
      address: '2001:db8::1',
      provenDomain: 'evil.example',
      dkim: false,
      spf: false,
      disposition: 'reject',
      messages: 3,
    },
  ],
}
const xml = Buffer.from(dmarcXml(rows))

test.each([
  ['compressed with gzip', mailWith(gzipSync(xml), 'application/gzip')],
  ['as a zip', mailWith(zip([xml.toString()]), 'application/zip')],
  ['with a generic type', mailWith(zip([xml.toString()]), 'application/octet-stream')],
  ['without compression', mailWith(xml, 'application/xml')],
  ['as the whole message', bareMail(gzipSync(xml), 'application/gzip')],
  ['with a byte order mark', mailWith(Buffer.concat([Buffer.from('\ufeff'), xml]), 'text/xml')],
])('a DMARC report is read %s', async (_how, message) => {
  expect(await reportIn(message)).toEqual(read)
})

test('a report with a namespace, a prefix and XML entities is read', async () => {
  const prefixed = dmarcXml(rows, { org: 'Smith &amp; S&#246;hne' })
    .replaceAll(/<(\/?)(\w)/g, '<$1d:$2')
    .replace('<d:feedback>', '<d:feedback xmlns:d="http://dmarc.org/dmarc-xml/0.1">')

  expect(await reportIn(mailWith(gzipSync(prefixed), 'application/gzip'))).toEqual({
    ...read,
    reporter: 'Smith & Söhne',
  })
})

test('the results in a report may be in upper case', async () => {
  const upper = dmarcXml(rows).replace(/>(pass|fail|reject|none)</g, (_, result: string) => `>${result.toUpperCase()}<`)

  expect(await reportIn(mailWith(Buffer.from(upper), 'text/xml'))).toEqual(read)
})

test('a TLS report with a byte order mark is read', async () => {
  const marked = mailWith(gzipSync(`\ufeff${tlsJson()}`), 'application/tlsrpt+gzip')

  expect(await reportIn(marked)).toEqual(await reportIn(tlsMail()))
})

test('a TLS report is read with its failure types', async () => {
  expect(await reportIn(tlsMail())).toEqual({
    kind: 'tls',
    reporter: 'Company-X',
    reportId: '5065427c-23d3-47ca-b6e0-946ea0e8c4be',
    domain: 'acme.test',
    begins: new Date('2026-11-14T00:00:00Z'),
    ends: new Date('2026-11-14T23:59:59Z'),
    results: [
      { policy: 'sts', result: 'success', sessions: 5326 },
      { policy: 'sts', result: 'certificate-expired', sessions: 100 },
      { policy: 'sts', result: 'starttls-not-supported', sessions: 200 },
      { policy: 'sts', result: 'other', sessions: 3 },
    ],
  })
})

test('of very many sources the largest are kept, and no message count is lost', async () => {
  const many = Array.from({ length: 3_000 }, (_, nth) => ({ ip: `10.0.${nth >> 8}.${nth & 255}`, count: nth + 1 }))

  const report = await reportIn(dmarcMail(many))

  if (report?.kind !== 'dmarc') throw new Error('no report')
  expect(report.sources).toHaveLength(501)
  expect(report.sources[0]).toMatchObject({ address: '10.0.11.183', messages: 3_000 })
  expect(report.sources.at(-1)).toMatchObject({ address: 'others', provenDomain: '' })
  expect(report.sources.reduce((sum, { messages }) => sum + messages, 0)).toBe((3_000 * 3_001) / 2)
})

test.each([
  ['an invalid address', { ip: 'example.com', count: 1 }],
  ['a negative count', { ip: '192.0.2.9', count: '-5' }],
  ['a huge count', { ip: '192.0.2.9', count: '9'.repeat(300) }],
  ['a count in another format', { ip: '192.0.2.9', count: '1e3' }],
])('a source with %s does not count', async (_what, row) => {
  expect(await reportIn(dmarcMail([...rows, row]))).toEqual(read)
})

test.each([
  ['without a reporter', dmarcXml(rows, { org: '' })],
  ['without a domain', dmarcXml(rows, { domain: 'a b' })],
  ['without a time', dmarcXml(rows, { begin: 'yesterday' })],
  ['of another kind', '<html><body>Hello</body></html>'],
  ['that is truncated', dmarcXml(rows).slice(0, 200)],
])('XML %s is not a report', async (_what, text) => {
  expect(await reportIn(mailWith(gzipSync(text), 'application/gzip'))).toBeUndefined()
})

test.each([
  ['without policies', tlsJson({ policies: [] })],
  ['with policies of another kind', tlsJson({ policies: 'x' })],
  ['without a time', tlsJson({ 'date-range': null })],
  ['that is truncated', tlsJson().slice(0, 100)],
])('JSON %s is not a report', async (_what, text) => {
  expect(await reportIn(mailWith(gzipSync(text), 'application/tlsrpt+gzip'))).toBeUndefined()
})

test('a zip created by Python is unpacked', () => {
  expect(zipsOfPython.map(archive => unpack(archive, 100)?.toString())).toEqual(['<feedback/>', '<feedback/>'])
})

test.each([
  ['a gzip with more than the limit', gzipSync(Buffer.alloc(1_001))],
  ['a zip with more than the limit', zip(['x'.repeat(1_001)])],
  ['a zip that declares less than it contains', zip(['x'.repeat(1_001)], { size: 10 })],
  ['a zip that declares more than it contains', zip(['<a/>'], { size: 1_000 })],
  ['a zip of two files', zip(['<a/>', '<b/>'])],
  ['an empty zip', zip([])],
  ['a zip with a password', zip(['<a/>'], { flags: 1 })],
  ['a zip with another compression method', zip(['<a/>'], { method: 12 })],
  ['a truncated zip', zip(['<a/>']).subarray(0, 60)],
  ['a zip with a changed file', Buffer.from(zip(['<aaaa/>']).map((octet, nth) => (nth === 38 ? octet ^ 1 : octet)))],
  ['a zip with an offset outside of it', leadingOutside()],
  ['a truncated gzip', gzipSync(Buffer.from('<a/>')).subarray(0, -5)],
])('%s is refused', (_what, archive) => {
  expect(unpack(archive, 1_000)).toBeUndefined()
})

test('a doubly compressed file is not a report', async () => {
  expect(await reportIn(mailWith(gzipSync(gzipSync(xml)), 'application/gzip'))).toBeUndefined()
  expect(await reportIn(mailWith(gzipSync(zip([xml.toString()])), 'application/gzip'))).toBeUndefined()
})

function leadingOutside(): Buffer {
  const archive = zip(['<a/>'])
  archive.writeUInt32LE(0xffff_ff00, archive.length - 6)
  return archive
}

const large = (piece: string) => piece.repeat(Math.floor((maxDmarcReportBytes - 1_000) / piece.length))
const entity = '<!DOCTYPE feedback [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'

const hostile: Record<string, string> = {
  'custom entities': dmarcXml(rows).replace('<feedback>', `${entity}<feedback>`).replace('google.com', '&b;&b;'),
  'a local file': dmarcXml(rows).replace(
    '<feedback>',
    '<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]><feedback>',
  ),
  'endless elements': large('<a>'),
  'endless elements in a report': `<feedback>${large('<record>')}`,
  'end tags without start tags': large('</a>'),
  'endless attributes': `<feedback ${large('a="b" ')}`,
  'an endless attribute': `<feedback a="${large('b')}`,
  'an endless text': `<feedback><report_metadata><org_name>${large('b')}`,
  'endless entities': `<feedback><report_metadata><org_name>${large('&amp;')}`,
  'incomplete entities': `<feedback><report_metadata><org_name>${large('&#x4')}`,
  'endless comments': large('<!--'),
  'endless sections': `<feedback>${large('<![CDATA[')}`,
  brackets: large('<'),
  instructions: large('<?a ?>'),
  'empty records': `<feedback>${large('<record></record>')}`,
  'JSON brackets': '{"policies":'.concat('['.repeat(1_000_000)),
  'endless failures': tlsJson({
    policies: Array.from({ length: 9_000 }, () => ({ policy: { 'policy-domain': '' } })),
  }),
}

test.each(Object.entries(hostile))('%s are cheap and not a report', async (_name, text) => {
  const message = mailWith(gzipSync(text), 'application/gzip')
  const before = process.memoryUsage().rss
  const start = cpuNow()

  expect(await reportIn(message)).toBeUndefined()

  expect(cpuNow() - start).toBeLessThan(3_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1_048_576)
})

test('a decompression bomb is cheap', async () => {
  const bomb = mailWith(gzipSync(Buffer.alloc(100 * 1_048_576)), 'application/gzip')
  const start = cpuNow()

  expect(await reportIn(bomb)).toBeUndefined()

  expect(cpuNow() - start).toBeLessThan(2_000)
})
