import { expect, test } from 'vitest'
import { faultyPaths, read } from './reading.fixture.ts'

const addresses = (count: number) => Array.from({ length: count }, (_, i) => `a${i}@b.co`)

test('one address is a list of one (99, 100)', () => {
  const one = read({ to: 'a@b.co', cc: 'c@b.co', bcc: 'd@b.co', reply_to: 'e@b.co' })

  expect(one).toEqual(read({ to: ['a@b.co'], cc: ['c@b.co'], bcc: ['d@b.co'], reply_to: ['e@b.co'] }))
  expect(one).toMatchObject({ to: ['a@b.co'], cc: ['c@b.co'], bcc: ['d@b.co'], replyTo: ['e@b.co'] })
  expect(one.recipients).toEqual(['a@b.co', 'c@b.co', 'd@b.co'])
})

test('without cc, bcc and reply_to their lists are empty', () => {
  expect(read({})).toMatchObject({ to: ['a@b.co'], cc: [], bcc: [], replyTo: [], recipients: ['a@b.co'] })
})

test('to, cc and bcc are at most 50 addresses together (105, 106, 108)', () => {
  expect(read({ to: addresses(50) }).recipients).toHaveLength(50)
  expect(read({ to: addresses(48), cc: 'c@b.co', bcc: 'd@b.co' }).recipients).toHaveLength(50)
  expect(faultyPaths({ to: addresses(51) })).toEqual(['to'])
  expect(faultyPaths({ to: addresses(49), cc: 'c@b.co', bcc: 'd@b.co' })).toEqual(['to'])
})

test('reply_to does not count (109)', () => {
  expect(read({ to: addresses(50), reply_to: addresses(2) }).replyTo).toEqual(addresses(2))
})

test('an address given twice counts twice', () => {
  expect(faultyPaths({ to: addresses(50), cc: 'a0@b.co' })).toEqual(['to'])
})

test('an address given twice gets one copy, as it was spelled first', () => {
  const draft = read({ to: ['Ada@B.co', 'b@b.co', 'ada@b.co'], cc: 'ADA@b.co', bcc: ['c@b.co', 'B@B.CO'] })

  expect(draft.recipients).toEqual(['Ada@B.co', 'b@b.co', 'c@b.co'])
  expect(draft.to).toEqual(['Ada@B.co', 'b@b.co', 'ada@b.co'])
  expect(draft.cc).toEqual(['ADA@b.co'])
})
