import { expect, test } from 'vitest'
import { transportsFor } from './choose-transports.ts'

const source = (name: string, ...serves: string[]) => ({ name, serves })
const relay = { name: 'relay' }
const email = {
  emailId: '01945c1e-a1f4-7d52-b3c8-7e2d9f000000',
  organizationId: 'acme',
  messageStream: 'transactional',
}
const chosen = (all: readonly { name: string; serves?: readonly string[] }[], more: Partial<typeof email> = {}) =>
  transportsFor(all, { ...email, ...more }).map(({ name }) => name)

const all = [source('codes', 'transactional'), source('news', 'broadcast'), source('own', 'acme'), source('any'), relay]

test.each([
  ['an organization with its own', {}, ['own', 'relay']],
  ['a stream with its own', { organizationId: 'other' }, ['codes', 'relay']],
  ['the other stream', { organizationId: 'other', messageStream: 'broadcast' }, ['news', 'relay']],
])('%s: the source comes first, and then the rest', (_, more, names) => {
  expect(chosen(all, more)).toEqual(names)
})

test('sources for everybody are used in rotation', () => {
  const sources = [relay, source('a'), source('b'), source('c')]

  expect(chosen(sources)).toEqual(['relay', 'a', 'b', 'c'])
  expect(chosen(sources, { emailId: `${email.emailId.slice(0, -1)}2` })).toEqual(['relay', 'c', 'a', 'b'])
})

test('without sources the order is that of the settings', () => {
  expect(chosen([{ name: 'direct' }, relay])).toEqual(['direct', 'relay'])
})
