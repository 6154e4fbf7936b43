import type { Credits } from '@posthorn/contract/account'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { eventTypes, faultyPaths, hello, inSeconds, readEmail, send, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client
let simulated: Client
let elsewhere: Client

beforeAll(async () => {
  const [mine, other] = await Promise.all([createOrganization(dataDir, 'pro'), createOrganization(dataDir)])
  live = client(url, mine.live_key)
  simulated = client(url, mine.test_key)
  elsewhere = client(url, other.live_key)
})

async function suppressed(as = live): Promise<string> {
  const email = newEmail('Gone')
  expect((await as.post('/v1/suppressions', { email })).status).toBe(200)
  return email
}

/** Captured mail costs nothing, but counts. */
const used = async () => (await live.get<Credits>('/v1/credits')).body.current_day_usage

test('a suppressed recipient is named and left out, and the others get their copy', async () => {
  const gone = await suppressed()
  const before = await used()

  const { id, suppressed_recipients } = await send(live, { to: ['ada@example.com', gone], cc: 'grace@example.com' })

  expect(suppressed_recipients).toEqual([gone])
  const email = await untilStatus(live, id)
  const told = (type: string) => email.events.filter(event => event.type === type).map(({ data }) => data.recipient)
  expect(told('suppressed')).toEqual([gone])
  expect(told('delivered').toSorted()).toEqual(['ada@example.com', 'grace@example.com'])
  expect(await used(), 'the two count').toBe(before + 2)
})

test('in any case and in any field', async () => {
  const [a, b, c] = [await suppressed(), await suppressed(), await suppressed()]

  const { id, suppressed_recipients } = await send(live, {
    to: ['x@b.co', a.toUpperCase()],
    cc: b.toLowerCase(),
    bcc: c,
  })

  expect(suppressed_recipients).toEqual([a.toUpperCase(), b.toLowerCase(), c])
  const delivered = (await untilStatus(live, id)).events.filter(({ type }) => type === 'delivered')
  expect(delivered.map(({ data }) => data.recipient)).toEqual(['x@b.co'])
})

test('when all are suppressed the email is accepted, sent to nobody and not counted', async () => {
  const to = [await suppressed(), await suppressed()]
  const before = await used()

  const accepted = await send(live, { to })

  expect(accepted).toMatchObject({ status: 'processing', suppressed_recipients: to })
  const email = await readEmail(live, accepted.id)
  expect(email).toMatchObject({ status: 'suppressed', sent_at: null, delivered_at: null })
  expect(eventTypes(email)).toEqual(['suppressed', 'suppressed'])
  expect(await used()).toBe(before)
  const { body } = await live.get(`/v1/emails/${accepted.id}/workflow`)
  expect(body).toMatchObject({ status: 'suppressed', jobStatus: { state: 'finished', previousAttempts: 0 } })
})

test('when all are suppressed a scheduled email is suppressed at once, with nothing left to cancel', async () => {
  const { id } = await send(live, { to: await suppressed(), scheduled_for: inSeconds(3_600) })

  expect((await readEmail(live, id)).status).toBe('suppressed')
  const { status, body } = await live.post(`/v1/emails/${id}/cancel`)
  expect([status, body.code]).toEqual([400, 'invalid_state'])
})

test('in a batch each email is checked by itself', async () => {
  const gone = await suppressed()

  const { body } = await live.post<{ data: { id: string }[] }>('/v1/emails/batch', [
    { ...hello, to: gone },
    { ...hello, to: 'ada@example.com' },
  ])

  const [first, second] = body.data
  expect((await readEmail(live, first?.id ?? '')).status).toBe('suppressed')
  await untilStatus(live, second?.id ?? '')
})

test('an address that is taken off the list gets email again', async () => {
  const gone = await suppressed()
  await live.delete(`/v1/suppressions/${gone}`)

  const { id, suppressed_recipients } = await send(live, { to: gone })

  expect(suppressed_recipients).toEqual([])
  await untilStatus(live, id)
})

test('the list of one environment or organization does not apply to another', async () => {
  const gone = await suppressed()

  for (const as of [simulated, elsewhere]) expect((await send(as, { to: gone })).suppressed_recipients).toEqual([])
})

test('a test key has its own list that works the same', async () => {
  const gone = await suppressed(simulated)

  const { id, suppressed_recipients } = await send(simulated, { to: [gone, 'ada@example.com'] })

  expect(suppressed_recipients).toEqual([gone])
  expect(eventTypes(await untilStatus(simulated, id))).toEqual(expect.arrayContaining(['suppressed', 'delivered']))
})

test('a broadcast leaves out contacts that are not subscribed; other email reaches them', async () => {
  const email = newEmail()
  expect((await live.post('/v1/contacts', { email, email_subscribed: false })).status).toBe(201)

  const broadcast = await send(live, { to: [email, 'ada@example.com'], message_stream: 'broadcast' })
  const transactional = await send(live, { to: email })

  expect(broadcast.suppressed_recipients).toEqual([email])
  expect(transactional.suppressed_recipients).toEqual([])
  await untilStatus(live, transactional.id)
})

test('a broadcast to a topic leaves out contacts that are not subscribed to it', async () => {
  const [reader, other] = [newEmail(), newEmail()]
  const topic = await live.post<{ id: string }>('/v1/topics', { name: 'News' })
  for (const email of [reader, other]) {
    const contact = await live.post<{ id: string }>('/v1/contacts', { email })
    if (email === reader) await live.post(`/v1/contacts/${contact.body.id}/topics/${topic.body.id}`)
  }

  const { suppressed_recipients } = await send(live, {
    to: [reader, other],
    message_stream: 'broadcast',
    topic_id: topic.body.id,
  })

  expect(suppressed_recipients).toEqual([other])
})

test('a contact that unsubscribes before a scheduled broadcast leaves does not get it', async () => {
  const email = newEmail()
  const contact = await live.post<{ id: string }>('/v1/contacts', { email })
  const broadcast = { to: email, message_stream: 'broadcast', scheduled_for: inSeconds(1.5) }
  const { id } = await send(live, broadcast)

  await live.put(`/v1/contacts/${contact.body.id}`, { email_subscribed: false })

  const left = await untilStatus(live, id, 'suppressed')
  expect(eventTypes(left)).not.toContain('sent')
})

test('a broadcast to an unknown topic is refused', async () => {
  const theirs = await elsewhere.post<{ id: string }>('/v1/topics', { name: 'Not yours' })

  for (const topic_id of [randomId(), 'nonsense', theirs.body.id]) {
    const broadcast = { ...hello, message_stream: 'broadcast', topic_id }
    const answers = [await live.post('/v1/emails', broadcast), await live.post('/v1/emails/batch', [hello, broadcast])]
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expect(answers.map(faultyPaths)).toEqual([['topic_id'], ['1.topic_id']])
  }
})
