/**
 * Calls that are due. They are stored beside the status of their message in `sms_progress`; the worker that holds the row of
 * `sms_callback_queues` makes the calls of that environment. All times are the database's.
 */
import { sql } from 'kysely'
import { wake } from '#engine/wake.ts'
import type { Held, WorkTable } from '#engine/work-table.ts'
import { asKeys, floats, smallints, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { isOfMonthsOf } from '#postgres/partitions/partitions.ts'
import { withCommit } from '#postgres/transaction.ts'
import type { OutboundStatus, SmsKey } from '../sms.ts'

/** The last reported status differs from the current one. In the words of the index. */
const hasUnreported = sql`p.callback_tries is not null and p.callback_told is distinct from p.status and p.callback_due_at <= now()`

export const callbackQueues: WorkTable = {
  name: 'sms_callback_queues',
  key: ['environment_id'],
  // The first of them, in the order of the index: PostgreSQL cannot know how few there are, and would read all messages to find
  // whether there is any.
  isDue: sql<boolean>`(work.due_at is null or work.due_at <= now()) and (
    select true from sms_progress p where p.environment_id = work.environment_id and ${hasUnreported}
    order by p.callback_due_at limit 1)`,
}

export type TakenQueue = Held & { environmentId: string }

export const queueColumns = sql`work.environment_id as "environmentId"`

export const isNamed = (names: readonly string[]) => sql<boolean>`work.environment_id = any (${names}::uuid[])`

/** The workers that hold these queues look for due calls. */
export function wakeQueues(tx: Tx, messages: readonly { environmentId: string }[]): void {
  for (const environmentId of new Set(messages.map(one => one.environmentId)))
    withCommit(tx, wake(tx, callbackQueues.name, environmentId))
}

/** `suppressed`: it has failed because its recipient has opted out. */
export type Ended = { status: OutboundStatus; suppressed: boolean }

export type DueCall = SmsKey &
  Ended & {
    from: string
    to: string
    url: string
    account: string
    secret: Buffer | null
    told: OutboundStatus | null
    tries: number
  }

type Holding = Pick<TakenQueue, 'environmentId' | 'token'>

/** Without the calls in progress; undefined when the queue is no longer ours. */
export async function findDueCalls(
  db: Db,
  { environmentId, token }: Holding,
  inHand: readonly string[],
  limit: number,
): Promise<DueCall[] | undefined> {
  const [held, due] = await Promise.all([
    sql`select from sms_callback_queues
      where environment_id = ${environmentId} and held_by is not null and token = ${token}`.execute(db),
    sql<DueCall>`
      select p.environment_id as "environmentId", p.sms_id as "smsId", p.status, p.suppressed, p.callback_told as told,
        p.callback_tries as tries, p.callback_secret as secret, sms.callback_url as url, sms.callback_account as account,
        sms.from_number as "from", sms.to_number as "to"
      from (
        select * from sms_progress p
        where p.environment_id = ${environmentId} and ${hasUnreported} and p.sms_id <> all (${inHand}::uuid[])
        order by p.callback_due_at limit ${limit}
      ) as p
      cross join lateral (
        select * from sms where environment_id = p.environment_id and id = p.sms_id limit 1
      ) as sms
      order by p.callback_due_at`.execute(db),
  ])
  return held.rows.length === 0 ? undefined : due.rows
}

/** `inMs`: no worker takes it before that. */
export async function releaseQueue(db: Db, { environmentId, token }: Holding, inMs: number | null): Promise<void> {
  await sql`
    update sms_callback_queues set held_by = null, crashes = 0, due_at = now() + make_interval(secs => ${inMs}::float8 / 1000)
    where environment_id = ${environmentId} and held_by is not null and token = ${token}`.execute(db)
}

type Standing = { told: OutboundStatus | null; tries: number }

export type Settlement = SmsKey & {
  /** The state before the call. Any other state means that another worker was faster. */
  before: Standing
  after: Standing
  /** When the call is repeated; null when it is not. */
  againInMs: number | null
}

/** Rows are always locked in this order, also by others who change the progress of messages. */
const inOrder = (given: readonly Settlement[]): Settlement[] =>
  given.toSorted((a, b) => (`${a.environmentId} ${a.smsId}` < `${b.environmentId} ${b.smsId}` ? -1 : 1))

/**
 * Stores the results of calls, and returns the messages for which they counted with their current status. The secret is deleted
 * with the last status: nothing more will be signed.
 */
export async function settleCalls(tx: Tx, given: readonly Settlement[]): Promise<(SmsKey & Ended)[]> {
  const calls = inOrder(given)
  const { rows } = await sql<SmsKey & Ended>`
    update sms_progress p set callback_told = given.told, callback_tries = given.tries,
      callback_due_at = now() + make_interval(secs => coalesce(given.again_in_ms, 0) / 1000),
      callback_secret = case when given.told = p.status and p.status in ('delivered', 'undelivered', 'failed', 'canceled') then null
        else p.callback_secret end
    from ${asKeys(calls, {
      environment_id: uuids(calls.map(one => one.environmentId)),
      sms_id: uuids(calls.map(one => one.smsId)),
      told_before: texts(calls.map(one => one.before.told)),
      tries_before: smallints(calls.map(one => one.before.tries)),
      told: texts(calls.map(one => one.after.told)),
      tries: smallints(calls.map(one => one.after.tries)),
      again_in_ms: floats(calls.map(one => one.againInMs)),
    })}
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id and ${isOfMonthsOf(
      'p.sms_id',
      calls.map(one => one.smsId),
    )} and p.callback_told is not distinct from given.told_before and p.callback_tries = given.tries_before
    returning p.environment_id as "environmentId", p.sms_id as "smsId", p.status, p.suppressed`.execute(tx)
  return rows
}
