/** Fills the environment of a key with the data of an instance that has sent this many emails. */
import { indexEmails } from '../server/src/resources/messages/emails/read/index-emails.ts'
import type { Bench } from './bench-context.ts'
import { environmentOf, seedContacts } from './seed-contacts.ts'

export type Grown = { environmentId: string; emailIds: string[]; webhookId: string; workflowId: string } & Times

type Times = { middle: Date; newest: Date }

/** Rare values belong to the oldest rows, so a search from the newest reads everything. */
const seldom = 5

/** Inserts an email every ten milliseconds, all delivered, and as many contacts, suppressions, webhook deliveries and runs. */
export async function seedGrowth(bench: Bench, key: string, count: number): Promise<Grown> {
  const { pool } = bench.postgres.database
  const environmentId = await environmentOf(pool, key)
  await seedContacts(bench, key, count)
  await pool.query(fewWithoutEmail, [environmentId, seldom])
  const { rows: made } = await pool.query(webhookAndWorkflow, [environmentId])
  const { webhookId, workflowId } = made[0]
  for (let from = 1; from <= count; from += rowsPerStatement) {
    bench.signal.throwIfAborted()
    const range = [from, Math.min(count, from + rowsPerStatement - 1), count, seldom]
    await pool.query(insertEmails, [environmentId, ...range])
    await pool.query(insertSuppressions, [environmentId, ...range])
    await pool.query(insertRuns, [environmentId, ...range, workflowId])
  }
  await pool.query(insertWebhookDeliveries, [environmentId, webhookId])
  await pool.query(insertSums('email_stats', 'hour'), [environmentId])
  await pool.query(insertSums('email_minutes', 'minute'), [environmentId])
  // The worker does this every two minutes.
  const later = new Date(Date.now() + 120_000)
  while ((await indexEmails(bench.postgres.database.db, later)) > 0) bench.signal.throwIfAborted()
  await pool.query('vacuum analyze')
  const { rows: emails } = await pool.query(newestEmails, [environmentId])
  const { rows: times } = await pool.query<Times>(timesOfEmails, [environmentId])
  // `as`: an aggregate always returns a row.
  return { environmentId, webhookId, workflowId, emailIds: emails.map(({ id }) => id), ...(times[0] as Times) }
}

const rowsPerStatement = 50_000

const fewWithoutEmail = `
  update contacts set email_subscribed = not email_subscribed
  where environment_id = $1 and email_subscribed = (id in (
    select id from contacts where environment_id = $1 order by id limit $2))`

const webhookAndWorkflow = `
  with webhook as (
    insert into webhooks (environment_id, id, url, subscribed_events, status, secret, created_at, updated_at)
    values ($1, uuidv7(), 'http://127.0.0.1:9/', '{webhook.test}', 'active', '', now(), now()) returning id
  ), workflow as (
    insert into workflows (environment_id, id, name, status, created_at, updated_at)
    values ($1, uuidv7(), 'Welcome', 'draft', now(), now()) returning id
  )
  select webhook.id as "webhookId", workflow.id as "workflowId" from webhook, workflow`

/** Rows $2 to $3 of $4, one every ten milliseconds until now. The first $5 have the rare values. */
const given = `
  select uuidv7(age) as id, nth, now() + age as at, nth <= $5::integer as seldom
  from generate_series($2::integer, $3::integer) as nth,
    lateral (select make_interval(secs => (nth - $4::integer) * 0.01)) as given (age)
  order by nth`

/** Every second email is also to one common address. */
const insertEmails = `
  with given as materialized (${given}), accepted as (
    insert into emails (environment_id, id, organization_id, from_address, from_name, to_addresses, subject, tags,
      message_stream, size, attachments, created_at)
    select $1, given.id, environments.organization_id, 'orders@acme.test', 'Acme',
      array['person.' || nth || '@example' || nth % 1000 || '.com'], 'Your order ' || nth,
      array['order', case when seldom then 'seldom' else 'often' end], 'transactional', 100, 0, at
    from given join environments on environments.id = $1
  ), bodies as (
    -- The first byte means html only (body/pack.ts); too short to be compressed.
    insert into email_bodies (environment_id, email_id, packed)
    select $1, id, '\\x01' || convert_to('<p>Thank you for your order ' || nth || '. It leaves our house tomorrow morning.</p>', 'UTF8') from given
  ), tagged as (
    insert into email_tags (environment_id, tag, email_id)
    select $1, tag, id from given, unnest(array['order', case when seldom then 'seldom' else 'often' end]) as tag
  ), progress as (
    insert into email_progress (environment_id, email_id, status, recipients, sent_at, delivered_at)
    select $1, id, case when seldom then 'bounced' else 'delivered' end, 1, at, at from given
  ), recorded as (
    insert into events (environment_id, id, type, subject_id, data, created_at)
    select $1, uuidv7(), type, id, jsonb_build_object('email_id', id), at
    from given, unnest(array['email.processing', 'email.sent', 'email.delivered']) as type
  )
  insert into deliveries (environment_id, email_id, nth, address, state, give_up_at)
  select $1, id, copy, case copy when 0 then 'person.' || nth || '@example' || nth % 1000 || '.com' else 'archive@acme.test' end,
    'delivered', at + interval '3 days'
  from given, generate_series(0, (nth + 1) % 2) as copy`

const insertSuppressions = `
  with given as materialized (${given})
  insert into suppressions (environment_id, id, email, reason, created_at)
  select $1, id, 'gone.' || nth || '@example.com', case when seldom then 'complaint' else 'hard_bounce' end, at from given`

const insertRuns = `
  with given as materialized (${given})
  insert into workflow_runs (environment_id, id, workflow_id, version, contact_id, state, nth, entered_at, trigger,
    started_at, finished_at)
  select $1, id, $6, 1, uuidv7(), case when seldom then 'failed' else 'completed' end, 1, at,
    '{"type": "contact_created"}', at, at
  from given`

const insertWebhookDeliveries = `
  insert into webhook_deliveries (environment_id, webhook_id, position, event_id, subject_id, type, created_at, status, tries)
  select $1, $2, position, id, subject_id, type, created_at, 'delivered', 1 from events
  where environment_id = $1 and type = 'email.delivered' order by position`

const insertSums = (table: string, unit: 'hour' | 'minute') => `
  insert into ${table} (environment_id, tag, message_stream, ${unit}, emails_sent, recipients_reached, emails_delivered,
    recipients_delivered ${unit === 'hour' ? ', summed' : ''})
  select $1, tag, message_stream, date_trunc('${unit}', created_at, 'UTC'), count(*), count(*), count(*), count(*)
    ${unit === 'hour' ? ', true' : ''}
  from emails, unnest(array_prepend('', tags)) as tag where environment_id = $1 group by 2, 3, 4`

const newestEmails = 'select id from emails where environment_id = $1 order by id desc limit 1000'
const timesOfEmails = `
  select min(created_at) + (max(created_at) - min(created_at)) / 2 as middle, max(created_at) as newest from emails where environment_id = $1`
