/** A side of our APIs and workers together: the messages of a round over HTTP, until each is recorded as sent. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Side } from '../alternate.ts'
import type { Bench, HttpBench } from '../bench-context.ts'
import { connections } from '../pace.ts'
import { environmentOf } from '../seed-contacts.ts'
import type { Services } from '../services.ts'
import { sharedNowMs } from '../shared-clock.ts'
import type { SmtpSink } from '../sinks/smtp-sink.ts'
import { feed, messagesIn, roundWithinMs } from './round-of-messages.ts'

type Delivering = Pick<HttpBench, 'postgres' | 'pace' | 'signal' | 'services'>
/** An API process and its load generator. */
type Fed = Pick<Services, 'api' | 'generator'>

/** Each API gets the same share of the messages. */
export function deliveringSide(
  bench: Delivering,
  sink: SmtpSink,
  from: string,
  apis: readonly Fed[] = [bench.services],
): Side {
  const { pool } = bench.postgres.database
  const key = bench.services.keys.unlimited.live
  return async seconds => {
    const share = Math.round(messagesIn(bench.pace, seconds) / apis.length)
    const messages = share * apis.length
    const environmentId = await environmentOf(pool, key)
    const before = { arrived: await sink.received(), sent: await countSent(pool, environmentId) }
    const start = sharedNowMs()
    const [load] = await Promise.all(
      apis.map(services =>
        feed(
          { services },
          {
            ...{ origin: services.api.url, key, messages: share, status: 200 },
            ...{ connections: connections / apis.length, requests: { kind: 'emails', path: '/v1/emails', from } },
          },
        ),
      ),
    )
    await sink.reached(before.arrived + messages, roundWithinMs)
    await allSettled(pool, environmentId, bench.signal)
    const took = sharedNowMs() - start

    const sent = (await countSent(pool, environmentId)) - before.sent
    const arrived = (await sink.received()) - before.arrived
    if (sent !== messages || arrived !== messages)
      throw new Error(`${messages} emails were accepted, ${arrived} arrived, ${sent} are recorded as sent.`)
    return { perSecond: messages / (took / 1_000), ...(load && { load }) }
  }
}

type Pool = Bench['postgres']['database']['pool']

/** Waits until the result of every email of an environment is recorded. */
export async function allSettled(pool: Pool, environmentId: string, signal: AbortSignal): Promise<void> {
  const open = `select 1 from email_progress where environment_id = $1 and status in ('processing', 'delivery_delayed')`
  while ((await pool.query(`${open} limit 1`, [environmentId])).rowCount) await pause(20, undefined, { signal })
}

async function countSent(pool: Pool, environmentId: string): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::integer as count from email_progress where environment_id = $1 and status = 'sent'`,
    [environmentId],
  )
  return rows[0].count
}
