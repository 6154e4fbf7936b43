import { expect, test } from 'vitest'
import { loginOf, noExtensions, readExtensions } from './extensions.ts'

const offeredBy = (...lines: string[]) => readExtensions({ code: 250, text: '', lines: ['mx.example', ...lines] })

test.each([
  [['PIPELINING', '8BITMIME', 'STARTTLS'], { pipelining: true, eightBit: true, startTls: true, size: null, auth: [] }],
  [['size 1000', 'auth plain login'], { size: { max: 1_000 }, auth: ['PLAIN', 'LOGIN'] }],
  [['SIZE', 'AUTH=LOGIN'], { size: { max: undefined }, auth: ['LOGIN'] }],
  [['SIZE 0'], { size: { max: undefined } }],
  [['XSTARTTLS', 'PIPELININGS'], noExtensions],
  [[], noExtensions],
])('%j is parsed', (lines, offered) => {
  expect(offeredBy(...lines)).toMatchObject(offered)
})

test('the host name in the first line is no extension', () => {
  expect(readExtensions({ code: 250, text: '', lines: ['STARTTLS'] })).toEqual(noExtensions)
})

const credentials = { user: 'tim', pass: 'tanstaaftanstaaf' }

test.each([
  [['LOGIN', 'PLAIN'], ['AUTH PLAIN AHRpbQB0YW5zdGFhZnRhbnN0YWFm']],
  [[], ['AUTH PLAIN AHRpbQB0YW5zdGFhZnRhbnN0YWFm']],
  [['XOAUTH2'], ['AUTH PLAIN AHRpbQB0YW5zdGFhZnRhbnN0YWFm']],
  [
    ['LOGIN', 'CRAM-MD5'],
    ['AUTH LOGIN', 'dGlt', 'dGFuc3RhYWZ0YW5zdGFhZg=='],
  ],
  // The example of RFC 2195.
  [['CRAM-MD5'], ['AUTH CRAM-MD5', 'dGltIGI5MTNhNjAyYzdlZGE3YTQ5NWI0ZTZlNzMzNGQzODkw']],
])('with %j offered, the login is %j', (auth, expected) => {
  const [first, ...answers] = loginOf(credentials, { ...noExtensions, auth })
  const asked = 'PDE4OTYuNjk3MTcwOTUyQHBvc3RvZmZpY2UucmVzdG9uLm1jaS5uZXQ+'

  expect([first, ...answers.map(answer => answer(asked))]).toEqual(expected)
})
