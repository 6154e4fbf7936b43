import { expect, test } from 'vitest'
import { readClickToken, readOpenToken, readUnsubscribeToken, tokenKey } from '#resources/messages/engagement/tokens.ts'
import { changeHtml, findMarks } from '#transports/mime/links.ts'
import type { Content } from '../content/content-store.ts'
import { isPersonal, personalize } from './personalize.ts'

const key = tokenKey(Buffer.alloc(32, 7))
const parts = {
  key,
  changeHtml,
  marks: null,
  base: 'https://links.acme.test',
  unsubscribeMailbox: null,
}
const copy = {
  environmentId: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11',
  emailId: '01945c1e-9b02-7a41-8f1d-5b9a3c7e6d22',
  nth: 3,
}
const nothing = { trackOpens: false, trackClicks: false, unsubscribe: false, messageStream: 'transactional' }
const content: Content = {
  fromAddress: 'a@acme.test',
  fromName: null,
  to: ['b@acme.test'],
  cc: null,
  replyTo: null,
  subject: 'Hello',
  html: '<a href="https://acme.test/x">x</a> <a href="https://unsubscribe.posthorn.invalid/">leave</a>',
  text: 'https://preferences.posthorn.invalid/',
  headers: { 'X-A': '1' },
  attachments: 0,
  date: new Date(0),
}
const tokenIn = (text: string | null, path: string): string =>
  new RegExp(`https://links\\.acme\\.test${path}([\\w-]+)`).exec(text ?? '')?.[1] ?? ''

test('an email in which nothing is personal is the same for everybody', () => {
  expect(isPersonal(nothing)).toBe(false)
  expect(['trackOpens', 'trackClicks', 'unsubscribe'].map(name => isPersonal({ ...nothing, [name]: true }))).toEqual([
    true,
    true,
    true,
  ])
})

test('links and the pixel carry the recipient and the target; the unsubscribe link is not tracked', () => {
  const email = { ...nothing, trackOpens: true, trackClicks: true }
  const { html } = personalize(email, content, copy, { ...parts, marks: findMarks(content.html ?? '') })

  expect(readClickToken(key, tokenIn(html, '/t/c/'))).toEqual({ ...copy, kind: 'link', link: 'https://acme.test/x' })
  expect(readOpenToken(key, tokenIn(html, '/t/o/'))).toEqual(copy)
  expect(readUnsubscribeToken(key, tokenIn(html, '/u/'))).toEqual(copy)
  // One for the link, and the honeypot that no person sees.
  expect(html?.match(/\/t\/c\//g)).toHaveLength(2)
})

test('the recipient’s own links replace the placeholders of the template, also in text', () => {
  const { html, text, headers } = personalize({ ...nothing, unsubscribe: true }, content, copy, parts)

  expect(html).toContain('<a href="https://acme.test/x">')
  expect(html).not.toContain('.invalid')
  expect(readUnsubscribeToken(key, tokenIn(text, '/u/'))).toEqual(copy)
  expect(headers).toEqual({ 'X-A': '1' })
})

test('a broadcast has both headers for one-click unsubscribe, besides those of the sender', () => {
  const broadcast = { ...nothing, unsubscribe: true, messageStream: 'broadcast' }

  const { headers } = personalize(broadcast, content, copy, parts)

  expect(headers).toMatchObject({
    'X-A': '1',
    'List-Unsubscribe': expect.stringMatching(/^<https:\/\/links\.acme\.test\/u\/[\w-]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(personalize(broadcast, content, copy, parts)).toEqual(personalize(broadcast, content, copy, parts))
  const byMail = personalize(broadcast, content, copy, { ...parts, unsubscribeMailbox: 'u-1@acme.test' })
  expect(byMail.headers?.['List-Unsubscribe']).toMatch(/>, <mailto:u-1@acme\.test\?subject=unsubscribe>$/)
})

const plain: Content = { ...content, html: '<body><p>News</p></body>', text: 'News\n' }
const newsletter = { ...nothing, unsubscribe: true, messageStream: 'broadcast' }

test('a broadcast without a visible unsubscribe link gets a line with one; one that has a link is unchanged', () => {
  const { html, text } = personalize(newsletter, plain, copy, parts)
  const own = personalize(newsletter, content, copy, parts)

  expect(html).toMatch(
    /^<body><p>News<\/p><p style="[^"]+"><a href="https:\/\/links\.acme\.test\/u\/[\w-]+"[^>]*>Unsubscribe<\/a><\/p>\n<\/body>$/,
  )
  expect(text).toMatch(/^News\n\nUnsubscribe: https:\/\/links\.acme\.test\/u\/[\w-]+\n$/)
  expect(own.html).not.toContain('Unsubscribe</a>')
  expect(personalize({ ...nothing, unsubscribe: true }, plain, copy, parts)).toMatchObject({ html: plain.html })
})

test.each([
  ['letters that are longer in lower case', '<body><p>İİİ</p></body>'],
  ['upper case', '<BODY><p>İİİ</p></BODY>'],
])('the line with the unsubscribe link is before the end of the body, in html with %s', (_what, html) => {
  const own = personalize(newsletter, { ...plain, html }, copy, parts).html ?? ''

  expect(own.replace(/<p style.*<\/p>\n/, '')).toBe(html)
  expect(own).toMatch(/İ<\/p><p style="[^"]+"><a href="[^"]+"[^>]*>Unsubscribe<\/a><\/p>\n<\/body>$/i)
})

test('a broadcast has a List-Id and a Feedback-ID, unless the sender set them', () => {
  const topicId = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b99'
  const { headers } = personalize({ ...newsletter, topicId }, plain, copy, parts)
  const own = personalize(newsletter, { ...plain, headers: { 'Feedback-ID': 'a:b:c:acme' } }, copy, parts)

  expect(headers).toMatchObject({
    'List-Id': `<${topicId}.acme.test>`,
    'Feedback-ID': `${copy.emailId}:${topicId}:${copy.environmentId}:broadcast:posthorn`,
  })
  expect(own.headers).toMatchObject({ 'List-Id': '<broadcast.acme.test>', 'Feedback-ID': 'a:b:c:acme' })
})

test('the sender’s own headers count in any case, and none appears twice', () => {
  const written = { 'list-id': '<news.acme.test>', 'feedback-id': 'a:b:c:acme', 'LIST-UNSUBSCRIBE': '<https://a.test>' }
  const { headers } = personalize(newsletter, { ...plain, headers: written }, copy, parts)

  expect(headers).toEqual({
    'list-id': '<news.acme.test>',
    'feedback-id': 'a:b:c:acme',
    'List-Unsubscribe': expect.stringContaining('https://links.acme.test/u/'),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test('transactional mail has no headers of a list or a machine, tracked or not', () => {
  const tracked = { ...nothing, trackOpens: true, trackClicks: true }
  const marks = findMarks(content.html ?? '')
  expect(personalize(tracked, content, copy, { ...parts, marks }).headers).toEqual({ 'X-A': '1' })
  expect(personalize(tracked, { ...content, headers: null }, copy, { ...parts, marks }).headers).toBeNull()
})
