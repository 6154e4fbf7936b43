import { beforeAll, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { readMessage, textOf } from '../http-client/mime.ts'
import { createKey, createOrganization } from '../service/operator.ts'
import { hello, inSeconds, readEmail, send, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client
let simulated: Client
let sendOnly: Client

beforeAll(async () => {
  const organization = await createOrganization(dataDir)
  live = client(url, organization.live_key)
  simulated = client(url, organization.test_key)
  sendOnly = client(url, (await createKey(dataDir, organization, 'live', 'emails:send')).key)
})

const rawOf = (id: string, as = live) => as.get(`/v1/emails/${id}/raw`)

test('is the stored message, and stays the same', async () => {
  const { id } = await send(live, { html: '<p>Hello</p>', bcc: 'hidden@example.com' })
  await untilStatus(live, id)

  const first = await rawOf(id)
  const again = await rawOf(id)

  expect(first.status).toBe(200)
  expect(first.headers['content-type']).toBe('message/rfc822')
  // A browser saves it as a file: content from strangers never opens under our address.
  expect(first.headers['content-disposition']).toBe('attachment')
  expect(again.text).toBe(first.text)
  expect(first.text).not.toContain('hidden')
  const message = readMessage(first.text)
  expect(['From', 'To', 'Subject', 'MIME-Version'].map(message.header)).toEqual([
    hello.from,
    hello.to,
    hello.subject,
    '1.0',
  ])
  expect(message.header('Message-ID')).toMatch(/^<[^<>@\s]+@acme\.test>$/)
  const { created_at } = await readEmail(live, id)
  const date = Date.parse(message.header('Date') ?? '')
  expect(Math.abs(date - Date.parse(created_at))).toBeLessThan(60_000)
  expect([textOf(message, 'text/plain'), textOf(message, 'text/html')]).toEqual([hello.text, '<p>Hello</p>'])
})

test.each(['scheduled', 'canceled', 'simulated'])('can be read of an email that is %s', async kind => {
  const as = kind === 'simulated' ? simulated : live
  const { id } = await send(as, kind === 'simulated' ? {} : { scheduled_for: inSeconds(3_600) })
  if (kind === 'canceled') await live.post(`/v1/emails/${id}/cancel`)
  if (kind === 'simulated') await untilStatus(simulated, id)

  const { status, text } = await rawOf(id, as)

  expect(status).toBe(200)
  expect(readMessage(text).header('To')).toBe(hello.to)
  expect(textOf(readMessage(text), 'text/plain')).toBe(hello.text)
})

test('of a scheduled email has the date on which it leaves, not that of the request', async () => {
  const at = '2099-01-31T09:30:00Z'
  const later = await send(live, { scheduled_for: at })
  expect(Date.parse(readMessage((await rawOf(later.id)).text).header('Date') ?? '')).toBe(Date.parse(at))

  const moved = inSeconds(1.5)
  await live.patch(`/v1/emails/${later.id}`, { scheduled_for: moved })
  await untilStatus(live, later.id)

  const date = Date.parse(readMessage((await rawOf(later.id)).text).header('Date') ?? '')
  expect(Math.abs(date - Date.parse(moved))).toBeLessThan(5_000)
})

test('each email has a unique id in its message', async () => {
  const ids = await Promise.all([send(live), send(live)])

  const [first, second] = await Promise.all(ids.map(async ({ id }) => readMessage((await rawOf(id)).text)))

  expect(first?.header('Message-ID')).not.toBe(second?.header('Message-ID'))
})

test('HEAD returns the type and nothing more', async () => {
  const { id } = await send(live)

  const { status, headers, text } = await live.ask({ method: 'HEAD', path: `/v1/emails/${id}/raw` })

  expect([status, headers['content-type'], text]).toEqual([200, 'message/rfc822', ''])
})

test('is not for keys that may only send, nor for another environment, and does not exist for unknown ids', async () => {
  const { id } = await send(live)

  const forbidden = await rawOf(id, sendOnly)
  const [unknown, elsewhere] = [await rawOf(randomId()), await rawOf(id, simulated)]

  expect([forbidden.status, forbidden.body.code]).toEqual([403, 'forbidden'])
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  expect(elsewhere.body).toEqual(unknown.body)
})
