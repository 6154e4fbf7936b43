/** Accepts emails in tests, lets workers take and deliver them on demand, and shows the outcome. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import { byHand, giveBackAbandoned } from '#engine/by-hand.fixture.ts'
import type { Channel } from '#engine/channel.ts'
import { type Engine, startEngine } from '#engine/engine.ts'
import { takeDue, takeSuspects } from '#engine/work-table.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { reconcile } from '#resources/account/credits/reconcile.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import type { EmailTransport } from '#transports/transport.ts'
import { type Accepted, acceptEmails } from './accept.ts'
import { type EmailChannelParts, emailChannel } from './deliver/email-channel.ts'
import { type PreparedEmails, prepareEmails } from './deliver/prepare.ts'
import { deliveryColumns, deliveryTable, type TakenDelivery } from './delivery-store.ts'
import type { Draft } from './draft.ts'

type Callers = { live: Caller; test: Caller }
type Taking = { emails?: readonly EmailKey[]; limit?: number; by?: typeof takeDue; from?: Database }
export type EmailFixture = Awaited<ReturnType<typeof openEmailFixture>>

/** A plain email to these recipients, with the fields that the test is about. */
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
    requireTls: false,
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

const noKeys: EmailChannelParts['signingFor'] = async () => ({
  keys: [],
  returnPath: null,
  linkBase: 'https://posthorn.test',
  unsubscribeMailbox: null,
})
const same = (html: string) => html
const bytesOf: EmailChannelParts['compose'] = async ({ messageId, subject }) =>
  Buffer.from(`${messageId}\r\n${subject}`)

/** Collects the tables whose workers are woken from now on. */
export async function collectWakeUps({ pool }: Database): Promise<AsyncDisposable & { tables: string[] }> {
  const client = await pool.connect()
  const tables: string[] = []
  client.on('notification', ({ payload = '' }) => tables.push(payload))
  await client.query('listen posthorn_work')
  return { tables, [Symbol.asyncDispose]: async () => client.release(true) }
}

export async function openEmailFixture(url: string, createCallers: (database: Database) => Promise<Callers>) {
  const database = openDatabase({ url })
  /** Another pool on the same tables: equivalent to another process. */
  const second = openDatabase({ url })
  const { live, test } = await createCallers(database)
  const { db } = database
  const opened: Channel<TakenDelivery>[] = []
  const log = pino({ level: 'silent' })

  async function accept(drafts: readonly Draft[], caller = live, card = readRateCard(null)): Promise<Accepted[]> {
    const request = { caller, drafts, now: systemClock() }
    const [verdict] = await database.transaction(tx => acceptEmails(tx, card, [request]))
    if (!verdict || verdict instanceof Refusal) throw new Error('refused', { cause: verdict })
    return [...verdict]
  }

  /** Sends a heartbeat, as a worker does before it takes anything. */
  const beat = (workerId: string) =>
    sql`insert into worker_heartbeats (worker_id, machine, process) values (${workerId}, 'm', 'p')
      on conflict (worker_id) do update set seen_at = now()`.execute(db)

  /** Takes and delivers what is due, suspects included, until nothing is due any more. */
  async function run(worker: Channel<TakenDelivery>, workerId = 'worker', from = database): Promise<void> {
    await beat(workerId)
    const { work } = byHand(from, worker, workerId)
    while ((await work()) + (await work(takeSuspects)) > 0);
  }

  async function closeChannels(): Promise<void> {
    for (const one of opened.splice(0)) {
      one.stop?.()
      await one.drain?.()
    }
  }

  const deliveriesOf = (emailId: string) =>
    db.selectFrom('deliveries').selectAll().where('email_id', '=', emailId).orderBy('nth').execute()

  return {
    database,
    second,
    live,
    test,
    accept,
    run,
    deliveriesOf,

    /** Accepts one email to these recipients. */
    async acceptOne(recipients: readonly string[], special: Partial<Draft> = {}, caller = live): Promise<Accepted> {
      const [email] = await accept([draftTo(recipients, special)], caller)
      if (!email) throw new Error('nothing was accepted')
      return email
    },

    /** Takes what is due, or what is due of these emails, for this worker. */
    async takeAs(
      workerId: string,
      { emails, limit = 1_000, by = takeDue, from = database }: Taking = {},
    ): Promise<PreparedEmails> {
      await beat(workerId)
      const only = emails && sql<boolean>`work.email_id = any (${emails.map(one => one.emailId)}::uuid[])`
      const taken = await by<TakenDelivery>(from.db, deliveryTable, { workerId, limit, columns: deliveryColumns, only })
      return prepareEmails(from, taken, systemClock())
    },

    /** A channel that ends with the test. */
    openChannel(
      transports: readonly EmailTransport[],
      special: Partial<EmailChannelParts> = {},
    ): Channel<TakenDelivery> {
      const one = emailChannel({
        database,
        clock: systemClock,
        log,
        compose: bytesOf,
        sign: async message => message,
        signingFor: noKeys,
        personal: {
          key: tokenKey(Buffer.alloc(32)),
          editHtml: { findMarks: async () => ({ links: [], bodyEnd: 0 }), change: same },
        },
        transports: { live: transports, test: transports },
        stopWithinMs: 0,
        ...special,
      })
      opened.push(one)
      return one
    },

    /** A worker that runs by itself. */
    start: (worker: Channel<TakenDelivery>, at = database): Promise<Engine> =>
      startEngine({ database: at, channels: [worker], log }),

    /** Makes deferred deliveries due now. */
    async comeDue(): Promise<void> {
      await sql`update deliveries set due_at = now() where due_at is not null`.execute(db)
    },

    /** The emails that a worker would find, in no particular order. */
    async dueEmails(): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select distinct email_id as id from deliveries where due_at <= now() and held_by is null`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Ends the heartbeats of a worker, and gives its rows back. */
    async dead(workerId: string): Promise<void> {
      await sql`delete from worker_heartbeats where worker_id = ${workerId}`.execute(db)
      await giveBackAbandoned(database, { table: deliveryTable })
    },

    async delivery(emailId: string, nth = 0) {
      const found = (await deliveriesOf(emailId)).find(one => one.nth === nth)
      if (!found) throw new Error('there is no such delivery')
      return found
    },

    /** How many deliveries are held by any worker. */
    async held(): Promise<number> {
      const rows = await db.selectFrom('deliveries').select('nth').where('held_by', 'is not', null).execute()
      return rows.length
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

    /** Each open delivery is due at some time or held by a living worker, and each account is the sum of its ledger. */
    async expectNothingStuck(): Promise<void> {
      const { rows } = await sql`
        select d.address, d.state, d.held_by from deliveries d
        join email_progress p on p.environment_id = d.environment_id and p.email_id = d.email_id
        where d.state in ('waiting', 'delayed') and p.status <> 'scheduled'
          and case when d.held_by is null then d.due_at is null
            else not exists (select from worker_heartbeats w where w.worker_id = d.held_by) end`.execute(db)
      expect(rows).toEqual([])
      expect(await reconcile(db, live.organizationId)).toEqual({ balance: 0, consumed: 0 })
    },

    /** Clears what the last test left. */
    async clear(): Promise<void> {
      await closeChannels()
      await emptyTables(
        db,
        `emails, email_progress, deliveries, email_tags, email_attachments, email_bodies, outside_uses,
        outside_contents, events, suppressions, worker_heartbeats, jobs, receiver_stats, retention, broadcast_pauses`,
      )
    },

    async [Symbol.asyncDispose](): Promise<void> {
      await closeChannels()
      await database[Symbol.asyncDispose]()
      await second[Symbol.asyncDispose]()
    },
  }
}
