/**
 * Every fault again and again under load: nothing is lost, nothing is duplicated in silence, nothing ends wrongly, nothing is
 * stuck. POSTHORN_SEED repeats the faults of an earlier run, POSTHORN_FAULT_MESSAGES sets the number of messages.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Email } from '@posthorn/contract/messages/email-replies'
import { expect, test } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { type SmtpSink, startSmtpSink } from '../../sinks/smtp-sink.ts'
import { familyOf, isRunning, postgresPid } from '../service/data-folder.ts'
import { type Service, startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'
import { type Chance, seededChance } from './chance.ts'
import { expectNoFault } from './history.ts'
import { randomReplies, someRefused } from './random-replies.ts'
import { keys, portOf, smtpUrl, startApi, startBench, startWorker } from './roles.ts'
import { isLong, messagesInAll, often, testTimeoutMs } from './scale.ts'
import { startSenders } from './senders.ts'

const load = {
  clients: often({ usually: 8, long: 32 }),
  everyMs: often({ usually: 100, long: 60 }),
  most: messagesInAll,
}
/** In the long run, as many as there is time for. */
const maxFaults = (usually: number) => often({ usually, long: Number.POSITIVE_INFINITY })
const betweenFaults = (chance: Chance) => pause(isLong ? chance.between(3_000, 7_000) : chance.between(300, 1_200))

/** Prints the figures of the run. */
function report(name: string, faults: number, emails: readonly Pick<Email, 'events'>[]): void {
  const count = (type: string) => emails.filter(({ events }) => events.some(event => event.type === type)).length
  const counted = ['possible_duplicate', 'unconfirmed', 'delivery_delayed'].map(type => `${count(type)} ${type}`)
  expect(faults, 'something was broken').toBeGreaterThan(0)
  process.stdout.write(`${name}: ${emails.length} emails, ${faults} faults, ${counted.join(', ')}\n`)
}

/** A service that keeps its port and its folder across starts. */
async function startWhole(sink: SmtpSink) {
  const folder = usedDataFolder()
  const env = { ...keys, LOG_LEVEL: 'fatal', PORT: String(await freePort()), POSTHORN_SMTP_URL: smtpUrl(sink) }
  const start = () => startService({ dataDir: folder.path, env })
  let service: Service = await start()
  let isOver = false
  return {
    access: { url: service.url, key: service.liveKey },
    folder,
    get service() {
      return service
    },
    async kill() {
      service.signal('SIGKILL')
      await service.exited
      service = await start()
      // A test that has timed out may be over while its service starts.
      if (isOver) await service.stop()
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await service[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

test('the whole service killed again and again, with a sink that is slow and refuses some', {
  timeout: testTimeoutMs,
}, async () => {
  const chance = seededChance('the whole service killed')
  await using sink = await startSmtpSink({ tls: 'off', script: randomReplies(chance, { defers: false }).script })
  await using whole = await startWhole(sink)
  await using senders = startSenders({ ...whole.access, ...load, requestKind: someRefused(chance) })

  let faults = 0
  for (; !senders.hasEnded() && faults < maxFaults(1); faults++) {
    await betweenFaults(chance)
    await whole.kill()
  }
  await senders.finished

  const { emails } = await expectNoFault(whole.access, senders, sink)
  report('the whole service killed', faults, emails)
})

/** api.test.ts kills an API and worker.test.ts a worker on every change. */
test.runIf(isLong)(
  'API and workers apart: one or the other is killed, a worker is halted and continues',
  {
    timeout: testTimeoutMs,
  },
  async () => {
    const chance = seededChance('roles apart')
    using bench = await startBench()
    await using sink = await startSmtpSink({ tls: 'off', script: randomReplies(chance, { defers: false }).script })
    await using roles = new AsyncDisposableStack()
    let api = roles.use(await startApi(bench))
    const workers = [roles.use(await startWorker(bench, sink)), roles.use(await startWorker(bench, sink))]
    const access = { url: api.url, key: bench.liveKey }
    await using senders = startSenders({ ...access, ...load, requestKind: someRefused(chance) })

    const breaking = {
      async api() {
        await api.kill()
        api = roles.use(await startApi(bench, { port: portOf(api) }))
      },
      async worker() {
        const nth = chance.between(0, 1)
        await workers[nth]?.kill()
        workers[nth] = roles.use(await startWorker(bench, sink))
      },
      /** For longer than its lease: the other one takes over, and it comes back as a zombie. */
      async stopped() {
        const worker = workers[chance.between(0, 1)]
        worker?.signal('SIGSTOP')
        await pause(60_000)
        worker?.signal('SIGCONT')
      },
    }
    let faults = 0
    for (; !senders.hasEnded(); faults++) {
      await betweenFaults(chance)
      const kinds = chance.oneIn(5) ? (['api', 'worker', 'stopped'] as const) : (['api', 'worker'] as const)
      await breaking[chance.pick(kinds)]()
    }
    await senders.finished

    const { emails } = await expectNoFault(access, senders, sink)
    report('roles apart', faults, emails)
  },
)

test('the database ends: the postmaster killed, one backend killed, one session terminated', {
  timeout: testTimeoutMs,
}, async () => {
  const chance = seededChance('the database ends')
  await using sink = await startSmtpSink({ tls: 'off', script: () => ({ delayMs: 5 }) })
  await using whole = await startWhole(sink)
  await using senders = startSenders({ ...whole.access, ...load })

  let faults = 0
  for (; !senders.hasEnded() && faults < maxFaults(3); faults++) {
    await betweenFaults(chance)
    const postmaster = postgresPid(whole.folder.path)
    if (!postmaster || !isRunning(postmaster)) continue
    const [, ...backends] = familyOf(postmaster)
    const [pid, signal] = chance.pick([
      [postmaster, 'SIGKILL'],
      [chance.pick(backends), 'SIGKILL'],
      [chance.pick(backends), 'SIGTERM'],
    ] as const)
    if (isRunning(pid)) process.kill(pid, signal)
    const before = senders.accepted()
    const accepts = () => senders.hasEnded() || senders.accepted() > before + load.clients
    await expect.poll(accepts, { timeout: 20_000, message: 'accepts again' }).toBe(true)
  }
  await senders.finished

  const { emails } = await expectNoFault(whole.access, senders, sink)
  report('the database ends', faults, emails)
  expect(senders.broken, 'the API is there all the time').toEqual([])
})

test.runIf(isLong)('the whole service stopped for a minute', { timeout: testTimeoutMs }, async () => {
  const chance = seededChance('the whole service stopped')
  await using sink = await startSmtpSink({ tls: 'off', script: () => ({ delayMs: 5 }) })
  await using whole = await startWhole(sink)
  // Nothing answers for a minute: clients give up on a request, and repeat it.
  await using senders = startSenders({ ...whole.access, ...load, giveUpAfterMs: 120_000 })

  let faults = 0
  for (; !senders.hasEnded() && faults < 5; faults++) {
    await betweenFaults(chance)
    whole.service.signal('SIGSTOP')
    await pause(60_000)
    whole.service.signal('SIGCONT')
  }
  await senders.finished

  const { emails } = await expectNoFault(whole.access, senders, sink, { slowAnswers: true })
  report('the whole service stopped', faults, emails)
})

test.runIf(isLong)(
  'a sink that defers and loses its answers, and the service killed meanwhile',
  {
    timeout: testTimeoutMs,
  },
  async () => {
    const chance = seededChance('a sink that misbehaves')
    const replies = randomReplies(chance, { defers: true })
    await using sink = await startSmtpSink({ tls: 'off', script: replies.script })
    await using whole = await startWhole(sink)
    await using senders = startSenders({ ...whole.access, ...load, requestKind: someRefused(chance) })

    let faults = 0
    for (; !senders.hasEnded(); faults++) {
      await pause(chance.between(10_000, 30_000))
      await whole.kill()
    }
    replies.stopFaults()

    await senders.finished
    const { emails } = await expectNoFault(whole.access, senders, sink, { settledWithinMs: 2_400_000 })
    report('a sink that misbehaves', faults, emails)
  },
)
