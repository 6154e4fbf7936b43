import { setTimeout as pause } from 'node:timers/promises'
import type { Email } from '@posthorn/contract/messages/email-replies'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Stage } from '../../sinks/smtp-script.ts'
import { eventTypes, readEmail } from '../emails/sending.ts'
import { client } from '../http-client/client.ts'
import { onABusyMachine } from '../service/busy-machine.ts'
import { type FaultProxy, startFaultProxy } from '../service/fault-proxy.ts'
import { expectNoFault, toReceipt } from './history.ts'
import { type Bench, type Role, startApi, startBench, startWorker } from './roles.ts'
import { isLong } from './scale.ts'
import { startRecord } from './senders.ts'
import { startTrappedSink, type TrappedSink } from './trapped-sink.ts'

let bench: Bench
let api: Role
beforeAll(async () => {
  bench = await startBench()
  api = await startApi(bench)
})
afterAll(async () => {
  await api?.[Symbol.asyncDispose]()
  bench?.[Symbol.dispose]()
})

describe('a worker killed', () => {
  let record: ReturnType<typeof startRecord>
  let trapped: TrappedSink
  /** To the database. The successor of a worker whose wire fell silent finds it open. */
  let wire: FaultProxy
  const newWorker = () => {
    wire.become('open')
    return startWorker(bench, trapped.sink, { databaseUrl: wire.url })
  }
  let worker: Role
  let key: string
  beforeAll(async () => {
    key = bench.liveKey
    record = startRecord({ url: api.url, key })
    trapped = await startTrappedSink()
    wire = await startFaultProxy(bench.databaseUrl)
    worker = await newWorker()
  })
  afterAll(async () => {
    await worker?.[Symbol.asyncDispose]()
    for (const started of [trapped?.sink, wire]) await started?.[Symbol.asyncDispose]()
  })

  const copiesOf = ({ key }: { key: string }) =>
    trapped.sink.messages.map(toReceipt).filter(receipt => receipt.key === key).length

  /** Taken over within 5 s of a restart on the same machine. */
  const untilSent = (id: string): Promise<Email> =>
    vi.waitFor(
      async () => {
        const email = await readEmail(client(api.url, key), id)
        expect(email.status, JSON.stringify(email.events)).toBe('sent')
        return email
      },
      { timeout: onABusyMachine(5_000), interval: 20 },
    )

  /** Kills the worker the moment the peer reaches the stage, and lets another one finish. */
  async function killAt(stage: Stage, fields: object = {}) {
    // Otherwise a connection that is kept open might skip the first stages.
    trapped.sink.resetAll()
    const { release } = trapped.set(stage, () => worker.signal('SIGKILL'))
    const sent = await record.send(fields)
    await worker.exited
    release()
    worker = await newWorker()
    const email = await untilSent(sent.id)
    return { events: eventTypes(email), copies: copiesOf(sent) }
  }

  const early: [when: string, stage: Stage][] = [
    ['once it is connected', 'banner'],
    ['after the greeting', 'ehlo'],
    ['at MAIL', 'mail'],
    ['at RCPT', 'rcpt'],
  ]
  // Up to the message itself the stage makes no difference to the successor: on every change only the last of them.
  test.each<[when: string, stage: Stage]>([...(isLong ? early : []), ['at DATA', 'data']])(
    '%s: one copy, and no warning',
    async (_, stage) => {
      const { events, copies } = await killAt(stage)

      expect(copies).toBe(1)
      expect(events).toEqual(['processing', 'sent'])
    },
  )

  test('in the middle of the message: one copy, and no warning', async () => {
    // More than fits between two sockets, so that the end cannot have left.
    const { events, copies } = await killAt('body', { text: 'All work and no play.\n'.repeat(200_000) })

    expect(copies).toBe(1)
    expect(events).toEqual(['processing', 'sent'])
  })

  test('after the final dot: a second copy, announced', async () => {
    const { events, copies } = await killAt('dot')

    expect(copies).toBe(2)
    expect(events).toEqual(['processing', 'possible_duplicate', 'sent'])
  })

  test('after the answer, before it could be stored: a second copy, announced', async () => {
    trapped.set('dot', () => wire.become('silent')).release()
    const sent = await record.send()
    await expect.poll(() => copiesOf(sent), { timeout: 10_000 }).toBe(1)
    // Time for the answer to be read.
    await pause(300)
    await worker.kill()

    worker = await newWorker()

    expect(eventTypes(await untilSent(sent.id))).toEqual(['processing', 'possible_duplicate', 'sent'])
    expect(copiesOf(sent)).toBe(2)
  })

  // On every change mixes.test.ts kills whole services that have stored many results.
  test.runIf(isLong)('after it was stored: one copy', async () => {
    const sent = await record.send()
    await untilSent(sent.id)
    await worker.kill()

    worker = await newWorker()
    const witness = await record.send()
    await untilSent(witness.id)

    expect(copiesOf(sent)).toBe(1)
  })

  test('at whatever stage: nothing was lost, charged twice or duplicated in silence', async () => {
    await expectNoFault({ url: api.url, key }, record, trapped.sink)
  })
})
