import { expect, test } from 'vitest'
import { startDnsStub } from '../../../../sinks/dns-stub.ts'
import { mxResolver } from './mx.ts'

const table = {
  'example.com': {
    MX: [
      { priority: 30, exchange: 'last.example.com' },
      { priority: 10, exchange: 'a.example.com' },
      { priority: 10, exchange: 'b.example.com' },
      { priority: 10, exchange: 'c.example.com' },
    ],
  },
  'a.example.com': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] },
}

test('hosts are sorted by preference, and equal ones share the load', async () => {
  await using dns = await startDnsStub(table)
  const resolver = mxResolver({ servers: [dns.server] })

  const orders = await Promise.all(Array.from({ length: 100 }, () => resolver.hostsOf('example.com')))

  expect(orders.every(order => order.length === 4 && order[3] === 'last.example.com')).toBe(true)
  expect(new Set(orders.map(order => order[0]))).toEqual(new Set(['a.example.com', 'b.example.com', 'c.example.com']))
})

test('all addresses of a host are found', async () => {
  await using dns = await startDnsStub(table)

  const addresses = await mxResolver({ servers: [dns.server] }).addressesOf('a.example.com')

  expect([...addresses].sort()).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1'])
})

test('an answer is cached for five minutes, a failure for some seconds', async () => {
  await using dns = await startDnsStub({ ...table, 'broken.example': 'servfail' })
  let now = 0
  const resolver = mxResolver({ servers: [dns.server], now: () => now })
  const ask = async () => {
    dns.questions.length = 0
    await resolver.hostsOf('example.com')
    await resolver.hostsOf('broken.example').catch(() => {})
    return new Set(dns.questions)
  }

  await ask()
  expect(await ask()).toEqual(new Set())
  now = 11_000
  expect(await ask()).toEqual(new Set(['MX broken.example']))
  now = 301_000
  expect(await ask()).toEqual(new Set(['MX broken.example', 'MX example.com']))
})
