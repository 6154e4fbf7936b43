/** The peak memory of the API and the worker until a broadcast has created an email for each contact; many are sent meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBench } from '../bench-context.ts'
import type { Row } from '../row.ts'
import { seedContacts } from '../seed-contacts.ts'
import { startSmtpSink } from '../sinks/smtp-sink.ts'
import { startWorker } from '../worker.ts'
import { forgetBroadcasts, sendBroadcast } from './broadcasts.ts'
import { residentMegabytes } from './memory.ts'

export async function compareBroadcastMemory(bench: HttpBench): Promise<Row[]> {
  const { manyRows } = bench.pace
  const fewRows = Math.round(manyRows / 10)
  // The small one first, because the peak of a process never goes down.
  const few = await expand(bench, fewRows)
  const many = await expand(bench, manyRows)
  const row = (who: 'api' | 'worker'): Row => ({
    name: `broadcast-memory, ${who === 'api' ? 'API' : 'worker'}`,
    unit: 'MB',
    ours: { label: `to ${manyRows.toLocaleString('en')} contacts, at most`, figures: [many[who]] },
    other: { label: `to ${fewRows.toLocaleString('en')}`, figures: [few[who]] },
    target: { ratioAtMost: 1.2 },
  })
  return [row('api'), row('worker')]
}

async function expand(bench: HttpBench, contacts: number): Promise<{ api: number; worker: number }> {
  const { postgres, services, signal, progress } = bench
  const { pool } = postgres.database
  const key = services.keys.unlimited.live
  await forgetBroadcasts(pool)
  await seedContacts(bench, key, contacts)
  await using sink = await startSmtpSink({ cwd: postgres.folder, signal })
  await using worker = await startWorker(postgres, sink, signal)
  await sendBroadcast({ bench, key })
  const began = performance.now()
  for (; ; await pause(1_000, undefined, { signal })) {
    const { rows } = await pool.query<{ made: number; isMaking: boolean; isWhole: boolean }>(`
      select made, state = 'sending' and phase <> 'finishing' as "isMaking",
        made = (select count(*) from contacts where email_subscribed) as "isWhole" from broadcasts`)
    const [broadcast] = rows
    if (broadcast?.isMaking) continue
    if (!broadcast?.isWhole) throw new Error(`The broadcast stopped after creating ${broadcast?.made} emails.`)
    const { made } = broadcast
    const seconds = ((performance.now() - began) / 1_000).toFixed(0)
    progress(`broadcast-memory: ${made} emails created in ${seconds} s, ${await sink.received()} of them sent`)
    return { api: residentMegabytes(services.api.pid), worker: residentMegabytes(worker.pid) }
  }
}
