import { sql } from 'kysely'
import { newId } from '#core/id.ts'
import { wakeCall } from '#engine/wake.ts'
import { moments, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { Fact } from './fact.ts'
import { startRuns } from './start-runs.ts'

/** Limits per fact. They are never reached, but make the planner look up the rows by key. */
const maxWebhooks = 10_000
const maxWoken = 10_000

/**
 * Records events in the transaction of the change itself. Creates a delivery for each subscribed webhook, wakes waiting workflow runs, starts
 * triggered ones, and records contacts' reactions to emails. Facts about messages need only one statement, and it is sent before anything is awaited.
 */
export async function record(tx: Tx, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return
  await Promise.all([insertEvents(tx, facts), startRuns(tx, facts)])
}

const insertEvents = (tx: Tx, facts: readonly Fact[]): Promise<unknown> =>
  plannedOnce`
    with recorded as (
      insert into events (environment_id, id, type, subject_id, data, created_at)
      select * from rows from (
        unnest(
          ${uuids(facts.map(fact => fact.environmentId))},
          ${uuids(facts.map(fact => fact.id ?? newId(fact.at)))},
          ${texts(facts.map(fact => fact.type))},
          ${uuids(facts.map(fact => fact.subjectId))}
        ),
        -- One JSON text: in an array of texts every quote would have to be escaped.
        jsonb_array_elements(${JSON.stringify(facts.map(fact => fact.data))}::jsonb),
        unnest(${moments(facts.map(fact => fact.at))})
      )
      returning environment_id, id, type, subject_id, position, created_at, data
    ),
    -- Incoming text messages are events about the message; runs wait for them by the sender's number.
    heard as (
      select position, md5(data ->> 'from')::uuid as speaker from recorded
      where type in ('sms.received', 'sms.opted_out', 'sms.opted_in')
    ),
    -- Reactions to emails, by contact, for segments. Opens by machines do not count.
    acted as (
      insert into contact_events (environment_id, name, contact_id, id, email_id)
      select e.environment_id, replace(e.type, '.', ':'), c.id, e.id, e.subject_id
      from recorded e
      cross join lateral (
        select id from contacts
        where environment_id = e.environment_id and email is not null
          and lower(email collate "C") = lower((e.data ->> 'recipient') collate "C")
        limit 1
      ) c
      where e.type in ('email.opened', 'email.clicked', 'email.bounced', 'email.complained')
        and coalesce(e.data ->> 'by', 'human') = 'human'
    ),
    due as (
      insert into webhook_deliveries
        (environment_id, webhook_id, position, event_id, subject_id, type, created_at, due_at)
      select e.environment_id, w.id, e.position, e.id, e.subject_id, e.type, e.created_at, now()
      from recorded e
      cross join lateral (
        select id from webhooks
        where environment_id = e.environment_id and status = 'active'
          and subscribed_events && array['*', split_part(e.type, '.', 1) || '.*', e.type]
        limit ${maxWebhooks}
      ) w
      returning environment_id, webhook_id
    ),
    woken as (
      insert into workflow_wakes (environment_id, run_id)
      select e.environment_id, w.run_id
      from recorded e
      cross join lateral (
        select run_id from workflow_waits
        where environment_id = e.environment_id and subject_id = e.subject_id and type = e.type
        limit ${maxWoken}
      ) w
      union
      select e.environment_id, r.id
      from recorded e
      cross join lateral (
        select id from workflow_runs
        where environment_id = e.environment_id and contact_id = e.subject_id and finished_at is null
        limit ${maxWoken}
      ) r
      where e.type = 'contact.deleted'
      union
      select e.environment_id, w.run_id
      from recorded e
      join heard on heard.position = e.position
      cross join lateral (
        select run_id from workflow_waits
        where environment_id = e.environment_id and subject_id = heard.speaker and type = e.type
        limit ${maxWoken}
      ) w
      returning 1
    )
    select ${wakeCall(sql`what`)} from (
      select distinct concat_ws(' ', 'webhooks', environment_id, webhook_id) as what from due
      union all
      select 'workflow_runs' where exists (select from woken)
    ) as concerned`.execute(tx)
