import { describe, expect, test } from 'vitest'
import { faults } from '../testing/faults.ts'
import { operations } from './all-operations.ts'

/** What the request schemas accept and refuse. The numbers are the rows of our list of edge cases. */

const addresses = (count: number) => Array.from({ length: count }, (_, i) => `a${i}@b.co`)
const email = { from: 'a@b.co', to: 'a@b.co', subject: 'Hello', text: 'Hello' }
const file = { filename: 'a.txt', content: 'aGVsbG8=' }

/** The fault must name the changed field, or the field that the row names. */
type Row = readonly [number | string, Record<string, unknown>, named?: string]

const titled = ([row, change, named]: Row) =>
  [`${row} ${JSON.stringify(change).slice(0, 60)}`, change, named ? [named] : Object.keys(change)] as const

function table(id: 'sendEmail' | 'sendSms' | 'createContact' | 'createTopic' | 'createWorkflow' | 'createWebhook') {
  const schema = operations[id].body
  return {
    accepts: (base: object, rows: readonly Row[]) =>
      test.each(rows.map(titled))(`${id} accepts %s`, (_, change) => {
        expect(faults(schema, { ...base, ...change })).toEqual([])
      }),
    refuses: (base: object, rows: readonly Row[]) =>
      test.each(rows.map(titled))(`${id} refuses %s`, (_, change, named) => {
        const request = JSON.parse(JSON.stringify({ ...base, ...change })) // drops undefined values
        const found = faults(schema, request)
        expect(found.filter(fault => named.some(name => fault.includes(name)))).not.toEqual([])
      }),
  }
}

describe('an email', () => {
  const { accepts, refuses } = table('sendEmail')

  accepts(email, [
    [74, { from: 'a@b.co' }],
    [75, { from: 'Acme <a@b.co>' }],
    [97, { from_name: '' }],
    [99, { to: 'a@b.co', cc: 'a@b.co', bcc: 'a@b.co', reply_to: 'a@b.co' }],
    [100, { to: ['a@b.co'], cc: ['a@b.co'], bcc: ['a@b.co'], reply_to: ['a@b.co'] }],
    [105, { to: addresses(50) }],
    [117, { text: undefined, html: '<p>Hello</p>' }],
    [119, { html: '<p>Hello</p>' }],
    [120, { text: undefined, subject: undefined, template_id: 'x' }],
    [129, { subject: '😀 שלום é' }],
    [140, { variables: {} }],
    [148, { tags: [] }],
    [149, { tags: addresses(50) }],
    [165, { batch_id: 'b'.repeat(256) }],
    [172, { foo: 1 }],
    [174, { attachments: [{ ...file, type: 'text/plain' }] }],
    [175, { attachments: [] }],
    [188, { attachments: [{ ...file, content: '' }] }],
    [208, { scheduled_for: '2027-01-01T00:00:00Z' }],
    ['headers', { headers: { 'X-Order': '1' } }],
    ['a stream', { message_stream: 'broadcast', topic_id: 'x' }],
  ])

  refuses(email, [
    [49, { to: '<a@b.co>' }],
    [50, { reply_to: 'Name <a@b.co>' }],
    [70, { to: 1 }],
    [71, { cc: null }],
    [72, { bcc: {} }],
    [73, { to: [['a@b.co']] }],
    [90, { from: '' }],
    [91, { from: undefined }],
    [92, { from: 1 }],
    [93, { from_name: 'a'.repeat(257) }],
    [94, { from: 'a'.repeat(999) }],
    [101, { to: [] }],
    [102, { to: undefined }],
    [103, { to: null }],
    [104, { to: '' }],
    [106, { to: addresses(51) }],
    [110, { to: [...addresses(49), 'bad'] }],
    [112, { to: undefined, cc: 'a@b.co' }],
    [116, { text: undefined }, 'html'],
    [126, { subject: '' }],
    ['a subject of 999', { subject: 'a'.repeat(999) }],
    [141, { variables: [] }],
    [141, { variables: null }],
    [150, { tags: addresses(51) }],
    [151, { tags: [''] }],
    [152, { tags: ['a'.repeat(257)] }],
    [153, { tags: [1] }],
    [154, { tags: 'x' }],
    [166, { batch_id: 'b'.repeat(257) }],
    [167, { batch_id: 1 }],
    [168, { track_opens: 'true' }],
    [169, { track_opens: 1 }],
    [170, { track_clicks: null }],
    [194, { attachments: [{ filename: 'a' }] }],
    [195, { attachments: [{ ...file, content: 1 }] }],
    [196, { attachments: [{ filename: 'a', content: { path: '/etc/passwd' } }] }],
    [207, { attachments: Array.from({ length: 51 }, () => file) }],
    [215, { scheduled_for: '2027-02-29T00:00:00Z' }],
    [244, { scheduled_for: 1 }],
    [245, { scheduled_for: null }],
    ['a header that is no string', { headers: { 'X-Order': 1 } }],
    ['51 headers', { headers: Object.fromEntries(addresses(51).map(name => [name, 'x'])) }],
    ['an unknown stream', { message_stream: 'marketing' }],
  ])

  test('with one bad address among 50 is refused with its index', () => {
    const schema = operations.sendEmail.body

    expect(faults(schema, { ...email, to: [...addresses(49), 'bad'] })).toContain('/to/49 must match format "email"')
  })
})

describe('a batch', () => {
  const schema = operations.sendEmailBatch.body

  test.each([
    [257, [email]],
    [258, Array.from({ length: 100 }, () => email)],
  ])('is accepted: %s', (_, batch) => {
    expect(faults(schema, batch)).toEqual([])
  })

  test.each([
    [256, []],
    ['101 items', Array.from({ length: 101 }, () => email)],
    [260, email],
    [261, { emails: [email] }],
    [262, [null]],
    [263, [[email]]],
    [266, [{ ...email, to: addresses(51) }]],
  ])('is refused: %s', (_, batch) => {
    expect(faults(schema, batch)).not.toEqual([])
  })
})

describe('a text message', () => {
  const { accepts, refuses } = table('sendSms')
  const sms = { from: '+14155552671', to: '+14155552672', body: 'Hello' }
  const media = 'https://example.com/a.png'

  accepts(sms, [
    [295, { body: '', media_urls: [media] }],
    [318, { media_urls: [] }],
    [319, { media_urls: Array(10).fill(media) }],
    ['no body with media', { body: undefined, media_urls: [media] }],
  ])
  refuses(sms, [
    [274, { to: '14155552671' }],
    [292, { body: undefined }, 'media_urls'],
    [317, { body: 1 }],
    [320, { media_urls: Array(11).fill(media) }],
    ['media without https', { media_urls: ['http://example.com/a.png'] }],
    ['no sender', { from: undefined }],
  ])
})

describe('a contact', () => {
  const { accepts, refuses } = table('createContact')

  accepts({}, [
    [331, { email: 'a@b.co' }],
    [332, { phone_number: '+14155552671' }],
    [333, { email: 'a@b.co', phone_number: '+14155552671' }],
    [346, { email: 'a@b.co', first_name: 'a'.repeat(256) }],
    [350, { email: 'a@b.co', first_name: '' }],
  ])
  refuses({}, [
    [334, { first_name: 'Ada' }, 'email'],
    [335, {}, 'email'],
    [336, { email: null, phone_number: null }],
    [343, { email: 'a@b.co', email_subscribed: 'yes' }],
    [344, { email: 'a@b.co', email_subscribed: 1 }],
    [345, { email: 'a@b.co', email_subscribed: null }],
    [347, { email: 'a@b.co', first_name: 'a'.repeat(257) }],
    [349, { email: 'a@b.co', first_name: 1 }],
  ])

  test.each([
    [351, { email: 'a@b.co', phone_number: '+14155552671' }],
    [352, {}],
    [353, { email: 'bad' }],
  ])('lookup is refused: %s', (_, query) => {
    expect(faults(operations.lookupContact.query, query)).not.toEqual([])
  })
})

describe('a topic', () => {
  const { accepts, refuses } = table('createTopic')

  accepts(
    { name: 'News' },
    [-1, 0, 1.5, 1e9].map(display_order => [369, { display_order }] as const),
  )
  refuses({ name: 'News' }, [
    [366, { name: undefined }],
    [367, { name: '' }],
    [368, { name: 1 }],
    [370, { display_order: '1' }],
  ])
})

describe('a workflow', () => {
  const { accepts, refuses } = table('createWorkflow')

  accepts({ name: 'Onboarding' }, [
    ['a draft with nothing', {}],
    ['a draft with anything', { trigger_config: 'later', workflow_definition: [1, null] }],
    ['a status', { status: 'active', trigger_type: 'contact_created' }],
  ])
  refuses({ name: 'Onboarding' }, [
    [373, { name: '' }],
    [374, { name: undefined }],
    ['an unknown status', { status: 'running' }],
    ['an unknown trigger', { trigger_type: 'birthday' }],
  ])
})

describe('a webhook', () => {
  const { accepts, refuses } = table('createWebhook')
  const webhook = { url: 'https://acme.test/hook', subscribed_events: ['*'] }

  accepts(webhook, [
    ['one event', { subscribed_events: ['email.delivered'] }],
    ['all of a kind', { subscribed_events: ['email.*', 'sms.*'] }],
    ['http, for development', { url: 'http://127.0.0.1:3000/hook' }],
  ])
  refuses(webhook, [
    ['an unknown event', { subscribed_events: ['email.exploded'] }],
    ['no event', { subscribed_events: [] }],
    ['no address', { url: undefined }],
    ['an address of another kind', { url: 'ftp://acme.test' }],
    ['an unknown status', { status: 'paused' }],
  ])
})
