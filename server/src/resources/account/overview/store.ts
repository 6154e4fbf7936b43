import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

export type AilingWebhook = { id: string; name: string; status: 'active' | 'inactive'; failingSince: Date | null }

export async function findAilingWebhooks(db: Db, environmentId: string): Promise<AilingWebhook[]> {
  const { rows } = await sql<AilingWebhook>`
    select id, coalesce(nickname, url) as name, status, failing_since as "failingSince" from webhooks
    where environment_id = ${environmentId} and (status = 'inactive' or failing_since is not null)
    order by failing_since nulls last, id limit 20`.execute(db)
  return rows
}

export type TransportFigures = {
  transport: string
  attempts: number
  failures: number
  failedAt: Date | null
  failure: string | null
}

/** Among the latest events of the live environment: a look at the end of one index, however many there are. */
export async function findTransportFigures(
  db: Db,
  organizationId: string,
  latest: number,
): Promise<TransportFigures[]> {
  const { rows } = await sql<TransportFigures>`
    with latest as (
      select e.type, e.data, e.created_at, e.position,
        e.type in ('email.delivery_delayed', 'email.failed', 'sms.delivery_delayed', 'sms.failed') as failed
      from environments env cross join lateral (
        select type, data, created_at, position from events
        where events.environment_id = env.id order by xact desc, position desc limit ${latest}
      ) as e
      where env.organization_id = ${organizationId} and env.mode = 'live' and e.data ? 'transport'
    )
    select data->>'transport' as transport, count(*)::integer as attempts,
      (count(*) filter (where failed))::integer as failures,
      max(created_at) filter (where failed) as "failedAt",
      (array_agg(coalesce(data->>'reply', data->>'reason') order by position desc) filter (where failed))[1] as failure
    from latest group by 1`.execute(db)
  return rows
}
