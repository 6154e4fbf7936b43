/** The latency of single emails without other load: from the answer to the final dot at the sink. */
import type { HttpBench } from '../bench-context.ts'
import { emailTo, plainSender } from '../email-body.ts'
import { openRequests } from '../requests.ts'
import { quantile, type Row } from '../row.ts'
import { environmentOf } from '../seed-contacts.ts'
import { sharedNowMs } from '../shared-clock.ts'
import { type SmtpSink, startSmtpSink } from '../sinks/smtp-sink.ts'
import { startWorker } from '../worker.ts'
import { allSettled } from './delivering-side.ts'
import { forgetEmails } from './stored-emails.ts'

const messages = 200
const warmUp = 20

export async function compareEmailsLatency(bench: HttpBench): Promise<Row[]> {
  const { postgres, signal } = bench
  await forgetEmails(postgres.database.pool)
  await using sink = await startSmtpSink({ cwd: postgres.folder, signal })
  await using _worker = await startWorker(postgres, sink, signal)

  await sendOneByOne(bench, sink, warmUp)
  const times = await sendOneByOne(bench, sink, messages)

  const row = (name: string, part: number, oursBelow: number): Row => ({
    name: `emails-latency, ${name}`,
    unit: 'ms',
    ours: { label: 'answer to final dot', figures: [quantile(times, part)] },
    target: { oursBelow },
  })
  bench.progress(`emails-latency: ${messages} messages`)
  return [row('p50', 0.5, 5), row('p99', 0.99, 100)]
}

async function sendOneByOne(
  { postgres, services, signal }: HttpBench,
  sink: SmtpSink,
  count: number,
): Promise<number[]> {
  const { pool } = postgres.database
  const key = services.keys.unlimited.live
  const environmentId = await environmentOf(pool, key)
  using requests = openRequests(services.api.url, key)
  const times: number[] = []
  const before = await sink.received()
  for (let nth = 1; nth <= count; nth++) {
    const body = JSON.stringify(emailTo(`ada.${nth}@example.com`, plainSender))
    await requests.ask('/v1/emails', { method: 'POST', body })
    const answered = sharedNowMs()
    times.push((await sink.reached(before + nth, 10_000)) - answered)
    await allSettled(pool, environmentId, signal)
  }
  return times
}
