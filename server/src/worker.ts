/** `npm run worker`: the jobs alone, against DATABASE_URL. Any number of them share the work. */
import { systemClock } from './clock.ts'
import { loadConfig, startedByNpm } from './config.ts'
import { liveTransports } from './email-transports.ts'
import type { Logger } from './log.ts'
import type { Database } from './postgres/database.ts'
import { readInstanceSecret } from './postgres/instance.ts'
import { returnPath } from './resources/domains/return-path.ts'
import { domainReader } from './resources/domains/signers.ts'
import { keeper } from './resources/emails/capture.ts'
import { deliverer } from './resources/emails/deliver/deliver.ts'
import type { Postage } from './resources/emails/deliver/stamp.ts'
import { releaseDue } from './resources/emails/release.ts'
import { emailTasks } from './resources/emails/tasks.ts'
import { idempotencySchedules, idempotencyTasks } from './resources/idempotency/tasks.ts'
import { rateLimitSchedules, rateLimitTasks } from './resources/rate-limits/tasks.ts'
import { readRateCard } from './resources/rates/read-rate-card.ts'
import { smsArrivals } from './resources/sms/arrivals.ts'
import { releaseDueSms } from './resources/sms/release.ts'
import { type Submitter, submitter } from './resources/sms/submit/submit.ts'
import { smsSchedules, smsTasks } from './resources/sms/tasks.ts'
import { runRole } from './role.ts'
import type { Config } from './settings.ts'
import { liveCarriers, readCarrierPlan, testCarriers } from './sms-carriers.ts'
import { compose } from './transports/mime/compose.ts'
import { sign } from './transports/mime/dkim.ts'
import { simulatedTransport } from './transports/simulated.ts'
import { startWorker, type Worker } from './worker/runner.ts'
import { startTicker } from './worker/ticker.ts'

/** A scheduled email is at most this late, and a little. */
const lookForDueEveryMs = 500

export async function startWorkers(
  config: Config,
  database: Database,
  log: Logger,
  stopWithinMs: number,
): Promise<Worker> {
  await using opened = new AsyncDisposableStack()
  const live = liveTransports(config, keeper(database)).map(transport => opened.use(transport))
  const test = [opened.use(simulatedTransport())]
  const postageFor = postOffice(database, await readInstanceSecret(database.db))
  const delivering = opened.use(
    deliverer({
      database,
      clock: systemClock,
      log,
      compose,
      sign,
      postageFor,
      transports: { live, test },
      stopWithinMs: stopWithinMs / 2,
    }),
  )
  const submitting = openSubmitter(opened, config, database, log, stopWithinMs / 2)
  const sending = [delivering, submitting]
  opened.use(
    await startWorker({
      database,
      log,
      stopWithinMs: stopWithinMs / 2,
      // Others would send again what is on the wire.
      lastWork: async () => void (await Promise.all(sending.map(one => one[Symbol.asyncDispose]()))),
      tasks: {
        ...emailTasks(delivering),
        ...smsTasks(database, submitting),
        ...idempotencyTasks(database),
        ...rateLimitTasks(database),
      },
      schedules: [...idempotencySchedules, ...rateLimitSchedules, ...smsSchedules],
    }),
  )
  const ticker = (name: string, work: () => Promise<void>) =>
    opened.use(startTicker({ name, everyMs: lookForDueEveryMs, work, log }))
  ticker('release of due emails', () => releaseDue(database, systemClock))
  ticker('release of due text messages', () => releaseDueSms(database))
  const kept = opened.move()
  return {
    async [Symbol.asyncDispose]() {
      for (const one of sending) one.stop()
      await kept.disposeAsync()
    },
  }
}

/** The carriers are closed after what is on the wire has come to an end. */
function openSubmitter(
  opened: AsyncDisposableStack,
  config: Config,
  database: Database,
  log: Logger,
  stopWithinMs: number,
): Submitter {
  const arrivals = smsArrivals({ database, clock: systemClock, card: readRateCard(config.rateCard), log })
  const live = opened.use(liveCarriers(config, readCarrierPlan(config), { arrivals, log }))
  const test = opened.use(testCarriers())
  return opened.use(submitter({ database, clock: systemClock, log, carriers: { live, test }, stopWithinMs }))
}

/** Signs for verified domains, and lets their bounces come back to an address that names the email. */
function postOffice(database: Database, secret: Buffer) {
  const domains = domainReader(database.db, () => performance.now())
  return async (email: { organizationId: string; emailId: string; domain: string }): Promise<Postage> => {
    const { keys, returnPathDomain } = await domains.signingFor(email.organizationId, email.domain)
    if (returnPathDomain === null) return { keys, returnPath: null }
    return { keys, returnPath: returnPath(secret, { emailId: email.emailId, nth: 0, domain: returnPathDomain }) }
  }
}

if (import.meta.main) {
  await runRole({
    name: 'worker',
    loadConfig,
    startedByNpm: startedByNpm(),
    stopWithinMs: 30_000,
    async start(config, database, log) {
      const worker = await startWorkers(config, database, log, 25_000)
      log.info('worker is running')
      return worker
    },
  })
}
