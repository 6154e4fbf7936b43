/** The tables of runs. */
import { sql } from 'kysely'
import { type Held, isHeld, type WorkTable } from '#engine/work-table.ts'
import { arrayLiteral } from '#postgres/arrays/array-literal.ts'
import {
  asTable,
  bigints,
  booleans,
  floats,
  integers,
  jsons,
  moments,
  smallints,
  texts,
  uuids,
} from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { HeldRun, OpenRun, RunKey } from './run.ts'

export const runTable: WorkTable = {
  name: 'workflow_runs',
  key: ['environment_id', 'id'],
}

export type TakenRun = Held & HeldRun

export const runColumns = sql`work.environment_id as "environmentId", work.id as "runId"`

const keysOf = (keys: readonly RunKey[]) =>
  sql`unnest(${keys.map(one => one.environmentId)}::uuid[], ${keys.map(one => one.runId)}::uuid[])`

/**
 * The unfinished runs whose workflow exists. Whether they have finished is checked after the lookup: without statistics, PostgreSQL would read the
 * index of all open runs for each one.
 */
export async function findOpenRuns(db: Db, wanted: readonly HeldRun[]): Promise<OpenRun[]> {
  const { rows } = await sql<OpenRun>`
    select r.environment_id as "environmentId", r.id as "runId", e.organization_id as "organizationId", e.mode,
      e.clock_ahead_ms::float8 as "aheadMs", r.workflow_id as "workflowId", w.status, r.version,
      r.contact_id as "contactId", r.state, r.step, r.nth, r.entered_at as "enteredAt", r.tries, r.failures,
      r.in_doubt as "inDoubt", r.waits_until as "waitsUntil", wanted.token, r.trigger
    from ${asTable(
      {
        environment_id: uuids(wanted.map(one => one.environmentId)),
        run_id: uuids(wanted.map(one => one.runId)),
        token: integers(wanted.map(one => one.token)),
      },
      'wanted',
    )}
    cross join lateral (
      select * from workflow_runs where environment_id = wanted.environment_id and id = wanted.run_id limit 1
    ) r
    cross join lateral (
      select status from workflows where environment_id = r.environment_id and id = r.workflow_id limit 1
    ) w
    join environments e on e.id = r.environment_id
    where r.finished_at is null`.execute(db)
  return rows
}

export type VersionKey = { environmentId: string; workflowId: string; version: number }

export async function findDefinitions(
  db: Db,
  wanted: readonly VersionKey[],
): Promise<(VersionKey & { definition: unknown })[]> {
  const { rows } = await sql<VersionKey & { definition: unknown }>`
    select v.environment_id as "environmentId", v.workflow_id as "workflowId", v.version, v.definition
    from ${asTable(
      {
        environment_id: uuids(wanted.map(one => one.environmentId)),
        workflow_id: uuids(wanted.map(one => one.workflowId)),
        version: integers(wanted.map(one => one.version)),
      },
      'wanted',
    )}
    join workflow_versions v on v.environment_id = wanted.environment_id and v.workflow_id = wanted.workflow_id
      and v.version = wanted.version`.execute(db)
  return rows
}

export type StepVisit = RunKey & { step: string; detail: Record<string, unknown> | null }

/** The last time each run left the step. */
export async function findVisits(db: Db, wanted: readonly (RunKey & { step: string })[]): Promise<StepVisit[]> {
  const { rows } = await sql<StepVisit>`
    select wanted.environment_id as "environmentId", wanted.run_id as "runId", wanted.step, visit.detail
    from ${asTable(
      {
        environment_id: uuids(wanted.map(one => one.environmentId)),
        run_id: uuids(wanted.map(one => one.runId)),
        step: texts(wanted.map(one => one.step)),
      },
      'wanted',
    )}
    cross join lateral (
      select detail from workflow_run_steps
      where environment_id = wanted.environment_id and run_id = wanted.run_id and step = wanted.step
        and left_at is not null
      order by nth desc limit 1
    ) visit`.execute(db)
  return rows
}

export type LockedRun = RunKey & {
  token: number
  nth: number
  state: string
  tries: number
  waitsUntil: Date | null
  /** The workflow's status; null when it is deleted. */
  status: string | null
  hasContact: boolean
}

/**
 * Locks held runs until the transaction ends, in one order to avoid deadlocks. Contacts are looked up one by one: with `exists`, PostgreSQL would
 * read all contacts.
 */
export async function lockRuns(tx: Tx, wanted: readonly RunKey[]): Promise<LockedRun[]> {
  const { rows } = await sql<LockedRun & { isOpen: boolean }>`
    select r.environment_id as "environmentId", r.id as "runId", r.token, r.nth, r.state, r.tries,
      r.waits_until as "waitsUntil", r.finished_at is null and r.held_by is not null as "isOpen",
      (select status from workflows w where w.environment_id = r.environment_id and w.id = r.workflow_id) as status,
      (select true from contacts c where c.environment_id = r.environment_id and c.id = r.contact_id) is true as "hasContact"
    from workflow_runs r
    where (r.environment_id, r.id) in (select * from ${keysOf(wanted)})
    order by r.environment_id, r.id
    for update of r`.execute(tx)
  return rows.filter(({ isOpen }) => isOpen)
}

/** How far these clocks are ahead. Read after the runs are locked, because advancing a clock changes both together. */
export async function findClocks(tx: Tx, environmentIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; aheadMs: number }>`
    select id, clock_ahead_ms::float8 as "aheadMs" from environments where id = any (${environmentIds}::uuid[])
    `.execute(tx)
  return new Map(rows.map(({ id, aheadMs }) => [id, aheadMs]))
}

/** Locks workflows against changes until the transaction ends: resuming one waits and then finds the parked runs. */
export async function holdWorkflows(
  tx: Tx,
  wanted: readonly { environmentId: string; workflowId: string }[],
): Promise<{ environmentId: string; workflowId: string; status: string }[]> {
  const { rows } = await sql<{ environmentId: string; workflowId: string; status: string }>`
    select w.environment_id as "environmentId", w.id as "workflowId", w.status from workflows w
    where (w.environment_id, w.id) in (
      select * from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${wanted.map(one => one.workflowId)}::uuid[]))
    order by w.environment_id, w.id
    for share of w`.execute(tx)
  return rows
}

export type RunUpdate = RunKey & {
  state: string
  step: string | null
  nth: number
  enteredAt: Date
  tries: number
  failures: number
  /** An external effect may have happened without a result. */
  inDoubt: boolean
  waitsUntil: Date | null
  dueAt: Date | null
  /** The run continues at once. */
  continues: boolean
  error: string | null
  finishedAt: Date | null
}

/**
 * Saves the new positions, and releases and unparks the runs. Resets the crash count: the worker survived them. A run that was woken while held is
 * due again at once.
 */
export async function updateRuns(tx: Tx, runs: readonly RunUpdate[]): Promise<void> {
  await sql`
    update workflow_runs r set state = given.state, step = given.step, nth = given.nth, entered_at = given.entered_at,
      tries = given.tries, crashes = 0, failures = given.failures, in_doubt = given.in_doubt,
      waits_until = given.waits_until, held_by = null, parked = false,
      due_at = case when given.finished_at is null
        then least(r.due_at, given.due_at, case when given.continues then now() end) end,
      error = given.error, finished_at = given.finished_at
    from ${asTable({
      environment_id: uuids(runs.map(one => one.environmentId)),
      run_id: uuids(runs.map(one => one.runId)),
      state: texts(runs.map(one => one.state)),
      step: texts(runs.map(one => one.step)),
      nth: integers(runs.map(one => one.nth)),
      entered_at: moments(runs.map(one => one.enteredAt)),
      tries: smallints(runs.map(one => one.tries)),
      failures: smallints(runs.map(one => one.failures)),
      in_doubt: booleans(runs.map(one => one.inDoubt)),
      waits_until: moments(runs.map(one => one.waitsUntil)),
      due_at: moments(runs.map(one => one.dueAt)),
      continues: booleans(runs.map(one => one.continues)),
      error: texts(runs.map(one => one.error)),
      finished_at: moments(runs.map(one => one.finishedAt)),
    })}
    where r.environment_id = given.environment_id and r.id = given.run_id`.execute(tx)
}

/** For runs that became due while their workflow was paused. */
export async function parkRuns(tx: Tx, runs: readonly RunKey[]): Promise<void> {
  await sql`
    update workflow_runs set parked = true, due_at = null, held_by = null
    where (environment_id, id) in (select * from ${keysOf(runs)})`.execute(tx)
}

/** Makes runs due when their wait is over. */
export async function awaitEnd(tx: Tx, runs: readonly RunKey[]): Promise<void> {
  await sql`
    update workflow_runs set due_at = least(due_at, waits_until), held_by = null, parked = false
    where (environment_id, id) in (select * from ${keysOf(runs)})`.execute(tx)
}

export type StepRow = RunKey & {
  nth: number
  step: string
  type: string
  enteredAt: Date
  leftAt: Date | null
  leftBy: string | null
  detail: object
}

/** Closes steps that are already open. */
export async function insertSteps(tx: Tx, steps: readonly StepRow[]): Promise<void> {
  await plannedOnce`
    insert into workflow_run_steps
      (environment_id, run_id, nth, step, type, entered_at, left_at, left_by, detail)
    select * from ${asTable({
      environment_id: uuids(steps.map(one => one.environmentId)),
      run_id: uuids(steps.map(one => one.runId)),
      nth: integers(steps.map(one => one.nth)),
      step: texts(steps.map(one => one.step)),
      type: texts(steps.map(one => one.type)),
      entered_at: moments(steps.map(one => one.enteredAt)),
      left_at: moments(steps.map(one => one.leftAt)),
      left_by: texts(steps.map(one => one.leftBy)),
      detail: jsons(steps.map(one => JSON.stringify(one.detail))),
    })}
    on conflict (environment_id, run_id, nth) do update
      set left_at = excluded.left_at, left_by = excluded.left_by, detail = excluded.detail`.execute(tx)
}

export type Wait = RunKey & { subjectId: string; type: string }

export async function insertWaits(tx: Tx, waits: readonly Wait[]): Promise<void> {
  await plannedOnce`
    insert into workflow_waits (environment_id, subject_id, type, run_id)
    select * from ${asTable({
      environment_id: uuids(waits.map(one => one.environmentId)),
      subject_id: uuids(waits.map(one => one.subjectId)),
      type: texts(waits.map(one => one.type)),
      run_id: uuids(waits.map(one => one.runId)),
    })}
    on conflict do nothing`.execute(tx)
}

export async function deleteWaits(tx: Tx, runs: readonly RunKey[]): Promise<void> {
  await sql`
    delete from workflow_waits where (environment_id, run_id) in (select * from ${keysOf(runs)})`.execute(tx)
}

/** The events a run listens to. `after`: the position of its subject's events when the run began to listen; null when all count. */
export type EventFilter = RunKey & {
  subjectId: string
  types: readonly string[]
  after: string | null
  /** For topic events, only those of this topic. */
  topicId: string | null
}

export type HeardEvent = RunKey & { eventId: string; type: string }

/** The first matching event for each filter. What machines open or click does not count. */
export async function findHeard(db: Db, filters: readonly EventFilter[]): Promise<HeardEvent[]> {
  const { rows } = await sql<HeardEvent>`
    select ear.environment_id as "environmentId", ear.run_id as "runId", heard.id as "eventId", heard.type
    from ${asTable(
      {
        environment_id: uuids(filters.map(one => one.environmentId)),
        run_id: uuids(filters.map(one => one.runId)),
        subject_id: uuids(filters.map(one => one.subjectId)),
        types: texts(filters.map(one => arrayLiteral(one.types))),
        after: bigints(filters.map(one => one.after ?? '0')),
        topic_id: texts(filters.map(one => one.topicId)),
      },
      'ear',
    )}
    cross join lateral (
      select id, type from events
      where environment_id = ear.environment_id and subject_id = ear.subject_id and position > ear.after
        and type = any (ear.types::text[])
        and (type not in ('email.opened', 'email.clicked') or coalesce(data ->> 'by', 'human') = 'human')
        and (ear.topic_id is null or data ->> 'topic_id' is null or data ->> 'topic_id' = ear.topic_id)
      order by position limit 1
    ) heard`.execute(db)
  return rows
}

export type Subject = { environmentId: string; subjectId: string }

/** The last event position of each subject, in the order asked; 0 without events. */
export async function findLastEvents(db: Db, subjects: readonly Subject[]): Promise<string[]> {
  const { rows } = await sql<{ position: string }>`
    select coalesce(last.position, 0) as position
    from unnest(${subjects.map(one => one.environmentId)}::uuid[], ${subjects.map(one => one.subjectId)}::uuid[])
      with ordinality as subject (environment_id, subject_id, nth)
    left join lateral (
      select position from events
      where environment_id = subject.environment_id and subject_id = subject.subject_id
      order by position desc limit 1
    ) last on true
    order by subject.nth`.execute(db)
  return rows.map(({ position }) => position)
}

/** The details of the runs' current steps, where there are any. */
export async function findOpenDetails(
  db: Db,
  wanted: readonly (RunKey & { nth: number })[],
): Promise<(RunKey & { detail: Record<string, unknown> })[]> {
  const { rows } = await sql<RunKey & { detail: Record<string, unknown> }>`
    select s.environment_id as "environmentId", s.run_id as "runId", s.detail
    from ${asTable(
      {
        environment_id: uuids(wanted.map(one => one.environmentId)),
        run_id: uuids(wanted.map(one => one.runId)),
        nth: integers(wanted.map(one => one.nth)),
      },
      'wanted',
    )}
    join workflow_run_steps s on s.environment_id = wanted.environment_id and s.run_id = wanted.run_id
      and s.nth = wanted.nth`.execute(db)
  return rows
}

const heldOf = (held: readonly HeldRun[]) =>
  sql`unnest(${held.map(one => one.environmentId)}::uuid[], ${held.map(one => one.runId)}::uuid[],
    ${held.map(one => one.token)}::integer[])`

/** Marks runs in doubt before an external effect, and returns those this worker still holds. */
export async function beginOutside(db: Db, wanted: readonly HeldRun[]): Promise<RunKey[]> {
  const { rows } = await sql<RunKey>`
    with given as (
      select r.environment_id, r.id from workflow_runs r
      join ${heldOf(wanted)} as wanted (environment_id, id, token)
        on r.environment_id = wanted.environment_id and r.id = wanted.id and r.token = wanted.token
      where ${isHeld('r')} and r.finished_at is null
      order by r.environment_id, r.id for update of r
    )
    update workflow_runs r set in_doubt = true
    from given where r.environment_id = given.environment_id and r.id = given.id
    returning r.environment_id as "environmentId", r.id as "runId"`.execute(db)
  return rows
}

/** Releases runs and makes them due after `dueInMs`; null leaves the due time unchanged. */
export async function releaseRuns(db: Db, runs: readonly (HeldRun & { dueInMs: number | null })[]): Promise<void> {
  await sql`
    with given as (
      select r.environment_id, r.id, wanted.ms from workflow_runs r
      join ${asTable(
        {
          environment_id: uuids(runs.map(one => one.environmentId)),
          id: uuids(runs.map(one => one.runId)),
          token: integers(runs.map(one => one.token)),
          ms: floats(runs.map(one => one.dueInMs)),
        },
        'wanted',
      )}
        on r.environment_id = wanted.environment_id and r.id = wanted.id and r.token = wanted.token
      where ${isHeld('r')}
      order by r.environment_id, r.id for update of r
    )
    update workflow_runs r set held_by = null, due_at = least(r.due_at, now() + make_interval(secs => given.ms / 1000))
    from given where r.environment_id = given.environment_id and r.id = given.id`.execute(db)
}

const maxWakes = 1_000

/** Makes runs due that an event concerns, even while they are held. Returns the number of wake-ups processed. */
export async function wakeRuns(db: Db): Promise<number> {
  const { rows } = await plannedOnce<{ count: number }>`
    with told as (
      delete from workflow_wakes
      where ctid = any (array(select ctid from workflow_wakes limit ${maxWakes} for update skip locked))
      returning environment_id, run_id
    ), concerned as (
      select r.environment_id, r.id
      from (select distinct environment_id, run_id from told) one
      cross join lateral (
        select environment_id, id, finished_at, parked from workflow_runs
        where environment_id = one.environment_id and id = one.run_id limit 1
      ) r
      where r.finished_at is null and not r.parked
    ), locked as (
      select r.environment_id, r.id from workflow_runs r
      where (r.environment_id, r.id) in (select environment_id, id from concerned)
      order by r.environment_id, r.id for update
    ), woken as (
      update workflow_runs r set due_at = least(r.due_at, now())
      from locked where r.environment_id = locked.environment_id and r.id = locked.id and r.finished_at is null and not r.parked
    )
    select count(*)::integer as count from told`.execute(db)
  return rows[0]?.count ?? 0
}

/** Ends an unfinished run and closes its current step. False when the run had already finished. */
export async function endRun(
  tx: Tx,
  { environmentId, runId, workflowId }: RunKey & { workflowId: string },
  at: Date,
  { state, error }: { state: 'stopped' | 'failed'; error: string | null } = { state: 'stopped', error: null },
): Promise<boolean> {
  const { rows } = await sql`
    with open as (
      select r.environment_id, r.id, r.nth, r.step, r.entered_at,
        ${at.toISOString()}::timestamptz + make_interval(secs => e.clock_ahead_ms / 1000.0) as at, (
          select one ->> 'type' from workflow_versions v, jsonb_array_elements(v.definition -> 'steps') one
          where v.environment_id = r.environment_id and v.workflow_id = r.workflow_id and v.version = r.version
            and one ->> 'key' = r.step
        ) as type
      from workflow_runs r join environments e on e.id = r.environment_id
      where r.environment_id = ${environmentId} and r.id = ${runId} and r.workflow_id = ${workflowId}
        and r.finished_at is null
      for update of r
    ), closed as (
      insert into workflow_run_steps (environment_id, run_id, nth, step, type, entered_at, left_at, detail)
      select environment_id, id, nth, step, type, entered_at, at, '{}' from open where type is not null
      on conflict (environment_id, run_id, nth) do update set left_at = excluded.left_at
    )
    update workflow_runs r set state = ${state}, error = ${error}, step = null, tries = 0, in_doubt = false, waits_until = null,
      due_at = null, held_by = null, parked = false, finished_at = open.at
    from open where r.environment_id = open.environment_id and r.id = open.id
    returning r.id`.execute(tx)
  return rows.length > 0
}
