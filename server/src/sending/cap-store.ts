/** Counts the messages of all workers to destinations that have a cap. */
import { sql } from 'kysely'
import { asTable, integers, texts } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'

/** The most messages that a destination gets. Days are in UTC. */
export type Caps = {
  perMinute?: number
  perDay?: number
  /** The rule in words, shown for messages that wait. */
  words: string
}

export type Allowance = {
  /** How many messages may be sent now. */
  count: number
  /** How long the allowance is valid; if it is 0, how long until some may be sent again. */
  forMs: number
}

/** An unused allowance is not returned, so it is small and expires within a minute. */
const maxAllowance = 60_000

export async function allow(tx: Tx, name: string, caps: Caps, wanted: number): Promise<Allowance> {
  const windows = [
    { unit: 'minute', most: caps.perMinute },
    { unit: 'day', most: caps.perDay },
  ].filter((one): one is { unit: string; most: number } => one.most !== undefined)
  const given = asTable({ unit: texts(windows.map(one => one.unit)), most: integers(windows.map(one => one.most)) })
  const { rows } = await sql<{ left: number; endsInMs: number }>`
    with counted as (
      insert into destination_counts as c (name, unit, starts_at, count)
      select ${name}, unit, date_trunc(unit, now(), 'UTC'), 0 from ${given}
      on conflict (name, unit) do update set starts_at = excluded.starts_at,
        count = case when c.starts_at = excluded.starts_at then c.count else 0 end
      returning unit, count, starts_at
    )
    select most - count as left,
      extract(epoch from starts_at + ('1 ' || unit)::interval - now())::float8 * 1000 as "endsInMs"
    from counted join ${given} using (unit)`.execute(tx)
  const spent = rows.filter(({ left }) => left <= 0).map(({ endsInMs }) => endsInMs)
  if (spent.length > 0) return { count: 0, forMs: Math.max(...spent) }
  const count = Math.min(wanted, ...rows.map(({ left }) => left))
  await sql`update destination_counts set count = count + ${count}
    where name = ${name} and unit = any (${windows.map(one => one.unit)})`.execute(tx)
  return { count, forMs: Math.min(maxAllowance, ...rows.map(({ endsInMs }) => endsInMs)) }
}
