/** Checks that a side did the work that it confirmed, so a fast answer without the work does not count. */
import type { Bench } from '../bench-context.ts'
import { environmentOf } from '../seed-contacts.ts'

type Pool = Bench['postgres']['database']['pool']

/** Every confirmed contact is stored and has its fact. Requests in flight at the end may be stored too. */
export async function checkRecorded(pool: Pool, key: string, answers: number): Promise<void> {
  const { rows } = await pool.query(
    `select
       (select count(*)::integer from contacts where environment_id = $1) as contacts,
       (select count(*)::integer from events where environment_id = $1 and type = 'contact.created') as facts`,
    [await environmentOf(pool, key)],
  )
  const { contacts, facts } = rows[0]
  if (contacts < answers || facts !== contacts)
    throw new Error(`${answers} contacts were confirmed, ${contacts} are stored, ${facts} facts are recorded.`)
}

/** Every confirmed event is in the log. */
export async function checkEventsStored(pool: Pool, key: string, answers: number): Promise<void> {
  const { rows } = await pool.query(
    `select count(*)::integer as stored from events where environment_id = $1 and type = 'custom.order.paid'`,
    [await environmentOf(pool, key)],
  )
  if (rows[0].stored < answers) throw new Error(`${answers} events were confirmed, ${rows[0].stored} are stored.`)
}

/** Every request of a limited key is counted before its answer. */
export async function checkCounted(pool: Pool, key: string, answers: number): Promise<void> {
  const { rows } = await pool.query(
    `select coalesce(sum(used), 0)::integer as counted from request_windows
     where key_id = (select id from api_keys where key_hash = sha256(convert_to($1, 'UTF8')))`,
    [key],
  )
  if (rows[0].counted < answers) throw new Error(`${answers} requests were answered, ${rows[0].counted} are counted.`)
}

/** The same check for the other side. */
export async function checkInserted(pool: Pool, answers: number): Promise<void> {
  const { rows } = await pool.query('select count(*)::integer as stored from bench.contacts')
  if (rows[0].stored < answers) throw new Error(`${answers} inserts were confirmed, ${rows[0].stored} are stored.`)
}
