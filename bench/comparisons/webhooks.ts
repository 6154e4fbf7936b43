/**
 * Webhook deliveries to one receiver: our worker, which signs each event, keeps the order per object and records every
 * attempt, against a bare undici loop that posts the same body.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { wake } from '../../server/src/engine/wake.ts'
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import type { PostOrder, PostsDone } from '../peers/bare-poster-process.ts'
import type { Row } from '../row.ts'
import { environmentOf } from '../seed-contacts.ts'
import { sharedNowMs } from '../shared-clock.ts'
import { startSinkProcess } from '../sinks/sink-process.ts'
import type { SinkAnswer, SinkQuestion } from '../sinks/smtp-sink.ts'
import { startWorker } from '../worker.ts'
import { messagesIn, roundWithinMs } from './round-of-messages.ts'

const sinkFile = new URL('../sinks/webhook-sink-process.ts', import.meta.url)
const posterFile = new URL('../peers/bare-poster-process.ts', import.meta.url)
/** As many as our worker has in flight to one receiver. */
const atOnce = 50

export async function compareWebhooks(bench: HttpBench): Promise<Row[]> {
  const { postgres, signal } = bench
  const surroundings = { cwd: postgres.folder, signal }
  await using sink = await startSinkProcess<SinkQuestion, SinkAnswer>(sinkFile, 'The receiver', surroundings)
  await using poster = await startSinkProcess<PostOrder, PostsDone>(posterFile, 'The bare loop', surroundings)
  const url = `http://127.0.0.1:${sink.port}/hook`
  const webhook = await createWebhook(bench, url)
  await using worker = await startWorker(postgres, { forWorker: { POSTHORN_WEBHOOK_ADDRESSES: 'loopback' } }, signal)
  bench.progress(`The worker is process ${worker.pid}.`)

  const bare: Side = async seconds => {
    const count = messagesIn(bench.pace, seconds)
    const { tookMs } = await poster.ask({ url, body: exampleBody, count, atOnce }, roundWithinMs)
    return { perSecond: count / (tookMs / 1_000) }
  }
  const figures = await alternate(bench, 'webhooks', { ours: delivering(bench, webhook, sink), bare })
  return [
    {
      name: 'webhooks',
      unit: '/s',
      ours: { label: 'event to recorded attempt', figures: figures.ours },
      other: { label: 'bare undici loop', figures: figures.bare },
      target: { ratioAtLeast: 0.6 },
    },
  ]
}

async function createWebhook({ services }: HttpBench, url: string): Promise<string> {
  const answer = await fetch(`${services.api.url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${services.keys.lists.live}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, subscribed_events: ['*'] }),
  })
  if (answer.status !== 201) throw new Error(`The webhook was not created: ${await answer.text()}`)
  // `as`: by the contract a 201 has an id.
  return ((await answer.json()) as { id: string }).id
}

type Sink = { ask(question: SinkQuestion, withinMs?: number): Promise<SinkAnswer> }

/** All events of a round exist at the start. The round ends when the attempt of the last one is recorded. */
function delivering({ postgres, pace, services, signal }: HttpBench, webhookId: string, sink: Sink): Side {
  const { database } = postgres
  return async seconds => {
    const count = messagesIn(pace, seconds)
    const environmentId = await environmentOf(database.pool, services.keys.lists.live)
    // Inactive, so nothing is sent while the events are inserted.
    await database.pool.query(`update webhooks set status = 'inactive'`)
    await database.pool.query('delete from webhook_deliveries')
    await database.pool.query(recordEvents, [environmentId, webhookId, count])
    await database.pool.query('vacuum analyze events, webhook_deliveries')
    const { received: before } = await sink.ask({ count: 0 })

    const start = sharedNowMs()
    await database.pool.query(`update webhooks set status = 'active'`)
    await database.transaction(tx => wake(tx, 'webhooks', `${environmentId} ${webhookId}`))
    const { received } = await sink.ask({ count: before + count }, roundWithinMs)
    const open = `select 1 from webhook_deliveries where webhook_id = $1 and status <> 'delivered' limit 1`
    while ((await database.pool.query(open, [webhookId])).rowCount) await pause(5, undefined, { signal })
    const took = sharedNowMs() - start

    if (received - before !== count) throw new Error(`Of ${count} events ${received - before} were received.`)
    return { perSecond: count / (took / 1_000) }
  }
}

/** Two events per email, as accepting and sending emails would record. */
const recordEvents = `
  with recorded as (
    insert into events (environment_id, id, type, subject_id, data, created_at)
    select $1, uuidv7(), case when nth % 2 = 0 then 'email.sent' else 'email.processing' end, subject,
      jsonb_build_object('email_id', subject, 'recipient', 'person.' || nth || '@example.com', 'transport', 'relay',
        'host', 'smtp.example.com:587', 'reply', '250 2.0.0 Ok: queued as 4F2A1C0D3B', 'duration_ms', 12), now()
    from generate_series(1, $3::integer) as nth,
      lateral (select md5((nth / 2)::text)::uuid) as given (subject)
    returning position, id, subject_id, type, created_at
  )
  insert into webhook_deliveries (environment_id, webhook_id, position, event_id, subject_id, type, created_at, due_at)
  select $1, $2, position, id, subject_id, type, created_at, now() from recorded`

const exampleBody = JSON.stringify({
  id: '01945c1e-e90c-7d47-a1b2-3c4d5e6f7a77',
  type: 'email.sent',
  timestamp: '2026-11-15T09:30:01.038Z',
  created_at: '2026-11-15T09:30:01.038Z',
  sequence: 1042,
  data: {
    email_id: '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33',
    recipient: 'person.1042@example.com',
    transport: 'relay',
    host: 'smtp.example.com:587',
    reply: '250 2.0.0 Ok: queued as 4F2A1C0D3B',
    duration_ms: 12,
  },
})
