import { expect, test } from 'vitest'
import { type Email, fromWord, toEmailSend } from './email-request.ts'

const read = (fields: Partial<Email>) => toEmailSend({ to: 'ada@example.com', ...fields }, [])

test.each([
  ['a name', 'Ada Lovelace <ada@example.com>', 'ada@example.com'],
  ['names in a list', ['Ada <a@example.com>', ' b@example.com '], ['a@example.com', 'b@example.com']],
  ['text that is not an address', 'a > b', 'a > b'],
])('recipients: %s', (_, to, taken) => {
  expect(read({ to }).to).toEqual(taken)
})

test.each(['to', 'cc', 'bcc', 'reply_to'] as const)('no recipient is dropped from %s', field => {
  const two = 'Ada <ada@example.com>, Bob <bob@example.com>'
  expect(read({ [field]: two })).toMatchObject({ [field]: two })
  expect(read({ [field]: [two] })).toMatchObject({ [field]: [two] })
})

test('the unsubscribe link is ours, and other braces stay', () => {
  const html = '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">x</a> {{{NAME}}}'
  expect(read({ html, text: '{{{ RESEND_UNSUBSCRIBE_URL }}}' })).toMatchObject({
    html: '<a href="{{ unsubscribe_url }}">x</a> {{{NAME}}}',
    text: '{{ unsubscribe_url }}',
  })
})

test('null and empty fields count as missing', () => {
  const nothing = {
    subject: null,
    html: null,
    cc: [],
    bcc: null,
    reply_to: [],
    tags: null,
    topic_id: null,
    template: null,
  }
  expect(read(nothing)).toEqual({ to: 'ada@example.com' })
})

test.each([
  ['an id', '01945c1e-c7a1-7b52-9e3d-6a1f8c2b4d55', { template_id: '01945c1e-c7a1-7b52-9e3d-6a1f8c2b4d55' }],
  ['an alias', 'welcome', { template_friendly_name: 'welcome' }],
])('a template by %s', (_, id, taken) => {
  expect(read({ template: { id, variables: { a: 1 } } })).toMatchObject({ ...taken, variables: { a: 1 } })
})

test('an email with a topic is a broadcast', () => {
  expect(read({ topic_id: 'x' })).toMatchObject({ topic_id: 'x', message_stream: 'broadcast' })
})

test.each([
  [{ name: 'category', value: 'welcome' }, 'category:welcome'],
  [{ name: 'url', value: 'https://a' }, 'url:https://a'],
  [{ name: 'plain', value: '' }, 'plain'],
])('a tag is converted to one word and back: %j', (tag, word) => {
  expect(read({ tags: [tag] }).tags).toEqual([word])
  expect(fromWord(word)).toEqual(tag)
})
