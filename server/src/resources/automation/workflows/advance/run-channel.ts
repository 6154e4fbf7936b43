/**
 * The channel of runs. They are taken further together: read, decide, prepare, and then move them with what they do. A run that
 * fails stands alone: it is tried again later, and the others go on.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Channel, Hand } from '#engine/channel.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { Failure } from '#postgres/outages/failure.ts'
import { isOutage } from '#postgres/outages/outage.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { EndedItsProcess } from '#text-pool/job.ts'
import type { WebhookPoster } from '#transports/webhook.ts'
import { runName } from '../runs/run.ts'
import { releaseRuns, runColumns, runTable, type TakenRun, wakeRuns } from '../runs/run-store.ts'
import { type Applied, applyItems, type Item } from './apply.ts'
import { type LoadedRun, runLoader } from './load.ts'
import { afterEndedProcess, laterOrNever } from './outcome.ts'
import { type Plan, planRun } from './plan.ts'
import { type Posting, webhookSteps } from './post-webhooks.ts'
import { type Act, type EffectParts, type PreparedEffect, prepareEffects } from './prepare.ts'

export type RunChannelParts = Omit<EffectParts, 'db'> & {
  database: Database
  clock: Clock
  log: Logger
  card: RateCard
  poster: WebhookPoster
  /** What the webhook steps of a workflow are signed with. */
  secretOf: (workflow: { environmentId: string; workflowId: string }) => Buffer
  chance?: () => number
  stopWithinMs?: number
}

/** POSTs that a receiver is slow to answer are among them. */
const maxHeld = 1_000
const maxBatch = 200

/** As much as a transaction should carry. */
const bytesPerCommit = 4 * 1024 * 1024
const weigh = ({ effect }: Item): number =>
  effect?.kind === 'email' ? effect.request.drafts.reduce((sum, { size }) => sum + size, 0) : 0

const internal = 'Something went wrong on our side.'

export function runChannel(parts: RunChannelParts): Channel<TakenRun> {
  const { database, clock, log, chance = Math.random, stopWithinMs = 20_000 } = parts
  const load = runLoader(database.db, clock)
  const commit = groupCommit<Item, Applied>(database, (tx, items) => applyItems(tx, { ...parts, chance }, items), {
    weigh,
    maxWeight: bytesPerCommit,
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  const webhooks = webhookSteps({ ...parts, chance, stopWithinMs, settle })

  /** A database that is away is no fault of the run. */
  async function settle(item: Item): Promise<void> {
    try {
      await commit(item)
    } catch (error) {
      if (isOutage(error)) throw error
      await putOff(item, error)
    }
  }

  async function putOff({ run, now, isOutside }: Pick<Item, 'run' | 'now' | 'isOutside'>, err: unknown): Promise<void> {
    log.error({ err, runId: run.runId, workflowId: run.workflowId }, 'a run could not be taken further')
    const failures = err instanceof EndedItsProcess ? run.failures + 1 : 0
    const outcome = failures > 0 ? afterEndedProcess(failures) : laterOrNever(internal, run.tries, chance())
    await commit({ run, now, plan: { kind: 'broken', outcome, failures }, ...(isOutside && { isOutside }) })
  }

  /** Together, or one by one when that fails: then it is known whose fault it is. */
  async function prepare(acts: readonly Act[]): Promise<(PreparedEffect | Failure)[]> {
    try {
      return await prepareEffects({ ...parts, db: database.db }, acts, chance)
    } catch (error) {
      if (isOutage(error)) throw error
      if (acts.length === 1) return [new Failure(error)]
    }
    const alone = []
    for (const act of acts) alone.push(...(await prepare([act])))
    return alone
  }

  async function advance(rows: readonly TakenRun[], hand: Hand<TakenRun>): Promise<void> {
    const rowOf = new Map(rows.map(row => [row.name, row]))
    const done = (run: Pick<LoadedRun, 'environmentId' | 'runId'>) => {
      const row = rowOf.get(runName(run))
      if (row) hand.drop([row])
    }
    const loaded = await load(rows)
    await leaveOthers(rows, loaded, hand)
    const now = clock()
    const planned = loaded.map(run => orFailure(() => planRun(run, now)))
    const acts = planned.map((plan, index) => toAct(loaded[index], plan, now))
    const effects = await prepare(acts.flatMap(act => act ?? []))
    const postings: Posting[] = []
    const settling: Promise<void>[] = []
    for (const [index, run] of loaded.entries()) {
      const plan = planned[index]
      const effect = acts[index] && effects.shift()
      const settled = (work: Promise<void>) => settling.push(work.then(() => done(run)))
      if (!plan || plan instanceof Failure) settled(putOff({ run, now }, plan?.error))
      else if (effect instanceof Failure) settled(putOff({ run, now }, effect.error))
      else if (effect?.kind === 'post' && isThere(run, plan)) postings.push({ run, plan, effect, now })
      else if (effect?.kind === 'post') settled(settle({ run, plan: upToThere(plan), now }))
      else settled(settle({ run, plan, now, ...(effect && { effect }) }))
    }
    if (postings.length > 0) settling.push(webhooks.post(postings, done))
    await Promise.all(settling)
  }

  /** They have ended, or their workflow is gone. */
  async function leaveOthers(
    rows: readonly TakenRun[],
    loaded: readonly LoadedRun[],
    hand: Hand<TakenRun>,
  ): Promise<void> {
    const open = new Set(loaded.map(runName))
    const others = rows.filter(({ name }) => !open.has(name))
    if (others.length === 0) return
    await releaseRuns(
      database.db,
      others.map(row => ({ ...row, dueInMs: null })),
    )
    hand.drop(others)
  }

  return {
    table: runTable,
    columns: runColumns,
    maxHeld,
    maxBatch,
    async beforeTaking() {
      await wakeRuns(database.db)
    },
    work: advance,
    drain: async () => webhooks[Symbol.asyncDispose](),
  }
}

/** What goes outside is decided once: a run comes to its webhook before it is posted, whatever changes meanwhile. */
const isThere = (run: LoadedRun, plan: Plan): boolean =>
  plan.kind === 'walk' && plan.walk.stand.kind === 'act' && plan.walk.stand.place.nth === run.nth

function upToThere(plan: Plan): Plan {
  if (plan.kind !== 'walk' || plan.walk.stand.kind !== 'act') return plan
  return { kind: 'walk', walk: { ...plan.walk, stand: { kind: 'next', place: plan.walk.stand.place } } }
}

function orFailure<T>(work: () => T): T | Failure {
  try {
    return work()
  } catch (error) {
    return new Failure(error)
  }
}

function toAct(run: LoadedRun | undefined, plan: Plan | Failure, now: Date): Act | undefined {
  if (!run?.known || plan instanceof Failure || plan.kind !== 'walk' || plan.walk.stand.kind !== 'act') return undefined
  return { run, known: run.known, step: plan.walk.stand.step, now }
}
