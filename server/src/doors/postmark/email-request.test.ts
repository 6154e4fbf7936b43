import { expect, test } from 'vitest'
import { compileCheck } from '#validation/check.ts'
import { Email, fromTags, toEmailSend } from './email-request.ts'

const read = (fields: Partial<Email>) =>
  toEmailSend({ From: 'Acme <hello@acme.test>', To: 'ada@example.com', ...fields })
const id = '01945c1e-c7a1-7b52-9e3d-6a1f8c2b4d55'
const plain = { from: 'Acme <hello@acme.test>', to: ['ada@example.com'] }

test('null and empty fields count as missing', () => {
  const nothing = {
    Cc: '',
    Bcc: null,
    Subject: null,
    HtmlBody: '',
    Tag: '',
    Headers: [],
    Attachments: [],
    Metadata: {},
  }
  expect(read({ ...nothing, MessageStream: null, TemplateId: null, TemplateAlias: '' })).toEqual(plain)
})

test.each<[string, Partial<Email>, object]>([
  ['names', { Cc: '"B, C" <b@example.com>, c@example.com' }, { cc: ['b@example.com', 'c@example.com'] }],
  ['content', { Subject: 'S', HtmlBody: 'H', TextBody: 'T' }, { subject: 'S', html: 'H', text: 'T' }],
  [
    'the unsubscribe link',
    { HtmlBody: '<a href="{{{ pm:unsubscribe }}}">x</a>', TextBody: '{{pm:unsubscribe_url}} {{pm:other}}' },
    { html: '<a href="{{ unsubscribe_url }}">x</a>', text: '{{ unsubscribe_url }} {{pm:other}}' },
  ],
  ['the default stream', { MessageStream: 'outbound' }, { message_stream: 'transactional' }],
  ['a broadcast', { MessageStream: 'broadcast' }, { message_stream: 'broadcast' }],
  ['links in html', { TrackOpens: true, TrackLinks: 'HtmlOnly' }, { track_opens: true, track_clicks: true }],
  ['links in html and text', { TrackLinks: 'HtmlAndText' }, { track_clicks: true }],
  ['no links', { TrackLinks: 'None' }, { track_clicks: false }],
  ['headers', { Headers: [{ Name: 'X-A', Value: '1' }] }, { headers: { 'X-A': '1' } }],
  ['one of our templates', { TemplateId: id, TemplateModel: { a: 1 } }, { template_id: id, variables: { a: 1 } }],
  ['a template with a number', { TemplateId: 1234 }, { template_friendly_name: '1234' }],
  ['a template with an alias', { TemplateAlias: 'welcome' }, { template_friendly_name: 'welcome' }],
  [
    'a file',
    { Attachments: [{ Name: 'a', Content: 'aGk=', ContentType: 'image/png', ContentID: 'cid:logo' }] },
    { attachments: [{ filename: 'a', content: 'aGk=', type: 'image/png', contentId: 'logo' }] },
  ],
  [
    'a file in lines of base64, as from Ruby',
    { Attachments: [{ Name: 'a', Content: 'aGVs\nbG8=\n' }] },
    { attachments: [{ filename: 'a', content: 'aGVsbG8=' }] },
  ],
])('%s', (_, fields, taken) => {
  expect(read(fields)).toEqual({ ...plain, ...taken })
})

test('a tag and metadata are converted to tags and back', () => {
  const given = { Tag: 'welcome', Metadata: { order: '7', url: 'https://a' } }
  const { tags } = read(given)
  expect(tags).toEqual(['welcome', 'order:7', 'url:https://a'])
  expect(fromTags(tags)).toEqual(given)
  expect(fromTags()).toEqual({ Tag: null, Metadata: {} })
})

test.each<[string, Partial<Email>]>([
  ['message_stream', { MessageStream: 'newsletters' }],
  ['message_stream', { MessageStream: 'inbound' }],
  ['track_clicks', { TrackLinks: 'TextOnly' }],
  ['track_clicks', { TrackLinks: 'html' }],
  ['message_stream', { MessageStream: 'constructor' }],
  [
    'headers',
    {
      Headers: [
        { Name: 'X-A', Value: '1' },
        { Name: 'x-a', Value: '2' },
      ],
    },
  ],
])('%s is refused: %j', (path, fields) => {
  expect(() => read(fields)).toThrow(expect.objectContaining({ details: [expect.objectContaining({ path })] }))
})

test.each(['From', 'To', 'Cc', 'Bcc', 'ReplyTo'])(
  'a %s of far too many characters is refused before it is taken apart',
  field => {
    const check = compileCheck(Email, 'body')
    const email = { From: 'hello@acme.test', To: 'ada@example.com', [field]: 'a@b.co,'.repeat(20_000) }

    expect(check(email, 0)).toEqual([{ path: field, message: 'must have at most 50000 characters' }])
    expect(check({ ...email, [field]: 'a'.repeat(50_000) }, 0)).toEqual([])
  },
)
