import type { Credits } from '@posthorn/contract/account'
import type { Suppression } from '@posthorn/contract/audience/suppressions'
import type { Email, EmailEvent, EmailListItem, EmailWorkflow } from '@posthorn/contract/messages/email-replies'
import type { Explanation } from '@posthorn/contract/messages/explanation'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { type SmtpSink, startSmtpSink } from '../../sinks/smtp-sink.ts'
import { readEmail, send, untilStatus } from '../emails/sending.ts'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newWord } from '../http-client/unique.ts'
import { type Bench, type Role, smtpUrl, startApi, startBench, startWorker } from './roles.ts'
import { isLong, often, testTimeoutMs } from './scale.ts'

let bench: Bench
let api: Role
let live: Client
beforeAll(async () => {
  bench = await startBench()
  api = await startApi(bench)
  live = client(api.url, bench.liveKey)
})
afterAll(async () => {
  await api?.[Symbol.asyncDispose]()
  bench?.[Symbol.dispose]()
})

const fiveMinutes = 300_000

/** Its first attempt was deferred, and the next one comes in five minutes or so. */
async function expectDeferred(email: Email, reply: RegExp): Promise<EmailEvent['data']> {
  expect(email.events.map(({ type }) => type)).toEqual(['processing', 'delivery_delayed'])
  const [, { created_at, data } = { created_at: '', data: {} }] = email.events
  expect(data.reply).toMatch(reply)
  expect(data.attempt).toBe(1)
  const wait = Date.parse(data.next_attempt_at ?? '') - Date.parse(created_at)
  expect(wait / fiveMinutes).toBeGreaterThanOrEqual(0.9)
  expect(wait / fiveMinutes).toBeLessThanOrEqual(1.1)
  const { body } = await live.get<EmailWorkflow>(`/v1/emails/${email.id}/workflow`)
  expect(body.status).toBe('delivery_delayed')
  expect(body.jobStatus).toMatchObject({ state: 'pending', previousAttempts: 1 })
  const planned = Date.parse(body.jobStatus.nextAttemptAt ?? '') - Date.parse(data.next_attempt_at ?? '')
  expect(Math.abs(planned), 'milliseconds between what was said and what is planned').toBeLessThan(5_000)
  return data
}

const suppressed = async () =>
  (await readAll<Suppression>(live, '/v1/suppressions?limit=100')).map(({ email }) => email)

describe('a relay', () => {
  let sink: SmtpSink
  let worker: Role
  beforeAll(async () => {
    sink = await startSmtpSink({
      tls: 'off',
      script: ({ stage, rcptTo }) =>
        stage === 'rcpt' && rcptTo.at(-1)?.startsWith('policy') ? { reply: '550 5.7.1 Not from strangers' } : undefined,
    })
    worker = await startWorker(bench, sink)
  })
  afterAll(async () => {
    for (const started of [worker, sink]) await started?.[Symbol.asyncDispose]()
  })

  const copiesTo = (address: string) => sink.messages.filter(({ rcptTo }) => rcptTo.includes(address)).length

  test.each(['rcpt', 'data', 'dot'])('that says "later" at %s is tried again in five minutes', async stage => {
    const to = `451-${stage}@${newWord()}.test`
    const { id } = await send(live, { to })

    const data = await expectDeferred(
      await untilStatus(live, id, 'delivery_delayed'),
      /^451 4\.0\.0 As the address asks$/,
    )

    expect(data.host).toBe(`127.0.0.1:${sink.port}`)
    expect(copiesTo(to)).toBe(0)
  })

  test('that does not know the recipient is not tried again, and the address is remembered', async () => {
    const to = `550-rcpt@${newWord()}.test`
    const { id } = await send(live, { to })

    const { events } = await untilStatus(live, id, 'bounced')

    expect(events.at(-1)).toMatchObject({ type: 'bounced', data: { recipient: to, bounce_class: 'unknown_mailbox' } })
    expect(await suppressed()).toContain(to)
    expect((await send(live, { to })).suppressed_recipients).toEqual([to])
  })

  test('that does not want the sender is not tried again, and the address may still be written to', async () => {
    const to = `policy@${newWord()}.test`
    const { id } = await send(live, { to })

    const { events } = await untilStatus(live, id, 'bounced')

    expect(events.at(-1)).toMatchObject({ data: { bounce_class: 'policy', reply: '550 5.7.1 Not from strangers' } })
    expect(await suppressed()).not.toContain(to)
    expect((await send(live, { to })).suppressed_recipients).toEqual([])
  })

  test('that refuses one of five: four get one copy each, one bounces', async () => {
    const domain = `${newWord()}.test`
    const to = ['a', 'b', '550-rcpt', 'c', 'd'].map(local => `${local}@${domain}`)
    const [refused, others] = [`550-rcpt@${domain}`, to.filter(one => !one.startsWith('550'))]

    const { id } = await send(live, { to })

    const email = await vi.waitFor(
      async () => {
        const read = await readEmail(live, id)
        expect(read.events).toHaveLength(6)
        return read
      },
      { timeout: 10_000 },
    )
    const about = (type: string) => email.events.filter(event => event.type === type).map(({ data }) => data.recipient)
    expect(about('sent').toSorted()).toEqual(others)
    expect(about('bounced')).toEqual([refused])
    expect(to.map(copiesTo)).toEqual([1, 1, 0, 1, 1])
    expect(await suppressed()).toContain(refused)
  })

  test('that keeps a message but cannot say so: no failure is reported, and it is tried again in five minutes', async () => {
    const to = `lost-dot@${newWord()}.test`
    const before = (await live.get<Credits>('/v1/credits')).body.email_consumed
    const { id } = await send(live, { to })

    await expectDeferred(await untilStatus(live, id, 'delivery_delayed'), /^451 4\.4\.2 /)

    expect(copiesTo(to)).toBe(1)
    expect((await live.get<Credits>('/v1/credits')).body.email_consumed).toBe(before + 1)
  })
})

// dispatch.test.ts tests routes that are down on every change.
test.runIf(isLong)('an unreachable relay: deferred and not failed, with what happened', async () => {
  await using _worker = await startWorker(bench, { port: await freePort() })

  const { id } = await send(live)

  await expectDeferred(await untilStatus(live, id, 'delivery_delayed'), /^451 4\.4\.1 .*ECONNREFUSED/)
})

test('everything behind an unreachable relay says within seconds what it waits for', async () => {
  const port = await freePort()
  await using _worker = await startWorker(bench, { port })
  const tag = newWord()
  const sent = await Promise.all(Array.from({ length: 50 }, () => send(live, { tags: [tag] })))

  const waiting = new RegExp(`^Waiting for the relay 127\\.0\\.0\\.1:${port}, which has failed .*ECONNREFUSED`)
  await vi.waitFor(
    async () => {
      const emails = await readAll<EmailListItem>(live, `/v1/emails?tag=${tag}&limit=100`)
      expect(emails.filter(one => waiting.test(one.waiting_for ?? ''))).toHaveLength(sent.length)
    },
    { timeout: 10_000, interval: 200 },
  )

  const { body } = await live.get<Explanation>(`/v1/emails/${sent.at(-1)?.id}/explain`)
  expect(body.summary).toMatch(waiting)
  expect(body.waiting).toMatchObject({ for: `the relay 127.0.0.1:${port}`, failing_since: expect.any(String) })
  expect(body.waiting?.behind).toBeGreaterThanOrEqual(sent.length - 1)
  expect((await live.get<Email>(`/v1/emails/${sent[0]?.id}`)).body.waiting_for).toMatch(waiting)
})

test('one-time codes overtake a broadcast at a relay that allows three connections, and nothing is deferred', {
  timeout: testTimeoutMs,
}, async () => {
  const [inAll, tag] = [often({ usually: 600, long: 10_000 }), newWord()]
  const arrivedAt = new Map<string, number>()
  await using sink = await startSmtpSink({
    ...{ tls: 'off', maxConnections: 3, keep: false },
    script({ stage, rcptTo }) {
      const [to = ''] = rcptTo
      // Mail of an earlier test may arrive, too.
      if (stage === 'dot' && to.endsWith(`@${tag}.test`)) arrivedAt.set(to, performance.now())
      return stage === 'dot' ? { delayMs: 10 } : undefined
    },
  })
  await using _worker = await startWorker(bench, sink)
  const broadcast = Array.from({ length: inAll }, (_, nth) => ({
    ...{ from: 'news@acme.test', to: `${nth}@${tag}.test`, subject: 'News', text: 'News.', tags: [tag] },
    message_stream: 'broadcast',
  }))
  for (let from = 0; from < inAll; from += 100)
    expect((await live.post('/v1/emails/batch', broadcast.slice(from, from + 100))).status).toBe(200)

  const waits: number[] = []
  for (let nth = 0; nth < often({ usually: 20, long: 200 }); nth++) {
    const to = `code-${nth}@${tag}.test`
    await send(live, { to, text: 'Your code is 271828.', tags: [tag] })
    const accepted = performance.now()
    await vi.waitFor(() => expect(arrivedAt.has(to)).toBe(true), { timeout: 20_000, interval: 5 })
    waits.push((arrivedAt.get(to) ?? 0) - accepted)
  }
  const stillWaiting = inAll + waits.length - arrivedAt.size
  await vi.waitFor(() => expect(arrivedAt.size).toBe(inAll + waits.length), {
    timeout: 20_000 + 20 * inAll,
    interval: 100,
  })

  const slowest = Math.max(...waits)
  console.info(`codes behind a broadcast of ${inAll}: slowest of ${waits.length} ${Math.round(slowest)} ms`)
  expect(stillWaiting, 'of the broadcast when the last code had arrived').toBeGreaterThan(0)
  expect(slowest).toBeLessThan(5_000)
  const delayed = await readAll<EmailListItem>(live, `/v1/emails?tag=${tag}&status=delivery_delayed&limit=100`)
  expect(delayed).toEqual([])
})

test.runIf(isLong)('while the first route is closed the second one is taken, and the event says so', async () => {
  await using sink = await startSmtpSink({ tls: 'off' })
  const [closed, open] = [smtpUrl({ port: await freePort() }), smtpUrl(sink)]
  await using _worker = await startWorker(bench, sink, { env: { POSTHORN_EMAIL_TRANSPORTS: `${closed},${open}` } })

  // One after the other: of two at once, either may be the one that finds the route closed.
  const first = await untilStatus(live, (await send(live)).id, 'sent')
  const second = await untilStatus(live, (await send(live)).id, 'sent')

  expect(first.events.map(({ type }) => type)).toEqual(['processing', 'sent'])
  expect(first.events.at(-1)?.data).toMatchObject({
    host: `127.0.0.1:${sink.port}`,
    reason: expect.stringMatching(/was down: .*ECONNREFUSED/),
  })
  expect(second.events.at(-1)?.data.host).toBe(`127.0.0.1:${sink.port}`)
  expect(sink.received).toBe(2)
})
