import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { openDatabase } from '#postgres/database.ts'
import { domainReportTaker } from '#resources/messages/domain-reports/take.ts'
import type { DnsRecord } from '#resources/messages/domains/dns/records.ts'
import { parseConfig } from '#setup/config.ts'
import type { Config } from '#setup/settings.ts'
import { type DnsStub, publish, startDnsStub } from '../../../../../sinks/dns-stub.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type, typeJson } from '../../terminal.fixture.ts'

let dns: DnsStub
let environment: Record<string, string>
let config: Config
let organization: string
beforeAll(async () => {
  dns = await startDnsStub()
  environment = {
    DATABASE_URL: await createTestDatabase(inject('clusterUrl')),
    POSTHORN_HOSTNAME: 'mail.posthorn.test',
    POSTHORN_DNS_SERVERS: dns.server,
  }
  config = parseConfig(environment)
  organization = await createOrganization('Acme')
})
beforeEach(() => {
  for (const name of Object.keys(dns.table)) delete dns.table[name]
})
afterAll(() => dns[Symbol.asyncDispose]())

const createOrganization = async (name: string): Promise<string> =>
  (await typeJson(config, 'organization', 'create', '--name', name, '--plan', 'pro')).id
const about = (name: string, id = organization) => [name, '--organization', id]
const add = (name: string, id = organization) => typeJson(config, 'domain', 'add', ...about(name, id))
async function verify(name: string) {
  const { exitCode, out } = await type(config, 'domain', 'verify', ...about(name), '--json')
  const { records, ...domain } = JSON.parse(out)
  const states = Object.fromEntries(records.map((one: { purpose: string; state: string }) => [one.purpose, one.state]))
  return { exitCode, domain, states }
}

const found = {
  dkim_rsa: 'found',
  dkim_ed25519: 'found',
  return_path: 'found',
  spf: 'found',
  dmarc: 'found',
  tls_rpt: 'found',
}
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

test('adding a domain shows the records to set, and adding it again shows the same ones', async () => {
  const added = await add('Shop.Example')

  expect(added).toMatchObject({ organization_id: organization, name: 'shop.example', verified_at: null })
  expect(added.records.map(({ purpose, name, type }: DnsRecord) => `${purpose} ${type} ${name}`)).toEqual([
    expect.stringMatching(/^dkim_rsa TXT ph[a-z2-7]{8}r\._domainkey\.shop\.example$/),
    expect.stringMatching(/^dkim_ed25519 TXT ph[a-z2-7]{8}e\._domainkey\.shop\.example$/),
    'return_path MX bounces.shop.example',
    'spf TXT bounces.shop.example',
    'dmarc TXT _dmarc.shop.example',
    'tls_rpt TXT _smtp._tls.shop.example',
  ])
  expect(await add('shop.example')).toEqual(added)
  const { data } = await typeJson(config, 'audit', '--organization', organization, '--action', 'domain.added')
  expect(data.filter(({ summary }: { summary: string }) => summary.includes('shop.example'))).toHaveLength(1)
  expect(JSON.stringify(added)).not.toContain('PRIVATE')
})

test('the text shows each record in full and as a line of a zone file, and what to do next', async () => {
  const { records } = await add('paste.example')

  const { out } = await type(config, 'domain', 'add', ...about('paste.example'))

  for (const { name, type, value, zone_line } of records) {
    expect(out).toContain(`      Name    ${name}\n      Type    ${type}\n      Value   ${value}\n`)
    expect(out).toContain(`\n${zone_line}\n`)
  }
  expect(out).toContain('If paste.example itself has an SPF record, add a:mail.posthorn.test before its "all"')
  expect(out).toContain(`domain verify paste.example --organization ${organization}`)
  expect(out).not.toContain('POSTHORN_HOSTNAME')
})

test('without a host name in the settings, a note says what is missing', async () => {
  const nameless = parseConfig({ ...environment, POSTHORN_HOSTNAME: '' })

  const { out } = await type(nameless, 'domain', 'add', ...about('nameless.example'))

  expect(out).toMatch(/set POSTHORN_HOSTNAME and run this again/i)
})

test('without a host name in the settings, nothing is said about records that DNS was not asked for', async () => {
  const nameless = parseConfig({ ...environment, POSTHORN_HOSTNAME: '' })
  await type(nameless, 'domain', 'add', ...about('unasked.example'))

  const { out } = await type(nameless, 'domain', 'verify', ...about('unasked.example'))

  expect(out).not.toContain('DNS did not answer')
  expect(out).toMatch(/set POSTHORN_HOSTNAME and run this again/i)
})

test('adding the same domain twice at once gives the same keys', async () => {
  const [one, other] = await Promise.all([add('race.example'), add('race.example')])

  expect(one).toEqual(other)
})

test('a domain is verified only while DNS has its key', async () => {
  const { records } = await add('verify.example')
  const before = await verify('verify.example')
  publish(dns.table, records)
  const after = await verify('verify.example')
  delete dns.table[records[0].name]
  const gone = await verify('verify.example')

  expect(before).toMatchObject({ exitCode: 1, domain: { verified_at: null, return_path_verified_at: null } })
  expect(new Set(Object.values(before.states))).toEqual(new Set(['missing']))
  expect(after).toMatchObject({ exitCode: 0, states: found, domain: { dkim: 'right', return_path: 'right' } })
  expect(after.domain).toMatchObject({ verified_at: time, return_path_verified_at: time, checked_at: time })
  expect(gone).toMatchObject({ exitCode: 1, states: { ...found, dkim_rsa: 'missing' } })
  expect(gone.domain).toMatchObject({ verified_at: null, return_path_verified_at: time, checked_at: time })
  expect(await listed('verify.example')).toMatchObject({ verified_at: null, failed_at: time, failing: ['dkim'] })
  expect((await type(config, 'domain', 'list')).out).toMatch(
    /\n! verify\.example: the DKIM key is gone from DNS since \S+ \S+\. Receivers may refuse its email\.\n/,
  )
})

test('the RSA key alone is enough to be verified', async () => {
  const { records } = await add('rsa.example')
  publish(dns.table, records.slice(0, 1))

  const { exitCode, domain } = await verify('rsa.example')

  expect({ exitCode, domain }).toMatchObject({
    exitCode: 0,
    domain: { verified_at: time, return_path_verified_at: null },
  })
})

test('a key behind a CNAME counts', async () => {
  const { records } = await add('alias.example')
  const [{ name, value }] = records
  dns.table[name] = { CNAME: 'key.elsewhere.example' }
  dns.table['key.elsewhere.example'] = { TXT: ['an unrelated text', value] }

  expect(await verify('alias.example')).toMatchObject({ exitCode: 0, states: { dkim_rsa: 'found' } })
})

test('a differing record is shown with what DNS says, without its control characters', async () => {
  const { records } = await add('wrong.example')
  publish(dns.table, records)
  publish(dns.table, [
    { ...records[0], value: 'v=DKIM1; p=\u001b[2Jc3RyYW5nZXI=' },
    { ...records[2], value: '5 mx.other.example' },
  ])

  const { out } = await type(config, 'domain', 'verify', ...about('wrong.example'))
  const { exitCode, states, domain } = await verify('wrong.example')

  expect({ exitCode, states }).toEqual({
    exitCode: 1,
    states: { ...found, dkim_rsa: 'different', return_path: 'different' },
  })
  expect(domain.return_path_verified_at).toBeNull()
  expect(out).toMatch(/DKIM \(RSA\) +different +TXT/)
  expect(out).toContain(
    'DKIM (RSA), ' + records[0].name + ': wrong key\n  seen        v=DKIM1; p=\ufffd[2Jc3RyYW5nZXI=',
  )
  expect(out).toContain('DNS says    5 mx.other.example\n  should be   10 mail.posthorn.test')
  expect(out).toContain('wrong.example is not verified.')
})

test('the DNS of a domain is evaluated as receivers do, with lines to copy, without effect on verification', async () => {
  const { records } = await add('judged.example')
  publish(dns.table, records)
  dns.table['mail.posthorn.test'] = { A: ['192.0.2.1'] }
  const good = await verify('judged.example')
  publish(dns.table, [{ ...records[3], value: 'v=spf1 ip4:198.51.100.1 -all' }])

  const { exitCode, domain } = await verify('judged.example')
  const { out } = await type(config, 'domain', 'verify', ...about('judged.example'))

  const resultsOf = (checks: { about: string; level: string; result: string }[]) =>
    Object.fromEntries(checks.map(({ about, level, result }) => [about, `${level} ${result}`]))
  expect(resultsOf(good.domain.checks)).toEqual({
    dkim_rsa: 'good right',
    dkim_ed25519: 'good right',
    spf_return_path: 'good pass',
    spf_domain: 'advice none',
    dmarc: 'advice only_watched',
    tls_rpt: 'good there',
    reverse_dns: 'advice no_ptr',
    hostname: 'good resolves',
  })
  expect(resultsOf(domain.checks)).toMatchObject({ spf_return_path: 'advice fail' })
  expect({ exitCode, domain }).toMatchObject({ exitCode: 0, domain: { dkim: 'right', return_path: 'right' } })
  expect(out).toContain(`SPF of the return path, bounces.judged.example: fail
  seen        v=spf1 ip4:198.51.100.1 -all
  seen        192.0.2.1: fail
  wanted      The record lets every address of mail.posthorn.test send.`)
  expect(out).toContain(
    '  to copy     bounces.judged.example. IN TXT "v=spf1 a:mail.posthorn.test ip4:198.51.100.1 -all"\n',
  )
  expect(out).toContain('  to copy     1.2.0.192.in-addr.arpa. IN PTR mail.posthorn.test.\n')
})

test.each(['servfail', 'refused'] as const)(
  'without an answer from DNS (%s) the check says so and nothing changes',
  async mishap => {
    const name = `${mishap}.example`
    const { records } = await add(name)
    publish(dns.table, records)
    await verify(name)
    const before = await listed(name)
    for (const name of Object.keys(dns.table)) dns.table[name] = mishap

    const { exitCode, out } = await type(config, 'domain', 'verify', ...about(name))

    expect(exitCode).toBe(1)
    expect(out.match(/ no answer +(TXT|MX) /g)).toHaveLength(records.length)
    expect(out).toContain(`DNS did not answer about the DKIM key of ${name}, so the domain stays verified.`)
    expect(out).toContain(`DNS did not answer about bounces.${name}, which stays in use.`)
    expect(await listed(name)).toEqual(before)
  },
)

test('answers of DNS count, and without an answer the state stays as it was', async () => {
  const { records } = await add('half.example')
  publish(dns.table, records)
  await verify('half.example')
  const { return_path_verified_at } = await listed('half.example')
  dns.table['bounces.half.example'] = 'servfail'
  delete dns.table[records[0].name]

  const { domain, states } = await verify('half.example')

  expect(states).toEqual({ ...found, dkim_rsa: 'missing', return_path: 'no_answer', spf: 'no_answer' })
  expect(domain).toMatchObject({ dkim: 'wrong', return_path: 'unknown', verified_at: null, return_path_verified_at })
})

test('the same domain of another organization has its own keys and its own verification', async () => {
  const other = await createOrganization('Other')
  const ours = await add('shared.example')
  const theirs = await add('shared.example', other)
  publish(dns.table, ours.records)
  await verify('shared.example')

  expect(theirs.records[0].value).not.toBe(ours.records[0].value)
  expect((await listed('shared.example')).verified_at).toEqual(time)
  expect((await listed('shared.example', other)).verified_at).toBeNull()
})

test('new keys are shown as records to set and sign when DNS has them, and the old records are listed', async () => {
  const name = 'rotated.example'
  const { records } = await add(name)
  await expect(type(config, 'domain', 'rotate', ...about(name))).rejects.toThrow('has never been verified')
  publish(dns.table, records)
  await verify(name)

  const { out } = await type(config, 'domain', 'rotate', ...about(name))
  const rotation = await typeJson(config, 'domain', 'rotate', ...about(name))
  const waiting = await type(config, 'domain', 'verify', ...about(name))
  publish(dns.table, rotation.records)
  const changed = await type(config, 'domain', 'verify', ...about(name))

  expect(rotation.records.map(({ purpose }: DnsRecord) => purpose)).toEqual(['next_dkim_rsa', 'next_dkim_ed25519'])
  for (const { zone_line } of rotation.records) expect(out).toContain(`\n${zone_line}\n`)
  expect(waiting.exitCode).toBe(0)
  expect(waiting.out).toContain('The new keys of rotated.example are not in DNS yet')
  const note = new RegExp(`The old records can be removed after \\S+ \\S+: ${records[0].name}, ${records[1].name}\n`)
  expect(changed.out).toMatch(note)
  expect((await type(config, 'domain', 'list')).out).toMatch(note)
  expect((await verify(name)).domain).toMatchObject({
    dkim: 'right',
    old_keys: { replaced_at: time, removable_at: time },
  })
})

test('the list has every domain of an organization with its state, and no keys', async () => {
  const id = await createOrganization('Lister')
  await add('b.example', id)
  await add('a.example', id)

  const { out } = await type(config, 'domain', 'list', '--organization', id)
  const { data } = await typeJson(config, 'domain', 'list', '--organization', id)
  const everybody = await type(config, 'domain', 'list')

  expect(data.map((domain: { name: string }) => domain.name)).toEqual(['a.example', 'b.example'])
  expect(data[0]).toEqual({
    id: expect.any(String),
    organization_id: id,
    name: 'a.example',
    verified_at: null,
    return_path_verified_at: null,
    checked_at: null,
    failed_at: null,
    failing: [],
    old_keys: null,
    tracking_host: null,
    require_tls: false,
    created_at: time,
  })
  expect(out).toMatch(
    new RegExp(`^Lister \\(${id}\\)\nNAME .*\na\\.example +no +no +never +if offered +\\S+\nb\\.example .*\n$`),
  )
  expect(everybody.out).toContain(out)
  expect(everybody.out).toContain(`Acme (${organization})\n`)
})

test.each([
  [['add', ...about('bücher.example', 'x')], 'The name of a domain is written in ASCII: xn--bcher-kva.example'],
  [['add', ...about('nonsense', 'x')], '"nonsense" is not a domain such as example.com'],
  [['add', ...about('a.example', 'x')], 'No such organization. To list them: '],
  [['add', ...about('a.example', newId(new Date()))], 'No such organization. To list them: '],
  [['verify', ...about('a.example', 'x')], 'No such organization. To list them: '],
  [['list', '--organization', 'x'], 'No such organization. To list them: '],
])('domain %j is refused with one line that says what is wrong', async (words, line) => {
  const refusal: Error = await type(config, 'domain', ...words).catch(error => error)

  expect(refusal.message).toContain(line)
  expect(refusal.message.split('\n')).toHaveLength(1)
})

test('a domain that was not added cannot be verified', async () => {
  await expect(verify('nowhere.example')).rejects.toThrow(
    'No such domain. To list them: npm run -s posthorn -- domain list',
  )
})

async function listed(name: string, id = organization) {
  const { data } = await typeJson(config, 'domain', 'list', '--organization', id)
  return data.find((domain: { name: string }) => domain.name === name)
}

test('links of a domain lead to its tracking host until that is removed', async () => {
  const name = 'tracked.example'
  await typeJson(config, 'domain', 'add', '--organization', organization, '--name', name)
  const track = (host: string) =>
    typeJson(config, 'domain', 'track', '--organization', organization, '--name', name, '--host', host)

  expect(await track('Links.Tracked.Example')).toEqual({ name, tracking_host: 'links.tracked.example' })
  expect(await track('none')).toEqual({ name, tracking_host: null })
})

test('email of a domain needs TLS while required, and the list shows it', async () => {
  const name = 'sealed.example'
  await add(name)
  const demand = (...words: string[]) =>
    typeJson(config, 'domain', 'require-tls', name, ...words, '--organization', organization)

  expect(await demand('on')).toEqual({ name, require_tls: true })
  expect(await listed(name)).toMatchObject({ require_tls: true })
  expect((await type(config, 'domain', 'list')).out).toMatch(/sealed\.example .* required +\S+\n/)
  expect(await demand('off')).toEqual({ name, require_tls: false })
  expect(await listed(name)).toMatchObject({ require_tls: false })
  expect((await type(config, 'domain', 'require-tls', 'on', '--name', ...about(name))).exitCode).toBe(0)
  expect(await listed(name)).toMatchObject({ require_tls: true })
  await expect(demand('maybe')).rejects.toThrow('<on|off> must be on or off, not "maybe".')
  await expect(demand()).rejects.toThrow('<on|off> is missing: on or off.')
  await expect(demand('on', 'off')).rejects.toThrow('"off" was not expected.')
})

test('shows the reports about a domain: who sends as it, what passes, and who reported it', async () => {
  const name = 'reported.example'
  const domain = await add(name)
  const reports = (...words: string[]) => type(config, 'domain', 'reports', ...about(name), ...words)

  expect((await reports()).out).toContain('rua=mailto:dmarc@bounces.reported.example')

  publish(dns.table, domain.records)
  await verify(name)
  await using database = openDatabase({ url: environment.DATABASE_URL ?? '' })
  const now = new Date()
  await domainReportTaker({ database, clock: () => now, log: pino({ level: 'silent' }) })(name, {
    ...{ kind: 'dmarc', reporter: 'google.com', reportId: '1', domain: name, begins: now, ends: now },
    sources: [
      { address: '192.0.2.1', provenDomain: name, dkim: true, spf: false, disposition: 'none', messages: 7 },
      { address: '192.0.2.1', provenDomain: name, dkim: false, spf: false, disposition: 'reject', messages: 3 },
    ],
  })

  const { out } = await reports('--days', '7')
  expect(out).toMatch(
    /SOURCE +PROVEN AS +MESSAGES +PASS +DKIM +SPF +STOPPED\n192\.0\.2\.1 +reported\.example +10 +70 % +7 +0 +3\n/,
  )
  expect(out).toMatch(/\ngoogle\.com +DMARC +1 +\S+/)
  expect(await typeJson(config, 'domain', 'reports', ...about(name))).toEqual({
    name,
    sources: [{ address: '192.0.2.1', proven_domain: name, messages: 10, passed: 7, dkim: 7, spf: 0, stopped: 3 }],
    tls: [],
    reporters: [{ kind: 'dmarc', reporter: 'google.com', reports: 1, total: 10, last_at: now.toISOString() }],
  })
  await expect(reports('--days', '0')).rejects.toThrow('--days must be a number from 1 to 90')
})
