/**
 * Frequent operations in databases with a growing number of emails, contacts, suppressions, runs and webhook
 * deliveries, against a database with 1,000 of each. An operation that takes more than 1.5 times as long grows with the database.
 */

import { callerFinder, callerIdentifier } from '../../server/src/resources/account/organizations/identify.ts'
import { overviewConsoleRoutes } from '../../server/src/resources/account/overview/console-routes.ts'
import type { HttpBench } from '../bench-context.ts'
import { openDatabaseBeside } from '../bench-database.ts'
import { openRequests, type Requests } from '../requests.ts'
import type { Row, Target } from '../row.ts'
import { type Grown, seedGrowth } from '../seed-growth.ts'
import { openServices } from '../services.ts'
import { startSmtpSink } from '../sinks/smtp-sink.ts'
import { type Times, takeTurns } from '../take-turns.ts'
import { timeSending } from './sending.ts'

const fewRows = 1_000
/** Sequential requests per round. */
const maxTurns = 100

type Side = HttpBench & { grown: Grown; rows: number }

export async function compareGrowth(bench: HttpBench): Promise<Row[]> {
  const { manyRows } = bench.pace
  await using few = await openSide(bench, fewRows)
  const rows: Row[] = []
  for (const count of [manyRows / 10, manyRows]) {
    await using many = await openSide(bench, count)
    rows.push(...(await compareReading(many.side, few.side)), ...(await compareSending(many.side, few.side)))
  }
  return rows
}

/** A separate database with its own API. */
async function openSide(bench: HttpBench, rows: number): Promise<AsyncDisposable & { side: Side }> {
  await using opened = new AsyncDisposableStack()
  const postgres = opened.use(await openDatabaseBeside(bench.postgres, `growth_${rows}`))
  const services = opened.use(await openServices(postgres, bench.signal))
  const pace = { ...bench.pace, pagesPerRound: Math.min(maxTurns, bench.pace.pagesPerRound) }
  const own = { ...bench, postgres, services, pace }
  bench.progress(`growth: filling a database with ${rows} emails, contacts, suppressions, runs and webhook deliveries`)
  const grown = await seedGrowth(own, services.keys.lists.live, rows)
  const kept = opened.move()
  return { side: { ...own, grown, rows }, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

type Asking = { name: string; path: (grown: Grown) => string; post?: object; target?: Target }

const flat: Target = { ratioAtMost: 1.5 }
const searched: Target = { oursBelow: 100 }
const any = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)]
const list = (name: string, path: string, query = ''): Asking => ({ name, path: () => `${path}?limit=20&${query}` })

/**
 * The incomplete minute at the start is counted email by email, so both sides start five seconds before a full minute. The end is a full minute
 * too, if there is one: a database that covers ten seconds has fewer emails in the current minute than others.
 */
function fromShortlyBefore({ middle, newest }: Grown): string {
  const minuteOf = (time: Date, round: (minutes: number) => number) => round(time.getTime() / 60_000) * 60_000
  const start = Math.min(minuteOf(middle, Math.ceil), newest.getTime()) - 5_000
  const lastMinute = minuteOf(newest, Math.floor)
  const end = lastMinute > start ? lastMinute : newest.getTime()
  return `start=${new Date(start).toISOString()}&end=${new Date(end).toISOString()}`
}

const measured: readonly Asking[] = [
  { name: 'GET one', path: ({ emailIds }) => `/v1/emails/${any(emailIds)}` },
  list('emails', '/v1/emails'),
  list('emails, status of few', '/v1/emails', 'status=bounced'),
  list('emails, tag of few', '/v1/emails', 'tag=seldom'),
  list('emails, tag of all', '/v1/emails', 'tag=order'),
  list('emails, to one', '/v1/emails', 'to=person.7%40example7.com'),
  list('emails, to every second', '/v1/emails', 'to=archive%40acme.test'),
  list('emails, from always', '/v1/emails', 'from=orders%40acme.test'),
  {
    name: 'emails, before the middle',
    path: ({ middle }) => `/v1/emails?limit=20&created_before=${middle.toISOString()}`,
  },
  { ...list('search emails, none', '/v1/emails', 'search=zzzyq'), target: searched },
  { ...list('search emails, one', '/v1/emails', 'search=son.7%40ex'), target: searched },
  { ...list('search emails, all', '/v1/emails', 'search=acme'), target: searched },
  list('contacts, no email', '/v1/contacts', 'email_subscribed=false'),
  { ...list('search, none', '/v1/contacts', 'search=zzzyq'), target: searched },
  { ...list('search, one', '/v1/contacts', 'search=son.7%40ex'), target: searched },
  { ...list('search, all', '/v1/contacts', 'search=example'), target: searched },
  list('suppressions, reason of few', '/v1/suppressions', 'reason=complaint'),
  {
    name: 'runs, state of few',
    path: ({ workflowId }) => `/v1/workflows/${workflowId}/runs?limit=20&state=failed`,
  },
  list('events', '/v1/events'),
  { name: 'analytics', path: () => '/v1/analytics' },
  {
    name: 'analytics, within an hour',
    path: grown => `/v1/analytics?${fromShortlyBefore(grown)}`,
  },
  {
    name: 'replay of a webhook',
    path: ({ webhookId }) => `/v1/webhooks/${webhookId}/replay`,
    post: { since: '2026-01-01T00:00:00Z' },
  },
]

async function compareReading(many: Side, few: Side): Promise<Row[]> {
  using ofMany = openRequests(many.services.api.url, many.services.keys.lists.live)
  using ofFew = openRequests(few.services.api.url, few.services.keys.lists.live)
  const rows: Row[] = []
  for (const one of measured) {
    const times = await takeTurns(many, `growth to ${many.rows}, ${one.name}`, {
      many: () => time(ofMany, one, many.grown),
      few: () => time(ofFew, one, few.grown),
    })
    rows.push(toRow(many, one.name, 'ms', times, one.target ?? flat))
  }
  const overview = { many: await overviewOf(many), few: await overviewOf(few) }
  const times = await takeTurns(many, `growth to ${many.rows}, overview`, overview)
  return [...rows, toRow(many, 'overview', 'ms', times, flat)]
}

async function time(requests: Requests, { path, post }: Asking, grown: Grown): Promise<number> {
  const { ms } = await requests.ask(path(grown), post && { method: 'POST', body: JSON.stringify(post) })
  return ms
}

/** Reads the overview directly, because over HTTP it requires a session. */
async function overviewOf({ postgres, services }: Side): Promise<() => Promise<number>> {
  const { database } = postgres
  const caller = await callerIdentifier(callerFinder(database.db), () => performance.now())(services.keys.lists.live)
  if (!caller) throw new Error('The key of the bench is not valid.')
  const { getAttention } = overviewConsoleRoutes({ database, clock: () => new Date(), ways: { email: [], sms: [] } })
  return async () => {
    const start = performance.now()
    // `as`: the code reads only fields that a caller has as well.
    await getAttention(caller as Parameters<typeof getAttention>[0])
    return performance.now() - start
  }
}

async function compareSending(many: Side, few: Side): Promise<Row[]> {
  await using sink = await startSmtpSink({ cwd: many.postgres.folder, signal: many.signal })
  const { accept, deliver } = await timeSending({ many, few }, `growth to ${many.rows}`, sink)
  const target = { ratioAtLeast: 0.67 }
  return [toRow(many, 'send', '/s', accept, target), toRow(many, 'deliver', '/s', deliver, target)]
}

const toRow = ({ rows }: Side, name: string, unit: Row['unit'], times: Times, target: Target): Row => ({
  name: `growth, ${name}`,
  unit,
  ours: { label: `with ${rows.toLocaleString('en')}`, figures: times.many },
  other: { label: `with ${fewRows.toLocaleString('en')}`, figures: times.few },
  target,
})
