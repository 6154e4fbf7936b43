/** Processes are killed while a broadcast is made and sent: nobody is left out, and every second copy is announced. */
import type { Broadcast, BroadcastRecipient } from '@posthorn/contract/broadcasts/replies'
import type { Email } from '@posthorn/contract/messages/email-replies'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../sinks/smtp-sink.ts'
import { type Client, client } from './client.ts'
import { type Bench, portOf, type Role, startApi, startBench, startWorker } from './faults-roles.ts'
import { often, testTimeoutMs } from './faults-scale.ts'

const count = often({ usually: 1_500, long: 20_000 })
const kills = often({ usually: 2, long: 8 })

let bench: Bench
let sink: SmtpSink
let api: Role
let worker: Role
let as: Client
beforeAll(async () => {
  bench = await startBench()
  sink = await startSmtpSink({ tls: 'off' })
  api = await startApi(bench)
  worker = await startWorker(bench, sink)
  as = client(api.url, bench.liveKey)
})
afterAll(async () => {
  for (const started of [worker, api, sink]) await started?.[Symbol.asyncDispose]()
  bench?.[Symbol.dispose]()
})

async function addContacts(): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, nth) => `reader${nth}@example.com`)
  for (let from = 0; from < count; from += 1_000) {
    const page = emails.slice(from, from + 1_000).map(email => ({ email }))
    expect((await as.post('/v1/contacts/batch', page)).status).toBe(200)
  }
  return emails
}

async function allRecipients(id: string): Promise<BroadcastRecipient[]> {
  const all: BroadcastRecipient[] = []
  let cursor: string | undefined
  do {
    const query = `limit=100${cursor === undefined ? '' : `&cursor=${cursor}`}`
    const { body } = await as.get<{ data: BroadcastRecipient[]; next_cursor?: string }>(
      `/v1/broadcasts/${id}/recipients?${query}`,
    )
    all.push(...body.data)
    cursor = body.next_cursor
  } while (cursor !== undefined)
  return all
}

const read = async (id: string) => (await as.get<Broadcast>(`/v1/broadcasts/${id}`)).body

test('whatever is killed on the way, each contact has one message, and each message arrives', {
  timeout: testTimeoutMs,
}, async () => {
  const emails = await addContacts()
  const { id } = (
    await as.post<Broadcast>('/v1/broadcasts', {
      ...{ name: 'News', from: 'news@acme.test', subject: 'News', everyone: true },
      text: 'Hello {{ contact.email }}',
    })
  ).body
  await as.post(`/v1/broadcasts/${id}/send`, {})

  for (let nth = 0; nth < kills; nth++) {
    const wanted = Math.floor((count * nth) / kills) + 1
    await vi.waitFor(() => expect(sink.messages.length).toBeGreaterThanOrEqual(wanted), {
      timeout: testTimeoutMs,
      interval: 5,
    })
    await worker.kill()
    if (nth === 0) {
      await api.kill()
      api = await startApi(bench, { port: portOf(api) })
      await as.post(`/v1/broadcasts/${id}/pause`)
      await as.post(`/v1/broadcasts/${id}/resume`)
    }
    worker = await startWorker(bench, sink)
  }
  await vi.waitFor(async () => expect((await read(id)).state).toBe('completed'), {
    timeout: testTimeoutMs,
    interval: 200,
  })

  const recipients = await allRecipients(id)
  expect(recipients.map(({ to }) => to).toSorted()).toEqual(emails.toSorted())
  const { figures } = await read(id)
  expect(figures).toMatchObject({ messages: count, waiting: 0, sent: count, failed: 0, credits: count })
  const copies = Map.groupBy(
    sink.messages.flatMap(({ rcptTo }) => rcptTo),
    to => to,
  )
  expect(emails.filter(email => !copies.has(email))).toEqual([])
  for (const { id: emailId } of recipients.filter(({ to }) => (copies.get(to)?.length ?? 0) > 1)) {
    const { events } = (await as.get<Email>(`/v1/emails/${emailId}`)).body
    expect(events.map(({ type }) => type)).toContain('possible_duplicate')
  }
})
