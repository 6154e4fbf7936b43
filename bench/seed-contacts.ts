import type { Bench } from './bench-context.ts'

const rowsPerStatement = 50_000

/**
 * Fills the environment of a key with contacts, created one every ten milliseconds, and returns the newest ids. Another comparison may have filled it
 * before: the contacts that exist stay.
 */
export async function seedContacts({ postgres, signal }: Bench, key: string, count: number): Promise<string[]> {
  const { pool } = postgres.database
  const environmentId = await environmentOf(pool, key)
  for (let from = 1; from <= count; from += rowsPerStatement) {
    signal.throwIfAborted()
    await pool.query(insertContacts, [environmentId, from, Math.min(count, from + rowsPerStatement - 1), count])
  }
  await pool.query('vacuum analyze contacts')
  const { rows } = await pool.query('select id from contacts where environment_id = $1 order by id desc limit 1000', [
    environmentId,
  ])
  return rows.map(row => row.id)
}

type Pool = Bench['postgres']['database']['pool']

export async function environmentOf(pool: Pool, key: string): Promise<string> {
  const { rows } = await pool.query(
    `select environment_id as id from api_keys where key_hash = sha256(convert_to($1, 'UTF8'))`,
    [key],
  )
  return rows[0].id
}

const insertContacts = `
  insert into contacts (environment_id, id, email, phone_number, first_name, last_name, email_subscribed,
    sms_subscribed, created_at, updated_at)
  select $1, uuidv7(age), 'person.' || nth || '@example' || nth % 1000 || '.com',
    case when nth % 3 = 0 then '+1' || 2000000000 + nth end,
    (array['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald'])[1 + nth % 6],
    (array['Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov'])[1 + nth % 5],
    nth % 10 <> 0, nth % 7 <> 0, now() + age, now() + age
  from generate_series($2::integer, $3::integer) as nth,
    lateral (select make_interval(secs => (nth - $4::integer) * 0.01)) as given (age)
  order by nth
  on conflict do nothing`
