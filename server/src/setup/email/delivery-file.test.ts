import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDeliveryFile } from './delivery-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-delivery-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'delivery.json')
const read = (content: unknown) => {
  writeFileSync(file, JSON.stringify(content))
  return readDeliveryFile(file)
}

test('the file overrides known receivers, and the rest stays', () => {
  const { receivers } = read({
    receivers: { google: { per_day: 2_000 }, corner: { mx: ['mx.corner.test'], connections: 1, per_minute: 10 } },
  })

  expect(receivers.slice(0, 2)).toEqual([
    { name: 'google', mx: ['google.com', 'googlemail.com'], connections: 10, messagesPerConnection: 50, perDay: 2_000 },
    { name: 'corner', mx: ['mx.corner.test'], connections: 1, perMinute: 10 },
  ])
  expect(receivers.filter(({ name }) => name === 'google')).toHaveLength(1)
  expect(receivers.map(({ name }) => name)).toContain('outlook')
})

test('sources and a plan to warm them up', () => {
  const { sources, warmUp } = read({
    sources: {
      'mail1.acme.test': { addresses: ['192.0.2.10', '2001:db8::10'], about: 'the old one' },
      'mail2.acme.test': { addresses: ['192.0.2.11'], for: ['broadcast'], warming_since: '2026-11-01' },
    },
    warm_up: [{ until_day: 10, per_day: 20 }],
  })

  expect(sources).toEqual([
    { name: 'mail1.acme.test', addresses: ['192.0.2.10', '2001:db8::10'], serves: [] },
    { name: 'mail2.acme.test', addresses: ['192.0.2.11'], serves: ['broadcast'], warmingSince: new Date('2026-11-01') },
  ])
  expect(warmUp).toEqual([{ untilDay: 10, perDay: 20 }])
})

test.each([
  ['an unknown receiver', { receivers: { corner: { per_day: 1 } } }, /receivers\.corner\.mx is required/],
  ['a cap of zero', { receivers: { google: { per_day: 0 } } }, /receivers\.google\.per_day/],
  ['a typo', { receivers: { google: { perday: 5 } } }, /perday/],
  ['no address', { sources: { 'a.test': { addresses: ['a.test'] } } }, /must be an IP address of this machine/],
  [
    'an invalid date',
    { sources: { 'a.test': { addresses: ['192.0.2.1'], warming_since: 'May' } } },
    /must be a date such as/,
  ],
  [
    'a stream without a source',
    { sources: { 'a.test': { addresses: ['192.0.2.1'], for: ['broadcast'] } } },
    /sources must have one for transactional email/,
  ],
])('%s is reported with its place', (_, content, words) => {
  expect(() => read(content)).toThrow(words)
})
