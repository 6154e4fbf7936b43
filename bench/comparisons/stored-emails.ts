/** Checks and resets the stored emails. */
import type { Bench } from '../bench-context.ts'
import { environmentOf } from '../seed-contacts.ts'
import { storing } from './stored.ts'

type Pool = Bench['postgres']['database']['pool']

/** Every confirmed email is stored with its delivery, its fact, its price and its due time. */
async function checkAccepted(pool: Pool, key: string, answers: number): Promise<void> {
  const { rows } = await pool.query(
    `select
       (select count(*) from emails where environment_id = $1)::integer as emails,
       (select count(*) from deliveries where environment_id = $1)::integer as deliveries,
       (select count(*) from events where environment_id = $1 and type = 'email.processing')::integer as facts,
       (select count(*) from credit_entries where kind = 'email' and organization_id =
         (select organization_id from environments where id = $1))::integer as paid,
       (select count(*) from deliveries where environment_id = $1 and due_at is not null)::integer as due`,
    [await environmentOf(pool, key)],
  )
  const { emails, ...others } = rows[0]
  if (emails < answers || Object.values(others).some(count => count !== emails))
    throw new Error(`${answers} emails were confirmed, ${emails} are stored: ${JSON.stringify(others)}.`)
}

/**
 * Empties the tables, so no round works on the rows of an earlier one. In the lock order of the accept transaction,
 * because the last requests of a round may still be in flight.
 */
export const forgetEmails = (pool: Pool): Promise<unknown> =>
  pool.query('truncate credit_entries, emails, email_progress, deliveries, events')

export const stored = storing({ forget: forgetEmails, check: checkAccepted })
