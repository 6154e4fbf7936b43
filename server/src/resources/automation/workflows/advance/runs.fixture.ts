/** Runs for tests: stored workflows, contacts that start them, and workers that run when a test tells them to. */
import { randomBytes } from 'node:crypto'
import type { ConnectionType } from '@posthorn/contract/workflows/words'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import { byHand, giveBackAbandoned } from '#engine/by-hand.fixture.ts'
import type { Trigger } from '#events/trigger.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { unpack } from '#resources/messages/emails/body/pack.ts'
import { anyLinks } from '#resources/messages/emails/link-check.ts'
import { anySender } from '#resources/messages/emails/senders.ts'
import { templateRenderer } from '#resources/messages/templates/renderer.ts'
import { textHere } from '#resources/messages/templates/text-here.fixture.ts'
import type { WebhookPoster } from '#transports/webhook.ts'
import type { Step } from '../definition/definition.ts'
import { firstStep } from '../definition/next-step.ts'
import { runTable } from '../runs/run-store.ts'
import { workflowSecrets } from '../webhook-secret.ts'
import { type RunChannelParts, runChannel } from './run-channel.ts'

type Connection = [from: string, to: string, type?: ConnectionType]
export type Runs = Awaited<ReturnType<typeof openRuns>>

/** A poster for tests without webhooks. */
const nowhere: WebhookPoster = {
  post: async () => ({ kind: 'unanswered', error: 'There is no receiver.', durationMs: 0 }),
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
  const workers: AsyncDisposable[] = []
  let count = 0

  /** The runs a worker would take now. */
  const due = async () =>
    (
      await sql<{ id: string }>`
        select id from workflow_runs where due_at <= now() and held_by is null
        union select run_id from workflow_wakes order by id`.execute(db)
    ).rows.map(({ id }) => id)

  /** Creates a worker. */
  function openChannel(special: Partial<RunChannelParts> = {}) {
    const channel = runChannel({
      database,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      card: readRateCard(null),
      checkSender: anySender,
      links: anyLinks,
      renderTemplates: templateRenderer(db, textHere),
      templateText: textHere,
      poster: nowhere,
      secretOf,
      chance: () => 0.5,
      stopWithinMs: 1_000,
      ...special,
    })
    const one = {
      ...byHand(database, channel, `worker ${workers.length}`),
      [Symbol.asyncDispose]: async () => channel.drain?.(),
    }
    workers.push(one)
    return one
  }
  const usual = openChannel()

  return {
    database,
    db,
    live,
    test,
    due,
    hire: openChannel,
    work: (worker = usual) => worker.work(),

    /** Releases everything that workers hold, as if they had crashed. */
    crash: () => giveBackAbandoned(database, { table: runTable }),

    /** Works until nothing is due. */
    settle: (worker = usual): Promise<void> => worker.workAll(),

    /** Active from the start; by default, contacts enter when they are created. */
    async addWorkflow(
      steps: readonly Step[],
      connections: readonly Connection[] = [],
      caller = live,
      trigger: Trigger = { type: 'contact_created', reentry: 'once' },
    ) {
      const workflowId = newId(new Date())
      const definition = { steps, connections: connections.map(([from, to, type = 'default']) => ({ from, to, type })) }
      await sql`
        with version as (
          insert into workflow_versions (environment_id, workflow_id, version, trigger, definition, first_step, created_at)
          values (${caller.environmentId}, ${workflowId}, 1, ${JSON.stringify(trigger)}, ${JSON.stringify(definition)},
            ${firstStep(definition).key}, now())
        )
        insert into workflows (environment_id, id, name, status, trigger_type, created_at, updated_at)
        values (${caller.environmentId}, ${workflowId}, 'Test', 'active', ${trigger.type}, now(), now())`.execute(db)
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

    /** The workflow's only run. */
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

    async emailsTo(address: string) {
      const rows = await db
        .selectFrom('emails')
        .innerJoin('email_progress', 'email_progress.email_id', 'emails.id')
        .innerJoin('email_bodies', 'email_bodies.email_id', 'emails.id')
        .select(['emails.id', 'subject', 'email_bodies.packed', 'headers', 'status', 'require_tls as requireTls'])
        .where(sql<boolean>`${address} = any (to_addresses)`)
        .orderBy('emails.id')
        .execute()
      return rows.map(({ packed, ...row }) => ({ ...row, ...(packed && unpack(packed)) }))
    },

    /** Simulates the passing of time by moving due times closer. */
    async pass(ms: number): Promise<void> {
      const by = sql`make_interval(secs => ${ms / 1000})`
      await sql`update workflow_runs set due_at = due_at - ${by}, waits_until = waits_until - ${by}
        where finished_at is null`.execute(db)
    },

    async clear(): Promise<void> {
      await emptyTables(
        db,
        `workflows, workflow_versions, workflow_runs, workflow_run_steps, workflow_waits, contacts, emails,
        email_progress, deliveries, sms, sms_progress, events, suppressions, workflow_wakes`,
      )
    },

    async [Symbol.asyncDispose](): Promise<void> {
      for (const one of workers) await one[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
