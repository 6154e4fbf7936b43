import { expect, test } from 'vitest'
import { cpuNow } from '../../../../testing/cpu-clock.ts'
import { clicksInBursts } from './bursts.ts'

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)

/** Each is a link and the time of the click; `*` is the honeypot link. */
const clicksOf = (written: string) =>
  written.split(' ').map(one => {
    const [link, ms] = one.split('@')
    return { link: link === '*' ? undefined : link, ipAddress: '198.51.100.7', at: at(Number(ms)), written: one }
  })

test.each([
  ['one link', 'a@0', ''],
  ['one link again and again', 'a@0 a@10 a@20', ''],
  ['two links at the same time', 'a@0 b@0', 'a@0 b@0'],
  ['two links within three seconds', 'a@0 b@3000', 'a@0 b@3000'],
  ['two links with more between them', 'a@0 b@3001', ''],
  ['a link and the honeypot', 'a@0 *@900', 'a@0 *@900'],
  ['many links, one after the other', 'a@0 b@2000 c@4000 d@6000', 'a@0 b@2000 c@4000 d@6000'],
  ['a link before and after the same other', 'a@0 a@2000 b@4000 a@6000 a@8000', 'a@2000 b@4000 a@6000'],
  ['two links, and a reader half a minute later', 'a@0 b@100 a@30000', 'a@0 b@100'],
  ['in any order', 'c@90000 b@100 a@0', 'a@0 b@100'],
])('%s', (_, clicks, expected) => {
  const found = [...clicksInBursts(clicksOf(clicks))].map(({ written }) => written)
  expect(found.toSorted()).toEqual(expected.split(' ').filter(Boolean).toSorted())
})

test('a hundred thousand clicks on one copy take no longer than sorting them', () => {
  const clicks = Array.from({ length: 100_000 }, (_, nth) => ({ link: 'a', ipAddress: '', at: at(nth % 100) }))
  const started = cpuNow()
  expect(clicksInBursts(clicks).size).toBe(0)
  expect(cpuNow() - started).toBeLessThan(2_000)
})
