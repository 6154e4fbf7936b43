import { expect, test } from 'vitest'
import type { Door } from './door.ts'
import { routedPaths } from './root-path.ts'

const door: Door = {
  name: 'resend',
  operations: [],
  unsupported: [],
  atRoot: { header: 'authorization', value: /^Bearer /, words: ['emails', 'api-keys', 'v3'] },
  describe: () => ({ status: 500, body: {} }),
}
const pathOf = routedPaths([door])
const authorization = 'Bearer x'

test.each([
  ['a key at the root', '/emails', { authorization }, '/resend/emails'],
  ['with a longer path', '/emails/1?a=/b', { authorization }, '/resend/emails/1?a=/b'],
  ['with a query', '/emails?limit=1', { authorization }, '/resend/emails?limit=1'],
  ['two slashes', '//emails', { authorization }, '/resend/emails'],
  ['two slashes after the name', '/resend//emails', { authorization }, '/resend/emails'],
  ['a slash at the end', '/emails/', { authorization }, '/resend/emails'],
  ['a slash at the end, before a query', '/resend/emails/?a=b/', {}, '/resend/emails?a=b/'],
  ['slashes at the end', '/resend/emails/1//', {}, '/resend/emails/1'],
  ['our own page with a slash at the end', '/emails/', {}, '/emails/'],
  ['a word with a digit', '/v3/mail', { authorization }, '/resend/v3/mail'],
  ['the name of the door', '/resend/emails', {}, '/resend/emails'],
  ['a browser', '/emails', {}, '/emails'],
  ['another kind of key', '/emails', { authorization: 'Basic x' }, '/emails'],
  ['another word', '/metrics', { authorization }, '/metrics'],
  ['a word with a known prefix', '/emailsx', { authorization }, '/emailsx'],
  ['our own API', '/v1/emails', { authorization }, '/v1/emails'],
  ['the root', '/', { authorization }, '/'],
])('%s', (_, url, headers, path) => {
  expect(pathOf({ url, headers })).toBe(path)
})
