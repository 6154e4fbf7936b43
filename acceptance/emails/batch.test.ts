import { emails } from '@posthorn/contract/messages/email-operations'
import type { EmailBatchAccepted, EmailListItem } from '@posthorn/contract/messages/email-replies'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newWord } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { faultyPaths, hello, inSeconds, readEmail, untilDelivered, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client
let simulated: Client

beforeAll(async () => {
  const organization = await createOrganization(dataDir)
  live = client(url, organization.live_key)
  simulated = client(url, organization.test_key)
})

async function sendBatch(batch: readonly object[], as = live): Promise<string[]> {
  const { status, body } = await as.post<EmailBatchAccepted>('/v1/emails/batch', batch)
  expect(status, JSON.stringify(body)).toBe(200)
  expectShape(body, emails.sendEmailBatch.reply)
  return body.data.map(({ id }) => id)
}

const numbered = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, nth) => ({ ...hello, subject: `Number ${nth}`, ...fields }))

describe('a batch', () => {
  test.each([1, 100])('of %i is sent, and the ids are in the order of the request', async count => {
    const tag = newWord()

    const ids = await sendBatch(numbered(count, { tags: [tag] }))

    expect(new Set(ids).size).toBe(count)
    await untilDelivered(live, tag, count)
    const read = await Promise.all(ids.map(id => readEmail(live, id)))
    expect(read.map(({ subject }) => subject)).toEqual(numbered(count).map(({ subject }) => subject))
  })

  test('of 100 emails with 50 recipients each is accepted', async () => {
    const to = Array.from({ length: 50 }, (_, nth) => `person${nth}@example.com`)

    // Thousands of deliveries would hold up the other tests of this service.
    const ids = await sendBatch(numbered(100, { to, scheduled_for: '2099-01-01T00:00:00Z' }), simulated)

    expect(ids).toHaveLength(100)
    expect(await readEmail(simulated, ids.at(-1) ?? '')).toMatchObject({ status: 'scheduled', to })
  })

  test('of two equal emails is two emails', async () => {
    const [first, second] = await sendBatch([hello, hello])

    expect(first).not.toBe(second)
  })

  test('may contain emails that differ in everything, each with its own time', async () => {
    const attachments = [{ filename: 'a.txt', content: 'aGVsbG8=' }]
    const batch = [
      { ...hello, text: undefined, html: '<p>Now</p>', attachments },
      { ...hello, from: 'Ada <ada@acme.test>', scheduled_for: inSeconds(3_600) },
      { ...hello, to: ['a@b.co', 'b@b.co'], batch_id: newWord() },
    ]

    const [now = '', later = '', several = ''] = await sendBatch(batch)

    expect((await untilStatus(live, now)).html).toBe('<p>Now</p>')
    expect((await readEmail(live, later)).status).toBe('scheduled')
    expect((await untilStatus(live, several)).to).toEqual(['a@b.co', 'b@b.co'])
    expect((await live.post(`/v1/emails/${later}/cancel`)).status).toBe(200)
  })

  test('names the fields that it ignored', async () => {
    const { status, headers } = await live.post('/v1/emails/batch', [hello, { ...hello, colour: 'red' }])

    expect(status).toBe(200)
    expect(headers['x-ignored-fields']).toMatch(/colour/)
  })
})

describe('all or nothing', () => {
  const good = numbered(100)
  test.each([
    ['a bad address', good.with(42, { ...hello, subject: 'x', to: 'nonsense' }), '42.to'],
    ['51 recipients', [hello, { ...hello, to: Array.from({ length: 51 }, (_, nth) => `a${nth}@b.co`) }], '1.to'],
    ['no subject', [{ ...hello, subject: undefined }, hello], '0.subject'],
    ['no sender', [hello, hello, { ...hello, from: undefined }], '2.from'],
    ['no content', [hello, { ...hello, text: '' }], '1.text'],
    ['a time long past', [hello, { ...hello, scheduled_for: '2001-01-01T00:00:00Z' }], '1.scheduled_for'],
    ['a header of ours', [hello, { ...hello, headers: { Bcc: 'a@b.co' } }], '1.headers.Bcc'],
    ['a bad file', [hello, { ...hello, attachments: [{ filename: 'a/b', content: '' }] }], '1.attachments.0.filename'],
    ['a near miss', [hello, { ...hello, schedule_for: inSeconds(60) }], '1.schedule_for'],
    ['null', [hello, null], '1'],
    ['a list', [[hello]], '0'],
  ])('one email with %s refuses the batch and is named by its index', async (_, batch, path) => {
    const fresh = newWord()
    const tagged = batch.map(one => (one && !Array.isArray(one) ? { ...one, tags: [fresh] } : one))

    const answer = await live.post('/v1/emails/batch', tagged)

    expect([answer.status, answer.body.code], answer.text).toEqual([400, 'validation_error'])
    expect(faultyPaths(answer)).toContain(path)
    expect(await readAll<EmailListItem>(live, `/v1/emails?tag=${fresh}`)).toEqual([])
  })

  test('every fault of every email is named', async () => {
    const answer = await live.post('/v1/emails/batch', [
      { ...hello, from: 'nonsense' },
      hello,
      { ...hello, headers: { Date: 'x' }, tags: ['a\nb'] },
    ])

    expect(faultyPaths(answer).toSorted()).toEqual(['0.from', '2.headers.Date', '2.tags.0'])
  })

  test('a template that does not exist refuses it as well', async () => {
    const answer = await live.post('/v1/emails/batch', [hello, { ...hello, text: undefined, template_id: 'welcome' }])

    expect([answer.status, answer.body.code, faultyPaths(answer)]).toEqual([400, 'validation_error', ['1.template_id']])
  })
})

test.each([
  ['nothing', []],
  ['101 emails', numbered(101)],
  ['one email without a list', hello],
  ['a list by a name', { emails: [hello] }],
  ['null', null],
  ['text', 'x'],
])('%s is not a batch', async (_, batch) => {
  const { status, body } = await live.post('/v1/emails/batch', batch)

  expect([status, body.code]).toEqual([400, 'validation_error'])
})
