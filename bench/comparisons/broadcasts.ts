/**
 * One message to many contacts: a broadcast against a script that calls `POST /v1/emails/batch` with a hundred emails per request, until the result of
 * each email is recorded. Also the bytes per recipient in the database, and the latency of the API for others meanwhile.
 */
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { alternate, type Side } from '../alternate.ts'
import type { Bench, HttpBench } from '../bench-context.ts'
import { emailTo, plainSender } from '../email-body.ts'
import { httpSide } from '../http-side.ts'
import { openRequests } from '../requests.ts'
import type { Row } from '../row.ts'
import { environmentOf, seedContacts } from '../seed-contacts.ts'
import { sharedNowMs } from '../shared-clock.ts'
import { type SmtpSink, startSmtpSink } from '../sinks/smtp-sink.ts'
import { startWorker } from '../worker.ts'
import { allSettled } from './delivering-side.ts'
import { messagesIn, roundWithinMs } from './round-of-messages.ts'

const batch = 100
const connections = 8

type Pool = Bench['postgres']['database']['pool']
type Sending = { bench: HttpBench; key: string; environmentId: string; sink: SmtpSink }

export async function compareBroadcasts(bench: HttpBench): Promise<Row[]> {
  const { postgres, signal, services } = bench
  const { pool } = postgres.database
  const key = services.keys.unlimited.live
  await using sink = await startSmtpSink({ cwd: postgres.folder, signal })
  const sending = { bench, key, environmentId: await environmentOf(pool, key), sink }
  await using worker = await startWorker(postgres, sink, signal)
  bench.progress(`The worker is process ${worker.pid}.`)
  const bytes: Record<'broadcast' | 'batches', number[]> = { broadcast: [], batches: [] }

  const figures = await alternate(bench, 'broadcasts', {
    broadcast: measured(sending, bytes.broadcast, sendBroadcast),
    batches: measured(sending, bytes.batches, sendBatches),
  })

  const meanwhile = await alternate(bench, 'broadcasts, API meanwhile', {
    during: during(sending),
    atRest: asking(bench),
  })

  const rounds = figures.broadcast.length
  return [
    {
      name: 'broadcasts',
      unit: '/s',
      ours: { label: 'one broadcast', figures: figures.broadcast },
      other: { label: `batches of ${batch}`, figures: figures.batches },
      target: { ratioAtLeast: 1.5 },
    },
    {
      name: 'broadcasts, bytes a recipient',
      unit: 'B',
      ours: { label: 'one broadcast', figures: bytes.broadcast.slice(-rounds) },
      other: { label: 'batches', figures: bytes.batches.slice(-rounds) },
      target: { ratioAtMost: 0.8 },
    },
    {
      name: 'broadcasts, API meanwhile',
      unit: 'ms',
      ours: { label: 'POST /v1/contacts', figures: meanwhile.during },
      other: { label: 'at rest', figures: meanwhile.atRest },
      target: { ratioAtMost: 1.2 },
    },
  ]
}

/** A client that creates contacts, far below the capacity of the machine. */
const quietly = { perSecond: 50, connections: 4 }

/** The median latency of its requests. */
function asking(bench: HttpBench): Side {
  const { api, keys } = bench.services
  const requests = { kind: 'contacts', path: '/v1/contacts' } as const
  const { side } = httpSide(bench, { ...quietly, origin: api.url, key: keys.alone.test, requests, status: 201 })
  return async seconds => {
    const result = await side(seconds)
    return { ...result, figure: result.load?.latencyMs.p50 ?? Number.NaN }
  }
}

/** The same while a broadcast is sent, which must take longer than the measurement. */
function during(sending: Sending): Side {
  const { bench, key, environmentId, sink } = sending
  const { pool } = bench.postgres.database
  const ask = asking(bench)
  return async seconds => {
    await forgetBroadcasts(pool)
    await seedContacts(bench, key, 2 * messagesIn(bench.pace, seconds))
    const subscribed = 'select 1 from contacts where environment_id = $1 and email_subscribed'
    const { rowCount } = await pool.query(subscribed, [environmentId])
    const arrived = await sink.received()
    await sendBroadcast(sending)
    await sink.reached(arrived + 1, roundWithinMs)
    const result = await ask(seconds)
    if ((await sink.received()) >= arrived + (rowCount ?? 0))
      throw new Error('The broadcast finished before the measurement ended.')
    await sink.reached(arrived + (rowCount ?? 0), roundWithinMs)
    await allSettled(pool, environmentId, bench.signal)
    return result
  }
}

/** Checks that every contact has one email with a recorded result. */
function measured(
  sending: Sending,
  bytes: number[],
  send: (sending: Sending, emails: string[]) => Promise<void>,
): Side {
  const { bench, key, environmentId, sink } = sending
  const { pool } = bench.postgres.database
  return async seconds => {
    await forgetBroadcasts(pool)
    await seedContacts(bench, key, messagesIn(bench.pace, seconds))
    const { rows } = await pool.query<{ email: string }>(
      'select email from contacts where environment_id = $1 and email_subscribed order by id',
      [environmentId],
    )
    const before = await size(pool)
    const arrived = await sink.received()
    const start = sharedNowMs()
    await send(
      sending,
      rows.map(({ email }) => email),
    )
    // Constant polling would take CPU time from both sides.
    await sink.reached(arrived + rows.length, roundWithinMs)
    await allSettled(pool, environmentId, bench.signal)
    const took = sharedNowMs() - start
    const sent = await pool.query(`select 1 from email_progress where environment_id = $1 and status = 'sent'`, [
      environmentId,
    ])
    if (sent.rowCount !== rows.length) throw new Error(`${sent.rowCount} of ${rows.length} recipients have an email.`)
    bytes.push(((await size(pool)) - before) / rows.length)
    return { perSecond: rows.length / (took / 1_000) }
  }
}

export const forgetBroadcasts = (pool: Pool): Promise<unknown> =>
  pool.query(
    'truncate credit_entries, emails, email_progress, email_bodies, deliveries, events, broadcasts, broadcast_stats, contacts cascade',
  )

async function size(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(`
    select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
    where c.relkind = 'r' and c.relname ~ '^(emails|email_progress|email_bodies|deliveries|events|credit_entries|broadcast)'`)
  return Number(rows[0]?.bytes ?? 0)
}

export async function sendBroadcast({ bench, key }: Pick<Sending, 'bench' | 'key'>): Promise<void> {
  using api = openRequests(bench.services.api.url, key)
  const { from, subject, html } = emailTo('', plainSender)
  const draft = { name: 'Bench', from, subject, html, everyone: true }
  const { id } = JSON.parse(
    (await api.ask('/v1/broadcasts', { method: 'POST', body: JSON.stringify(draft) })).body.toString(),
  )
  await api.ask(`/v1/broadcasts/${id}/send`, { method: 'POST', body: '{}' })
}

async function sendBatches({ bench, key }: Sending, emails: readonly string[]): Promise<void> {
  let from = 0
  const send = async () => {
    using api = openRequests(bench.services.api.url, key)
    while (from < emails.length) {
      const to = emails.slice(from, from + batch)
      from += batch
      const bodies: EmailSend[] = to.map(email => ({ ...emailTo(email, plainSender), message_stream: 'broadcast' }))
      await api.ask('/v1/emails/batch', { method: 'POST', body: JSON.stringify(bodies) })
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
}
