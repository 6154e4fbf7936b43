/** The unchanged client of Resend, configured with the one line that a switch needs. */
import { createElement } from 'react'
import { Resend } from 'resend'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { startWebhookSink } from '../../sinks/webhook-sink.ts'
import { ask, client } from '../http-client/client.ts'
import { newEmail, newWord } from '../http-client/unique.ts'
import { createKey, createOrganization, type Organization } from '../service/operator.ts'
import {
  aFile,
  dataOf,
  hello,
  later,
  type ResendScene,
  refusedCalls,
  resendCalls,
  setResendScene,
} from './resend-calls.ts'

const { url, dataDir } = inject('service')
let organization: Organization
let resend: Resend
let scene: ResendScene
beforeAll(async () => {
  organization = await createOrganization(dataDir, 'enterprise')
  // Sender domains are for live email, which is captured here.
  resend = clientWith(organization.live_key)
  scene = await setResendScene(resend)
})

const clientWith = (key: string, baseUrl = `${url}/resend`) => new Resend(key, { baseUrl })
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

test.each(Object.entries(resendCalls))('%s', async (_, call) => {
  const { data, error } = await call(resend, scene)
  expect(error).toBeNull()
  expect(data).toBeTruthy()
})

test.each(Object.entries(refusedCalls))('%s is refused with a sentence', async (_, call) => {
  const { error } = await call(resend, scene)
  expect(error).toMatchObject({
    name: 'not_found',
    statusCode: 404,
    message: expect.stringMatching(/^Posthorn has no/),
  })
})

describe('emails', () => {
  test('an email is accepted as by Resend, and shown as Resend would show it', async () => {
    const [to, cc] = [newEmail(), newEmail()]
    const { id } = await dataOf(
      resend.emails.send({
        ...hello,
        to: `Ada Lovelace <${to}>`,
        cc: [cc],
        replyTo: 'answers@acme.test',
        tags: [{ name: 'category', value: 'welcome' }],
        attachments: [aFile],
      }),
    )

    expect(await dataOf(resend.emails.get(id))).toMatchObject({
      ...{ object: 'email', id, to: [to], cc: [cc], bcc: null, from: hello.from, html: hello.html },
      ...{ reply_to: ['answers@acme.test'], tags: [{ name: 'category', value: 'welcome' }] },
      ...{ message_id: `<${id}@acme.test>`, scheduled_at: null },
    })
    const { data } = await dataOf(resend.emails.attachments.list({ emailId: id }))
    expect(data).toMatchObject([
      { filename: 'a.txt', size: 5, content_type: 'text/plain', content_disposition: 'attachment' },
    ])
    expect(await (await fetch(data[0]?.download_url ?? '')).text()).toBe('hello')
  })

  test('a component of React is rendered by the client', async () => {
    const react = createElement('p', { style: { color: 'red' } }, 'Hello, Ada')
    const { id } = await dataOf(resend.emails.send({ from: hello.from, subject: 'Hello', to: newEmail(), react }))
    expect((await dataOf(resend.emails.get(id))).html).toContain('<p style="color:red">Hello, Ada</p>')
  })

  test('a template keeps its fallbacks when other parts of it change', async () => {
    const variables = [{ key: 'PLAN', type: 'string' as const, fallbackValue: 'say "hi"' }]
    const { id } = await dataOf(resend.templates.create({ name: newWord(), html: '<p>{{{PLAN}}}</p>', variables }))
    const shown = async () => {
      const { html, variables } = await dataOf(resend.templates.get(id))
      return [html, variables?.map(({ key, fallback_value }) => [key, fallback_value])]
    }
    await dataOf(resend.templates.update(id, { html: '<b>{{{PLAN}}} {{{SEATS}}}</b>' }))
    const fallbacks = [
      ['PLAN', 'say "hi"'],
      ['SEATS', null],
    ]
    expect(await shown()).toEqual(['<b>{{{PLAN}}} {{{SEATS}}}</b>', fallbacks])

    const seats = [{ key: 'SEATS', type: 'number' as const, fallbackValue: 3 }]
    await dataOf(resend.templates.update(id, { variables: seats }))
    expect(await shown()).toEqual(['<b>{{{PLAN}}} {{{SEATS}}}</b>', [fallbacks[0], ['SEATS', 3]]])
  })

  test('a template in their syntax is filled in, and shown as it was written', async () => {
    const alias = newWord()
    const variables = [{ key: 'PLAN', type: 'string' as const, fallbackValue: 'free' }]
    const html = '<p>{{{NAME}}} has {{{PLAN}}}</p>'
    await dataOf(resend.templates.create({ name: 'Plans', alias, subject: 'Hi {{{NAME}}}', html, variables }).publish())
    expect(await dataOf(resend.templates.get(alias))).toMatchObject({
      ...{ name: 'Plans', alias, html, subject: 'Hi {{{NAME}}}', status: 'published', has_unpublished_versions: false },
      variables: [
        { key: 'NAME', fallback_value: null },
        { key: 'PLAN', fallback_value: 'free' },
      ],
    })
    const template = { id: alias, variables: { NAME: '<b>Ada</b>' } }
    const { id } = await dataOf(resend.emails.send({ from: hello.from, to: newEmail(), template }))
    expect(await dataOf(resend.emails.get(id))).toMatchObject({ html: '<p><b>Ada</b> has free</p>' })
  })

  test('a file is fetched from its address, but not from a private one', async () => {
    await using server = await startWebhookSink({ script: () => ({ body: 'hello' }) })
    const attached = (path: string) => resend.emails.send({ ...hello, to: newEmail(), attachments: [{ path }] })
    const { id } = await dataOf(attached(`${server.url}/invoice.txt`))

    const { text } = await ask(url, { path: `/v1/emails/${id}/raw`, key: organization.live_key })
    expect(text).toContain('filename="invoice.txt"')
    expect(await attached('http://169.254.169.254/latest')).toMatchObject({ error: { name: 'invalid_attachment' } })
  })

  test('a list is read by ids in both directions', async () => {
    const tests = clientWith((await createOrganization(dataDir)).test_key)
    const sent: string[] = []
    for (let nth = 0; nth < 5; nth++) sent.push((await dataOf(tests.emails.send({ ...hello, to: newEmail() }))).id)
    const [e = '', d = '', c = '', b = '', a = ''] = sent.toReversed()

    const first = await dataOf(tests.emails.list({ limit: 2 }))
    const behind = await dataOf(tests.emails.list({ limit: 2, after: d }))
    const before = await dataOf(tests.emails.list({ limit: 2, before: b }))

    expect([ids(first.data), first.has_more]).toEqual([[e, d], true])
    expect([ids(behind.data), behind.has_more]).toEqual([[c, b], true])
    expect([ids(before.data), before.has_more]).toEqual([[d, c], true])
    expect(ids((await dataOf(tests.emails.list({ limit: 2, after: b }))).data)).toEqual([a])
    expect(await tests.emails.list({ after: 'x' })).toMatchObject({
      error: { statusCode: 422, name: 'validation_error' },
    })
  })

  test('the same Idempotency-Key sends one email', async () => {
    const email = { ...hello, to: newEmail() }
    const key = { idempotencyKey: newWord() }
    const [first, second] = [await dataOf(resend.emails.send(email, key)), await dataOf(resend.emails.send(email, key))]

    expect(second).toEqual(first)
    expect(await resend.emails.send({ ...email, subject: 'Other' }, key)).toMatchObject({
      error: { statusCode: 409, name: 'invalid_idempotent_request' },
    })
  })

  test('a batch is all or nothing, unless it is permissive', async () => {
    const good = { ...hello, to: newEmail() }
    const bad = { ...hello, to: 'nobody' }
    const emails = [good, bad, { ...good, html: '' }]

    expect(await resend.batch.send(emails)).toMatchObject({ error: { statusCode: 422, name: 'validation_error' } })
    const key = { idempotencyKey: newWord() }
    const { data, errors } = await dataOf(resend.batch.send(emails, { batchValidation: 'permissive', ...key }))
    expect(data).toHaveLength(1)
    expect(errors).toEqual([
      { index: 1, message: expect.stringContaining('to: ') },
      { index: 2, message: expect.any(String) },
    ])
    expect((await dataOf(resend.batch.send(emails, { batchValidation: 'permissive', ...key }))).data).toEqual(data)
  })

  test('an email scheduled in words is moved and canceled', async () => {
    const { id } = await dataOf(resend.emails.send({ ...hello, to: newEmail(), scheduledAt: 'in 2 hours' }))
    await dataOf(resend.emails.update({ id, scheduledAt: later }))
    expect(await dataOf(resend.emails.get(id))).toMatchObject({ last_event: 'scheduled', scheduled_at: later })
    await dataOf(resend.emails.cancel(id))
    expect(await dataOf(resend.emails.get(id))).toMatchObject({ last_event: 'canceled' })
    expect(await resend.emails.update({ id, scheduledAt: later })).toMatchObject({ error: { statusCode: 422 } })
  })

  test('words such as “in 2 hours” count by the clock of the test environment', async () => {
    const test = await createOrganization(dataDir, 'enterprise')
    const advanced = await client(url, test.test_key).post<{ now: string }>('/v1/test/clock/advance', {
      seconds: 86_400,
    })
    const testing = clientWith(test.test_key)
    const email = { ...hello, to: newEmail(), scheduledAt: 'in 2 hours' }
    const one = await dataOf(testing.emails.send(email))
    const batch = await dataOf(testing.batch.send([email]))
    const moved = await dataOf(testing.emails.send({ ...email, scheduledAt: 'in 1 day' }))
    await dataOf(testing.emails.update({ id: moved.id, scheduledAt: 'in 2 hours' }))

    for (const { id } of [one, ...batch.data, moved]) {
      const { scheduled_at } = await dataOf(testing.emails.get(id))
      const hours = (Date.parse(String(scheduled_at)) - Date.parse(advanced.body.now)) / 3_600_000
      expect(hours).toBeCloseTo(2, 1)
    }
  })
})

test('a file of contacts is imported by its columns, and the rows are reported in figures', async () => {
  const { id: segmentId } = await dataOf(resend.segments.create({ name: newWord() }))
  const [ada, bob] = [newEmail(), newEmail()]
  const file = new Blob([`E-Mail;First;Gone\r\n${ada};"A; B";no\r\n${bob};;yes\r\nnobody;;\r\n`])
  const { id } = await dataOf(
    resend.contacts.imports.create({
      ...{ file, columnMap: { email: 'E-Mail', firstName: 'First', unsubscribed: 'Gone' } },
      ...{ segments: [{ id: segmentId }], topics: [{ id: scene.topicId, subscription: 'opt_in' }] },
    }),
  )

  const imported = await vi.waitFor(
    async () => {
      const found = await dataOf(resend.contacts.imports.get(id))
      expect(found.status).toBe('completed')
      return found
    },
    { timeout: 20_000 },
  )
  expect(imported.counts).toEqual({ total: 3, created: 2, updated: 0, skipped: 0, failed: 1 })
  expect(await dataOf(resend.contacts.get({ email: ada }))).toMatchObject({ first_name: 'A; B', unsubscribed: false })
  expect(await dataOf(resend.contacts.get({ email: bob }))).toMatchObject({ first_name: null, unsubscribed: true })
  expect((await dataOf(resend.contacts.list({ segmentId }))).data).toHaveLength(2)
  expect((await dataOf(resend.contacts.topics.list({ email: ada }))).data).toContainEqual(
    expect.objectContaining({ id: scene.topicId, subscription: 'opt_in' }),
  )
  expect(await resend.contacts.imports.create({ file: new Blob(['name\nAda\n']) })).toMatchObject({
    error: { statusCode: 422, message: expect.stringContaining('column_map: must say which column is email') },
  })
})

describe('contacts', () => {
  const unknown = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'
  test.each([
    ['segment', { segments: [{ id: unknown }] }],
    ['audience', { audienceId: unknown }],
    ['topic', { topics: [{ id: unknown, subscription: 'opt_in' as const }] }],
  ])('a contact for an unknown %s is not created', async (_, fields) => {
    const email = newEmail()
    expect(await resend.contacts.create({ email, ...fields })).toMatchObject({ error: { name: 'not_found' } })
    expect(await resend.contacts.get({ email })).toMatchObject({ error: { name: 'not_found' } })
  })

  test('nor is a contact for a segment with a filter', async () => {
    const email = newEmail()
    const filter = { all: [{ field: 'first_name', operator: 'eq', value: 'Ada' }] }
    const body = { name: newWord(), filter }
    const asked = { method: 'POST', path: '/v1/segments', body, key: organization.live_key }
    const { id } = (await ask<{ id: string }>(url, asked)).body
    expect(await resend.contacts.create({ email, segments: [{ id }] })).toMatchObject({
      error: { statusCode: 422, message: expect.stringContaining('has a filter') },
    })
    expect(await resend.contacts.get({ email })).toMatchObject({ error: { name: 'not_found' } })
  })

  test('a choice counts for a topic that new contacts would be subscribed to', async () => {
    const { id: topicId } = await dataOf(resend.topics.create({ name: newWord(), defaultSubscription: 'opt_in' }))
    const email = newEmail()
    await dataOf(resend.contacts.create({ email, topics: [{ id: topicId, subscription: 'opt_out' }] }))
    expect((await dataOf(resend.contacts.topics.list({ email }))).data).toContainEqual(
      expect.objectContaining({ id: topicId, subscription: 'opt_out' }),
    )
    await dataOf(resend.topics.remove(topicId))
  })

  test('of several topic choices, all count or none', async () => {
    const { id: topicId } = await dataOf(resend.topics.create({ name: newWord(), defaultSubscription: 'opt_out' }))
    const { contactId } = scene
    const choices = [topicId, unknown].map(id => ({ id, subscription: 'opt_in' as const }))
    expect(await resend.contacts.topics.update({ id: contactId, topics: choices })).toMatchObject({
      error: { name: 'not_found' },
    })
    expect((await dataOf(resend.contacts.topics.list({ id: contactId }))).data).toContainEqual(
      expect.objectContaining({ id: topicId, subscription: 'opt_out' }),
    )
  })
})

describe('suppressions in one request', () => {
  const isSuppressed = async (email: string) => (await resend.suppressions.get(email)).error === null

  test('are added all or none', async () => {
    const [a, b] = [newEmail(), newEmail()]
    expect(await resend.suppressions.batch.add({ emails: [a, 'nobody', b] })).toMatchObject({
      error: { statusCode: 422, message: expect.stringMatching(/^emails\.1: /) },
    })
    expect([await isSuppressed(a), await isSuppressed(b)]).toEqual([false, false])
  })

  test('are removed if they exist', async () => {
    const [a, b] = [newEmail(), newEmail()]
    const { data: added } = await dataOf(resend.suppressions.batch.add({ emails: [a, b] }))
    const both = { emails: [a], ids: ids(added) }
    // `as`: the client's type forbids it, but other clients have no types.
    const refused = await resend.suppressions.batch.remove(both as unknown as { emails: string[] })
    expect(refused).toMatchObject({ error: { statusCode: 422 } })
    expect(await resend.suppressions.batch.remove({ ids: [...ids(added), 'nothing'] })).toMatchObject({
      error: { statusCode: 422, message: expect.stringMatching(/^ids\.2: /) },
    })
    expect(await isSuppressed(a)).toBe(true)

    const removed = await dataOf(resend.suppressions.batch.remove({ emails: [a, newEmail(), b] }))
    expect(ids(removed.data)).toEqual(ids(added))
    expect([await isSuppressed(a), await isSuppressed(b)]).toEqual([false, false])
  })
})

test('usage shows how many requests a key may make, however many it has made', async () => {
  const { text, headers } = await ask(url, { path: '/resend/usage', key: (await createOrganization(dataDir)).test_key })
  expect(JSON.parse(text).rate_limit).toEqual({ limit: Number(headers['ratelimit-limit']), duration: '1 hour' })
})

test('usage counts the messages of the month, segments, broadcasts and domains', async () => {
  const fresh = clientWith((await createOrganization(dataDir, 'pro')).live_key)
  await dataOf(fresh.emails.send({ ...hello, to: [newEmail(), newEmail()] }))
  const { id: segmentId } = await dataOf(fresh.segments.create({ name: newWord() }))
  await dataOf(fresh.segments.create({ name: newWord() }))
  await dataOf(fresh.broadcasts.create({ ...hello, segmentId }))
  await dataOf(fresh.domains.create({ name: `${newWord()}.test` }))

  expect(await dataOf(fresh.usage.get())).toMatchObject({
    emails: { monthly: { used: 2, sent: 2, limit: 500_000 } },
    ...{ segments: { used: 2 }, broadcasts: { used: 1 }, domains: { used: 1 } },
  })
})

test('usage has null for what the key may not read', async () => {
  const { key } = await createKey(dataDir, organization, 'live', 'account:read')
  expect(await dataOf(clientWith(key).usage.get())).toMatchObject({
    emails: { daily: { limit: expect.any(Number) } },
    ...{ contacts: { used: null }, segments: { used: null }, broadcasts: { used: null }, domains: { used: null } },
  })
})

test('what would otherwise be ignored is refused in words, or honoured', async () => {
  const post = async (path: string, body: object) => {
    const asked = await fetch(`${url}/resend${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${organization.live_key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: asked.status, message: Object(await asked.json()).message }
  }
  const name = newWord()
  expect(await post('/segments', { name, filter: { a: 1 } })).toMatchObject({
    ...{ status: 422, message: expect.stringMatching(/^filter: is not supported here/) },
  })
  expect(await post('/broadcasts', { ...hello, name, scheduled_at: later })).toMatchObject({
    ...{ status: 422, message: expect.stringMatching(/^scheduled_at: needs send: true/) },
  })
  const capabilities = { sending: 'disabled', receiving: 'enabled' } as const
  for (const [key, value] of Object.entries(capabilities))
    expect(await post('/domains', { name: `${name}.test`, capabilities: { [key]: value } })).toMatchObject({
      ...{ status: 422, message: expect.stringMatching(new RegExp(`^capabilities.${key}: must be `)) },
    })
  const { id } = await dataOf(resend.segments.create({ name }))
  const contact = await dataOf(resend.contacts.create({ email: newEmail(), segments: [{ id }] }))
  for (const field of ['segment_id', 'audience_id'])
    expect(await resend.get(`/contacts?${field}=${id}`)).toMatchObject({ data: { data: [{ id: contact.id }] } })
})

describe('segments and broadcasts', () => {
  test('a contact is added to a segment in three ways, and pages go in both directions', async () => {
    const { id: segmentId } = await dataOf(resend.segments.create({ name: newWord() }))
    const { id: a } = await dataOf(resend.contacts.create({ email: newEmail(), segments: [{ id: segmentId }] }))
    const { id: b } = await dataOf(resend.contacts.create({ email: newEmail(), audienceId: segmentId }))
    const { id: c } = await dataOf(resend.contacts.create({ email: newEmail() }))
    await dataOf(resend.contacts.segments.add({ contactId: c, segmentId }))

    const first = await dataOf(resend.contacts.list({ segmentId, limit: 2 }))
    const before = await dataOf(resend.contacts.list({ segmentId, limit: 1, before: a }))
    expect([ids(first.data), first.has_more]).toEqual([[c, b], true])
    expect([ids(before.data), before.has_more]).toEqual([[b], true])
    expect(ids((await dataOf(resend.contacts.segments.list({ contactId: c }))).data)).toEqual([segmentId])
    await dataOf(resend.contacts.segments.remove({ contactId: c, segmentId }))
    expect((await dataOf(resend.contacts.segments.list({ contactId: c }))).data).toEqual([])
  })

  test('a broadcast is shown as it was written, and each contact of the segment gets it filled in', async () => {
    const { id: segmentId } = await dataOf(resend.segments.create({ name: newWord() }))
    const [named, unnamed] = [newEmail(), newEmail()]
    for (const one of [{ email: named, firstName: 'A&B' }, { email: unnamed }])
      await dataOf(resend.contacts.create({ ...one, segments: [{ id: segmentId }] }))
    const html = '<p>Hi {{{contact.first_name|there}}}</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">No more</a>'
    const subject = 'Hi {{{FIRST_NAME|there}}}'
    const replyTo = 'answers@acme.test'
    const { id } = await dataOf(resend.broadcasts.create({ from: hello.from, subject, html, replyTo, segmentId }))
    expect(await dataOf(resend.broadcasts.get(id))).toMatchObject({
      ...{ object: 'broadcast', name: subject, html, subject: 'Hi {{{contact.first_name|there}}}', status: 'draft' },
      ...{ segment_id: segmentId, reply_to: [replyTo], text: null, sent_at: null },
    })
    await dataOf(resend.broadcasts.send(id))

    await expect.poll(async () => (await dataOf(resend.broadcasts.get(id))).status, { timeout: 20_000 }).toBe('sent')
    const recipients = async (type: 'sent' | 'opened') => {
      const { data } = await dataOf(resend.broadcasts.recipients(id, { type, limit: 100 }))
      return data.map(({ email }) => email)
    }
    expect([(await recipients('sent')).toSorted(), await recipients('opened')]).toEqual([
      [named, unnamed].toSorted(),
      [],
    ])
    const { data } = await dataOf(resend.emails.list({ limit: 100 }))
    const got = data.filter(({ to }) => [named, unnamed].includes(to[0] ?? ''))
    const shown = await Promise.all(got.map(async one => dataOf(resend.emails.get(one.id))))
    expect(shown.map(one => [one.to[0], one.subject, one.html?.slice(0, 20)]).sort()).toEqual(
      [
        [named, 'Hi A&B', '<p>Hi A&amp;B</p><a '],
        [unnamed, 'Hi there', '<p>Hi there</p><a hr'],
      ].sort(),
    )
  })

  test('an empty part is removed from a broadcast, and refused for a template', async () => {
    const filled = { ...hello, text: 'x', previewText: 'y', replyTo: ['r@acme.test'] }
    const { id } = await dataOf(resend.broadcasts.create({ ...filled, segmentId: scene.segmentId }))
    await dataOf(resend.broadcasts.update(id, { text: '', previewText: '', replyTo: [] }))
    expect(await dataOf(resend.broadcasts.get(id))).toMatchObject({
      ...{ html: hello.html, text: null, preview_text: null, reply_to: null },
    })

    const template = await dataOf(resend.templates.create({ name: newWord(), html: '<p>x</p>' }))
    expect(await resend.templates.update(template.id, { text: '' })).toMatchObject({
      error: { statusCode: 422, message: 'text: must not be empty: leave it out to keep it as it is' },
    })
  })

  test('a field that contacts do not have is refused when it is printed', async () => {
    const key = `p${newWord()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')}`.slice(0, 40)
    const { segmentId } = scene
    const create = () => resend.broadcasts.create({ ...hello, segmentId, html: `<p>{{{contact.${key}}}}</p>` })
    expect(await create()).toMatchObject({
      error: { statusCode: 422, message: expect.stringContaining(`html: prints contact.${key}`) },
    })
    await dataOf(resend.contactProperties.create({ key, type: 'string' }))
    await dataOf(create())
  })

  test('a scheduled broadcast is deleted at once, and an incomplete one stays a draft', async () => {
    const { segmentId } = scene
    const create = (fields: object) => resend.broadcasts.create({ ...hello, segmentId, send: true, ...fields })
    const { id } = await dataOf(create({ scheduledAt: later }))
    expect(await dataOf(resend.broadcasts.get(id))).toMatchObject({ status: 'queued', scheduled_at: later })
    await dataOf(resend.broadcasts.remove(id))

    expect(await resend.broadcasts.get(id)).toMatchObject({ error: { name: 'not_found' } })
    expect(await create({ from: undefined })).toMatchObject({ error: { statusCode: 422 } })
    const { data } = await dataOf(resend.broadcasts.list({ limit: 1 }))
    expect(data).toMatchObject([{ status: 'draft', scheduled_at: null }])
  })
})

describe('errors are reported in the words of Resend', () => {
  const email = { ...hello, to: 'ada@example.com' }
  test.each([
    ['no recipient', { ...hello, to: undefined }, 422, 'missing_required_field'],
    ['no sender', { ...email, from: undefined }, 422, 'missing_required_field'],
    ['no such sender', { ...email, from: 'nobody' }, 422, 'invalid_from_address'],
    ['no such recipient', { ...email, to: 'nobody' }, 422, 'validation_error'],
    ['two recipients in one text', { ...email, to: 'A <a@example.com>, B <b@example.com>' }, 422, 'validation_error'],
    ['two to answer to', { ...email, replyTo: 'A <a@example.com>; B <b@example.com>' }, 422, 'validation_error'],
    ['a time in other words', { ...email, scheduledAt: 'tomorrow-ish' }, 422, 'validation_error'],
    ['a file that is none', { ...email, attachments: [{ filename: 'a', content: '%%%' }] }, 422, 'invalid_attachment'],
    ['no such template', { from: email.from, to: email.to, template: { id: 'nothing' } }, 422, 'validation_error'],
  ])('%s', async (_, fields, statusCode, name) => {
    // `as`: the client does not check what it sends.
    const { error } = await resend.emails.send(fields as typeof email)
    expect(error).toMatchObject({ statusCode, name, message: expect.any(String) })
  })

  test('keys: none, a wrong one, and one without the permission', async () => {
    const { key } = await createKey(dataDir, organization, 'test', 'emails:read')
    const send = (with_: string) => clientWith(with_).emails.send(email)
    const none = await fetch(`${url}/resend/emails`, { method: 'POST', body: JSON.stringify(email) })

    expect(await none.json()).toMatchObject({ statusCode: 401, name: 'missing_api_key' })
    expect(await send('re_wrong')).toMatchObject({ error: { statusCode: 403, name: 'invalid_api_key' } })
    expect(await send(key)).toMatchObject({ error: { statusCode: 401, name: 'restricted_api_key' } })
  })

  test('unknown paths and methods', async () => {
    const at = async (method: string, path: string) => (await fetch(url + path, { method })).json()

    expect(await at('GET', '/resend/nothing')).toMatchObject({ statusCode: 404, name: 'not_found' })
    expect(await at('PUT', '/resend/emails')).toMatchObject({ statusCode: 405, name: 'method_not_allowed' })
    expect(await resend.emails.get(scene.contactId)).toMatchObject({ error: { statusCode: 404, name: 'not_found' } })
  })
})

test('a key is accepted at the root, and a browser gets the dashboard', async () => {
  const root = clientWith(organization.live_key, url)

  expect(await dataOf(root.emails.get(scene.emailId))).toMatchObject({ id: scene.emailId })
  const doubled = await ask(url, { path: `//emails/${scene.emailId}`, key: organization.live_key })
  expect(doubled.status).toBe(200)
  const { status, text } = await ask(url, { path: '/emails', key: null, headers: { accept: 'text/html' } })
  expect([status, text.slice(0, 15)]).toEqual([200, '<!doctype html>'])
})
