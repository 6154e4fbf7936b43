/** Starts workflow runs triggered by a fact about a contact, in the transaction of the fact. */
import { sql } from 'kysely'
import { newId } from '#core/id.ts'
import { wake } from '#engine/wake.ts'
import { asTable, asTableOfAnyLength, integers, jsons, moments, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { Fact } from './fact.ts'
import { matchTrigger, triggerFiredBy } from './match-trigger.ts'
import type { Trigger, TriggerData } from './trigger.ts'

type ActiveWorkflow = {
  environmentId: string
  workflowId: string
  version: number
  firstStep: string
  trigger: Trigger
  /** How far the test clock of the environment is ahead. */
  clockAheadMs: number
}

export type NewRun = Omit<ActiveWorkflow, 'trigger' | 'clockAheadMs'> & {
  contactId: string
  reentry: Trigger['reentry']
  trigger: TriggerData
  /** By the clock of the environment. */
  at: Date
  /** In real time, by which it is kept. */
  createdAt: Date
}

/** A limit that is never reached, but makes the planner look up the rows by key. */
const maxActive = 10_000

const mayStartRuns = ({ type }: Fact): boolean => triggerFiredBy(type) !== undefined

export async function startRuns(tx: Tx, facts: readonly Fact[]): Promise<void> {
  const candidates = facts.filter(mayStartRuns)
  if (candidates.length === 0) return
  const active = Map.groupBy(await findActiveWorkflows(tx, candidates), ({ environmentId }) => environmentId)
  if (active.size === 0) return
  const runs = candidates.flatMap(fact =>
    (active.get(fact.environmentId) ?? []).flatMap(({ trigger, clockAheadMs, ...workflow }): NewRun[] => {
      const at = new Date(fact.at.getTime() + clockAheadMs)
      const data = matchTrigger(trigger, { ...fact, at })
      if (!data) return []
      return [
        { ...workflow, contactId: fact.subjectId, reentry: trigger.reentry, trigger: data, at, createdAt: fact.at },
      ]
    }),
  )
  await insertRuns(tx, runs)
}

async function findActiveWorkflows(tx: Tx, facts: readonly Fact[]): Promise<ActiveWorkflow[]> {
  const fired = facts.map(({ environmentId, type }) => ({ environmentId, trigger: triggerFiredBy(type) }))
  const asked = Map.groupBy(fired, ({ environmentId, trigger }) => `${environmentId} ${trigger}`)
  const all = [...asked.values()].flatMap(([one]) => one ?? [])
  const { rows } = await plannedOnce<ActiveWorkflow>`
    select w.environment_id as "environmentId", w.id as "workflowId", w.version, v.first_step as "firstStep", v.trigger,
      e.clock_ahead_ms::float8 as "clockAheadMs"
    from ${asTableOfAnyLength(
      {
        environment_id: uuids(all.map(one => one.environmentId)),
        trigger_type: texts(all.map(one => one.trigger)),
      },
      'asked',
    )}
    cross join lateral (
      select environment_id, id, version from workflows
      where environment_id = asked.environment_id and trigger_type = asked.trigger_type and status = 'active'
      limit ${maxActive}
    ) w
    cross join lateral (
      select first_step, trigger from workflow_versions
      where environment_id = w.environment_id and workflow_id = w.id and version = w.version
      limit 1
    ) v
    cross join lateral (select clock_ahead_ms from environments where id = w.environment_id limit 1) e
    order by w.environment_id, w.id`.execute(tx)
  return rows
}

/** The limit per contact and workflow. Two workflows that start each other would otherwise never stop. */
const maxInAnHour = 100
const tooOften = `The contact entered this workflow ${maxInAnHour} times within an hour, so this run was not started. Look for workflows that start each other.`

/**
 * Skips contacts that have a run already, or had one and may not enter again. The run of a contact over the hourly limit is inserted as failed.
 * Returns the number of inserted runs.
 */
export async function insertRuns(tx: Tx, wanted: readonly NewRun[]): Promise<number> {
  if (wanted.length === 0) return 0
  const { rows } = await sql`
    with given as (
      select * from ${asTable({
        environment_id: uuids(wanted.map(run => run.environmentId)),
        id: uuids(wanted.map(run => newId(run.createdAt))),
        workflow_id: uuids(wanted.map(run => run.workflowId)),
        version: integers(wanted.map(run => run.version)),
        contact_id: uuids(wanted.map(run => run.contactId)),
        step: texts(wanted.map(run => run.firstStep)),
        trigger: jsons(wanted.map(run => JSON.stringify(run.trigger))),
        at: moments(wanted.map(run => run.at.toISOString())),
        reentry: texts(wanted.map(run => run.reentry)),
      })}
    )
    insert into workflow_runs
      (environment_id, id, workflow_id, version, contact_id, state, step, entered_at, trigger, started_at, due_at, finished_at, error)
    select environment_id, id, workflow_id, version, contact_id, case when too_often then 'failed' else 'running' end, step, at, trigger, at,
      case when not too_often then now() end, case when too_often then at end, case when too_often then ${tooOften} end
    from given
    -- Lateral, because a plain join would scan all runs. Contacts with an unfinished run are skipped here and not by the unique
    -- index alone: the index would wait for the transaction that advances the run, which may be waiting for our contact.
    cross join lateral (
      select coalesce(bool_or(given.reentry = 'once' or r.finished_at is null), false) as is_known,
        given.reentry <> 'once' and ${maxInAnHour} <= count(*)
          filter (where r.started_at > given.at - interval '1 hour' and r.state <> 'failed') as too_often
      from (
        select workflow_id, finished_at, started_at, state from workflow_runs
        where environment_id = given.environment_id and contact_id = given.contact_id
        offset 0 -- without it, and without statistics, all runs of the workflow are read for each contact
      ) r
      where r.workflow_id = given.workflow_id
    ) past
    where not past.is_known
    on conflict (environment_id, workflow_id, contact_id) where finished_at is null do nothing
    returning id`.execute(tx)
  if (rows.length > 0) await wake(tx, 'workflow_runs')
  return rows.length
}
