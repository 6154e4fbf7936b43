import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sms, SmsListItem } from '@posthorn/contract/messages/sms'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Smsc, startSmsc } from '../../sinks/smsc.ts'
import { receiptFor } from '../../sinks/smsc-delivery.ts'
import type { SubmittedMessage } from '../../sinks/smsc-message.ts'
import type { SmscAct } from '../../sinks/smsc-script.ts'
import { client } from '../http-client/client.ts'
import type { Page } from '../http-client/page.ts'
import { onABusyMachine } from '../service/busy-machine.ts'
import { isRunning, postgresPid } from '../service/data-folder.ts'
import { type FaultProxy, startFaultProxy } from '../service/fault-proxy.ts'
import { createOrganization } from '../service/operator.ts'
import { startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'
import { eventTypes, untilSms } from '../sms/sending.ts'
import {
  type Bench,
  keys,
  killDuringRequests,
  portOf,
  type Role,
  startApi,
  startBench,
  startSmsWorker,
} from './roles.ts'
import { isLong, often, testTimeoutMs } from './scale.ts'
import { startRecord, startSenders } from './senders.ts'
import { partOf, textMessages } from './sms-checker.ts'
import { expectNoSmsFault, warnedOf } from './sms-history.ts'

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

const newOrganization = async () => (await createOrganization(bench.folder)).live_key

// Text messages are accepted, dispatched and settled by the same code as emails, which is broken like this on every change.
const onlyInTheLongRun = test.runIf(isLong)

onlyInTheLongRun(
  'the API killed under load: cut-off requests are repeated and become one message each',
  {
    timeout: testTimeoutMs,
  },
  async () => {
    const key = await newOrganization()
    await using smsc = await startSmsc()
    await using _worker = await startSmsWorker(bench, smsc)
    const [url, port, clients] = [api.url, portOf(api), 12]
    await using senders = startSenders({ url, key, clients, everyMs: 40, requestKind: textMessages })

    for (let kill = 0; kill < often({ usually: 2, long: 40 }); kill++) {
      await pause(randomInt(500, 1_200))
      await killDuringRequests(api, { ...senders, clients })
      api = await startApi(bench, { port })
      const before = senders.accepted()
      await expect.poll(senders.accepted, { timeout: 2_000, message: 'accepts again' }).toBeGreaterThan(before)
    }
    await senders.stop()

    expect(senders.broken.filter(code => code !== 'ECONNREFUSED').length, 'some requests were cut off').toBeGreaterThan(
      0,
    )
    const messages = await expectNoSmsFault({ url, key, folder: bench.folder }, senders, smsc)
    expect(warnedOf(messages)).toEqual([])
    expect(smsc.received, 'one copy of each part').toBe(senders.intents.flatMap(({ recipients }) => recipients).length)
  },
)

onlyInTheLongRun(
  'a worker killed again and again: everything arrives, and each second copy was announced',
  {
    timeout: testTimeoutMs,
  },
  async () => {
    const key = await newOrganization()
    await using smsc = await startSmsc({ answerDelayMs: 20 })
    await using workers = new AsyncDisposableStack()
    let worker = workers.use(await startSmsWorker(bench, smsc))
    await using senders = startSenders({ url: api.url, key, clients: 8, everyMs: 40, requestKind: textMessages })

    const kills = often({ usually: 1, long: 50 })
    for (let kill = 0; kill < kills; kill++) {
      await pause(randomInt(500, 1_200))
      await worker.kill()
      const killedAt = new Date().toISOString()
      worker = workers.use(await startSmsWorker(bench, smsc))
      await untilHandled(key, killedAt)
    }
    await senders.stop()

    await expectNoSmsFault({ url: api.url, key, folder: bench.folder }, senders, smsc)
    const wanted = senders.intents.flatMap(({ recipients }) => recipients).length
    expect(smsc.received - wanted, 'no more second copies than the window lets out').toBeLessThanOrEqual(kills * 50)
  },
)

/**
 * A message may have a second copy only, so a message in progress at one kill must not be in progress at the next: it would be
 * given up.
 */
const untilHandled = (key: string, killedAt: string) =>
  vi.waitFor(
    async () => {
      const path = `/v1/sms?status=processing&created_before=${killedAt}&limit=1`
      expect((await client(api.url, key).get<Page<SmsListItem>>(path)).body.data).toEqual([])
    },
    { timeout: 30_000, interval: 100 },
  )

describe('a worker killed', () => {
  let record: ReturnType<typeof startRecord>
  let smsc: Smsc
  /** To the database. The successor of a worker whose wire fell silent finds it open. */
  let wire: FaultProxy
  const newWorker = () => {
    wire.become('open')
    return startSmsWorker(bench, smsc, { databaseUrl: wire.url })
  }
  let worker: Role
  let key: string
  let onSubmit: (message: SubmittedMessage) => SmscAct | undefined = () => undefined
  beforeAll(async () => {
    key = bench.liveKey
    record = startRecord({ url: api.url, key, requestKind: textMessages })
    smsc = await startSmsc({ script: message => onSubmit(message) })
    wire = await startFaultProxy(bench.databaseUrl)
    worker = await newWorker()
  })
  afterAll(async () => {
    await worker?.[Symbol.asyncDispose]()
    for (const started of [smsc, wire]) await started?.[Symbol.asyncDispose]()
  })

  const arrived = ({ key }: { key: string }) => smsc.messages.filter(({ to }) => `+${to}` === key)
  const partsOf = (sent: { key: string }) => arrived(sent).map(partOf).toSorted()
  /** Taken over within 5 s of a restart on the same machine. */
  const until = (id: string, status: 'sent' | 'delivered' = 'delivered'): Promise<Sms> =>
    untilSms(client(api.url, key), id, status, onABusyMachine(5_000))

  /** Every tenth is long. */
  async function sendLong() {
    while (record.intents.length % 10 !== 9) await until((await record.send()).id)
    return record.send()
  }

  /** Kills the worker when a part reaches the SMSC, and lets another one finish. */
  async function killAt(part: number, act: SmscAct, send = () => record.send()) {
    onSubmit = message => {
      if (partOf(message) !== part) return undefined
      onSubmit = () => undefined
      worker.signal('SIGKILL')
      return act
    }
    const sent = await send()
    await worker.exited
    worker = await newWorker()
    return { events: eventTypes(await until(sent.id)), parts: partsOf(sent) }
  }

  onlyInTheLongRun(
    'as a message arrives that is no longer taken: one copy, and a warning, since it could have been two',
    async () => {
      const { events, parts } = await killAt(1, { hangUp: 'reset-before' })

      expect(parts).toEqual([1])
      expect(events).toEqual(['possible_duplicate', 'sent', 'delivered'])
    },
  )

  onlyInTheLongRun('before the answer: a second copy, announced', async () => {
    const { events, parts } = await killAt(1, { silent: true })

    expect(parts).toEqual([1, 1])
    expect(events).toEqual(['possible_duplicate', 'sent', 'delivered'])
  })

  test('between the parts of a long text: all of it is sent again, announced', async () => {
    const { events, parts } = await killAt(2, { silent: true }, sendLong)

    expect(parts).toEqual([1, 1, 2, 2, 3])
    expect(events).toEqual(['possible_duplicate', 'sent', 'delivered'])
  })

  test('after the answer, before it could be stored: a second copy, announced', async () => {
    onSubmit = () => {
      onSubmit = () => undefined
      wire.become('silent')
      return { receipts: [] }
    }
    const sent = await record.send()
    await expect.poll(() => arrived(sent).length, { timeout: 10_000 }).toBe(1)
    // The enquiry is answered, so the answer to the submission has been read as well.
    expect(await smsc.enquire()).toEqual([0])
    await worker.kill()

    worker = await newWorker()

    expect(eventTypes(await until(sent.id))).toEqual(['possible_duplicate', 'sent', 'delivered'])
    expect(partsOf(sent)).toEqual([1, 1])
  })

  onlyInTheLongRun('after it was stored: one copy, and the receipt finds it', async () => {
    onSubmit = () => ({ receipts: [] })
    const sent = await record.send()
    await until(sent.id, 'sent')
    onSubmit = () => undefined
    await worker.kill()
    const [message] = arrived(sent)
    if (!message) throw new Error('nothing arrived')

    worker = await newWorker()

    expect(await tellDelivered(message)).toBe(0)
    expect(eventTypes(await until(sent.id))).toEqual(['sent', 'delivered'])
    expect(partsOf(sent)).toEqual([1])
  })

  test('with a receipt in progress: it is not confirmed before it is stored', async () => {
    onSubmit = () => ({ receipts: [] })
    const sent = await record.send()
    await until(sent.id, 'sent')
    onSubmit = () => undefined
    const [message] = arrived(sent)
    if (!message) throw new Error('nothing arrived')
    wire.become('silent')

    const confirmed = tellDelivered(message)
    expect(await smsc.enquire()).toEqual([0])
    await worker.kill()

    expect(await confirmed, 'no answer').toBeUndefined()
    worker = await newWorker()
    expect(await tellDelivered(message)).toBe(0)
    expect(eventTypes(await until(sent.id))).toEqual(['sent', 'delivered'])
  })

  const tellDelivered = (message: SubmittedMessage) =>
    smsc.deliver(receiptFor(message, { id: message.id, state: 'DELIVRD', form: 'both', now: new Date() }))

  test('at whatever moment: nothing was lost, charged twice or duplicated in silence', async () => {
    await expectNoSmsFault({ url: api.url, key, folder: bench.folder }, record, smsc)
  })
})

onlyInTheLongRun(
  'PostgreSQL killed under load: everything that was accepted arrives, and each second copy was announced',
  {
    timeout: testTimeoutMs,
  },
  async () => {
    using folder = usedDataFolder()
    await using smsc = await startSmsc({ answerDelayMs: 5 })
    const env = { ...keys, LOG_LEVEL: 'fatal', POSTHORN_SMPP_URL: smsc.url }
    await using service = await startService({ dataDir: folder.path, env })
    const { url, liveKey: key } = service
    await using senders = startSenders({ url, key, clients: 8, everyMs: 40, requestKind: textMessages })

    for (let kill = 0; kill < often({ usually: 1, long: 40 }); kill++) {
      const before = smsc.received
      await expect.poll(() => smsc.received, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before + 30)
      const postgres = postgresPid(folder.path) ?? 0
      process.kill(postgres, 'SIGKILL')
      await expect.poll(() => isRunning(postgres)).toBe(false)
      const lost = senders.accepted()
      await expect.poll(senders.accepted, { timeout: 10_000, message: 'accepts again' }).toBeGreaterThan(lost + 8)
    }
    await senders.stop()

    await expectNoSmsFault({ url, key, folder: folder.path }, senders, smsc)
    expect(senders.broken, 'the API is there all the time').toEqual([])
    expect(isRunning(service.pid)).toBe(true)
  },
)
