import { operations } from '@posthorn/contract/all-operations'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ApiError, Posthorn } from '../../sdk/src/posthorn.ts'
import { startWebhookSink, type WebhookSink } from '../../sinks/webhook-sink.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { calls, type Scene, setScene } from './sdk-calls.ts'

const { url, dataDir } = inject('service')
const asked: string[] = []
let api: Posthorn
let scene: Scene
let receiver: WebhookSink

beforeAll(async () => {
  receiver = await startWebhookSink()
  const watched: typeof fetch = (input, init) => {
    asked.push(`${init?.method} ${new URL(String(input)).pathname}`)
    return fetch(input, init)
  }
  // In its own organization: a row moves the clock of its environment.
  const { test_key, live_key } = await createOrganization(dataDir)
  api = new Posthorn({ url, apiKey: test_key, fetch: watched })
  scene = await setScene(api, new Posthorn({ url, apiKey: live_key, fetch: watched }), receiver.url)
})
afterAll(() => receiver[Symbol.asyncDispose]())

test.each(Object.values(operations).map(operation => [operation.id, operation] as const))(
  'the client carries out %s',
  async (id, { method, path, reply }) => {
    const answer = await calls[id](api, scene)

    expectShape(answer, reply, id)
    expect(asked.at(-1)).toMatch(new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
  },
)

test('the client unwraps what a webhook receives, with the secret that it was created with', async () => {
  const { id, secret = '' } = await api.webhooks.create({ url: `${receiver.url}/mine`, subscribed_events: ['*'] })
  await api.webhooks.test(id)

  const delivery = receiver.received.find(({ path }) => path === '/mine')
  const { type } = await api.webhooks.unwrap(delivery?.body ?? '', delivery?.headers ?? {}, secret)

  expect(type).toBe('webhook.test')
})

test('the client tells errors apart by their code, and reads all pages', async () => {
  const email = newEmail()
  const contact = await api.contacts.create({ email })
  const failure = await api.contacts.create({ email }).catch((error: unknown) => error)
  const unknown = await new Posthorn({ url, apiKey: 'tx_test_nobody' }).credits.get().catch((error: unknown) => error)

  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ code: 'contact_exists', status: 409, details: { id: contact.id } })
  expect(failure).toMatchObject({ requestId: expect.stringMatching(/\S{8}/), isRetryable: false })
  expect(unknown).toMatchObject({ code: 'unauthorized', status: 401 })

  const ids: string[] = []
  for await (const { id } of api.contacts.list({ limit: 1 })) ids.push(id)
  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids[0]).toBe(contact.id)
})
