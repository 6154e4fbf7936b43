/** A post office for tests: accepts emails, runs the jobs of the queue by hand, and shows what became of them. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { reconcile } from '#resources/account/credits/reconcile.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import type { EmailTransport } from '#transports/transport.ts'
import { type Accepted, acceptEmails } from './accept.ts'
import { type Claim, claim } from './deliver/claim.ts'
import { type Deliverer, type DelivererParts, deliverer } from './deliver/deliver.ts'
import type { Draft } from './draft.ts'
import type { Deliver, EmailKey } from './jobs.ts'
import { releaseDue } from './release.ts'

type Callers = { live: Caller; test: Caller }
export type Post = Awaited<ReturnType<typeof openPost>>

/** A plain email to these, but for what the test is about. */
export function draftTo(recipients: readonly string[], special: Partial<Draft> = {}): Draft {
  return {
    from: { name: null, address: 'shop@acme.test' },
    to: recipients,
    cc: [],
    bcc: [],
    replyTo: [],
    recipients,
    subject: 'Your order',
    html: null,
    text: 'It is on its way.',
    headers: null,
    tags: [],
    batchId: null,
    messageStream: 'transactional',
    topicId: null,
    trackOpens: false,
    trackClicks: false,
    unsubscribe: false,
    templateId: null,
    attachments: [],
    scheduledFor: null,
    size: 27,
    ...special,
  }
}

export const keyOf = ({ environmentId, id }: Pick<Accepted, 'environmentId' | 'id'>): EmailKey => ({
  environmentId,
  emailId: id,
})

const noKeys: DelivererParts['postageFor'] = async () => ({
  keys: [],
  returnPath: null,
  linkBase: 'https://posthorn.test',
  unsubscribeMailbox: null,
})
const same = (html: string) => html
const bytesOf: DelivererParts['compose'] = async ({ messageId, subject }) => Buffer.from(`${messageId}\r\n${subject}`)

export async function openPost(url: string, createCallers: (database: Database) => Promise<Callers>) {
  const database = openDatabase({ url })
  /** Another pool on the same tables: as good as another process. */
  const second = openDatabase({ url })
  const { live, test } = await createCallers(database)
  const { db } = database
  const hired: Deliverer[] = []

  async function accept(drafts: readonly Draft[], caller = live, card = readRateCard(null)): Promise<Accepted[]> {
    const request = { caller, drafts, now: systemClock() }
    const [verdict] = await database.transaction(tx => acceptEmails(tx, card, [request]))
    if (!verdict || verdict instanceof Refusal) throw new Error('refused', { cause: verdict })
    return [...verdict]
  }

  const jobs = async () =>
    (
      await sql<{ id: string; payload: Deliver; priority: number }>`
        select id, payload, priority from graphile_worker._private_jobs order by id`.execute(db)
    ).rows

  /** Runs every job that waits, as a worker does: one that ends well is gone, one that fails stays. */
  async function run(worker: Deliverer, workerId = 'worker', signal = new AbortController().signal): Promise<void> {
    const perform = async ({ id, payload }: { id: string; payload: Deliver }) => {
      await worker.deliver(payload, { workerId, signal })
      await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db)
    }
    await Promise.all((await jobs()).map(perform))
  }

  const deliveriesOf = (emailId: string) =>
    db.selectFrom('deliveries').selectAll().where('email_id', '=', emailId).orderBy('nth').execute()

  return {
    database,
    second,
    live,
    test,
    accept,
    jobs,
    run,
    deliveriesOf,

    /** The one email to these. */
    async acceptOne(recipients: readonly string[], special: Partial<Draft> = {}, caller = live): Promise<Accepted> {
      const [email] = await accept([draftTo(recipients, special)], caller)
      if (!email) throw new Error('nothing was accepted')
      return email
    },

    /** Takes what it can get, as a worker does that has forgotten nothing. */
    claimAs(workerId: string, keys: readonly EmailKey[], from = database): Promise<Claim> {
      const inHand = { has: () => true, take: () => {}, drop: () => {} }
      return claim(from, keys, { workerId, inHand, at: systemClock(), chance: () => 0.5 })
    },

    /** A deliverer that ends with the test. */
    hire(transports: readonly EmailTransport[], special: Partial<DelivererParts> = {}): Deliverer {
      const one = deliverer({
        database,
        clock: systemClock,
        log: pino({ level: 'silent' }),
        compose: bytesOf,
        sign: async message => message,
        postageFor: noKeys,
        personal: {
          key: tokenKey(Buffer.alloc(32)),
          editHtml: { findMarks: async () => ({ links: [], bodyEnd: 0 }), change: same },
        },
        transports: { live: transports, test: transports },
        stopWithinMs: 0,
        ...special,
      })
      hired.push(one)
      return one
    },

    /** Whatever was put off is due now, and has a job. */
    async comeDue(): Promise<void> {
      await sql`update deliveries set due_at = now() where due_at is not null`.execute(db)
      await releaseDue(database, systemClock)
    },

    async alive(...workerIds: string[]): Promise<void> {
      for (const id of workerIds) {
        await sql`insert into worker_heartbeats (pool_id, machine, process) values (${id}, 'm', 'p')
          on conflict (pool_id) do update set seen_at = now()`.execute(db)
      }
    },

    async dead(workerId: string): Promise<void> {
      await sql`delete from worker_heartbeats where pool_id = ${workerId}`.execute(db)
    },

    async delivery(emailId: string, nth = 0) {
      const found = (await deliveriesOf(emailId)).find(one => one.nth === nth)
      if (!found) throw new Error('there is no such delivery')
      return found
    },

    async statusOf(emailId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('email_progress')
        .select('status')
        .where('email_id', '=', emailId)
        .executeTakeFirst()
      return row?.status
    },

    /** Milliseconds from the database's now. */
    async dueIn(emailId: string, nth = 0): Promise<number | null> {
      const { rows } = await sql<{ ms: number | null }>`
        select (extract(epoch from due_at - now()) * 1000)::float as ms from deliveries
        where email_id = ${emailId} and nth = ${nth}`.execute(db)
      return rows[0]?.ms ?? null
    },

    /** Each open delivery has a job, or a time when it gets one; and each account is the sum of its ledger. */
    async expectNothingStuck(): Promise<void> {
      const { rows } = await sql`
        select d.address, d.state, d.claimed_by from deliveries d
        join email_progress p on p.environment_id = d.environment_id and p.email_id = d.email_id
        where d.state in ('waiting', 'delayed') and p.status <> 'scheduled' and d.due_at is null
          and not exists (select from graphile_worker._private_jobs j where j.payload::text like '%' || d.email_id || '%')
        `.execute(db)
      expect(rows).toEqual([])
      expect(await reconcile(db, live.organizationId)).toEqual({ balance: 0, consumed: 0 })
    },

    /** Nothing of the last test is left. */
    async clear(): Promise<void> {
      for (const one of hired.splice(0)) await one[Symbol.asyncDispose]()
      await sql`truncate emails, email_progress, deliveries, email_tags, email_attachments, captured_messages, events,
        suppressions, worker_heartbeats, graphile_worker._private_jobs`.execute(db)
    },

    async [Symbol.asyncDispose](): Promise<void> {
      for (const one of hired.splice(0)) await one[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await second[Symbol.asyncDispose]()
    },
  }
}
