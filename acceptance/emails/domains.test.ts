import { domainKeyOperations } from '@posthorn/contract/console/domain-keys'
import type { CheckedDomain, Domain } from '@posthorn/contract/messages/domains'
import { domainOperations } from '@posthorn/contract/messages/domains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DnsStub, publish, startDnsStub } from '../../sinks/dns-stub.ts'
import { goodPassword, type Visitor, visitor } from '../http-client/console-visitor.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import type { DataFolder } from '../service/data-folder.ts'
import { type Service, startService } from '../service/service.ts'
import { setUpToken } from '../service/set-up-link.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

let folder: DataFolder
let dns: DnsStub
let service: Service
let owner: Visitor
beforeAll(async () => {
  folder = usedDataFolder()
  dns = await startDnsStub({ 'mail.posthorn.test': { A: ['192.0.2.1'] } })
  const env = { POSTHORN_DNS_SERVERS: dns.server, POSTHORN_HOSTNAME: 'mail.posthorn.test' }
  service = await startService({ dataDir: folder.path, env })
  const visit = visitor(service.url)
  const account = { name: 'Ada', email: 'ada@example.com', password: goodPassword }
  await visit.post('/console/set-up', { ...account, token: setUpToken(folder.path) })
  const { body } = await visit.get<{ organizations: { id: string }[] }>('/console/session')
  owner = visit.at({ organization: body.organizations[0]?.id ?? '' })
})
afterAll(async () => {
  await service?.stop()
  await dns?.[Symbol.asyncDispose]()
  folder?.[Symbol.dispose]()
})

const add = async (name: string) => (await owner.post<Domain>('/v1/domains', { name })).body
async function verify({ id }: Domain): Promise<CheckedDomain> {
  const { status, body } = await owner.post<CheckedDomain>(`/v1/domains/${id}/verify`)
  expect(status, JSON.stringify(body)).toBe(200)
  expectShape(body, domainOperations.verifyDomain.reply)
  return body
}
const rotate = ({ id }: Domain) => owner.post<Domain>(`/console/domains/${id}/rotate`)
const purposesOf = ({ records }: Pick<Domain, 'records'>) => records.map(({ purpose }) => purpose)

test('a domain is evaluated as by receivers, with what is wanted and a line to copy', async () => {
  const domain = await add('judged.test')
  publish(dns.table, domain.records)
  dns.table['bounces.judged.test'] = { ...Object(dns.table['bounces.judged.test']), TXT: ['v=spf1 -all'] }

  const { checks, verified_at } = await verify(domain)

  expect(verified_at).not.toBeNull()
  expect(checks.find(({ about }) => about === 'dkim_rsa')).toMatchObject({ level: 'good', line: null })
  expect(checks.find(({ about }) => about === 'spf_return_path')).toEqual({
    about: 'spf_return_path',
    name: 'bounces.judged.test',
    level: 'advice',
    result: 'fail',
    seen: ['v=spf1 -all', '192.0.2.1: fail'],
    wanted: expect.stringContaining('every address of mail.posthorn.test'),
    line: 'bounces.judged.test. IN TXT "v=spf1 a:mail.posthorn.test -all"',
  })
})

test('new keys are shown as records, the same when asked again, and the old ones are listed once DNS has the new ones', async () => {
  const domain = await add('rotated.test')
  expect(await rotate(domain)).toMatchObject({ status: 400, body: { code: 'invalid_state' } })
  publish(dns.table, domain.records)
  await verify(domain)

  const { status, body: rotated } = await rotate(domain)
  const again = await rotate(domain)

  expect(status).toBe(200)
  expectShape(rotated, domainKeyOperations.rotateDomain.reply)
  expect(again.body.records).toEqual(rotated.records)
  expect(purposesOf(rotated).slice(0, 4)).toEqual(['dkim_rsa', 'dkim_ed25519', 'next_dkim_rsa', 'next_dkim_ed25519'])
  expect((await verify(domain)).old_keys).toBeNull()

  publish(dns.table, rotated.records)
  const changed = await verify(domain)

  expect(changed.old_keys?.names).toEqual(domain.records.slice(0, 2).map(({ name }) => name))
  const { body } = await owner.get<{ data: Domain[] }>('/v1/domains')
  const shown = body.data.find(({ id }) => id === domain.id)
  expect(shown?.records.slice(0, 2).map(({ name }) => name)).toEqual(
    rotated.records.filter(({ purpose }) => purpose.startsWith('next_')).map(({ name }) => name),
  )
})
