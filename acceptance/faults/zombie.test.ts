/** A lease lasts 30 s and nothing shortens it, so this test only runs with POSTHORN_LONG_TESTS=1. */
import type { Email } from '@posthorn/contract/messages/email-replies'
import { expect, test, vi } from 'vitest'
import { eventTypes, readEmail } from '../emails/sending.ts'
import { client } from '../http-client/client.ts'
import { expectNoFault, toReceipt } from './history.ts'
import { startApi, startBench, startWorker } from './roles.ts'
import { isLong, testTimeoutMs } from './scale.ts'
import { startRecord } from './senders.ts'
import { startTrappedSink } from './trapped-sink.ts'

test.skipIf(!isLong)(
  'a worker that comes back after others have finished its work changes nothing',
  {
    timeout: testTimeoutMs,
  },
  async () => {
    using bench = await startBench()
    await using api = await startApi(bench)
    const trapped = await startTrappedSink()
    await using sink = trapped.sink
    await using zombie = await startWorker(bench, sink)
    const access = { url: api.url, key: bench.liveKey }

    const record = startRecord(access)
    const read = (id: string): Promise<Email> => readEmail(client(access.url, access.key), id)
    const isSent = async (id: string) => expect((await read(id)).status).toBe('sent')

    // One waits for the answer to its dot, one for a greeting, one is in the middle of its message.
    const dot = Promise.withResolvers<void>()
    const atDot = trapped.set('dot', dot.resolve)
    const dotted = await record.send()
    await dot.promise
    const greeting = Promise.withResolvers<void>()
    const atGreeting = trapped.set('banner', greeting.resolve)
    const greeted = await record.send()
    await greeting.promise
    const stopped = Promise.withResolvers<void>()
    const atBody = trapped.set('body', () => {
      zombie.signal('SIGSTOP')
      stopped.resolve()
    })
    const half = await record.send({ text: 'All work and no play.\n'.repeat(200_000) })
    await stopped.promise

    await using _other = await startWorker(bench, sink)
    for (const { id } of [dotted, greeted, half]) await vi.waitFor(() => isSent(id), { timeout: 45_000, interval: 200 })
    const told = await Promise.all([dotted, greeted, half].map(({ id }) => read(id)))
    zombie.signal('SIGCONT')
    for (const { release } of [atDot, atGreeting, atBody]) release()

    // Both close connections that they no longer need: by then everything has been sent.
    await expect.poll(() => sink.connections.now, { timeout: 30_000 }).toBe(0)
    expect(await Promise.all([dotted, greeted, half].map(({ id }) => read(id)))).toEqual(told)
    expect(told.map(eventTypes)).toEqual([
      ['processing', 'possible_duplicate', 'sent'],
      ['processing', 'sent'],
      ['processing', 'sent'],
    ])
    const copies = Map.groupBy(sink.messages.map(toReceipt), ({ key }) => key)
    expect([dotted, greeted, half].map(({ key }) => copies.get(key)?.length)).toEqual([2, 1, 1])
    await expectNoFault(access, record, sink)
  },
)
