/** Stores what workers have learned about destinations. */
import { sql } from 'kysely'
import { asTable, floats, integers, texts } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'

export type Learned = {
  name: string
  /** Its connection limit over all workers, or null when none was observed. */
  connections: number | null
  /** Undefined when it works. */
  trouble: { failures: number; reply: string | null } | undefined
  /** The cap that it has reached, and for how long. */
  cap: { words: string; forMs: number } | undefined
}

/** A destination that has begun to fail, or works again. */
export type Change = { name: string; isFailing: boolean }

/**
 * `failing_since` is set at the first failure and cleared when the destination works again. If several workers notice a change, only the first
 * to write it gets it returned.
 */
export async function writeLearned(tx: Tx, learned: readonly Learned[]): Promise<Change[]> {
  const all = learned.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const failedBefore = new Set(await lockFailing(tx, all))
  const { rows } = await sql<{ name: string; begins: boolean; fails: boolean }>`
    insert into destinations as d (name, connections, failing_since, failures, last_reply, cap, capped_until, changed_at)
    select name, connections, case when failures > 0 then now() end, failures, reply, cap,
      now() + make_interval(secs => capped_ms / 1000), now()
    from ${asTable({
      name: texts(all.map(one => one.name)),
      connections: integers(all.map(one => one.connections)),
      failures: integers(all.map(one => one.trouble?.failures ?? 0)),
      reply: texts(all.map(one => one.trouble?.reply)),
      cap: texts(all.map(one => one.cap?.words)),
      capped_ms: floats(all.map(one => one.cap?.forMs)),
    })}
    on conflict (name) do update set connections = excluded.connections,
      failing_since = case when excluded.failures > 0 then coalesce(d.failing_since, excluded.failing_since) end,
      failures = excluded.failures, last_reply = excluded.last_reply, cap = excluded.cap,
      capped_until = excluded.capped_until, changed_at = excluded.changed_at
    returning name, failing_since is not null as fails, coalesce(failing_since = now(), false) as begins`.execute(tx)
  return rows
    .filter(({ name, fails, begins }) => begins || (!fails && failedBefore.has(name)))
    .map(({ name, fails }) => ({ name, isFailing: fails }))
}

/** Locks the rows, so that two workers that see the same destination recover do not both report it. */
async function lockFailing(tx: Tx, learned: readonly Learned[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from destinations where name = any (${learned.map(one => one.name)}::text[]) and failing_since is not null
    order by name for update`.execute(tx)
  return rows.map(({ name }) => name)
}

export type Known = {
  /** How many workers share a limit. */
  workers: number
  /** Observed within the last day. */
  limits: { name: string; connections: number }[]
  failing: string[]
}

const namesAtMost = 10_000

export async function findKnown(db: Db): Promise<Known> {
  const { rows } = await sql<Known>`
    select (select count(*)::integer from worker_heartbeats) as workers,
      coalesce((
        select json_agg(json_build_object('name', name, 'connections', connections)) from (
          select name, connections from destinations
          where connections is not null and changed_at > now() - interval '1 day' limit ${namesAtMost}
        ) as found
      ), '[]') as limits,
      array(select name from destinations where failing_since is not null limit ${namesAtMost}) as failing`.execute(db)
  return rows[0] ?? { workers: 1, limits: [], failing: [] }
}

/** Deletes destinations without a change for 30 days. */
export async function forgetOldDestinations(db: Db): Promise<void> {
  await sql`delete from destinations where changed_at < now() - interval '30 days'`.execute(db)
}
