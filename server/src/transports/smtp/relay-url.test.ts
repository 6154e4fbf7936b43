import { expect, test } from 'vitest'
import { parseRelayUrl } from './relay-url.ts'

test.each([
  ['smtp://mx.example', 'opportunistic', false, 25],
  ['smtp://mx.example:587', 'opportunistic', false, 587],
  ['smtp://user:secret@mx.example:587', 'required', true, 587],
  ['smtp://user:secret@mx.example?tls=off', 'off', false, 25],
  ['smtp://user:secret@mx.example?tls=opportunistic', 'opportunistic', false, 25],
  ['smtp://mx.example?tls=required', 'required', true, 25],
  ['smtps://mx.example', 'implicit', true, 465],
  ['smtps://user:secret@mx.example:2465', 'implicit', true, 2465],
  ['smtps://mx.example?tls=opportunistic', 'implicit', false, 465],
])('%s means TLS %s, certificate checked: %s, port %i', (url, kind, checked, port) => {
  expect(parseRelayUrl(url)).toMatchObject({ tls: { kind, checked }, target: { host: 'mx.example', port } })
})

test('user and password are percent-decoded', () => {
  const { credentials } = parseRelayUrl('smtp://ada%40us.example:p%3As%2Fw%25@mx.example')

  expect(credentials).toEqual({ user: 'ada@us.example', pass: 'p:s/w%' })
})

test('the brackets of an IPv6 address are removed', () => {
  expect(parseRelayUrl('smtp://[::1]:2525').target).toEqual({ host: '::1', port: 2525 })
})

test.each(['smtps://mx.example?tls=off', 'smtp://mx.example?tls=perhaps'])('%s is refused', url => {
  expect(() => parseRelayUrl(url)).toThrow(/tls/)
})
