import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

export type FailingWebhook = { id: string; name: string; status: 'active' | 'inactive'; failingSince: Date | null }

export async function findFailingWebhooks(db: Db, environmentId: string): Promise<FailingWebhook[]> {
  const { rows } = await sql<FailingWebhook>`
    select id, coalesce(nickname, url) as name, status, failing_since as "failingSince" from webhooks
    where environment_id = ${environmentId} and (status = 'inactive' or failing_since is not null)
    order by failing_since nulls last, id limit 20`.execute(db)
  return rows
}

export type StepsTaken = { key: boolean; email: boolean; domain: boolean; webhook: boolean; invitation: boolean }

/**
 * In both environments, because a test counts. One index look-up each, however much data there is. The keys that an organization starts with
 * only count once used, because a new user of the dashboard has not seen them.
 */
export async function findFirstSteps(db: Db, organizationId: string): Promise<StepsTaken> {
  const { rows } = await sql<StepsTaken>`
    with own as materialized (
      select e.id, o.created_at from environments e join organizations o on o.id = e.organization_id
      where e.organization_id = ${organizationId}
    )
    select
      exists (
        select from own join api_keys k on k.environment_id = own.id
        where revoked_at is null and (last_used_at is not null or k.created_at > own.created_at + interval '1 minute')
      ) as key,
      exists (select from own where exists (select from emails where environment_id = own.id)) as email,
      exists (select from domains where organization_id = ${organizationId} and verified_at is not null) as domain,
      exists (select from own join webhooks w on w.environment_id = own.id) as webhook,
      exists (select from members where organization_id = ${organizationId} offset 1)
        or exists (select from invitations where organization_id = ${organizationId}) as invitation`.execute(db)
  const [taken] = rows
  if (!taken) throw new Error('a select without a table has one row')
  return taken
}

export type TransportFigures = {
  transport: string
  attempts: number
  failures: number
  failedAt: Date | null
  failure: string | null
}

/** From the latest events of the live environment: reads only the end of one index, however many events there are. */
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
