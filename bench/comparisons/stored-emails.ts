/** What is stored of emails, to prove it and to start anew. */
import type { Bench } from '../bench-context.ts'
import { environmentOf } from '../seed-contacts.ts'
import { storing } from './stored.ts'

type Pool = Bench['ground']['database']['pool']

/** Every email that was answered is there, with its delivery, its fact, its price and the time that it is due. */
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
    throw new Error(`${answers} emails were answered, ${emails} are stored: ${JSON.stringify(others)}.`)
}

/**
 * Quickly, so that no round works on what an earlier one has left behind. In the order in which the accept transaction
 * takes them: the last requests of a round may still be under way.
 */
export const forgetEmails = (pool: Pool): Promise<unknown> =>
  pool.query('truncate credit_entries, emails, email_progress, deliveries, events')

export const stored = storing({ forget: forgetEmails, check: checkAccepted })
