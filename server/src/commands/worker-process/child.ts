/** The entry of a worker process: modules are loaded at once, work begins when `npm start` names the database. */
import { Fatal } from '#core/fatal.ts'
import { endWithParent } from '#core/process/end-with-parent.ts'
import { openForeignText } from '#foreign-text/open.ts'
import { openMetrics } from '#http/registry.ts'
import { openDatabase } from '#postgres/database.ts'
import { loadConfig } from '#setup/config.ts'
import { databaseOptions } from '#setup/connections.ts'
import { openLog } from '#setup/log.ts'
import { databaseMetrics } from '#setup/metrics/database-metrics.ts'
import { reachableBy } from '#setup/reachable.ts'
import { stopTimes } from '#setup/stop-times.ts'
import { findDatabase } from '../prepare.ts'
import { openRoleTracer } from '../role-tracer.ts'
import { describe } from '../run.ts'
import { startWorkers } from '../worker.ts'
import type { Answers, Order, Report } from './messages.ts'

type Begin = Extract<Order, { kind: 'begin' }>
type Worker = AsyncDisposable & {
  failed: Promise<Error>
  answers: { [What in keyof Answers]: () => Answers[What] | Promise<Answers[What]> }
}

async function openWorker({ url, isFirst }: Begin): Promise<Worker> {
  const settings = loadConfig()
  const config = isFirst ? settings : { ...settings, inboundSmtpPort: null }
  const log = openLog(config.logLevel)
  await using opened = new AsyncDisposableStack()
  const database = opened.use(
    openDatabase({
      ...databaseOptions('worker', config.databaseConnections),
      ...(await findDatabase(config, url)),
      onError: err => log.warn({ err }, 'database connection lost'),
    }),
  )
  const text = opened.use(openForeignText(log))
  const tracer = opened.use(await openRoleTracer(config, 'worker', log))
  const reachable = reachableBy(config, database.db, config.host)
  const metrics = openMetrics()
  databaseMetrics(metrics, database)
  const { workMs } = stopTimes('start', config)
  const worker = opened.use(await startWorkers(config, database, log, text, workMs, { reachable, metrics, tracer }))
  const kept = opened.move()
  return {
    failed: worker.failed,
    answers: { isWorking: worker.isWorking, metrics: () => metrics.registry.getMetricsAsJSON() },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

const report = (message: Report): Promise<void> => new Promise(sent => process.send?.(message, () => sent()))

endWithParent()

const begun = Promise.withResolvers<Begin>()
const stopped = Promise.withResolvers<undefined>()
let worker: Worker | undefined

process.on('message', async message => {
  const order = message as Order // as: only `npm start` writes to this channel
  if (order.kind === 'begin') begun.resolve(order)
  else if (order.kind === 'stop') stopped.resolve(undefined)
  else if (worker) await report({ kind: 'answer', nth: order.nth, answer: await worker.answers[order.what]() })
})

try {
  const order = await Promise.race([begun.promise, stopped.promise])
  if (order) {
    worker = await openWorker(order)
    await report({ kind: 'ready' })
    const failure = await Promise.race([stopped.promise, worker.failed])
    await worker[Symbol.asyncDispose]()
    if (failure) throw failure
  }
  process.exit()
} catch (error) {
  if (error instanceof Fatal) await report({ kind: 'unusable', message: error.message })
  else process.stderr.write(`${describe(error)}\n`)
  process.exit(1)
}
