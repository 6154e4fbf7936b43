/**
 * From the HTTP request to the delivery receipt: our API and our worker against Kannel. Each is bound to its own SMSC
 * as a transceiver with the same window, and both get the same messages from the same generator.
 */
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { type Kannel, type KannelStore, reportsPerMessage, startKannel } from '../peers/kannel.ts'
import type { Row } from '../row.ts'
import { environmentOf } from '../seed-contacts.ts'
import { sharedNowMs } from '../shared-clock.ts'
import { type SmscCounts, type SmscSink, startSmscSink } from '../sinks/smsc-sink.ts'
import { startWorker } from '../worker.ts'
import { feed, messagesIn, roundWithinMs } from './round-of-messages.ts'
import { allReceipted, countDelivered, forgetSms } from './stored-sms.ts'

export async function compareSmsSmpp(bench: HttpBench): Promise<Row[]> {
  const { postgres, signal } = bench
  await using sink = await startSmscSink({ cwd: postgres.folder, signal })
  await using spool = await openKannelSide(bench, 'spool')
  await using file = await openKannelSide(bench, 'file')
  await forgetSms(postgres.database.pool)
  await using worker = await startWorker(postgres, sink, signal)
  bench.progress(`The worker is process ${worker.pid}.${spool ? '' : ' Kannel is not installed.'}`)

  const figures = await alternate<string>(bench, 'sms-smpp', {
    ours: ours(bench, sink),
    ...(spool && { spool: spool.side }),
    ...(file && { file: file.side }),
  })

  const row = (name: string, store: KannelStore, ratioAtLeast: number): Row => ({
    name,
    unit: '/s',
    ours: { label: 'HTTP to receipt', figures: figures.ours ?? [] },
    other: { label: spool ? 'Kannel' : 'Kannel not installed', figures: figures[store] ?? [] },
    target: { ratioAtLeast },
  })
  return [row('sms-smpp', 'spool', 2.2), ...(file ? [row('sms-smpp (one file)', 'file', 1)] : [])]
}

/** Each side has its own SMSC, because receipts go to any bound client. */
async function openKannelSide(
  bench: HttpBench,
  store: KannelStore,
): Promise<(AsyncDisposable & { side: Side }) | undefined> {
  await using opened = new AsyncDisposableStack()
  const sink = opened.use(await startSmscSink({ cwd: bench.postgres.folder, signal: bench.signal }))
  const kannel = opened.use(await startKannel(sink, store, bench.signal))
  if (!kannel) return undefined
  bench.progress(`Kannel with store-type ${store} runs as processes ${kannel.pids.join(' and ')}.`)
  const kept = opened.move()
  return { side: byKannel(bench, sink, kannel), [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

function ours(bench: HttpBench, sink: SmscSink): Side {
  const { pool } = bench.postgres.database
  const { api, keys } = bench.services
  const key = keys.unlimited.live
  return async seconds => {
    const messages = messagesIn(bench.pace, seconds)
    await forgetSms(pool)
    const environmentId = await environmentOf(pool, key)
    const before = await sink.counts()
    const start = sharedNowMs()
    const load = await feed(bench, {
      ...{ origin: api.url, key, messages, status: 200 },
      requests: { kind: 'sms', path: '/v1/sms' },
    })
    await sink.confirmed(before.confirmed + messages, roundWithinMs)
    await allReceipted(pool, environmentId, bench.signal)
    const took = sharedNowMs() - start

    checkArrived(before, await sink.counts(), messages)
    const delivered = await countDelivered(pool, environmentId)
    if (delivered !== messages)
      throw new Error(`${messages} text messages were accepted, ${delivered} are recorded as delivered.`)
    return { perSecond: messages / (took / 1_000), load }
  }
}

const byKannel =
  (bench: HttpBench, sink: SmscSink, { origin, path, reports }: Kannel): Side =>
  async seconds => {
    const messages = messagesIn(bench.pace, seconds)
    const before = { ...(await sink.counts()), reports: reports.count }
    const start = sharedNowMs()
    const load = await feed(bench, { origin, messages, status: 202, requests: { kind: 'sendsms', path } })
    const end = await sink.confirmed(before.confirmed + messages, roundWithinMs)
    // Not timed, but it must finish before the next round.
    await reports.settled(before.reports + messages * reportsPerMessage, bench.signal)

    checkArrived(before, await sink.counts(), messages)
    return { perSecond: messages / ((end - start) / 1_000), load }
  }

/** Checks that each message arrived at the SMSC exactly once. */
function checkArrived(before: SmscCounts, after: SmscCounts, messages: number): void {
  const received = after.received - before.received
  const different = after.different - before.different
  if (received !== messages || different !== messages)
    throw new Error(
      `${messages} text messages were accepted, ${received} arrived, ${received - different} of them as duplicates.`,
    )
}
