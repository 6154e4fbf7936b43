/** Accepts text messages in tests, lets workers submit them on demand, and shows the outcome. */
import type { SmsSend } from '@posthorn/contract/messages/sms'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import { byHand, giveBackAbandoned } from '#engine/by-hand.fixture.ts'
import type { Channel } from '#engine/channel.ts'
import { type Engine, startEngine } from '#engine/engine.ts'
import { takeDue, takeSuspects } from '#engine/work-table.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { reconcile } from '#resources/account/credits/reconcile.ts'
import { parseDollars } from '#resources/account/rates/dollars.ts'
import type { RateCard, SmsRate } from '#resources/account/rates/rate-card.ts'
import type { Carrier, CarrierDirectory, InboundSms, Receipt, SmsKey } from '#transports/carrier.ts'
import { acceptSms } from './accept.ts'
import { receiveSms } from './inbound/receive.ts'
import { smsColumns, smsTable, type TakenSms } from './progress-store.ts'
import { smsReader } from './read/read.ts'
import { takeReceipts } from './receipts.ts'
import { readSendRequest } from './request.ts'
import type { Draft } from './sms.ts'
import type { NewSms } from './store.ts'
import { prepareSms, type SmsToSend } from './submit/prepare.ts'
import { type SmsChannelParts, smsChannel } from './submit/sms-channel.ts'
import { toWireSms } from './wire.ts'

type Callers = { live: Caller; test: Caller }
/** A worker's channel, and the database that it uses. */
export type Worker = { channel: Channel<TakenSms>; database: Database }
export type SmsFixture = Awaited<ReturnType<typeof openSmsFixture>>

export const rate = (creditsPerSegment: number, creditsPerMms: number, cost: string): SmsRate => ({
  creditsPerSegment,
  creditsPerMms,
  costPerSegment: parseDollars(cost),
  costPerMms: parseDollars('0.018'),
})

/** Ten credits a segment and thirty an MMS in +1, and more elsewhere. */
export const card: RateCard = {
  email: { credits: 1 },
  sms: { byPrefix: new Map([['+1', rate(10, 30, '0.0072')]]), default: rate(100, 150, '0.08') },
}

export const ours = '+15550100001'

/** A plain message to this number, with the fields that the test is about. */
export const draftTo = (to: string, special: Partial<Omit<SmsSend, 'to'>> = {}): Draft =>
  readSendRequest({ from: ours, to, body: 'Your code is 481 502.', ...special }, systemClock())

/** A text that takes this many parts in the GSM alphabet. */
export const textOf = (parts: number): string => 'a'.repeat(parts === 1 ? 160 : 153 * parts)

export const keyOf = ({ environmentId, id }: Pick<NewSms, 'environmentId' | 'id'>): SmsKey => ({
  environmentId,
  smsId: id,
})

/** Routes all numbers over all of these carriers, in this order. */
export const directoryOf = (carriers: readonly Carrier[]): CarrierDirectory => ({
  carriersFor: () => carriers,
  named: name => carriers.find(carrier => carrier.name === name),
})

/** Counts the transactions that were retried after a deadlock. */
export function counting(database: Database): { counted: Database; again: () => number } {
  let [asked, begun] = [0, 0]
  const counted: Database = {
    ...database,
    transaction(work) {
      asked++
      return database.transaction(tx => {
        begun++
        return work(tx)
      })
    },
  }
  return { counted, again: () => begun - asked }
}

export async function openSmsFixture(url: string, createCallers: (database: Database) => Promise<Callers>) {
  const database = openDatabase({ url })
  /** Another pool on the same tables: equivalent to another process. */
  const second = openDatabase({ url })
  const { live, test } = await createCallers(database)
  const { db } = database
  const log = pino({ level: 'silent' })
  const opened: Worker[] = []
  const hands: { workerId: string; inHand: ReadonlySet<string> }[] = []
  let numbers = 0

  async function accept(drafts: readonly Draft[], caller = live): Promise<NewSms[]> {
    const requests = drafts.map(draft => ({ caller, draft, now: systemClock() }))
    const verdicts = await database.transaction(tx => acceptSms(tx, card, requests))
    return verdicts.map(verdict => {
      if (verdict instanceof Refusal) throw new Error('refused', { cause: verdict })
      return verdict
    })
  }

  /** Sends a heartbeat. */
  async function alive(workerId: string): Promise<void> {
    await sql`insert into worker_heartbeats (worker_id, machine, process) values (${workerId}, 'm', 'p')
      on conflict (worker_id) do update set seen_at = now()`.execute(db)
  }

  /** Takes what is due, or what is due of these messages, and submits it, until nothing is due any more. */
  async function run({ channel, database }: Worker, workerId = 'worker', messages?: readonly NewSms[]): Promise<void> {
    await alive(workerId)
    const only = messages && sql<boolean>`work.sms_id = any(${messages.map(({ id }) => id)}::uuid[])`
    const hand = byHand(database, { ...channel, ...(only && { only }) }, workerId)
    hands.push({ workerId, inHand: hand.inHand })
    while ((await hand.work()) + (await hand.work(takeSuspects)) > 0);
  }

  async function stopWorkers(): Promise<void> {
    for (const { channel } of opened.splice(0)) {
      channel.stop?.()
      await channel.drain?.()
    }
    hands.splice(0)
  }

  const progress = (smsId: string) =>
    db.selectFrom('sms_progress').selectAll().where('sms_id', '=', smsId).executeTakeFirstOrThrow()

  return {
    database,
    second,
    live,
    test,
    accept,
    run,
    progress,

    newNumber: () => `+1415555${String(++numbers).padStart(4, '0')}`,

    /** The one message to this number. */
    async acceptOne(to: string, special: Parameters<typeof draftTo>[1] = {}, caller = live): Promise<NewSms> {
      const [sms] = await accept([draftTo(to, special)], caller)
      if (!sms) throw new Error('nothing was accepted')
      return sms
    },

    /** A worker that ends with the test. It also submits messages in test mode. */
    openChannel(carriers: readonly Carrier[], special: Partial<SmsChannelParts> = {}): Worker {
      const directory = directoryOf(carriers)
      const parts: SmsChannelParts = {
        database,
        clock: systemClock,
        log,
        carriers: { live: directory, test: directory },
        chance: () => 0.5,
        stopWithinMs: 0,
        ...special,
      }
      const worker = { channel: smsChannel(parts), database: parts.database }
      opened.push(worker)
      return worker
    },

    /** Lets it run by itself. */
    start: ({ channel, database }: Worker): Promise<Engine> =>
      startEngine({ database, channels: [channel], log, beatMs: 500 }),

    /** Takes what is due for a worker that gets no further. */
    async takeAs(workerId: string, carriers: readonly Carrier[] = []): Promise<SmsToSend[]> {
      await alive(workerId)
      const taking = { workerId, limit: 1_000, columns: smsColumns }
      const due = await takeDue<TakenSms>(db, smsTable, taking)
      const suspects = await takeSuspects<TakenSms>(db, smsTable, taking)
      const isIdempotent = (name: string) => carriers.find(carrier => carrier.name === name)?.idempotent ?? false
      const { messages } = await prepareSms(database, [...due, ...suspects], {
        ...{ at: systemClock(), isIdempotent },
        isComplete: () => false,
      })
      return messages
    },

    receipts: (...receipts: Receipt[]): Promise<void> =>
      database.transaction(tx => takeReceipts(tx, receipts, systemClock())),

    receive: (message: InboundSms, through = database) =>
      through.transaction(tx => receiveSms(tx, card, message, systemClock())),

    /** Makes deferred messages due now. */
    async comeDue(): Promise<void> {
      await sql`
        with put_off as (
          select environment_id, sms_id from sms_progress where due_at is not null
          order by environment_id, sms_id for update
        )
        update sms_progress p set due_at = now() from put_off
        where p.environment_id = put_off.environment_id and p.sms_id = put_off.sms_id`.execute(db)
    },

    /** Makes scheduled messages due now. */
    async makeScheduledDue(): Promise<void> {
      await sql`update sms_progress set scheduled_for = now() - interval '1 second' where status = 'scheduled'`.execute(
        db,
      )
    },

    /** The messages that any worker may take now. */
    async due(): Promise<string[]> {
      const { rows } = await sql<{ sms_id: string }>`
        select sms_id from sms_progress where due_at <= now() and held_by is null order by sms_id`.execute(db)
      return rows.map(row => row.sms_id)
    },

    /** Leaves no time for another try. */
    async expire(smsId: string): Promise<void> {
      await sql`update sms_progress set give_up_at = now() where sms_id = ${smsId}`.execute(db)
    },

    /** Ends its heartbeats: another worker takes over its rows. */
    async dead(workerId: string): Promise<void> {
      await sql`delete from worker_heartbeats where worker_id = ${workerId}`.execute(db)
      await giveBackAbandoned(database, { table: smsTable })
    },

    giveBackAbandoned: () => giveBackAbandoned(database, { table: smsTable }),

    statusOf: async (smsId: string): Promise<string> => (await progress(smsId)).status,

    /** As the API shows it. */
    detail: async ({ id }: { id: string }, caller = live) => toWireSms(await smsReader(db)(caller, id)),

    /** Milliseconds from the database's now. */
    async dueIn(smsId: string): Promise<number | null> {
      const { rows } = await sql<{ ms: number | null }>`
        select (extract(epoch from due_at - now()) * 1000)::float as ms from sms_progress where sms_id = ${smsId}
        `.execute(db)
      return rows[0]?.ms ?? null
    },

    /** The charges and refunds for these messages. */
    async ledger(...messages: readonly { id: string }[]): Promise<string[]> {
      const { rows } = await sql<{ kind: string; credits: string }>`
        select kind, credits from credit_entries where subject_id = any(${messages.map(({ id }) => id)}::uuid[])
        order by position(kind in 'sms refund')`.execute(db)
      return rows.map(({ kind, credits }) => `${kind} ${Number(credits)}`)
    },

    /** Every message that is stored, oldest first. */
    stored: () =>
      db.selectFrom('sms').select(['direction', 'from_number', 'to_number', 'body', 'id']).orderBy('id').execute(),

    /**
     * Each open message is due at some time or held by a worker, and no ended one is; no worker holds rows that it has lost; and
     * each account is the sum of its ledger.
     */
    async expectNothingStuck(): Promise<void> {
      await vi.waitFor(() => expect(hands.flatMap(({ inHand }) => [...inHand])).toEqual([]))
      const { rows } = await sql`
        select sms_id, status, due_at, held_by from sms_progress
        where case status when 'processing' then due_at is null and held_by is null
            else due_at is not null or held_by is not null end
          or held_by = any(${hands.map(({ workerId }) => workerId)}::text[])`.execute(db)
      expect(rows).toEqual([])
      expect(await reconcile(db, live.organizationId)).toEqual({ balance: 0, consumed: 0 })
    },

    /** Clears what the last test left. */
    async clear(): Promise<void> {
      await stopWorkers()
      await emptyTables(
        db,
        `sms, sms_progress, sms_parts, sms_numbers, sms_opt_outs, sms_arrivals, sms_pieces, contacts, events,
        worker_heartbeats, jobs`,
      )
    },

    async [Symbol.asyncDispose](): Promise<void> {
      await stopWorkers()
      await database[Symbol.asyncDispose]()
      await second[Symbol.asyncDispose]()
    },
  }
}
