/**
 * The channel for runs. A batch is read, decided, prepared, and then moved together with its effects. A run that fails does not affect the others and
 * is retried later.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Channel, Holder } from '#engine/channel.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { Failure } from '#postgres/outages/failure.ts'
import { isOutage } from '#postgres/outages/outage.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { ProcessCrashed } from '#text-pool/job.ts'
import type { WebhookPoster } from '#transports/webhook.ts'
import { runName } from '../runs/run.ts'
import { releaseRuns, runColumns, runTable, type TakenRun, wakeRuns } from '../runs/run-store.ts'
import { type Applied, applyItems, type Item } from './apply.ts'
import { type LoadedRun, runLoader } from './load.ts'
import { afterEndedProcess, retryOrFail } from './outcome.ts'
import { type Plan, planRun } from './plan.ts'
import { type Posting, webhookSteps } from './post-webhooks.ts'
import { type Act, type EffectParts, type PreparedEffect, prepareEffects } from './prepare.ts'

export type RunChannelParts = Omit<EffectParts, 'db'> & {
  database: Database
  clock: Clock
  log: Logger
  card: RateCard
  poster: WebhookPoster
  /** The signing secret of a workflow's webhook steps. */
  secretOf: (workflow: { environmentId: string; workflowId: string }) => Buffer
  chance?: () => number
  stopWithinMs?: number
}

/** Includes runs that wait for a webhook's answer. */
const maxHeld = 1_000
const maxBatch = 200

/** The maximum weight of one transaction. */
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

  /** Database outages are not counted against the run. */
  async function settle(item: Item): Promise<void> {
    try {
      await commit(item)
    } catch (error) {
      if (isOutage(error)) throw error
      await recordFailure(item, error)
    }
  }

  async function recordFailure(
    { run, now, isOutside }: Pick<Item, 'run' | 'now' | 'isOutside'>,
    err: unknown,
  ): Promise<void> {
    log.error({ err, runId: run.runId, workflowId: run.workflowId }, 'run could not be continued')
    const failures = err instanceof ProcessCrashed ? run.failures + 1 : 0
    const outcome = failures > 0 ? afterEndedProcess(failures) : retryOrFail(internal, run.tries, chance())
    await commit({ run, now, plan: { kind: 'error', outcome, failures }, ...(isOutside && { isOutside }) })
  }

  /** Prepares all together, or one by one if that fails, to find the failing one. */
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

  async function advance(rows: readonly TakenRun[], holder: Holder<TakenRun>): Promise<void> {
    const rowOf = new Map(rows.map(row => [row.name, row]))
    const done = (run: Pick<LoadedRun, 'environmentId' | 'runId'>) => {
      const row = rowOf.get(runName(run))
      if (row) holder.drop([row])
    }
    const loaded = await load(rows)
    await releaseOthers(rows, loaded, holder)
    const now = clock()
    const planned = loaded.map(run => tryOrFailure(() => planRun(run, now)))
    const acts = planned.map((plan, index) => toAct(loaded[index], plan, now))
    const effects = await prepare(acts.flatMap(act => act ?? []))
    const postings: Posting[] = []
    const settling: Promise<void>[] = []
    for (const [index, run] of loaded.entries()) {
      const plan = planned[index]
      const effect = acts[index] && effects.shift()
      const settled = (work: Promise<void>) => settling.push(work.then(() => done(run)))
      if (!plan || plan instanceof Failure) settled(recordFailure({ run, now }, plan?.error))
      else if (effect instanceof Failure) settled(recordFailure({ run, now }, effect.error))
      else if (effect?.kind === 'post' && isAtStep(run, plan)) postings.push({ run, plan, effect, now })
      else if (effect?.kind === 'post') settled(settle({ run, plan: stopAtStep(plan), now }))
      else settled(settle({ run, plan, now, ...(effect && { effect }) }))
    }
    if (postings.length > 0) settling.push(webhooks.post(postings, done))
    await Promise.all(settling)
  }

  /** Releases runs that have finished or whose workflow is deleted. */
  async function releaseOthers(
    rows: readonly TakenRun[],
    loaded: readonly LoadedRun[],
    holder: Holder<TakenRun>,
  ): Promise<void> {
    const open = new Set(loaded.map(runName))
    const others = rows.filter(({ name }) => !open.has(name))
    if (others.length === 0) return
    await releaseRuns(
      database.db,
      others.map(row => ({ ...row, dueInMs: null })),
    )
    holder.drop(others)
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

/** A webhook step is decided once: the run is saved at the step before it is posted, whatever changes in the meantime. */
const isAtStep = (run: LoadedRun, plan: Plan): boolean =>
  plan.kind === 'advance' && plan.advance.position.kind === 'effect' && plan.advance.position.current.nth === run.nth

function stopAtStep(plan: Plan): Plan {
  if (plan.kind !== 'advance' || plan.advance.position.kind !== 'effect') return plan
  return {
    kind: 'advance',
    advance: { ...plan.advance, position: { kind: 'next', current: plan.advance.position.current } },
  }
}

function tryOrFailure<T>(work: () => T): T | Failure {
  try {
    return work()
  } catch (error) {
    return new Failure(error)
  }
}

function toAct(run: LoadedRun | undefined, plan: Plan | Failure, now: Date): Act | undefined {
  if (!run?.known || plan instanceof Failure || plan.kind !== 'advance' || plan.advance.position.kind !== 'effect')
    return undefined
  return { run, known: run.known, step: plan.advance.position.step, now }
}
