import type { Credits } from '@posthorn/contract/account'
import type { EmailAccepted, EmailBatchAccepted, EmailListItem } from '@posthorn/contract/messages/email-replies'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Answer } from '../http-client/answer.ts'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newWord } from '../http-client/unique.ts'
import { createOrganization, type Organization, posthorn } from '../service/operator.ts'
import { eventTypes, hello, inSeconds, readEmail, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client
let simulated: Client

beforeAll(async () => {
  const organization = await createOrganization(dataDir)
  live = client(url, organization.live_key)
  simulated = client(url, organization.test_key)
})

const post = (body: object, key: string, as = live) =>
  as.post<EmailAccepted>('/v1/emails', body, { 'idempotency-key': key })
const postBatch = (body: object, key: string) =>
  live.post<EmailBatchAccepted>('/v1/emails/batch', body, { 'idempotency-key': key })
/** Captured mail costs nothing, but counts. */
const used = async () => (await live.get<Credits>('/v1/credits')).body.current_day_usage
const tagged = (tag: string) => readAll<EmailListItem>(live, `/v1/emails?limit=100&tag=${tag}`)

/** One did the work, some were told to come back, and all others got the answer of the first. */
function expectOne<Body>(answers: readonly Answer<Body>[]): Body {
  const told = answers.filter(({ status }) => status === 409)
  for (const { body } of told) expect(Object(body).code).toBe('concurrent_idempotent_requests')
  const good = answers.filter(({ status }) => status === 200)
  expect(good.length + told.length).toBe(answers.length)
  expect(new Set(good.map(({ text }) => text)).size).toBe(1)
  expect(good.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  return (good[0] as Answer<Body>).body
}

test('50 at once with one key are one email, counted once and delivered once', async () => {
  const [key, before] = [newWord(), await used()]
  const body = { ...hello, to: ['a@b.co', 'b@b.co'], tags: [key] }

  const { id } = expectOne(await Promise.all(Array.from({ length: 50 }, () => post(body, key))))

  expect((await tagged(key)).map(email => email.id)).toEqual([id])
  expect(await used()).toBe(before + 2)
  const email = await untilStatus(live, id)
  expect(eventTypes(email).filter(type => type === 'delivered')).toHaveLength(2)
})

test('50 batches at once with one key are one batch', async () => {
  const [key, before] = [newWord(), await used()]
  const batch = Array.from({ length: 5 }, (_, nth) => ({ ...hello, subject: `Number ${nth}`, tags: [key] }))

  const { data } = expectOne(await Promise.all(Array.from({ length: 50 }, () => postBatch(batch, key))))

  const listed = (await tagged(key)).map(({ id }) => id)
  expect(listed.toSorted()).toEqual(data.map(({ id }) => id).toSorted())
  expect(await used()).toBe(before + 5)
})

test('the same request again gets the same answer, marked as a replay, whatever happened since', async () => {
  const [key, body] = [newWord(), { ...hello, scheduled_for: inSeconds(3_600) }]
  const first = await post(body, key)
  expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined])
  await live.post(`/v1/emails/${first.body.id}/cancel`)

  const again = await post(body, key)

  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(again.body).toEqual(first.body)
  expect((await readEmail(live, first.body.id)).status, 'and nothing is scheduled anew').toBe('canceled')
})

test('another request with the same key is refused for good and sends nothing', async () => {
  const key = newWord()
  await post({ ...hello, tags: [key] }, key)

  for (const other of [{ subject: 'Other' }, { to: 'grace@example.com' }, { scheduled_for: inSeconds(60) }]) {
    const { status, body, headers } = await post({ ...hello, tags: [key], ...other }, key)
    expect([status, Object(body).code]).toEqual([409, 'invalid_idempotent_request'])
    expect(headers['x-should-retry']).toBe('false')
  }
  expect(await tagged(key)).toHaveLength(1)
})

test('many different requests at once with one key: one is sent', async () => {
  const key = newWord()
  const bodies = Array.from({ length: 30 }, (_, nth) => ({ ...hello, subject: `Number ${nth}`, tags: [key] }))

  const answers = await Promise.all(bodies.map(body => post(body, key)))

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(29).fill(409)])
  expect(await tagged(key)).toHaveLength(1)
})

test('a refused request leaves the key free for the corrected one', async () => {
  const key = newWord()

  const refused = [
    await post({ ...hello, to: 'nonsense' }, key),
    await post({ ...hello, text: undefined, template_id: 'x' }, key),
  ]
  const corrected = await post(hello, key)

  expect(refused.map(({ status }) => status)).toEqual([400, 400])
  expect([corrected.status, corrected.headers['idempotent-replayed']]).toEqual([200, undefined])
})

test('a request over the quota leaves the key free for later', async () => {
  // The quota of a month: the hour may end at any moment.
  const plan = ['--plan', 'enterprise', '--sends-per-month', '1']
  const args = ['organization', 'create', '--name', 'Acceptance', ...plan]
  const { live_key } = await posthorn<Organization>(dataDir, ...args)
  const [as, key] = [client(url, live_key), newWord()]

  const tooMany = await post({ ...hello, to: ['a@b.co', 'b@b.co'] }, key, as)
  const fits = await post(hello, key, as)

  expect([tooMany.status, fits.status]).toEqual([429, 200])
})

test('a key belongs to its environment and its operation', async () => {
  const key = newWord()

  const answers = [await post(hello, key), await post(hello, key, simulated), await postBatch([hello], key)]

  for (const { status, headers } of answers) {
    expect([status, headers['idempotent-replayed']]).toEqual([200, undefined])
  }
})

test('without a key two requests are two emails', async () => {
  const tag = newWord()

  for (const _ of [1, 2]) await live.post('/v1/emails', { ...hello, tags: [tag] })

  expect(await tagged(tag)).toHaveLength(2)
})
