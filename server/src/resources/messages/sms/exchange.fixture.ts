/** An exchange for tests: accepts text messages, runs the jobs of the queue by hand, and shows what became of them. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { reconcile } from '#resources/account/credits/reconcile.ts'
import { parseDollars } from '#resources/account/rates/dollars.ts'
import type { RateCard, SmsRate } from '#resources/account/rates/rate-card.ts'
import type { Carrier, CarrierBook, InboundSms, Receipt, SmsKey } from '#transports/carrier.ts'
import { acceptSms } from './accept.ts'
import type { Submit } from './jobs.ts'
import { smsReader } from './read.ts'
import { takeReceipts } from './receipts.ts'
import { receiveSms } from './receive.ts'
import { releaseDueSms } from './release.ts'
import { readRequest } from './request.ts'
import type { Draft } from './sms.ts'
import type { NewSms } from './store.ts'
import { type Claim, claim } from './submit/claim.ts'
import { type Submitter, type SubmitterParts, submitter } from './submit/submit.ts'
import { toWireSms } from './wire.ts'

type Callers = { live: Caller; test: Caller }
export type Exchange = Awaited<ReturnType<typeof openExchange>>

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

/** A plain message to this number, but for what the test is about. */
export const draftTo = (to: string, special: { body?: string; media_urls?: string[]; from?: string } = {}): Draft =>
  readRequest({ from: ours, to, body: 'Your code is 481 502.', ...special })

/** Takes so many parts in the GSM alphabet. */
export const textOf = (parts: number): string => 'a'.repeat(parts === 1 ? 160 : 153 * parts)

export const keyOf = ({ environmentId, id }: Pick<NewSms, 'environmentId' | 'id'>): SmsKey => ({
  environmentId,
  smsId: id,
})

/** All numbers go by all of them, in this order. */
export const bookOf = (carriers: readonly Carrier[]): CarrierBook => ({
  carriersFor: () => carriers,
  named: name => carriers.find(carrier => carrier.name === name),
})

/** Counts the transactions that had to be done again because two waited for each other. */
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

export async function openExchange(url: string, createCallers: (database: Database) => Promise<Callers>) {
  const database = openDatabase({ url })
  /** Another pool on the same tables: as good as another process. */
  const second = openDatabase({ url })
  const { live, test } = await createCallers(database)
  const { db } = database
  const hired: Submitter[] = []
  let numbers = 0

  async function accept(drafts: readonly Draft[], caller = live): Promise<NewSms[]> {
    const requests = drafts.map(draft => ({ caller, draft, now: systemClock() }))
    const verdicts = await database.transaction(tx => acceptSms(tx, card, requests))
    return verdicts.map(verdict => {
      if (verdict instanceof Refusal) throw new Error('refused', { cause: verdict })
      return verdict
    })
  }

  const jobs = async () =>
    (
      await sql<{ id: string; payload: Submit }>`
        select id, payload from graphile_worker._private_jobs order by id`.execute(db)
    ).rows

  /** Runs every job that waits, as a worker does: one that ends well is gone, one that fails stays. */
  async function run(worker: Submitter, workerId = 'worker', signal = new AbortController().signal): Promise<void> {
    const perform = async ({ id, payload }: { id: string; payload: Submit }) => {
      await worker.submit(payload, { workerId, signal })
      await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db)
    }
    await Promise.all((await jobs()).map(perform))
  }

  const progress = (smsId: string) =>
    db.selectFrom('sms_progress').selectAll().where('sms_id', '=', smsId).executeTakeFirstOrThrow()

  return {
    database,
    second,
    live,
    test,
    accept,
    jobs,
    run,
    progress,

    newNumber: () => `+1415555${String(++numbers).padStart(4, '0')}`,

    /** The one message to this number. */
    async acceptOne(to: string, special: Parameters<typeof draftTo>[1] = {}, caller = live): Promise<NewSms> {
      const [sms] = await accept([draftTo(to, special)], caller)
      if (!sms) throw new Error('nothing was accepted')
      return sms
    },

    /** A submitter that ends with the test. Test mode goes the same way. */
    hire(carriers: readonly Carrier[], special: Partial<SubmitterParts> = {}): Submitter {
      const book = bookOf(carriers)
      const one = submitter({
        database,
        clock: systemClock,
        log: pino({ level: 'silent' }),
        carriers: { live: book, test: book },
        chance: () => 0.5,
        stopWithinMs: 0,
        ...special,
      })
      hired.push(one)
      return one
    },

    /** Takes what it can get, as a worker does that has forgotten nothing. */
    claimAs(workerId: string, keys: readonly SmsKey[], carriers: readonly Carrier[] = []): Promise<Claim | undefined> {
      const inHand = { has: () => true, take: () => {}, drop: () => {} }
      const isIdempotent = (name: string) => carriers.find(carrier => carrier.name === name)?.idempotent ?? false
      return claim(database, keys, {
        ...{ workerId, inHand, at: systemClock(), chance: () => 0.5, isIdempotent },
        isComplete: () => false,
      })
    },

    receipts: (...receipts: Receipt[]): Promise<void> =>
      database.transaction(tx => takeReceipts(tx, receipts, systemClock())),

    receive: (message: InboundSms, through = database) =>
      through.transaction(tx => receiveSms(tx, card, message, systemClock())),

    /** Whatever was put off is due now, and has a job. */
    async comeDue(): Promise<void> {
      await sql`
        with put_off as (
          select environment_id, sms_id from sms_progress where due_at is not null
          order by environment_id, sms_id for update
        )
        update sms_progress p set due_at = now() from put_off
        where p.environment_id = put_off.environment_id and p.sms_id = put_off.sms_id`.execute(db)
      await releaseDueSms(database)
    },

    /** There is no time left to try again. */
    async expire(smsId: string): Promise<void> {
      await sql`update sms_progress set give_up_at = now() where sms_id = ${smsId}`.execute(db)
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

    /** What was taken and given back for these. */
    async ledger(...messages: readonly { id: string }[]): Promise<string[]> {
      const { rows } = await sql<{ kind: string; credits: string }>`
        select kind, credits from credit_entries where subject_id = any(${messages.map(({ id }) => id)}::uuid[])
        order by position(kind in 'sms refund')`.execute(db)
      return rows.map(({ kind, credits }) => `${kind} ${Number(credits)}`)
    },

    /** Every message that is stored, oldest first. */
    stored: () =>
      db.selectFrom('sms').select(['direction', 'from_number', 'to_number', 'body', 'id']).orderBy('id').execute(),

    /** Each open message has a job, or a time when it gets one; and each account is the sum of its ledger. */
    async expectNothingStuck(): Promise<void> {
      const { rows } = await sql`
        select p.sms_id, p.claimed_by from sms_progress p where p.status = 'processing' and p.due_at is null
          and not exists (select from graphile_worker._private_jobs j where j.payload::text like '%' || p.sms_id || '%')
        `.execute(db)
      expect(rows).toEqual([])
      expect(await reconcile(db, live.organizationId)).toEqual({ balance: 0, consumed: 0 })
    },

    /** Nothing of the last test is left. */
    async clear(): Promise<void> {
      for (const one of hired.splice(0)) await one[Symbol.asyncDispose]()
      await sql`truncate sms, sms_progress, sms_parts, sms_numbers, sms_opt_outs, sms_arrivals, sms_pieces, contacts,
        events, worker_heartbeats, graphile_worker._private_jobs cascade`.execute(db)
    },

    async [Symbol.asyncDispose](): Promise<void> {
      for (const one of hired.splice(0)) await one[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await second[Symbol.asyncDispose]()
    },
  }
}
