import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErrorBody } from '@posthorn/contract/errors'
import { type WebhookDelivery, type Webhook as WireWebhook, webhooks } from '@posthorn/contract/webhooks'
import { Webhook as StandardVerifier } from 'standardwebhooks'
import { Webhook as SvixVerifier } from 'svix'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { type Page, readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail, newWord } from '../http-client/unique.ts'
import { createKey, createOrganization, type Organization } from '../service/operator.ts'
import { startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

const { url, dataDir } = inject('service')
let organization: Organization
let api: Client
/** All others: the owner's other environment, and another organization. */
let others: Client[]

type Received = { headers: IncomingHttpHeaders; body: string }
const received: Received[] = []
let answer = { status: 200, body: 'ok' }
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
    response.writeHead(answer.status).end(answer.body)
  })
})
let hook: string

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const [mine, theirs] = await Promise.all([createOrganization(dataDir), createOrganization(dataDir)])
  organization = mine
  api = client(url, mine.live_key)
  others = [client(url, mine.test_key), client(url, theirs.live_key)]
})
beforeEach(() => {
  received.length = 0
  answer = { status: 200, body: 'ok' }
})
afterAll(() => receiver.close())

type Created = WireWebhook & { secret: string }
async function create(fields: object = {}, as = api): Promise<Created> {
  const asked = { url: hook, subscribed_events: ['webhook.test'], ...fields }
  const { status, body } = await as.post<Created>('/v1/webhooks', asked)
  expect(status, JSON.stringify(body)).toBe(201)
  expectShape(body, webhooks.createWebhook.reply)
  return body
}
const pathOf = ({ id }: { id: string }, rest = '') => `/v1/webhooks/${id}${rest}`
const read = async (webhook: { id: string }) => (await api.get<WireWebhook>(pathOf(webhook))).body
const list = async () => (await api.get<{ data: WireWebhook[] }>('/v1/webhooks')).body.data
const tryOut = async (webhook: { id: string }) =>
  (await api.post<{ success: boolean; message: string }>(pathOf(webhook, '/test'))).body
/** The verdict of each of the two libraries. */
const verdicts = (secret: string, { headers, body }: Received): ('genuine' | 'forged')[] =>
  [new StandardVerifier(secret), new SvixVerifier(secret)].map(verifier => {
    try {
      verifier.verify(body, headers as Record<string, string>)
      return 'genuine'
    } catch {
      return 'forged'
    }
  })
const [genuine, forged] = [Array(2).fill('genuine'), Array(2).fill('forged')]

describe('a webhook', () => {
  test('is created with a secret that is shown this once', async () => {
    const { secret, ...rest } = await create({ nickname: 'Bounces', subscribed_events: ['email.*', 'sms.failed'] })

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(rest).toMatchObject({
      ...{ url: hook, nickname: 'Bounces', subscribed_events: ['email.*', 'sms.failed'], status: 'active' },
      ...{ last_delivery_at: null, failure_count: 0, success_count: 0, total_delivery_count: 0 },
    })
    expect(await read(rest)).toEqual(rest)
    expect((await list())[0]).toEqual(rest)
    expect((await api.put(pathOf(rest), { nickname: 'Other' })).body).not.toHaveProperty('secret')
  })

  test('that is requested twice with one Idempotency-Key is one, with one secret', async () => {
    const [body, headers] = [{ url: hook, subscribed_events: ['*'] }, { 'idempotency-key': newWord() }]

    const first = await api.post<Created>('/v1/webhooks', body, headers)
    const again = await api.post<Created>('/v1/webhooks', body, headers)

    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', first.body])
    expect((await list()).filter(({ created_at }) => created_at >= first.body.created_at)).toHaveLength(1)
  })

  test('is listed newest first, and changes only in the given fields', async () => {
    const [first, second] = [await create(), await create()]

    expect((await list()).slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
    const { status, body } = await api.put<WireWebhook>(pathOf(first), { subscribed_events: ['*'], status: 'inactive' })
    expect(status).toBe(200)
    const { secret: _, ...shown } = first
    expect(body).toEqual({ ...shown, subscribed_events: ['*'], status: 'inactive', updated_at: body.updated_at })
    expect(await read(first)).toEqual(body)
  })

  test('is deleted once, for good', async () => {
    const webhook = await create()

    expect((await api.delete(pathOf(webhook))).body).toMatchObject({ success: true })

    for (const path of [pathOf(webhook), pathOf(webhook, '/deliveries')])
      expect((await api.get(path)).body).toMatchObject({ code: 'not_found', details: { resource: 'webhook' } })
    expect((await api.delete(pathOf(webhook))).status).toBe(404)
  })

  test.each([
    ['no url', { url: undefined }, 'url'],
    ['another scheme', { url: 'ftp://example.com/' }, 'url'],
    ['a password in the url', { url: 'https://user:password@example.com/' }, 'url'],
    ['an inner address', { url: 'http://10.0.0.1/' }, 'url'],
    ['an unknown event', { subscribed_events: ['email.exploded'] }, 'subscribed_events.0'],
    ['no event', { subscribed_events: [] }, 'subscribed_events'],
    ['an unknown status', { status: 'paused' }, 'status'],
  ])('is refused with %s, and so is such a change', async (_name, fields, path) => {
    const asked = { url: hook, subscribed_events: ['*'], ...fields }
    const answers = [await api.post('/v1/webhooks', asked)]
    if (Object.values(fields)[0] !== undefined) answers.push(await api.put(pathOf(await create()), fields))

    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([400, 'validation_error'])
      expect(body.details).toContainEqual(expect.objectContaining({ path }))
    }
  })
})

test('another environment and another organization see and change nothing of it', async () => {
  const webhook = await create()
  const before = await read(webhook)
  const body = { since: '2020-01-01T00:00:00Z', nickname: 'Mine now' }

  for (const other of others) {
    expect((await other.get<object>('/v1/webhooks')).body).toEqual({ data: [] })
    for (const [method, path] of [
      ['GET', pathOf(webhook)],
      ['PUT', pathOf(webhook)],
      ['DELETE', pathOf(webhook)],
      ['GET', pathOf(webhook, '/deliveries')],
      ...['/test', '/rotate-secret', '/replay'].map(rest => ['POST', pathOf(webhook, rest)] as const),
    ] as const)
      expect((await other.ask({ method, path, body })).status, path).toBe(404)
  }
  expect(await read(webhook)).toEqual(before)
  expect(received).toEqual([])
})

test('a key that may only read cannot test, rotate or replay', async () => {
  const webhook = await create()
  const { key } = await createKey(dataDir, organization, 'live', 'webhooks:read')
  const reader = client(url, key)

  expect((await reader.get(pathOf(webhook, '/deliveries'))).status).toBe(200)
  for (const rest of ['/test', '/rotate-secret', '/replay'])
    expect((await reader.post(pathOf(webhook, rest), { since: '2020-01-01T00:00:00Z' })).status, rest).toBe(403)
})

describe('a test', () => {
  test('reaches the receiver at once, verifiable by both libraries unless a part of it is changed', async () => {
    const webhook = await create({ status: 'inactive' })

    expect(await tryOut(webhook)).toEqual({ success: true, message: 'Your endpoint accepted the test event.' })

    const [delivery] = received as [Received]
    const event = JSON.parse(delivery.body)
    expect(event).toMatchObject({ type: 'webhook.test', data: { webhook_id: webhook.id } })
    expect(delivery.headers).toMatchObject({ 'webhook-id': event.id, 'svix-id': event.id })
    const ids = { 'webhook-id': randomId(), 'svix-id': randomId() }
    const changed = delivery.body.replace('webhook.test', 'email.sent')
    expect(verdicts(webhook.secret, delivery)).toEqual(genuine)
    expect(verdicts((await create()).secret, delivery)).toEqual(forged)
    expect(verdicts(webhook.secret, { ...delivery, headers: { ...delivery.headers, ...ids } })).toEqual(forged)
    expect(verdicts(webhook.secret, { ...delivery, body: changed })).toEqual(forged)
    expect(await read(webhook)).toMatchObject({ success_count: 1, failure_count: 0, total_delivery_count: 1 })
  })

  test('that fails tells the caller nothing about the target; the deliveries do', async () => {
    const webhook = await create()
    answer = { status: 500, body: 'inner workings' }

    const refused = await tryOut(webhook)
    const unreachable = await tryOut(await create({ url: 'http://127.0.0.1:1/' }))

    expect(refused).toEqual({ success: false, message: 'Your endpoint did not accept the test event.' })
    expect(unreachable).toEqual(refused)
    const { body } = await api.get<Page<WebhookDelivery>>(pathOf(webhook, '/deliveries'))
    expectShape(body, webhooks.listWebhookDeliveries.reply)
    expect(body.data).toMatchObject([
      {
        status: 'failed',
        next_attempt_at: null,
        attempts: [{ success: false, status: 500, response: 'inner workings' }],
      },
    ])
    expect(await read(webhook)).toMatchObject({ status: 'active', failure_count: 1, total_delivery_count: 1 })
  })

  test('may be made ten times a minute by an organization, however many are requested at once', async () => {
    const own = await createOrganization(dataDir)
    const both = [client(url, own.live_key), client(url, own.test_key)].map(async as => ({
      as,
      ...(await create({}, as)),
    }))
    const [live, test] = await Promise.all(both as [(typeof both)[0], (typeof both)[0]])
    const ask = (nth: number) => (nth % 2 ? live.as.post(pathOf(live, '/test')) : test.as.post(pathOf(test, '/test')))

    const answers = await Promise.all(Array.from({ length: 25 }, (_, nth) => ask(nth)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(received).toHaveLength(10)
    for (const { status, body, headers } of answers.filter(one => one.status !== 200)) {
      expect([status, body.code]).toEqual([429, 'rate_limit_exceeded'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(30)
    }
  })
})

test('after a rotation the old secret and the new one verify each delivery', async () => {
  const webhook = await create()

  const { status, body } = await api.post<Created>(pathOf(webhook, '/rotate-secret'))
  await tryOut(webhook)

  expect(status).toBe(200)
  expectShape(body, webhooks.rotateWebhookSecret.reply)
  expect(body.secret).not.toBe(webhook.secret)
  for (const secret of [webhook.secret, body.secret])
    expect(received.map(delivery => verdicts(secret, delivery))).toEqual([genuine])
})

test('the deliveries come in pages, by status, with cursors that fit no other webhook', async () => {
  const [webhook, other] = [await create(), await create()]
  for (let nth = 0; nth < 3; nth++) await tryOut(webhook)
  answer = { status: 503, body: '' }
  await tryOut(webhook)

  const all = await readAll<WebhookDelivery>(api, pathOf(webhook, '/deliveries?limit=1'))

  expect(all.map(({ status }) => status)).toEqual(['failed', 'delivered', 'delivered', 'delivered'])
  expect(new Set(all.map(({ id }) => id)).size).toBe(4)
  expect(await readAll(api, pathOf(webhook, '/deliveries?limit=2&status=delivered'))).toEqual(all.slice(1))
  const { body } = await api.get<Page<WebhookDelivery>>(pathOf(webhook, '/deliveries?limit=1'))
  const refused = await api.get(pathOf(other, `/deliveries?limit=1&cursor=${body.next_cursor}`))
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_cursor'])
})

test('a delivered event is sent again with its id, as often as requested', async () => {
  const webhook = await create({ subscribed_events: ['contact.created'] })
  await api.post('/v1/contacts', { email: newEmail() })
  const delivered = async (attempts: number) => {
    const { data } = (await api.get<Page<WebhookDelivery>>(pathOf(webhook, '/deliveries?status=delivered'))).body
    expect(data[0]?.attempts).toHaveLength(attempts)
    return data[0]?.id ?? ''
  }
  const id = await vi.waitFor(() => delivered(1), { timeout: 20_000 })
  await api.put(pathOf(webhook), { subscribed_events: ['webhook.test'] })

  const { status, body } = await api.post(pathOf(webhook, `/deliveries/${id}/replay`))

  expect([status, body]).toEqual([200, { success: true, message: 'The event will be resent.' }])
  await vi.waitFor(() => delivered(2), { timeout: 20_000 })
  // Other webhooks get events of the same contact.
  const own = received.filter(one => verdicts(webhook.secret, one).includes('genuine'))
  expect(own.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
})

describe('an inactive webhook', () => {
  test('gets no events, is not replayed, and is activated again by its status', async () => {
    const webhook = await create({ subscribed_events: ['contact.*'], status: 'inactive' })
    await api.post('/v1/contacts', { email: newEmail() })

    const refused = await api.post<ErrorBody>(pathOf(webhook, '/replay'), { since: '2020-01-01T00:00:00Z' })

    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_state'])
    expect(refused.body.message).toContain('Set its status to active')
    expect((await readAll(api, pathOf(webhook, '/deliveries'))).length).toBe(0)
    expect((await api.put<WireWebhook>(pathOf(webhook), { status: 'active' })).body.status).toBe('active')
    const replayed = await api.post<object>(pathOf(webhook, '/replay'), { since: '2020-01-01T00:00:00Z' })
    expect(replayed.body).toEqual({ success: true, message: '0 events will be resent.', count: 0 })
  })
})

/** One for each range that is not public, and the ways to write 127.0.0.1. */
const innerHosts = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.0.0.1', '192.0.2.1'],
  ...['192.88.99.1', '192.168.0.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '[::]', '[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[100::1]'],
  ...['[2001:db8::1]', '[2002:7f00:1::]', '[3fff::1]', '[5f00::1]', '[fc00::1]', '[fe80::1]', '[ff02::1]'],
  ...['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1', '127.0.0.1.'],
  ...['localhost', 'localhost.', 'inner.localhost', 'LOCALHOST:80'],
]

test('by default a service that others can reach creates no webhook for an internal address, however it is written', async () => {
  using folder = usedDataFolder()
  await using service = await startService({ dataDir: folder.path, env: { HOST: '0.0.0.0' } })
  const strict = client(service.url.replace('0.0.0.0', '127.0.0.1'), service.testKey)

  for (const host of innerHosts) {
    for (const scheme of ['http', 'https']) {
      const { status, body } = await strict.post('/v1/webhooks', {
        ...{ url: `${scheme}://${host}/`, subscribed_events: ['*'] },
      })
      expect([status, body.code, Object(body.details)[0]?.path], host).toEqual([400, 'validation_error', 'url'])
    }
  }
  const { status } = await strict.post('/v1/webhooks', { url: 'https://example.com/', subscribed_events: ['*'] })
  expect(status).toBe(201)
})

test('by default a service on loopback reaches this machine until it has a second organization', async () => {
  using folder = usedDataFolder()
  await using service = await startService({ dataDir: folder.path })
  const only = client(service.url, service.testKey)
  const made = await create({}, only)
  const tryIt = async () => (await only.post<{ success: boolean }>(pathOf(made, '/test'))).body.success
  expect(service.output()).toMatch(/webhooks may reach this machine/i)
  expect(await tryIt()).toBe(true)

  await createOrganization(folder.path)

  await vi.waitFor(async () => expect(await tryIt()).toBe(false), { timeout: 5_000, interval: 500 })
  const reached = received.length
  expect(await tryIt()).toBe(false)
  expect(received).toHaveLength(reached)
  expect((await only.post('/v1/webhooks', { url: hook, subscribed_events: ['*'] })).status).toBe(400)
  const { body } = await only.get<Page<WebhookDelivery>>(pathOf(made, '/deliveries?limit=1'))
  expect(JSON.stringify(body.data[0])).toContain('address not allowed')
})
