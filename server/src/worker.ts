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
import { runRole } from './role.ts'
import type { Config } from './settings.ts'
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
  opened.use(
    await startWorker({
      database,
      log,
      stopWithinMs: stopWithinMs / 2,
      // Others would send again what is on the wire.
      lastWork: () => delivering[Symbol.asyncDispose](),
      tasks: { ...emailTasks(delivering), ...idempotencyTasks(database), ...rateLimitTasks(database) },
      schedules: [...idempotencySchedules, ...rateLimitSchedules],
    }),
  )
  const work = () => releaseDue(database, systemClock)
  opened.use(startTicker({ name: 'release of due emails', everyMs: lookForDueEveryMs, work, log }))
  const kept = opened.move()
  return {
    async [Symbol.asyncDispose]() {
      delivering.stop()
      await kept.disposeAsync()
    },
  }
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
