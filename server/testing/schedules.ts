/** Workflows with schedules, on a real database: time passes and jobs run when a test says so. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import type { Caller } from '../src/core/caller.ts'
import { systemClock } from '../src/core/clock.ts'
import { newId } from '../src/core/id.ts'
import { createWorkflow } from '../src/resources/automation/workflows/create.ts'
import type { SweepContacts } from '../src/resources/automation/workflows/jobs.ts'
import { sweepContacts } from '../src/resources/automation/workflows/sweep.ts'
import { textHere } from '../src/resources/messages/templates/text-here.fixture.ts'

export type WorkflowKey = { environmentId: string; workflowId: string }
export type Schedules = ReturnType<typeof schedules>

type Fields = { cron?: string; timezone?: string; topic_id?: string; segment_id?: string }

export function schedules(database: Database) {
  const { db } = database

  const jobs = async <Payload = SweepContacts>(task = 'sweep_contacts') =>
    (
      await sql<{ id: string; payload: Payload }>`
        select id, payload from jobs where task = ${task} order by id`.execute(db)
    ).rows

  /** Works like a worker: a job that succeeds is deleted. */
  async function sweepPage(on = database): Promise<number> {
    const waiting = await jobs()
    for (const { id, payload } of waiting) {
      await sweepContacts(on, systemClock, payload)
      await sql`delete from jobs where id = ${id}`.execute(db)
    }
    return waiting.length
  }

  return {
    jobs,
    sweepPage,

    /** An active workflow; each contact that it takes in waits for thirty days. */
    async create(caller: Caller, fields: Fields = {}): Promise<WorkflowKey> {
      const asked = {
        name: 'Digest',
        status: 'active' as const,
        trigger_config: { type: 'time_based', cron: '0 9 * * *', timezone: 'UTC', ...fields },
        workflow_definition: {
          steps: [{ key: 'wait', type: 'delay', config: { days: 30 } }],
          connections: [],
        },
      }
      const { id } = await database.transaction(tx =>
        createWorkflow(tx, caller, new Date(), asked, { addresses: 'public', templateText: textHere }),
      )
      return { environmentId: caller.environmentId, workflowId: id }
    },

    async dueAt({ workflowId }: WorkflowKey, at: Date): Promise<void> {
      await sql`update workflows set next_fire_at = ${at} where id = ${workflowId}`.execute(db)
    },

    async nextFireAt({ workflowId }: WorkflowKey): Promise<Date | null | undefined> {
      const { rows } = await sql<{ at: Date | null }>`
        select next_fire_at as at from workflows where id = ${workflowId}`.execute(db)
      return rows[0]?.at
    },

    async firedAt({ workflowId }: WorkflowKey): Promise<string[]> {
      const { rows } = await sql<{ at: Date }>`
        select fired_at as at from workflow_sweeps where workflow_id = ${workflowId} order by fired_at`.execute(db)
      return rows.map(({ at }) => at.toISOString())
    },

    async addContacts({ environmentId }: Caller, count: number, createdAt = new Date(Date.now() - 3_600_000)) {
      const ids = Array.from({ length: count }, () => newId(createdAt))
      await sql`
        insert into contacts
          (environment_id, id, email, email_subscribed, sms_subscribed, created_at, updated_at)
        select ${environmentId}, id, id || '@example.com', true, true, ${createdAt}, ${createdAt}
        from unnest(${ids}::uuid[]) as id`.execute(db)
      return ids
    },

    async addTopic({ environmentId }: Caller, contactIds: readonly string[]): Promise<string> {
      const id = randomUUID()
      await sql`
        insert into topics (environment_id, id, name, is_default_topic, display_order, created_at, updated_at)
        values (${environmentId}, ${id}, 'News', false, 1, now(), now())`.execute(db)
      await sql`
        insert into topic_memberships (environment_id, contact_id, topic_id, created_at)
        select ${environmentId}, contact_id, ${id}, now() from unnest(${contactIds}::uuid[]) as contact_id`.execute(db)
      return id
    },

    /** Repeats until nothing is left to sweep. */
    async sweep(on = database): Promise<void> {
      while ((await sweepPage(on)) > 0);
    },

    async insiders({ workflowId }: WorkflowKey): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select contact_id as id from workflow_runs where workflow_id = ${workflowId} order by contact_id`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Runs that each have their own contact, and wait until then. */
    async addRuns({ environmentId, workflowId }: WorkflowKey, count: number, waitsUntil = new Date()): Promise<void> {
      await sql`
        insert into workflow_runs (environment_id, id, workflow_id, version, contact_id, state, step, entered_at,
          waits_until, due_at, trigger, started_at)
        select ${environmentId}, gen_random_uuid(), ${workflowId}, 1, gen_random_uuid(), 'waiting', 'wait', now(),
          ${waitsUntil}, ${waitsUntil}, '{}', now()
        from generate_series(1, ${count})`.execute(db)
    },

    async clear(): Promise<void> {
      await emptyTables(
        db,
        `workflows, workflow_versions, workflow_runs, workflow_run_steps, workflow_waits, workflow_sweeps, contacts,
        confirmations, topics, topic_memberships, segments, segment_members, jobs`,
      )
      await sql`update environments set clock_ahead_ms = 0`.execute(db)
    },
  }
}
