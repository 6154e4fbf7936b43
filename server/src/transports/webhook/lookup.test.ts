import { expect, test } from 'vitest'
import { startDnsStub } from '../../../../sinks/dns-stub.ts'
import { addressLookup } from './lookup.ts'

test('all IPv4 and IPv6 addresses of a name are found', async () => {
  await using dns = await startDnsStub({ 'hooks.example': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] } })
  const lookup = addressLookup({ servers: [dns.server] })

  expect((await lookup('hooks.example')).toSorted()).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1'])
})

test('a name of this machine is resolved without DNS', async () => {
  await using dns = await startDnsStub()

  expect(await addressLookup({ servers: [dns.server] })('localhost')).toContain('127.0.0.1')
  expect(dns.questions).toEqual([])
})

test('names whose servers do not answer do not delay others', async () => {
  const silent = Array.from({ length: 20 }, (_, nth) => `silent${nth}.example`)
  await using dns = await startDnsStub({
    ...Object.fromEntries(silent.map(name => [name, 'silent'])),
    'hooks.example': { A: ['192.0.2.1'] },
  })
  const lookup = addressLookup({ servers: [dns.server], timeoutMs: 700 })
  const order: string[] = []
  const unanswered = silent.map(name => lookup(name).catch(() => order.push(name)))

  expect(await lookup('hooks.example')).toEqual(['192.0.2.1'])
  order.push('hooks.example')

  await Promise.all(unanswered)
  expect(order[0]).toBe('hooks.example')
  expect(order).toHaveLength(21)
})
