/**
 * The CPU time per message by process, while it is accepted and while it is sent. Other load on the machine affects CPU time less
 * than throughput.
 */
import { readPostmaster } from '../../server/src/postgres/embedded/cluster.ts'
import type { HttpBench } from '../bench-context.ts'
import { plainSender } from '../email-body.ts'
import { processorTimeOf } from '../processor-time.ts'
import type { Row } from '../row.ts'
import { environmentOf } from '../seed-contacts.ts'
import { startSmtpSink } from '../sinks/smtp-sink.ts'
import { startWorker } from '../worker.ts'
import { allSettled } from './delivering-side.ts'
import { feed, messagesIn, roundWithinMs } from './round-of-messages.ts'
import { forgetEmails } from './stored-emails.ts'

type Spent = { api: number; worker: number; postgres: number }
type Figures = Record<'accepting' | 'handing over', Spent[]>

export async function compareCpu(bench: HttpBench): Promise<Row[]> {
  const { postgres, signal, services, pace } = bench
  const key = services.keys.unlimited.live
  const environmentId = await environmentOf(postgres.database.pool, key)
  await using sink = await startSmtpSink({ cwd: postgres.folder, signal })
  await using worker = await startWorker(postgres, sink, signal)
  const postgresPid = readPostmaster(postgres.folder)?.pid ?? 0
  bench.progress(`The worker is process ${worker.pid}.`)
  const spentNow = (): Spent => ({
    api: processorTimeOf(services.api.pid),
    worker: processorTimeOf(worker.pid),
    postgres: processorTimeOf(postgresPid),
  })
  const figures: Figures = { accepting: [], 'handing over': [] }

  for (let round = 0; round <= pace.rounds; round++) {
    const messages = messagesIn(pace, round === 0 ? pace.warmUpSeconds : pace.roundSeconds)
    await forgetEmails(postgres.database.pool)
    // The worker is stopped, so accepting and sending are measured separately.
    process.kill(worker.pid, 'SIGSTOP')
    const start = spentNow()
    const order = { origin: services.api.url, key, messages, status: 200 } as const
    const before = await sink.received()
    await feed(bench, { ...order, requests: { kind: 'emails', path: '/v1/emails', from: plainSender } })
    const accepted = spentNow()
    process.kill(worker.pid, 'SIGCONT')
    // Constant polling of the database would count as well.
    await sink.reached(before + messages, roundWithinMs)
    await allSettled(postgres.database.pool, environmentId, signal)
    const handedOver = spentNow()
    const parts = { accepting: each(start, accepted, messages), 'handing over': each(accepted, handedOver, messages) }
    bench.progress(`cpu ${round === 0 ? 'warm-up' : `round ${round}`}: ${describe(parts)}`)
    if (round > 0) for (const [name, spent] of Object.entries(parts)) figures[name as keyof Figures].push(spent)
  }
  const row = (name: keyof Figures, label: string, who: keyof Spent): Row => ({
    name: `cpu, ${name}, ${label}`,
    unit: 'ms',
    ours: { label: 'a message', figures: figures[name].map(spent => spent[who]) },
  })
  return [
    row('accepting', 'API', 'api'),
    row('accepting', 'PostgreSQL', 'postgres'),
    row('handing over', 'worker', 'worker'),
    row('handing over', 'PostgreSQL', 'postgres'),
  ]
}

const each = (before: Spent, after: Spent, messages: number): Spent => ({
  api: (after.api - before.api) / messages,
  worker: (after.worker - before.worker) / messages,
  postgres: (after.postgres - before.postgres) / messages,
})

const describe = (parts: Record<keyof Figures, Spent>): string =>
  Object.entries(parts)
    .map(([name, { api, worker, postgres }]) => {
      const figures = { API: api, worker, PostgreSQL: postgres }
      const shown = Object.entries(figures).map(([who, ms]) => `${who} ${ms.toFixed(2)}`)
      return `${name} ${shown.join(', ')}`
    })
    .join('; ')
