import type { SmsAccepted, SmsListItem } from '@posthorn/contract/messages/sms'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newWord } from '../http-client/unique.ts'
import { createOrganization, type Organization } from '../service/operator.ts'
import { creditsOf, eventTypes, hello, sendSms, untilSms } from './sending.ts'

const { url, dataDir } = inject('service')
let organization: Organization
let live: Client
let simulated: Client

beforeAll(async () => {
  organization = await createOrganization(dataDir)
  live = client(url, organization.live_key)
  simulated = client(url, organization.test_key)
})

const post = (body: object, key: string, as = live) => as.post<SmsAccepted>('/v1/sms', body, { 'idempotency-key': key })
const to = (number: string) => readAll<SmsListItem>(live, `/v1/sms?limit=100&to=${encodeURIComponent(number)}`)

test('50 at once with one key are one message, paid for once and delivered once', async () => {
  const [key, body, before] = [newWord(), hello(), await creditsOf(live)]

  const answers = await Promise.all(Array.from({ length: 50 }, () => post(body, key)))

  const good = answers.filter(({ status }) => status === 200)
  const told = answers.filter(({ status }) => status !== 200)
  for (const { status, body } of told)
    expect([status, Object(body).code]).toEqual([409, 'concurrent_idempotent_requests'])
  expect(new Set(good.map(({ text }) => text)).size).toBe(1)
  expect(good.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  const [{ id } = { id: '' }] = good.map(({ body }) => body)
  expect((await to(body.to)).map(one => one.id)).toEqual([id])
  expect(eventTypes(await untilSms(live, id))).toEqual(['sent', 'delivered'])
  expect((await creditsOf(live)).sms_consumed).toBe(before.sms_consumed + 10)
})

test('the same request again gets the same answer, whatever happened since', async () => {
  const [key, body] = [newWord(), hello()]
  const first = await post(body, key)
  await untilSms(live, first.body.id)

  const again = await post(body, key)

  expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
  expect(again.body).toEqual(first.body)
  expect(await to(body.to)).toHaveLength(1)
})

test('another message with the same key is refused for good and costs nothing', async () => {
  const [key, body] = [newWord(), hello()]
  await post(body, key)
  const before = await creditsOf(live)

  for (const other of [{ body: 'Other' }, { to: hello().to }, { media_urls: ['https://cdn.example.com/1.png'] }]) {
    const answer = await post({ ...body, ...other }, key)
    expect([answer.status, Object(answer.body).code]).toEqual([409, 'invalid_idempotent_request'])
  }

  expect(await creditsOf(live)).toEqual(before)
  expect(await to(body.to)).toHaveLength(1)
})

test('a key can be used again after a refusal, elsewhere, and for another operation', async () => {
  const [key, body] = [newWord(), hello()]
  expect((await post({ ...body, body: '' }, key)).status).toBe(400)

  const answers = [
    await post(body, key),
    await post(body, key, simulated),
    await live.post('/v1/contacts', { phone_number: body.to }, { 'idempotency-key': key }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201])
  expect(new Set(answers.map(answer => Object(answer.body).id)).size).toBe(3)
})

test('without a key the same message twice is two messages', async () => {
  const asked = hello()

  const [one, two] = [await sendSms(live, asked), await sendSms(live, asked)]

  expect((await to(asked.to)).map(({ id }) => id)).toEqual([two.id, one.id])
})

test.each([
  ['', 'empty'],
  ['x'.repeat(257), 'too long'],
  ['schlüssel', 'not ASCII'],
])('the key %j is refused: %s', async key => {
  const answer = await post(hello(), key)
  expect([answer.status, Object(answer.body).code]).toEqual([400, 'invalid_idempotency_key'])
})
