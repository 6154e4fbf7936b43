import { describe, expect, test } from 'vitest'
import { controls, faultyPaths, read, refusalOf } from './reading.fixture.ts'

const ours = [
  ...['From', 'Sender', 'To', 'Cc', 'Bcc', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'Return-Path', 'Received'],
  ...['Resent-From', 'Resent-Date', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding', 'DKIM-Signature'],
  ...['ARC-Seal', 'ARC-Message-Signature', 'Authentication-Results', 'X-Posthorn-Id'],
]

const commands = [
  ...['X-SMTPAPI', 'X-SG-Template', 'X-MC-BccAddress', 'X-MC-Template', 'X-PM-Message-Stream', 'X-PM-Metadata-a'],
  ...['X-SES-Configuration-Set', 'X-SES-Source-ARN', 'X-Mailgun-Recipient-Variables', 'X-Mailgun-Drop-Message'],
  ...['X-MSYS-API', 'X-MJ-TemplateID', 'X-Mailjet-Campaign', 'X-Mailin-Tag', 'X-SIB-Sandbox', 'X-MT-Category'],
  ...['X-MailerSend-Tags', 'X-ElasticEmail-Settings', 'IsTransactional', 'X-Virtual-MTA', 'X-xsMessageId'],
  ...['X-MS-Exchange-Organization-SCL', 'Resend-Idempotency-Key', 'X-GreenArrow-MailClass', 'X-APIHEADER'],
]

const pathsOf = (name: string) => faultyPaths({ headers: { [name]: 'x' } })

describe('headers', () => {
  test('are kept as they are', () => {
    const headers = {
      'X-Order': '1234',
      'List-Unsubscribe': '<mailto:x@y.co>',
      References: '<a@b.co>',
      'X-Greeting': 'Grüße',
    }
    expect(read({ headers }).headers).toEqual(headers)
  })

  test('that are empty are null', () => {
    expect(read({ headers: {} }).headers).toBeNull()
    expect(read({}).headers).toBeNull()
  })

  test.each([...ours, ...commands])('never override what the service writes, and never command a relay: %s', name => {
    for (const spelled of [
      name,
      name.toLowerCase(),
      name.toUpperCase(),
      `${name} `,
      `${name}\t`,
      `${name}:`,
      ` ${name}`,
    ]) {
      expect(pathsOf(spelled)).toEqual([`headers.${spelled}`])
    }
  })

  test('may resemble those names', () => {
    const headers = {
      'X-PMs': 'x',
      'X-MCP': 'x',
      'X-Session': 'x',
      'X-From': 'x',
      Contents: 'x',
      Resent: 'x',
      'To-Do': 'x',
      constructor: 'x',
      toString: 'x',
    }
    expect(read({ headers }).headers).toEqual(headers)
  })

  test.each([
    ['List-Unsubscribe', '<https://acme.test/u/ü>'],
    ['list-id', 'Bücher <books.acme.test>'],
    ['References', `<a@acme.test> <${'x'.repeat(900)}@acme.test>`],
    ['In-Reply-To', `<a@acme.test>${' '.repeat(60)}<b@acme.test>`],
    ['Auto-Submitted', '自動'],
    ['Feedback-ID', `a:${'b'.repeat(900)}`],
  ])('%s, which programs read, must not need encoding: %s', (name, value) => {
    expect(faultyPaths({ headers: { [name]: value } })).toEqual([`headers.${name}`])
  })

  test('a header that programs read may be long, and have its name encoded', () => {
    const headers = {
      'List-Unsubscribe': ` <https://acme.test/${'x'.repeat(870)}>,  <mailto:leave@acme.test> `,
      'List-Id': '=?utf-8?q?B=C3=BCcher?= <books.acme.test>',
      'In-Reply-To': '',
    }
    expect(read({ headers }).headers).toEqual(headers)
  })

  test('that have a field of their own are refused with its name', () => {
    const { details } = refusalOf(() => read({ headers: { 'reply-to': 'x@y.co' } }))
    expect(details).toEqual([
      { path: 'headers.reply-to', message: 'must be given as the field reply_to, not as a header' },
    ])
  })

  test.each(['', 'X Foo', 'X:Foo', 'X-Ü', 'X-\u007f', 'X-\u2028', 'X-😀', ...controls.map(control => `X${control}Y`)])(
    'have names of printable ASCII: %j',
    name => {
      expect(pathsOf(name)).toEqual([`headers.${name}`])
    },
  )

  test('have names of at most 76 characters', () => {
    expect(read({ headers: { [`X-${'a'.repeat(74)}`]: 'x' } }).headers).not.toBeNull()
    expect(pathsOf(`X-${'a'.repeat(75)}`)).toEqual([`headers.X-${'a'.repeat(74)}`])
  })

  test('have values of at most 2,048 characters', () => {
    expect(read({ headers: { 'X-A': '😀'.repeat(2048) } }).headers).toEqual({ 'X-A': '😀'.repeat(2048) })
    expect(faultyPaths({ headers: { 'X-A': 'x'.repeat(2049) } })).toEqual(['headers.X-A'])
  })

  test.each(controls)('have no control character in their values: %j', control => {
    expect(faultyPaths({ headers: { 'X-A': `a${control}Bcc: x@y.zz` } })).toEqual(['headers.X-A'])
  })

  test('are given once, ignoring case', () => {
    expect(faultyPaths({ headers: { 'X-A': '1', 'X-B': '2', 'x-a': '3' } })).toEqual(['headers.x-a'])
  })
})
