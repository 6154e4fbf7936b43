import type { Bench } from './bench-context.ts'
import { environmentOf } from './seed-contacts.ts'

type Seeding = Pick<Bench, 'postgres' | 'signal'>

const rowsPerStatement = 50_000

/** Fills the environment of a key with emails, accepted one every ten milliseconds, and returns the newest ids. */
export async function seedEmails({ postgres, signal }: Seeding, key: string, count: number): Promise<string[]> {
  const { pool } = postgres.database
  const environmentId = await environmentOf(pool, key)
  for (let from = 1; from <= count; from += rowsPerStatement) {
    signal.throwIfAborted()
    await pool.query(insertEmails, [environmentId, from, Math.min(count, from + rowsPerStatement - 1), count])
  }
  await pool.query('vacuum analyze emails, email_progress, deliveries, events')
  const { rows } = await pool.query('select id from emails where environment_id = $1 order by id desc limit 1000', [
    environmentId,
  ])
  return rows.map(row => row.id)
}

const insertEmails = `
  with given as materialized (
    select uuidv7(age) as id, nth, now() + age as at
    from generate_series($2::integer, $3::integer) as nth,
      lateral (select make_interval(secs => (nth - $4::integer) * 0.01)) as given (age)
    order by nth
  ), accepted as (
    insert into emails (environment_id, id, organization_id, from_address, from_name, to_addresses, subject,
      message_stream, size, attachments, created_at)
    select $1, given.id, environments.organization_id, 'orders@acme.test', 'Acme',
      array['person.' || nth || '@example' || nth % 1000 || '.com'], 'Your order ' || nth, 'transactional', 100, 0, at
    from given join environments on environments.id = $1
  ), bodies as (
    -- The first byte means html only (body/pack.ts); too short to be compressed.
    insert into email_bodies (environment_id, email_id, packed)
    select $1, id, '\\x01' || convert_to('<p>Thank you for your order ' || nth || '. It leaves our house tomorrow morning.</p>', 'UTF8') from given
  ), progress as (
    insert into email_progress (environment_id, email_id, status, recipients) select $1, id, 'processing', 1 from given
  ), recorded as (
    insert into events (environment_id, id, type, subject_id, data, created_at)
    select $1, uuidv7(), 'email.processing', id, jsonb_build_object('email_id', id), at from given
  )
  insert into deliveries (environment_id, email_id, nth, address, state, give_up_at)
  select $1, id, 0, 'person.' || nth || '@example' || nth % 1000 || '.com', 'waiting', now() + interval '3 days' from given`

/** Makes every email of the environment due, as accepting does. */
export async function queueEmails({ postgres }: Seeding, key: string): Promise<void> {
  const { pool } = postgres.database
  await pool.query(`update deliveries set due_at = now() where environment_id = $1 and state = 'waiting'`, [
    await environmentOf(pool, key),
  ])
}

/** Makes nothing due: emails not yet sent are scheduled for a day after the bench. */
export async function scheduleEmails({ postgres }: Seeding, key: string): Promise<void> {
  const { pool } = postgres.database
  await pool.query(
    `update email_progress set status = 'scheduled', scheduled_for = now() + interval '30 days'
     where environment_id = $1 and status = 'processing'`,
    [await environmentOf(pool, key)],
  )
  await pool.query(
    'update deliveries set due_at = null, held_by = null where due_at is not null or held_by is not null',
  )
  await pool.query('vacuum analyze email_progress, deliveries')
}
