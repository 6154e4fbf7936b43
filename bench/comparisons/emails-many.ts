/** A database with 1,000,000 emails, first queued and then scheduled, against one with 1,000: reading, sending, memory. */
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBench } from '../bench-context.ts'
import { openDatabaseBeside } from '../bench-database.ts'
import { openRequests } from '../requests.ts'
import type { Row, Target } from '../row.ts'
import { queueEmails, scheduleEmails, seedEmails } from '../seed-emails.ts'
import { openServices } from '../services.ts'
import { type SmtpSink, startSmtpSink } from '../sinks/smtp-sink.ts'
import { takeTurns } from '../take-turns.ts'
import { startWorker } from '../worker.ts'
import { residentMegabytes } from './memory.ts'
import { openPages } from './pages.ts'
import { accepting, type ManyAndFew, timeSending } from './sending.ts'
import { forgetEmails } from './stored-emails.ts'

const fewRows = 1_000

export async function compareEmailsMany(bench: HttpBench): Promise<Row[]> {
  const { postgres, pace, signal, progress } = bench
  await using fewPostgres = await openDatabaseBeside(postgres, 'few')
  await using fewServices = await openServices(fewPostgres, signal)
  await using sink = await startSmtpSink({ cwd: postgres.folder, signal })
  const two = { many: bench, few: { ...bench, postgres: fewPostgres, services: fewServices } }

  progress(`emails-many: filling a database with ${pace.manyRows} emails`)
  await forgetEmails(postgres.database.pool)
  const ids = {
    many: await seedEmails(two.many, keyOf(two.many), pace.manyRows),
    few: await seedEmails(two.few, keyOf(two.few), fewRows),
  }
  const memory = await compareQueued(two, sink)
  for (const one of [two.many, two.few]) await scheduleEmails(one, keyOf(one))
  return [...memory, ...(await compareReading(two, ids)), ...(await compareSending(two, sink))]
}

const keyOf = ({ services }: HttpBench): string => services.keys.lists.live

const format = (rows: number): string => rows.toLocaleString('en')

/** The peak memory of the processes while this many deliveries are queued and more arrive. */
async function compareQueued(two: ManyAndFew, sink: SmtpSink): Promise<Row[]> {
  const held = { many: await workOnQueue(two.many, sink), few: await workOnQueue(two.few, sink) }
  const row = (who: 'api' | 'worker'): Row => ({
    name: `emails-many, memory of the ${who === 'api' ? 'API' : 'worker'}`,
    unit: 'MB',
    ours: { label: `${format(two.many.pace.manyRows)} queued, at most`, figures: [held.many[who]] },
    other: { label: `${format(fewRows)} queued`, figures: [held.few[who]] },
    target: { oursBelow: 400 },
  })
  return [row('api'), row('worker')]
}

async function workOnQueue(bench: HttpBench, sink: SmtpSink): Promise<{ api: number; worker: number }> {
  const { postgres, services, pace, signal, progress } = bench
  await queueEmails(bench, keyOf(bench))
  const before = await sink.received()
  await using worker = await startWorker(postgres, sink, signal)
  await accepting(bench).side(2 * pace.roundSeconds)
  await pause(pace.roundSeconds * 1_000, undefined, { signal })
  const delivered = (await sink.received()) - before
  if (delivered === 0) throw new Error('The worker delivered nothing from the queue.')
  progress(`emails-many: ${delivered} delivered while the queue was full`)
  return { api: residentMegabytes(services.api.pid), worker: residentMegabytes(worker.pid) }
}

async function compareReading({ many, few }: ManyAndFew, ids: { many: string[]; few: string[] }): Promise<Row[]> {
  const path = '/v1/emails'
  using manyPages = openPages(many.services.api.url, keyOf(many), path, 20)
  using fewPages = openPages(few.services.api.url, keyOf(few), path, 20)
  using manyRequests = openRequests(many.services.api.url, keyOf(many))
  using fewRequests = openRequests(few.services.api.url, keyOf(few))
  const any = (list: readonly string[]) => `${path}/${list[Math.floor(Math.random() * list.length)]}`

  const one = await takeTurns(many, 'emails-many, GET one', {
    many: async () => (await manyRequests.ask(any(ids.many))).ms,
    few: async () => (await fewRequests.ask(any(ids.few))).ms,
  })
  const page = await takeTurns(many, 'emails-many, first page', {
    many: () => manyPages.time(undefined),
    few: () => fewPages.time(undefined),
  })
  const target = { ratioAtMost: 1.5 }
  return [
    toRow(many, { name: 'GET one', unit: 'ms', figures: one, target }),
    toRow(many, { name: 'first page', unit: 'ms', figures: page, target }),
  ]
}

async function compareSending(two: ManyAndFew, sink: SmtpSink): Promise<Row[]> {
  const { accept, deliver } = await timeSending(two, 'emails-many', sink)
  const target = { ratioAtLeast: 0.9 }
  return [
    toRow(two.many, { name: 'accept', unit: '/s', figures: accept, target }),
    toRow(two.many, { name: 'deliver', unit: '/s', figures: deliver, target }),
  ]
}

type Compared = {
  name: string
  unit: Row['unit']
  figures: { many: number[]; few: number[] }
  target: Target
}

const toRow = ({ pace }: HttpBench, { name, unit, figures, target }: Compared): Row => ({
  name: `emails-many, ${name}`,
  unit,
  ours: { label: `with ${format(pace.manyRows)} scheduled`, figures: figures.many },
  other: { label: `with ${format(fewRows)}`, figures: figures.few },
  target,
})
