import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  attachmentToken,
  clickToken,
  honeypotToken,
  openToken,
  readAttachmentToken,
  readClickToken,
  readOpenToken,
  tokenKey,
} from './tokens.ts'

const secret = randomBytes(32)
const key = tokenKey(secret)
const copy = { environmentId: randomUUID(), emailId: randomUUID(), nth: 7 }
const link = 'https://shop.test/a?b=1&c=ü#d'

const click = (url: string): string => {
  const token = clickToken(key, copy, url)
  if (token === undefined) throw new Error('this link has no token')
  return token
}

test('a token contains the copy and the target of the link', () => {
  expect(readOpenToken(key, openToken(key, copy))).toEqual(copy)
  expect(readClickToken(key, click(link))).toEqual({ ...copy, kind: 'link', link })
  expect(readClickToken(key, honeypotToken(key, copy))).toEqual({ ...copy, kind: 'honeypot' })
})

test('a token for a file contains the file, and until when the link is valid', () => {
  const file = { ...copy, until: new Date('2026-11-17T13:00:00Z') }

  expect(readAttachmentToken(key, attachmentToken(key, file))).toEqual(file)
  expect(readAttachmentToken(key, openToken(key, copy))).toBeUndefined()
  expect(readClickToken(key, attachmentToken(key, file))).toBeUndefined()
})

test('any copy and any link are read as they were written', () => {
  const copies = fc.record({ environmentId: fc.uuid(), emailId: fc.uuid(), nth: fc.nat(65_535) })
  fc.assert(
    fc.property(copies, fc.webUrl({ withFragments: true, withQueryParameters: true }), (one, url) => {
      expect(readOpenToken(key, openToken(key, one))).toEqual(one)
      expect(readClickToken(key, clickToken(key, one, url) ?? '')).toEqual({ ...one, kind: 'link', link: url })
    }),
  )
})

test('a token is short: 67 characters for a pixel, and a third more than its length for a link', () => {
  expect(openToken(key, copy)).toHaveLength(67)
  expect(click('https://shop.test/')).toHaveLength(91)
  expect(click(link)).toMatch(/^[\w-]+$/)
})

test('a link that is too long for a request line has no token', () => {
  expect(clickToken(key, copy, `https://shop.test/${'x'.repeat(8_000)}`)).toBeUndefined()
  expect(clickToken(key, copy, '')).toBeUndefined()
})

describe('tokens that are not ours', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const tokens = { open: openToken(key, copy), click: click(link), honeypot: honeypotToken(key, copy) }
  const read = (token: string) => [readOpenToken(key, token), readClickToken(key, token)]

  test.each(Object.entries(tokens))('%s: a token with any character changed is rejected', (_, token) => {
    for (let at = 0; at < token.length; at++) {
      for (const letter of `${alphabet}+/=.~ %\0é`) {
        if (letter === token[at]) continue
        expect(read(token.slice(0, at) + letter + token.slice(at + 1))).toEqual([undefined, undefined])
      }
    }
  })

  test.each(Object.entries(tokens))('%s: a token that is cut short or extended is rejected', (_, token) => {
    for (let length = 0; length < token.length; length++) {
      expect(read(token.slice(0, length))).toEqual([undefined, undefined])
    }
    for (const more of ['A', '=', '\r\nSet-Cookie: a=b', '?url=https://evil.test', '//evil.test', ' ', '\0']) {
      expect(read(token + more)).toEqual([undefined, undefined])
      expect(read(more + token)).toEqual([undefined, undefined])
    }
  })

  test('a token for one purpose is rejected for another', () => {
    expect(readClickToken(key, tokens.open)).toBeUndefined()
    expect(readOpenToken(key, tokens.click)).toBeUndefined()
    expect(readOpenToken(key, tokens.honeypot)).toBeUndefined()
  })

  test('a token of another installation is rejected', () => {
    const other = tokenKey(randomBytes(32))
    expect(readOpenToken(other, tokens.open)).toBeUndefined()
    expect(readClickToken(other, tokens.click)).toBeUndefined()
  })

  test('a token longer than any of ours is rejected, even with a good seal', () => {
    const content = Buffer.alloc(12_000, 'https://shop.test/')
    const seal = createHmac('sha256', secret).update('click\0').update(content).digest().subarray(0, 16)
    expect(readClickToken(key, Buffer.concat([seal, content]).toString('base64url'))).toBeUndefined()
  })

  test('a token whose content is too short is rejected, even with a good seal', () => {
    const content = Buffer.alloc(33)
    const seal = createHmac('sha256', secret).update('click\0').update(content).digest().subarray(0, 16)
    expect(readClickToken(key, Buffer.concat([seal, content]).toString('base64url'))).toBeUndefined()
  })
})
