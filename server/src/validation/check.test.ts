import { allOperations, operations } from '@posthorn/contract/all-operations'
import { allConsoleOperations } from '@posthorn/contract/console/all-operations'
import { expect, test } from 'vitest'
import { cpuNow } from '../../testing/cpu-clock.ts'
import { compileCheck } from './check.ts'
import { withoutIds } from './schema-ids.ts'

const contact = compileCheck(withoutIds(operations.createContact.body), 'body')
const email = compileCheck(withoutIds(operations.sendEmail.body), 'body')
const lookup = compileCheck(withoutIds(operations.lookupContact.query), 'query')
const sms = { from: '+14155552671', to: '+14155552672', body: 'Hi' }
const message = { from: 'a@b.co', to: 'a@b.co', subject: 's', text: 't' }

test.each([
  [{}, [{ path: 'body', message: 'needs email or phone_number' }]],
  [{ email: 'x' }, [{ path: 'email', message: 'must be an email address such as ada@example.com' }]],
  [{ email: 1 }, [{ path: 'email', message: 'must be a string' }]],
  [{ phone_number: '123' }, [{ path: 'phone_number', message: expect.stringContaining('E.164') }]],
  [{ email: 'a@b.co', email_subscribed: 'true' }, [{ path: 'email_subscribed', message: 'must be true or false' }]],
  [{ email: 'a@b.co', email_subscribed: 1 }, [{ path: 'email_subscribed', message: 'must be true or false' }]],
  [{ email: 'a@b.co', email_subscribed: null }, [{ path: 'email_subscribed', message: 'must be true or false' }]],
  [
    { email: 'a@b.co', first_name: 'x'.repeat(257) },
    [{ path: 'first_name', message: 'must have at most 256 characters' }],
  ],
  [[], [{ path: 'body', message: 'must be an object' }]],
  [null, [{ path: 'body', message: 'must be an object' }]],
])('%j says what to change', (value, faults) => {
  expect(contact(value, 0)).toEqual(expect.arrayContaining(faults))
})

const tooLong = (most: number) => `must have at most ${most} characters`
test.each([
  [
    'a list for an address',
    { to: 'ada@example.com, '.repeat(20) },
    'to',
    'must be an email address such as ada@example.com',
  ],
  [
    'the same among others',
    { to: ['a@b.co', 'x'.repeat(300)] },
    'to.1',
    'must be an email address such as ada@example.com',
  ],
  ['a long address', { to: `a@${'b.'.repeat(100)}${'example'.repeat(9)}` }, 'to', tooLong(254)],
  [
    'the words of a date',
    { scheduled_for: String(new Date(0)) },
    'scheduled_for',
    expect.stringMatching(/^must be a UTC/),
  ],
])('%s, malformed or too long, gets the one message that helps', (_name, fields, path, said) => {
  expect(email({ ...message, ...fields }, 0)).toEqual([{ path, message: said }])
})

test.each([
  ['a long URL', `https://a.test/${'x'.repeat(3_000)}`, tooLong(2_048)],
  ['a file instead of its URL', `data:image/png;base64,${'A'.repeat(3_000)}`, expect.stringMatching(/https/)],
])('%s gets the one message that helps', (_name, url, said) => {
  expect(compileCheck(withoutIds(operations.sendSms.body), 'body')({ ...sms, media_urls: [url] }, 0)).toEqual([
    { path: 'media_urls.0', message: said },
  ])
})

const allRequests = [...allOperations, ...allConsoleOperations].flatMap(({ id, body, query }) =>
  [body, query].flatMap(schema => (schema ? [{ id, schema }] : [])),
)

test('every pattern comes with words, because nobody wants to read a regular expression', () => {
  const wordless = allRequests.flatMap(({ id, schema }) => {
    const patterns: string[] = []
    JSON.stringify(schema, (_key, value) => {
      const { pattern, format, expected } = Object(value)
      if (typeof pattern === 'string' && pattern !== '\\S' && (format ?? expected) === undefined) patterns.push(pattern)
      return value
    })
    return patterns.map(pattern => [id, pattern])
  })

  expect(wordless).toEqual([])
})

test.each([
  [
    { ...sms, from: '+' },
    { path: 'from', message: expect.stringMatching(/^must be a number such as \+14155552671, a/) },
  ],
  [
    { ...sms, from: '' },
    { path: 'from', message: expect.stringMatching(/^must be a number such as \+14155552671, a/) },
  ],
])('a text message %j is told what is expected, not what the field is', (value, fault) => {
  expect(compileCheck(withoutIds(operations.sendSms.body), 'body')(value, 0)).toEqual([fault])
})

test('for one address or many, the intended form is explained', () => {
  expect(email({ ...message, to: 'x' }, 0)).toEqual([{ path: 'to', message: expect.stringContaining('email address') }])
  expect(email({ ...message, to: ['a@b.co', 'x'] }, 0)).toEqual([
    { path: 'to.1', message: expect.stringContaining('email address') },
  ])
  expect(email({ ...message, to: 5 }, 0)).toEqual([{ path: 'to', message: 'must be a string or an array' }])
})

test('all faults of a request are reported at once', () => {
  const faults = email({ subject: 1, tags: 'x' }, 0)

  expect(faults.map(fault => fault.path)).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'tags']))
})

test('for a large request only the first fault is reported, so that hostile input is cheap', () => {
  const faults = email({ ...message, to: Array.from({ length: 100_000 }, () => 'x') }, 1_000_000)

  expect(faults.length).toBeLessThanOrEqual(2)
})

test.each([
  [{}, 'needs exactly one of email and phone_number'],
  [{ email: 'a@b.co', phone_number: '+14155552671' }, 'needs exactly one of email and phone_number'],
])('a look-up by %j is refused', (query, message) => {
  expect(lookup(query, 0)).toEqual([{ path: 'query', message }])
})

test('a fault that two rules find is reported once', () => {
  expect(contact({ phone_number: '12345' }, 0)).toHaveLength(1)
})

test('each item of a list is explained separately, and thousands of faults are cheap', () => {
  const batch = compileCheck(withoutIds(operations.sendEmailBatch.body), 'body')
  const faults = batch(
    [
      { ...message, to: 1 },
      { ...message, to: ['a@b.co', 'x'] },
      { ...message, to: 'y' },
    ],
    0,
  )
  expect(faults.map(fault => fault.path)).toEqual(expect.arrayContaining(['0.to', '1.to.1', '2.to']))
  expect(faults).toHaveLength(3)

  const begun = cpuNow()
  batch(
    Array.from({ length: 3_000 }, () => ({ to: 1 })),
    27_000,
  )
  expect(cpuNow() - begun).toBeLessThan(1_000)
})
