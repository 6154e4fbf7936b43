/** Proof that a side did what its answers say: a fast answer to work that was not done is no figure. */
import type { Bench } from '../bench-context.ts'
import { environmentOf } from '../seed-contacts.ts'

type Pool = Bench['ground']['database']['pool']

/** Every contact that was answered is there, and each has its fact. Those under way at the end may be there too. */
export async function checkRecorded(pool: Pool, key: string, answers: number): Promise<void> {
  const { rows } = await pool.query(
    `select
       (select count(*)::integer from contacts where environment_id = $1) as contacts,
       (select count(*)::integer from events where environment_id = $1 and type = 'contact.created') as facts`,
    [await environmentOf(pool, key)],
  )
  const { contacts, facts } = rows[0]
  if (contacts < answers || facts !== contacts)
    throw new Error(`${answers} contacts were answered, ${contacts} are stored, ${facts} facts recorded.`)
}

/** Every event of a contact that was answered is in the log. */
export async function checkTold(pool: Pool, key: string, answers: number): Promise<void> {
  const { rows } = await pool.query(
    `select count(*)::integer as stored from events where environment_id = $1 and type = 'custom.order.paid'`,
    [await environmentOf(pool, key)],
  )
  if (rows[0].stored < answers) throw new Error(`${answers} events were answered, ${rows[0].stored} are stored.`)
}

/** A key with a limit has every request counted before its answer. */
export async function checkCounted(pool: Pool, key: string, answers: number): Promise<void> {
  const { rows } = await pool.query(
    `select coalesce(sum(used), 0)::integer as counted from request_windows
     where key_id = (select id from api_keys where key_hash = sha256(convert_to($1, 'UTF8')))`,
    [key],
  )
  if (rows[0].counted < answers) throw new Error(`${answers} requests were answered, ${rows[0].counted} counted.`)
}

/** The other side is held to the same. */
export async function checkInserted(pool: Pool, answers: number): Promise<void> {
  const { rows } = await pool.query('select count(*)::integer as stored from bench.contacts')
  if (rows[0].stored < answers) throw new Error(`${answers} inserts were answered, ${rows[0].stored} are stored.`)
}
