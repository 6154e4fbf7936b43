/** Runs for tests: workflows as they are stored, contacts that start them, and the jobs of the queue run by hand. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import type { AdvanceRuns } from '#events/jobs.ts'
import { advanceRunsJob } from '#events/jobs.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { anySender } from '#resources/messages/emails/senders.ts'
import { templateRenderer } from '#resources/messages/templates/renderer.ts'
import { textHere } from '#resources/messages/templates/text-here.fixture.ts'
import type { WebhookPoster } from '#transports/webhook.ts'
import type { ConnectionType, Step } from '../definition/definition.ts'
import { firstStep } from '../definition/next-step.ts'
import { releaseDueRuns } from '../release.ts'
import { workflowSecrets } from '../webhook-secret.ts'
import { type AdvancerParts, type RunAdvancer, runAdvancer } from './advance.ts'

type Connection = [from: string, to: string, type?: ConnectionType]
export type Runs = Awaited<ReturnType<typeof openRuns>>

/** A poster for tests without webhooks. */
const nowhere: WebhookPoster = {
  post: async () => ({ kind: 'unanswered', error: 'There is nobody.', durationMs: 0 }),
  [Symbol.asyncDispose]: async () => {},
}

export const secretOf = workflowSecrets(randomBytes(32))

export async function openRuns(
  url: string,
  createCallers: (database: Database) => Promise<{ live: Caller; test: Caller }>,
) {
  const database = openDatabase({ url })
  const { live, test } = await createCallers(database)
  const { db } = database
  const hired: RunAdvancer[] = []
  let count = 0

  const jobs = async () =>
    (
      await sql<{ id: string; payload: AdvanceRuns }>`
        select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
        where j.task_identifier = ${advanceRunsJob.task} order by j.id`.execute(db)
    ).rows

  /** Whoever works here. */
  function hire(special: Partial<AdvancerParts> = {}): RunAdvancer {
    const one = runAdvancer({
      database,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      card: readRateCard(null),
      checkSender: anySender,
      renderTemplates: templateRenderer(db, textHere),
      templateText: textHere,
      poster: nowhere,
      secretOf,
      chance: () => 0.5,
      stopWithinMs: 1_000,
      ...special,
    })
    hired.push(one)
    return one
  }
  const usual = hire()

  /** Runs the jobs that wait, as a worker does: one that ends well is gone, one that fails stays. */
  async function runJobs(worker = usual): Promise<number> {
    const waiting = await jobs()
    for (const { id, payload } of waiting) {
      await worker.advance(payload)
      await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db)
    }
    return waiting.length
  }

  return {
    database,
    db,
    live,
    test,
    jobs,
    hire,
    runJobs,

    /** Until nobody has anything to do. */
    async settle(worker = usual): Promise<void> {
      while ((await runJobs(worker)) > 0);
    },

    /** Active from the start; contacts come in when they are created, unless it is said otherwise. */
    async addWorkflow(steps: readonly Step[], connections: readonly Connection[] = [], caller = live) {
      const workflowId = newId(new Date())
      const definition = { steps, connections: connections.map(([from, to, type = 'default']) => ({ from, to, type })) }
      const trigger = { type: 'contact_created', reentry: 'once' }
      await sql`
        with version as (
          insert into workflow_versions (environment_id, workflow_id, version, trigger, definition, first_step, created_at)
          values (${caller.environmentId}, ${workflowId}, 1, ${JSON.stringify(trigger)}, ${JSON.stringify(definition)},
            ${firstStep(definition).key}, now())
        )
        insert into workflows (environment_id, id, name, status, trigger_type, created_at, updated_at)
        values (${caller.environmentId}, ${workflowId}, 'Test', 'active', 'contact_created', now(), now())`.execute(db)
      return workflowId
    },

    setStatus: (workflowId: string, status: 'active' | 'paused') =>
      sql`update workflows set status = ${status} where id = ${workflowId}`.execute(db),

    async addContact(
      asked: Partial<Parameters<typeof createContacts>[1][number]['asked']> = {},
      caller = live,
    ): Promise<Contact> {
      const email = `reader${++count}@example.com`
      const [contact] = await database.transaction(tx =>
        createContacts(tx, [{ caller, asked: { email, ...asked }, now: systemClock() }]),
      )
      if (!contact || contact instanceof Refusal) throw new Error('refused', { cause: contact })
      return contact
    },

    async addContacts(howMany: number, caller = live): Promise<void> {
      const requests = Array.from({ length: howMany }, () => ({
        caller,
        asked: { email: `reader${++count}@example.com` },
        now: systemClock(),
      }))
      await database.transaction(tx => createContacts(tx, requests))
    },

    /** Every run of a workflow, oldest first. */
    runsOf: (workflowId: string) =>
      db.selectFrom('workflow_runs').selectAll().where('workflow_id', '=', workflowId).orderBy('id').execute(),

    /** The only one. */
    async runOf(workflowId: string) {
      return db.selectFrom('workflow_runs').selectAll().where('workflow_id', '=', workflowId).executeTakeFirstOrThrow()
    },

    historyOf: (runId: string) =>
      db.selectFrom('workflow_run_steps').selectAll().where('run_id', '=', runId).orderBy('nth').execute(),

    async wayOf(runId: string): Promise<string> {
      const rows = await db
        .selectFrom('workflow_run_steps')
        .select(['step', 'left_by'])
        .where('run_id', '=', runId)
        .orderBy('nth')
        .execute()
      return rows.map(({ step, left_by }) => (left_by === null ? step : `${step} ${left_by}`)).join(' > ')
    },

    emailsTo: (address: string) =>
      db
        .selectFrom('emails')
        .innerJoin('email_progress', 'email_progress.email_id', 'emails.id')
        .select(['emails.id', 'subject', 'html', 'text', 'status'])
        .where(sql<boolean>`${address} = any (to_addresses)`)
        .orderBy('emails.id')
        .execute(),

    /** As if so much time had passed: what is waited for comes nearer. */
    async pass(ms: number): Promise<void> {
      const by = sql`make_interval(secs => ${ms / 1000})`
      await sql`update workflow_runs set due_at = due_at - ${by}, waits_until = waits_until - ${by}
        where finished_at is null`.execute(db)
      await releaseDueRuns(database)
    },

    async clear(): Promise<void> {
      await sql`truncate workflows, workflow_versions, workflow_runs, workflow_run_steps, workflow_waits, contacts, emails,
        email_progress, deliveries, sms, sms_progress, events, suppressions, graphile_worker._private_jobs cascade`.execute(
        db,
      )
    },

    async [Symbol.asyncDispose](): Promise<void> {
      for (const one of hired) await one[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
