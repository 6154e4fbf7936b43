import { expect, test } from 'vitest'
import { type DatabaseAddress, listeningUrl } from './address.ts'

const [url, directUrl] = ['postgres://pooler/d', 'postgres://postgres/d']

test.each<[string, DatabaseAddress, string | undefined]>([
  ['PostgreSQL itself', { url }, url],
  ['a pooler in session mode', { url, pooling: 'session' }, url],
  ['a pooler in transaction mode', { url, pooling: 'transaction' }, undefined],
  ['a pooler in transaction mode, with a direct URL', { url, pooling: 'transaction', directUrl }, directUrl],
])('%s: the URL for LISTEN is known', (_, address, expected) => {
  expect(listeningUrl(address)).toBe(expected)
})
