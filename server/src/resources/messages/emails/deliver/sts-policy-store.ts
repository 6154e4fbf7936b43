/** MTA-STS policies that workers have fetched, shared by all workers and by those that start later. */
import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import type { KnownPolicy, PolicyStore } from '#transports/sts-policy.ts'

export const policyStore = (db: Db): PolicyStore => ({
  async find(domain) {
    const row = await db
      .selectFrom('sts_policies')
      .select(['id', 'policy', 'expires_at'])
      .where('domain', '=', domain)
      .executeTakeFirst()
    // `as`: it was stored by `keep`.
    return row && { id: row.id, policy: row.policy as KnownPolicy['policy'], until: row.expires_at.getTime() }
  },

  /** Each call deletes up to ten expired policies. */
  async keep(domain, { id, policy, until }) {
    await sql`
      with expired as (
        delete from sts_policies where domain in (
          select domain from sts_policies where expires_at < now() and domain <> ${domain} limit 10 for update skip locked)
      )
      insert into sts_policies (domain, id, policy, expires_at)
      values (${domain}, ${id}, ${JSON.stringify(policy)}::jsonb, to_timestamp(${until / 1000}::float8))
      on conflict (domain) do update set id = excluded.id, policy = excluded.policy, expires_at = excluded.expires_at`.execute(
      db,
    )
  },
})
