import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { asTable, bigints, moments, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { limitOf, type Plan } from '#resources/account/organizations/plans.ts'
import { type Account, grantOf, type MessageKind, type PastMonth } from './account.ts'
import type { Thousandths } from './money.ts'

/** An entry of the ledger: what the balance gained, or lost when negative. */
export type Entry = {
  organizationId: string
  /** The message; a separate id for an entry without a message. */
  subjectId: string
  kind: MessageKind | 'refund' | 'grant' | 'expiry' | 'added'
  credits: Thousandths
  note: string | null
  at: Date
}

/** An account as stored, and the database time when it was read. */
export type StoredAccount = { account: Account; at: Date }

type Row = {
  at: Date
  organizationId: string
  plan: string
  sendsPerHour: number | null
  sendsPerDay: number | null
  sendsPerMonth: number | null
  granted: Thousandths
  added: Thousandths
  grantedMonth: Date
  emailConsumed: Thousandths
  smsConsumed: Thousandths
  monthConsumed: Thousandths
  totalGranted: Thousandths | null
  hourStart: Date
  hourSent: number
  dayStart: Date
  daySent: number
  monthStart: Date
  monthSent: number
}

// Thousandths are integers below 2^53, so a double is exact. An organization without a row has an empty account whose
// grant is due. The clock is read again for a row that had to be waited for.
const columns = sql`
  clock_timestamp() as at, o.id as "organizationId", o.plan, o.sends_per_hour as "sendsPerHour",
  o.sends_per_day as "sendsPerDay", o.sends_per_month as "sendsPerMonth",
  coalesce(a.granted * 1000, 0)::float8 as granted, coalesce(a.added * 1000, 0)::float8 as added,
  coalesce(a.email_consumed * 1000, 0)::float8 as "emailConsumed",
  coalesce(a.sms_consumed * 1000, 0)::float8 as "smsConsumed",
  coalesce(a.month_consumed * 1000, 0)::float8 as "monthConsumed",
  (a.total_granted * 1000)::float8 as "totalGranted",
  coalesce(a.granted_month, 'epoch') as "grantedMonth", coalesce(a.hour_start, 'epoch') as "hourStart",
  coalesce(a.day_start, 'epoch') as "dayStart", coalesce(a.month_start, 'epoch') as "monthStart",
  coalesce(a.hour_sent, 0) as "hourSent", coalesce(a.day_sent, 0) as "daySent", coalesce(a.month_sent, 0) as "monthSent"`

function fromRow({ at, ...row }: Row): StoredAccount {
  // `as`: the column has a check constraint.
  const plan = row.plan as Plan
  const limits = {
    hour: limitOf('sendsPerHour', plan, row.sendsPerHour),
    day: limitOf('sendsPerDay', plan, row.sendsPerDay),
    month: limitOf('sendsPerMonth', plan, row.sendsPerMonth),
  }
  return {
    at,
    account: {
      organizationId: row.organizationId,
      plan,
      limits,
      granted: row.granted,
      added: row.added,
      grantedMonth: row.grantedMonth,
      consumed: { email: row.emailConsumed, sms: row.smsConsumed },
      monthConsumed: row.monthConsumed,
      monthFromGrant: monthFromGrantOf(row, grantOf({ limits })),
      sent: {
        hour: { start: row.hourStart, messages: row.hourSent },
        day: { start: row.dayStart, messages: row.daySent },
        month: { start: row.monthStart, messages: row.monthSent },
      },
    },
  }
}

/** Within its bounds even if the previous version has written the other columns, which does not know the total. */
const monthFromGrantOf = ({ totalGranted, granted, monthConsumed }: Omit<Row, 'at'>, grant: Thousandths): Thousandths =>
  Math.min(Math.max(0, (totalGranted ?? grant) - granted), monthConsumed)

export async function findAccount(db: Db, organizationId: string): Promise<Account | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from organizations o left join credit_accounts a on a.organization_id = o.id
    where o.id = ${organizationId}`.execute(db)
  return rows[0] && fromRow(rows[0]).account
}

/** Locks the rows in the order of their organizations' ids, and reads them once locked. */
export async function lockRows(tx: Tx, organizationIds: readonly string[]): Promise<StoredAccount[]> {
  const { rows } = await plannedOnce<Row>`
    select ${columns}
    from unnest((select ${organizationIds}::uuid[])) as asked (id)
    cross join lateral (select * from credit_accounts where organization_id = asked.id limit 1 for update) a
    cross join lateral (select * from organizations where id = a.organization_id limit 1) o`.execute(tx)
  return rows.map(fromRow)
}

/** Creates empty accounts, whose grant is due, for organizations without one. */
export async function insertAccounts(tx: Tx, organizationIds: readonly string[]): Promise<void> {
  await sql`
    insert into credit_accounts (organization_id, granted, added, granted_month, hour_start, day_start, month_start)
    select id, 0, 0, 'epoch', 'epoch', 'epoch', 'epoch' from organizations
    where id = any(${organizationIds}::uuid[])
    order by id
    on conflict do nothing`.execute(tx)
}

/** The transaction has locked the rows, so nobody moves them, and the ctid found is still valid. */
export async function updateAccounts(tx: Tx, accounts: readonly Account[]): Promise<void> {
  await plannedOnce`
    update credit_accounts a set
      granted = now.granted * 0.001, added = now.added * 0.001, granted_month = now.granted_month,
      email_consumed = now.email_consumed * 0.001, sms_consumed = now.sms_consumed * 0.001,
      hour_start = now.hour_start, hour_sent = now.hour_sent, day_start = now.day_start, day_sent = now.day_sent,
      month_start = now.month_start, month_sent = now.month_sent, month_consumed = now.month_consumed * 0.001,
      total_granted = now.total_granted * 0.001
    from json_to_recordset(${JSON.stringify(accounts.map(toUpdate))}::json) as now (organization_id uuid, granted bigint,
      added bigint, granted_month timestamptz, email_consumed bigint, sms_consumed bigint, hour_start timestamptz,
      hour_sent integer, day_start timestamptz, day_sent integer, month_start timestamptz, month_sent integer,
      month_consumed bigint, total_granted bigint)
    cross join lateral (select ctid from credit_accounts where organization_id = now.organization_id limit 1) as found
    where a.ctid = found.ctid`.execute(tx)
}

const toUpdate = ({ organizationId, granted, added, grantedMonth, consumed, sent, ...month }: Account) => ({
  organization_id: organizationId,
  granted,
  added,
  granted_month: grantedMonth,
  email_consumed: consumed.email,
  sms_consumed: consumed.sms,
  hour_start: sent.hour.start,
  hour_sent: sent.hour.messages,
  day_start: sent.day.start,
  day_sent: sent.day.messages,
  month_start: sent.month.start,
  month_sent: sent.month.messages,
  month_consumed: month.monthConsumed,
  total_granted: granted + month.monthFromGrant,
})

export async function insertEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const all = <T>(pick: (entry: Entry) => T) => entries.map(pick)
  await plannedOnce`
    insert into credit_entries (organization_id, subject_id, kind, credits, note, created_at)
    select organization_id, subject_id, kind, credits * 0.001, note, at
    from ${asTable({
      organization_id: uuids(all(one => one.organizationId)),
      subject_id: uuids(all(one => one.subjectId)),
      kind: texts(all(one => one.kind)),
      credits: bigints(all(one => one.credits)),
      note: texts(all(one => one.note)),
      at: moments(all(one => one.at.toISOString())),
    })}`.execute(tx)
}

/** The accounts are locked. */
export async function saveMonths(tx: Tx, months: readonly (PastMonth & { organizationId: string })[]): Promise<void> {
  await sql`
    insert into credit_months (organization_id, month, from_added)
    select organization_id, month, from_added * 0.001
    from ${asTable({
      organization_id: uuids(months.map(one => one.organizationId)),
      month: moments(months.map(one => one.month.toISOString())),
      from_added: bigints(months.map(one => one.fromAdded)),
    })}
    on conflict (organization_id, month) do update set from_added = excluded.from_added`.execute(tx)
}

/** What the past month has used of added credits. Undefined for a month without a row. */
export async function findMonth(tx: Tx, organizationId: string, month: Date): Promise<Thousandths | undefined> {
  const { rows } = await sql<{ fromAdded: Thousandths }>`
    select (from_added * 1000)::float8 as "fromAdded" from credit_months
    where organization_id = ${organizationId} and month = ${month}`.execute(tx)
  return rows[0]?.fromAdded
}

export type AskedRefund = {
  organizationId: string
  subjectId: string
  kind: MessageKind
  credits: Thousandths
  at: Date
}
export type Refunded = { organizationId: string; kind: MessageKind; credits: Thousandths; debitedAt: Date }

/** Writes refunds for debited messages, in total at most the debit of each. The accounts are locked. */
export async function insertRefunds(tx: Tx, refunds: readonly AskedRefund[]): Promise<Refunded[]> {
  const all = <T>(pick: (refund: AskedRefund) => T) => refunds.map(pick)
  const { rows } = await sql<Refunded>`
    with asked as (
      select organization_id, subject_id, kind, sum(credits) * 0.001 as credits, max(at) as at
      from ${asTable({
        organization_id: uuids(all(one => one.organizationId)),
        subject_id: uuids(all(one => one.subjectId)),
        kind: texts(all(one => one.kind)),
        credits: bigints(all(one => one.credits)),
        at: moments(all(one => one.at.toISOString())),
      })}
      group by 1, 2, 3
    ), due as (
      select organization_id, subject_id, kind, debit.created_at, at,
        least(asked.credits, -debit.credits - coalesce(refund.credits, 0)) as credits
      from asked
      join credit_entries debit using (organization_id, subject_id, kind)
      left join lateral (
        select credits from credit_entries earlier
        where earlier.organization_id = asked.organization_id and earlier.subject_id = asked.subject_id
          and earlier.kind = 'refund' limit 1
      ) refund on true
    ), refunded as (
      insert into credit_entries (organization_id, subject_id, kind, credits, created_at)
      select organization_id, subject_id, 'refund', credits, at from due where credits > 0
      on conflict (organization_id, subject_id, kind) do update set credits = credit_entries.credits + excluded.credits
      returning organization_id, subject_id
    )
    select organization_id as "organizationId", kind, (credits * 1000)::float8 as credits, created_at as "debitedAt"
    from due join refunded using (organization_id, subject_id)`.execute(tx)
  return rows
}

/** Ordered by their messages, newest first, so that a refund is next to its debit. */
export const listEntries = (db: Db, organizationId: string, limit: number) =>
  db
    .selectFrom('credit_entries')
    .select(['subject_id as subjectId', 'kind', 'note', 'created_at as createdAt'])
    .select(sql<Thousandths>`(credits * 1000)::float8`.as('credits'))
    .where('organization_id', '=', organizationId)
    .orderBy('subject_id', 'desc')
    .orderBy('kind', 'desc')
    .limit(limit)
    .execute()

export type LedgerLine = Pick<Entry, 'subjectId' | 'kind' | 'credits' | 'note'> & { createdAt: Date }

/** All entries of one page of subjects plus one, in the same order as above. */
export const listLedger = (db: Db, organizationId: string, { limit, before }: PageRequest): Promise<LedgerLine[]> =>
  db
    .selectFrom('credit_entries')
    // The table has a check constraint on the kinds.
    .select(['subject_id as subjectId', sql<Entry['kind']>`kind`.as('kind'), 'note', 'created_at as createdAt'])
    .select(sql<Thousandths>`(credits * 1000)::float8`.as('credits'))
    .where('organization_id', '=', organizationId)
    .where('subject_id', 'in', eb =>
      eb
        .selectFrom('credit_entries as of')
        .select('of.subject_id')
        .distinct()
        .where('of.organization_id', '=', organizationId)
        .$if(before !== undefined, query => query.where('of.subject_id', '<', before ?? ''))
        .orderBy('of.subject_id', 'desc')
        .limit(limit + 1),
    )
    .orderBy('subject_id', 'desc')
    .orderBy('kind', 'desc')
    .execute()

/** Compares balance and cost of messages in account and ledger, in one statement for one snapshot. */
export async function findDifference(
  db: Db,
  organizationId: string,
): Promise<{ balance: Thousandths; consumed: Thousandths }> {
  const { rows } = await sql<{ balance: Thousandths; consumed: Thousandths }>`
    with account as (
      select granted + added as balance, email_consumed + sms_consumed as consumed
      from credit_accounts where organization_id = ${organizationId}
    ), ledger as (
      select coalesce(sum(credits), 0) as balance,
        -coalesce(sum(credits) filter (where kind in ('email', 'sms', 'refund')), 0) as consumed
      from credit_entries where organization_id = ${organizationId}
    )
    select ((coalesce(account.balance, 0) - ledger.balance) * 1000)::float8 as balance,
      ((coalesce(account.consumed, 0) - ledger.consumed) * 1000)::float8 as consumed
    from ledger left join account on true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate without a row')
  return row
}
