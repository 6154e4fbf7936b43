/** Checks and resets the stored text messages. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench-context.ts'
import { environmentOf } from '../seed-contacts.ts'
import { storing } from './stored.ts'

type Pool = Bench['postgres']['database']['pool']

/** Every confirmed message is stored with its progress, its price and its due time. */
async function checkAccepted(pool: Pool, key: string, answers: number): Promise<void> {
  const { rows } = await pool.query(
    `select
       (select count(*) from sms where environment_id = $1)::integer as messages,
       (select count(*) from sms_progress where environment_id = $1 and status = 'processing')::integer as open,
       (select count(*) from credit_entries where kind = 'sms' and organization_id =
         (select organization_id from environments where id = $1))::integer as paid,
       (select count(*) from sms_progress where environment_id = $1 and due_at is not null)::integer as due`,
    [await environmentOf(pool, key)],
  )
  const { messages, ...others } = rows[0]
  if (messages < answers || Object.values(others).some(count => count !== messages))
    throw new Error(`${answers} text messages were confirmed, ${messages} are stored: ${JSON.stringify(others)}.`)
}

/** In the lock order of the accept transaction, because the last requests of a round may still be in flight. */
export const forgetSms = (pool: Pool): Promise<unknown> =>
  pool.query('truncate credit_entries, sms_progress, sms, sms_parts, events')

export const storedSms = storing({ forget: forgetSms, check: checkAccepted })

/** Waits until the receipt of every message of an environment is recorded. */
export async function allReceipted(pool: Pool, environmentId: string, signal: AbortSignal): Promise<void> {
  const open = `select 1 from sms_progress where environment_id = $1 and status in ('processing', 'sent')`
  while ((await pool.query(`${open} limit 1`, [environmentId])).rowCount) await pause(20, undefined, { signal })
}

export async function countDelivered(pool: Pool, environmentId: string): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::integer as count from sms_progress p
     where environment_id = $1 and status = 'delivered'
       and exists (select from events e where e.environment_id = p.environment_id and e.subject_id = p.sms_id
         and e.type = 'sms.delivered')`,
    [environmentId],
  )
  return rows[0].count
}
