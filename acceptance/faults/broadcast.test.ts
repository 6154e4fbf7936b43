/** Processes are killed while a broadcast of emails or of text messages is made and sent: nobody is left out, and every second copy is announced. */
import type { Broadcast, BroadcastRecipient } from '@posthorn/contract/broadcasts/replies'
import type { Email } from '@posthorn/contract/messages/email-replies'
import type { Sms } from '@posthorn/contract/messages/sms'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSmsc } from '../../sinks/smsc.ts'
import { type SmtpSink, startSmtpSink } from '../../sinks/smtp-sink.ts'
import { type Client, client } from '../http-client/client.ts'
import { type Bench, portOf, type Role, startApi, startBench, startSmsWorker, startWorker } from './roles.ts'
import { often, testTimeoutMs } from './scale.ts'

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

async function addContacts<Name extends 'email' | 'phone_number'>(name: Name, addressOf: (nth: number) => string) {
  const addresses = Array.from({ length: count }, (_, nth) => addressOf(nth))
  for (let from = 0; from < count; from += 1_000) {
    const page = addresses.slice(from, from + 1_000).map(address => ({ [name]: address }))
    expect((await as.post('/v1/contacts/batch', page)).status).toBe(200)
  }
  return addresses
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

/** Sends it, and kills the worker each time this many have arrived, and the API once. `start` starts the next worker. */
async function sendAndKill(broadcast: object, arrived: () => number, start: () => Promise<Role>): Promise<string> {
  const { id } = (await as.post<Broadcast>('/v1/broadcasts', { name: 'News', everyone: true, ...broadcast })).body
  expect((await as.post(`/v1/broadcasts/${id}/send`, {})).status).toBe(200)
  for (let nth = 0; nth < kills; nth++) {
    const wanted = Math.floor((count * nth) / kills) + 1
    await vi.waitFor(() => expect(arrived()).toBeGreaterThanOrEqual(wanted), { timeout: testTimeoutMs, interval: 5 })
    await worker.kill()
    if (nth === 0) {
      await api.kill()
      api = await startApi(bench, { port: portOf(api) })
      await as.post(`/v1/broadcasts/${id}/pause`)
      await as.post(`/v1/broadcasts/${id}/resume`)
    }
    worker = await start()
  }
  await vi.waitFor(async () => expect((await read(id)).state).toBe('completed'), {
    timeout: testTimeoutMs,
    interval: 200,
  })
  return id
}

/** Nobody is left out or listed twice, everybody has a copy, and the message of whoever has several says so. */
async function expectOneEach(id: string, addresses: readonly string[], arrived: readonly string[], path: string) {
  const recipients = await allRecipients(id)
  expect(recipients.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted())
  const copies = Map.groupBy(arrived, to => to)
  expect(addresses.filter(address => !copies.has(address))).toEqual([])
  for (const { id: messageId } of recipients.filter(({ to }) => (copies.get(to)?.length ?? 0) > 1)) {
    const { events } = (await as.get<Email | Sms>(`${path}/${messageId}`)).body
    expect(events.map(({ type }) => type)).toContain('possible_duplicate')
  }
}

test('whatever is killed on the way, each contact has one email, and each email arrives', {
  timeout: testTimeoutMs,
}, async () => {
  const emails = await addContacts('email', nth => `reader${nth}@example.com`)
  const content = { from: 'news@acme.test', subject: 'News', text: 'Hello {{ contact.email }}' }
  const id = await sendAndKill(
    content,
    () => sink.messages.length,
    () => startWorker(bench, sink),
  )

  const arrived = sink.messages.flatMap(({ rcptTo }) => rcptTo)
  await expectOneEach(id, emails, arrived, '/v1/emails')
  const { figures } = await read(id)
  expect(figures).toMatchObject({ messages: count, waiting: 0, sent: count, failed: 0, credits: count })
})

test('whatever is killed on the way, each contact has one text message, and each arrives', {
  timeout: testTimeoutMs,
}, async () => {
  await using smsc = await startSmsc()
  await worker.kill()
  worker = await startSmsWorker(bench, smsc)
  const numbers = await addContacts('phone_number', nth => `+1415${5_500_000 + nth}`)
  const content = { channel: 'sms', from: '+15005550006', body: 'Hello {{ contact.phone_number }}' }
  const id = await sendAndKill(
    content,
    () => smsc.messages.length,
    () => startSmsWorker(bench, smsc),
  )

  const arrived = smsc.messages.map(({ to }) => `+${to}`)
  await expectOneEach(id, numbers, arrived, '/v1/sms')
  const { figures } = await read(id)
  expect(figures).toMatchObject({ messages: count, waiting: 0, sent: count, failed: 0, credits: 10 * count })
})
