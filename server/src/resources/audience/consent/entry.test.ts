import { expect, test } from 'vitest'
import { type Entry, faultOf, hashOf, hashOfIp } from './entry.ts'

const salt = '00ff'.repeat(8)
const base: Omit<Entry, 'hash' | 'ip' | 'ipSalt'> = {
  ...{ environmentId: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11', subject: 'ab'.repeat(32), nth: 1 },
  ...{ id: '01945c1e-f01d-7e58-b2c3-4d5e6f7a8b91', channel: 'email', scope: 'channel', topicId: null, action: 'given' },
  ...{ method: 'form', sourceId: null, wording: 'Yes, write to me.', ipHash: hashOfIp(salt, '203.0.113.7') },
  ...{ createdAt: new Date('2026-11-15T12:00:00.000Z'), previousHash: null },
}
const first: Entry = { ...base, ip: '203.0.113.7', ipSalt: salt, hash: hashOf(base) }
const after = { ...base, nth: 2, id: '01945c1e-f01d-7e58-b2c3-4d5e6f7a8b92', previousHash: first.hash }
const second: Entry = { ...after, ip: null, ipSalt: null, hash: hashOf(after) }

test('an entry that follows the one before it is valid, even after its IP address was erased', () => {
  expect(faultOf(first, undefined)).toBeUndefined()
  expect(faultOf(second, first)).toBeUndefined()
})

test.each<[string, Entry, Entry | undefined]>([
  ['It was changed.', { ...first, action: 'withdrawn' }, undefined],
  ['It was changed.', { ...first, wording: 'Yes.' }, undefined],
  ['It was changed.', { ...first, createdAt: new Date('2026-11-15T12:00:00.001Z') }, undefined],
  ['It was changed.', { ...second, method: 'api_key' }, first],
  ['Its IP address was changed.', { ...first, ip: '203.0.113.8' }, undefined],
  ['An entry before it is missing.', second, undefined],
  ['It does not follow the entry before it.', second, { ...first, hash: 'cd'.repeat(32) }],
])('%s', (message, entry, previous) => {
  expect(faultOf(entry, previous)).toEqual({ nth: entry.nth, id: entry.id, message })
})

test('the hash is computed as documented', async () => {
  const { createHash } = await import('node:crypto')
  const text = `[null,"${base.subject}",1,"${base.id}","2026-11-15T12:00:00.000Z","email","channel",null,"given","form",null,"Yes, write to me.","${base.ipHash}"]`

  expect(first.hash).toBe(createHash('sha256').update(text).digest('hex'))
})
