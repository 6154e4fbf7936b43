import { emails } from '@posthorn/contract/messages/email-operations'
import type { EmailListItem, EmailWorkflow } from '@posthorn/contract/messages/email-replies'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { readMessage } from '../http-client/mime.ts'
import type { Page } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newWord } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { eventTypes, faultyPaths, hello, inSeconds, readEmail, send, untilDelivered, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client
let simulated: Client

beforeAll(async () => {
  const organization = await createOrganization(dataDir)
  live = client(url, organization.live_key)
  simulated = client(url, organization.test_key)
})

const rawOf = async (id: string) => readMessage((await live.get(`/v1/emails/${id}/raw`)).text)
const listed = async (tag: string): Promise<EmailListItem[]> =>
  (await live.get<Page<EmailListItem>>(`/v1/emails?tag=${tag}`)).body.data

describe('an email that is accepted', () => {
  test('is acknowledged as processing, with what was asked for', async () => {
    const before = Date.now()

    const { id, created_at, workflow_id, ...rest } = await send(live, { from: 'Acme <hello@acme.test>' })

    expect(rest).toEqual({
      from: 'Acme <hello@acme.test>',
      to: ['ada@example.com'],
      subject: 'Hello',
      scheduled_for: null,
      suppressed_recipients: [],
      status: 'processing',
    })
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(workflow_id).toMatch(/\S/)
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before - 1_000)
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  test.each(['live', 'test'])('is delivered with a %s key, and its times are in order', async mode => {
    const api = mode === 'live' ? live : simulated
    const accepted = await send(api)

    const email = await untilStatus(api, accepted.id)

    expect(email).toMatchObject({ id: accepted.id, from: hello.from, to: [hello.to], subject: hello.subject })
    expect(email.created_at).toBe(accepted.created_at)
    const moments = [email.created_at, email.sent_at, email.delivered_at].map(at => Date.parse(at ?? 'never'))
    expect(moments, 'a time for each').not.toContain(Number.NaN)
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    expect(email).toMatchObject({ opened_at: null, clicked_at: null, open_count: 0, click_count: 0 })
  })

  test.each([
    ['live', 'capture'],
    ['test', 'simulated'],
  ])('with a %s key lists what happened, oldest first, with each attempt', async (mode, transport) => {
    const api = mode === 'live' ? live : simulated
    const { id } = await send(api, { to: ['ada@example.com', 'grace@example.com'] })

    const email = await untilStatus(api, id)

    expect(eventTypes(email)[0]).toBe('processing')
    expect(eventTypes(email).toSorted()).toEqual(['delivered', 'delivered', 'processing', 'sent', 'sent'])
    const moments = email.events.map(({ created_at }) => Date.parse(created_at))
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    for (const recipient of ['ada@example.com', 'grace@example.com']) {
      const own = email.events.filter(({ data }) => data.recipient === recipient)
      expect(own.map(({ type }) => type)).toEqual(['sent', 'delivered'])
      for (const { data } of own) {
        expect(data).toMatchObject({ attempt: 1, transport, reply: expect.stringMatching(/\S/) })
        expect(data.duration_ms).toBeGreaterThanOrEqual(0)
      }
    }
  })

  test('has a workflow that finishes with it', async () => {
    const { id, created_at } = await send(live)
    await untilStatus(live, id)

    const { status, body } = await live.get<EmailWorkflow>(`/v1/emails/${id}/workflow`)

    expect(status).toBe(200)
    expectShape(body, emails.getEmailWorkflow.reply)
    const jobStatus = { state: 'finished', previousAttempts: 1 }
    expect(body).toEqual({ emailId: id, status: 'delivered', jobStatus, created_at })
  })

  test('many at once are all delivered, each once', async () => {
    const tag = newWord()
    const accepted = await Promise.all(Array.from({ length: 60 }, () => send(live, { tags: [tag] })))

    await untilDelivered(live, tag, 60)

    const delivered = await Promise.all(accepted.map(({ id }) => readEmail(live, id)))
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(60)
    for (const email of delivered) expect(eventTypes(email)).toEqual(['processing', 'sent', 'delivered'])
  })
})

describe('the sender', () => {
  const forms = [
    ['a bare address', { from: 'a@b.co' }, 'a@b.co'],
    ['an address in brackets', { from: '<a@b.co>' }, 'a@b.co'],
    ['a name', { from: 'Acme <a@b.co>' }, 'Acme <a@b.co>'],
    ['a quoted name', { from: '"Acme, Inc." <a@b.co>' }, '"Acme, Inc." <a@b.co>'],
    ['a comma without quotes', { from: 'Acme, Inc. <a@b.co>' }, '"Acme, Inc." <a@b.co>'],
    ['a name beyond ASCII', { from: 'Ünï 😀 <a@b.co>' }, 'Ünï 😀 <a@b.co>'],
    ['an address as the name', { from: '"x@bank.co" <a@b.co>' }, '"x@bank.co" <a@b.co>'],
    ['from_name', { from: 'a@b.co', from_name: 'Ada' }, 'Ada <a@b.co>'],
    ['from_name over the name', { from: 'Acme <a@b.co>', from_name: 'Ada' }, 'Ada <a@b.co>'],
    ['quotes in from_name', { from: 'a@b.co', from_name: 'Ada "A" \\ L.' }, '"Ada \\"A\\" \\\\ L." <a@b.co>'],
    ['a name of 256', { from: 'a@b.co', from_name: 'é'.repeat(256) }, `${'é'.repeat(256)} <a@b.co>`],
    ['an empty from_name', { from: 'Acme <a@b.co>', from_name: '' }, 'Acme <a@b.co>'],
  ] as const

  test.each(forms)('with %s is shown in full, bare in the list, and correct on the wire', async (_, fields, shown) => {
    const tag = newWord()

    const accepted = await send(live, { ...fields, tags: [tag] })

    expect(accepted.from).toBe(shown)
    expect((await readEmail(live, accepted.id)).from).toBe(shown)
    const [item] = await listed(tag)
    expect(item?.from).toBe('a@b.co')
    expect((await rawOf(accepted.id)).header('From')).toBe(shown)
  })

  test('keeps its capitals', async () => {
    const { id } = await send(live, { from: 'A.B@B.co' })

    expect((await readEmail(live, id)).from).toBe('A.B@B.co')
  })

  test.each([
    ['two', { from: 'A <a@b.co>, B <c@d.co>' }, 'from'],
    ['two without names', { from: 'a@b.co, c@d.co' }, 'from'],
    ['an empty one', { from: '' }, 'from'],
    ['none', { from: undefined }, 'from'],
    ['null', { from: null }, 'from'],
    ['a number', { from: 7 }, 'from'],
    ['a list', { from: ['a@b.co'] }, 'from'],
    ['a name alone', { from: 'Acme' }, 'from'],
    ['a bad address', { from: 'Acme <a@b>' }, 'from'],
    ['a name of 257', { from: `${'x'.repeat(257)} <a@b.co>` }, 'from'],
    ['999 characters', { from: `${' '.repeat(993)}a@b.co` }, 'from'],
    ['a line break', { from: 'Acme\r\nBcc: x@y.zz <a@b.co>' }, 'from'],
    ['from_name of 257', { from_name: 'x'.repeat(257) }, 'from_name'],
    ['from_name that is null', { from_name: null }, 'from_name'],
    ['from_name with a line break', { from_name: 'Ada\r\nBcc: x@y.zz' }, 'from_name'],
  ])('%s is refused', async (_, fields, path) => {
    const answer = await live.post('/v1/emails', { ...hello, ...fields })

    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(faultyPaths(answer)).toContain(path)
  })
})

describe('what is required', () => {
  test('is reported, all of it at once', async () => {
    const answer = await live.post('/v1/emails', {})

    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(faultyPaths(answer)).toEqual(expect.arrayContaining(['from', 'to']))
    expect(answer.text).toMatch(/html/)
  })

  test.each([
    ['to', { to: undefined }, 'to'],
    ['subject', { subject: undefined }, 'subject'],
    ['an empty subject', { subject: '' }, 'subject'],
    ['content', { text: undefined }, 'body'],
    ['content that is not empty', { text: '', html: '' }, 'html'],
  ])('%s: nothing is sent without it', async (_, fields, path) => {
    const answer = await live.post('/v1/emails', { ...hello, ...fields })

    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(faultyPaths(answer)).toContain(path)
  })

  test.each([null, 'x', 1, true, []])('a body of %j is not an email', async body => {
    expect((await live.post('/v1/emails', body)).status).toBe(400)
  })
})

describe('other fields', () => {
  test('unknown fields are ignored and named; fields that only the service may set are ignored', async () => {
    const forged = { id: 'x', status: 'delivered', created_at: '2001-01-01T00:00:00Z', colour: 'red' }

    const { status, body, headers } = await live.post('/v1/emails', { ...hello, ...forged })

    expect(status).toBe(200)
    expectShape(body, emails.sendEmail.reply)
    expect(Object(body)).not.toMatchObject({ created_at: forged.created_at })
    expect(String(headers['x-ignored-fields']).split(', ').toSorted()).toEqual(Object.keys(forged).toSorted())
  })

  test.each([
    ['schedule_for', 'scheduled_for', inSeconds(3_600)],
    ['scheduledFor', 'scheduled_for', inSeconds(3_600)],
    ['reply-to', 'reply_to', 'a@b.co'],
    ['fromName', 'from_name', 'Ada'],
    ['attachment', 'attachments', []],
    ['tag', 'tags', ['x']],
    ['Bcc', 'bcc', 'a@b.co'],
    ['trackOpens', 'track_opens', true],
    ['header', 'headers', {}],
    ['templateId', 'template_id', 'x'],
  ])('%s is refused, and %s is named', async (given, meant, value) => {
    const answer = await live.post('/v1/emails', { ...hello, [given]: value })

    expect(answer.status).toBe(400)
    expect(faultyPaths(answer)).toContain(given)
    expect(answer.text).toContain(`did you mean ${meant}?`)
  })

  test.each([
    ['tags of 50', { tags: Array.from({ length: 50 }, (_, nth) => `tag ${nth}`) }],
    ['no tags', { tags: [] }],
    ['a tag of 256', { tags: ['😀'.repeat(256)] }],
    ['the same tag twice', { tags: ['a', 'a'] }],
    ['a batch_id of 256', { batch_id: 'b'.repeat(256) }],
    ['the stream that is the default', { message_stream: 'transactional' }],
    ['tracking that is off', { track_opens: false, track_clicks: false }],
    ['variables that hold nothing', { variables: {} }],
    ['a broadcast', { message_stream: 'broadcast' }],
    ['its own way out', { headers: { 'List-Unsubscribe': '<mailto:a@b.co>' } }],
  ])('%s: accepted', async (_, fields) => {
    const { id } = await send(live, fields)

    await untilStatus(live, id)
  })

  test.each([
    ['51 tags', { tags: Array(51).fill('x') }, 'tags'],
    ['an empty tag', { tags: [''] }, 'tags.0'],
    ['a tag of 257', { tags: ['ok', 'x'.repeat(257)] }, 'tags.1'],
    ['a number as a tag', { tags: [1] }, 'tags.0'],
    ['tags that are no list', { tags: 'x' }, 'tags'],
    ['a batch_id of 257', { batch_id: 'b'.repeat(257) }, 'batch_id'],
    ['a number as batch_id', { batch_id: 7 }, 'batch_id'],
    ['track_opens "true"', { track_opens: 'true' }, 'track_opens'],
    ['track_opens 1', { track_opens: 1 }, 'track_opens'],
    ['track_clicks null', { track_clicks: null }, 'track_clicks'],
    ['an unknown stream', { message_stream: 'bulk' }, 'message_stream'],
    ['variables in a list', { variables: [] }, 'variables'],
    ['variables of text', { variables: 'x' }, 'variables'],
    ['variables null', { variables: null }, 'variables'],
    ['a template beside text', { template_id: 'x' }, 'template_id'],
    ['a topic without broadcast', { topic_id: 'x' }, 'topic_id'],
  ])('%s: refused', async (_, fields, path) => {
    const answer = await live.post('/v1/emails', { ...hello, ...fields })

    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(faultyPaths(answer)).toContain(path)
  })

  test.each([
    ['an unknown template', { text: undefined, subject: undefined, template_id: 'welcome' }, 'template_id'],
    ['an unknown name of one', { text: undefined, template_friendly_name: 'Nobody' }, 'template_friendly_name'],
    [
      'a way out in a broadcast, which has one',
      { message_stream: 'broadcast', headers: { 'List-Unsubscribe': '<mailto:a@b.co>' } },
      'headers.List-Unsubscribe',
    ],
  ])('%s is refused', async (_, fields, path) => {
    const answer = await live.post('/v1/emails', { ...hello, ...fields })

    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(faultyPaths(answer)).toEqual([path])
  })
})

test('a refused email leaves nothing behind', async () => {
  const fresh = client(url, (await createOrganization(dataDir)).live_key)
  const refused = [
    { to: 'nonsense' },
    { text: undefined, template_id: 'x' },
    { attachments: [{ filename: '../x', content: '' }] },
  ]

  for (const fields of refused) {
    expect((await fresh.post('/v1/emails', { ...hello, ...fields })).status).toBeGreaterThanOrEqual(400)
  }

  expect((await fresh.get<Page<EmailListItem>>('/v1/emails')).body.data).toEqual([])
  expect((await fresh.get('/v1/credits')).body).toMatchObject({ total_consumed: 0, current_day_usage: 0 })
})
