import type { Contact } from '@posthorn/contract/audience/contacts'
import { type Event, type EventPage, eventLog } from '@posthorn/contract/event-log'
import { beforeAll, expect, inject, test } from 'vitest'
import { onSharedDatabase, portOf, startApi } from '../faults/roles.ts'
import { isLong } from '../faults/scale.ts'
import { ask, type Client, client } from '../http-client/client.ts'
import { listenTo } from '../http-client/event-stream.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail } from '../http-client/unique.ts'
import { createKey, createOrganization, type Organization, posthorn } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let organization: Organization
let api: Client
let key: string

beforeAll(async () => {
  organization = await createOrganization(dataDir)
  key = organization.test_key
  api = client(url, key)
})

const soon = { timeout: 10_000, interval: 20 }

async function createContacts(from: Client, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const { status, body } = await from.post<Contact>('/v1/contacts', { email: newEmail() })
    expect(status).toBe(201)
    ids.push(body.id)
  }
  return ids
}

const idOf = ({ data }: Pick<Event, 'data'>): unknown => Object(data).id

/** Everything after a cursor, page by page. */
async function readFrom(cursor: string | undefined, limit = 2) {
  const events: Event[] = []
  for (let next = cursor; ; ) {
    const query = `limit=${limit}${next ? `&cursor=${next}` : ''}`
    const { status, body } = await api.get<EventPage>(`/v1/events?${query}`)
    expect(status).toBe(200)
    expectShape(body, eventLog.listEvents.reply)
    events.push(...body.data)
    next = body.next_cursor
    if (!body.has_more) return { events, cursor: next }
  }
}

test('a client that keeps the cursor reads everything once and in order, starting with an empty log', async () => {
  const fresh = await createOrganization(dataDir)
  api = client(url, fresh.test_key)
  const empty = await readFrom(undefined)
  expect(empty.events).toEqual([])

  const heard: Event[] = []
  let { cursor } = empty
  const created: string[] = []
  for (const count of [1, 5, 2]) {
    created.push(...(await createContacts(api, count)))
    await expect
      .poll(async () => {
        const page = await readFrom(cursor)
        heard.push(...page.events)
        cursor = page.cursor
        return heard.map(idOf)
      }, soon)
      .toEqual(created)
  }
  expect((await readFrom(undefined, 100)).events).toEqual(heard)
  // Each is the first event about its contact: the events of other tests do not show.
  expect(heard.map(({ sequence }) => sequence)).toEqual(heard.map(() => 1))
})

test('the stream has what the list has, begins now, and continues after any cursor', async () => {
  const live = await listenTo({ url, key })
  const ids = await createContacts(client(url, key), 5)
  await expect.poll(() => live.events.map(idOf), soon).toEqual(ids)

  const third = live.events[2]?.cursor ?? ''
  const resumed = await listenTo({ url, key, lastEventId: third, cursor: 'comes second' })
  const byQuery = await listenTo({ url, key, cursor: third })
  const { body } = await client(url, key).get<EventPage>(`/v1/events?cursor=${third}`)

  for (const listener of [resumed, byQuery]) {
    await expect.poll(() => listener.events.map(idOf), soon).toEqual(ids.slice(3))
  }
  expect(live.events.slice(3).map(({ cursor: _, ...event }) => event)).toEqual(body.data)
  expect(live.comments.length, 'it was begun with a word').toBeGreaterThan(0)
  for (const listener of [live, resumed, byQuery]) listener.hangUp()
})

test('a cursor that is made up or somebody else’s is refused in plain JSON', async () => {
  const live = await listenTo({ url, key })
  await expect.poll(live.lastId, soon).not.toBe('')
  const theirs = client(url, organization.live_key)

  for (const [header, query] of [
    ['x', ''],
    ['', '?cursor=x'],
    [live.lastId(), ''],
    ['', `?cursor=${live.lastId()}`],
  ] as const) {
    const path = `/v1/events/stream${query}`
    const { status, body } = await theirs.ask({ path, headers: { ...(header && { 'last-event-id': header }) } })
    expect([status, body.code]).toEqual([400, 'invalid_cursor'])
  }
  live.hangUp()
})

test('the number of open streams is limited; one that is closed makes room', async () => {
  const { test_key } = await createOrganization(dataDir)
  const streams = await Promise.all(Array.from({ length: 100 }, () => listenTo({ url, key: test_key })))

  const refused = await ask(url, { path: '/v1/events/stream', key: test_key })
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded'])
  const [id] = await createContacts(client(url, test_key), 1)
  await expect.poll(() => streams.every(({ events }) => events.some(one => idOf(one) === id)), soon).toBe(true)
  streams[0]?.hangUp()

  await expect.poll(async () => (await ask(url, { path: '/v1/events/stream', key: test_key })).status, soon).toBe(200)
  for (const stream of streams) stream.hangUp()
})

test('the API killed and stopped: a client that continues with Last-Event-ID misses nothing and gets nothing twice', async () => {
  const place = onSharedDatabase()
  const { test_key } = await createOrganization(place.folder)
  await using apis = new AsyncDisposableStack()
  let role = apis.use(await startApi(place))
  const [home, port] = [role.url, portOf(role)]
  const writer = client(home, test_key)
  const heard: unknown[] = []
  let lastEventId: string | undefined
  const created: string[] = []

  for (const end of isLong ? (['SIGKILL', 'SIGTERM'] as const) : (['SIGKILL'] as const)) {
    const listener = await listenTo({ url: home, key: test_key, ...(lastEventId && { lastEventId }) })
    created.push(...(await createContacts(writer, 3)))
    await expect.poll(() => [...heard, ...listener.events.map(idOf)], soon).toEqual(created)
    created.push(...(await createContacts(writer, 3)))
    const askedAt = performance.now()
    role.signal(end)
    await Promise.all([listener.ended, role.exited])
    expect(performance.now() - askedAt, 'a stream does not hold it up').toBeLessThan(5_000)
    heard.push(...listener.events.map(idOf))
    lastEventId = listener.lastId()
    role = apis.use(await startApi(place, { port }))
  }

  const last = await listenTo({ url: home, key: test_key, ...(lastEventId && { lastEventId }) })
  await expect.poll(() => [...heard, ...last.events.map(idOf)], soon).toEqual(created)
  last.hangUp()
})

test('a key that may not read webhooks gets no events', async () => {
  const { id, key: limited } = await createKey(dataDir, organization, 'test', 'contacts:read')

  const { status } = await ask(url, { path: '/v1/events/stream', key: limited })

  expect(status).toBe(403)
  await posthorn(dataDir, 'key', 'revoke', id)
})
