/** Emails accepted and delivered per second, in a database with many emails and in one with few. */
import { setTimeout as pause } from 'node:timers/promises'
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { plainSender } from '../email-body.ts'
import { httpSide } from '../http-side.ts'
import type { SmtpSink } from '../sinks/smtp-sink.ts'
import type { Times } from '../take-turns.ts'
import { startWorker } from '../worker.ts'
import { deliveringSide } from './delivering-side.ts'

/** The context of the bench for each database. */
export type ManyAndFew = { many: HttpBench; few: HttpBench }

/** With another key than the deliveries, because those are counted. */
export const accepting = (bench: HttpBench) =>
  httpSide(bench, {
    origin: bench.services.api.url,
    key: bench.services.keys.limited.live,
    requests: { kind: 'emails', path: '/v1/emails', from: plainSender },
    status: 200,
  })

/** Accepting without a worker, and delivering from request to result with one. */
export async function timeSending(
  { many, few }: ManyAndFew,
  name: string,
  sink: SmtpSink,
): Promise<{ accept: Times; deliver: Times }> {
  const accept = await alternate(many, `${name}, accept`, {
    many: withEmptyQueue(many, accepting(many).side),
    few: withEmptyQueue(few, accepting(few).side),
  })
  for (const { postgres } of [many, few]) await postgres.database.pool.query(emptyQueue)
  await using _ofMany = await startWorker(many.postgres, sink, many.signal)
  await using _ofFew = await startWorker(few.postgres, sink, few.signal)
  for (const one of [many, few]) await queueIsEmpty(one)
  const deliver = await alternate(many, `${name}, deliver`, {
    many: deliveringSide(many, sink, plainSender),
    few: deliveringSide(few, sink, plainSender),
  })
  return { accept, deliver }
}

/** The last requests of a round can be accepted after its end, and deliveries that a worker holds are still to arrive. */
async function queueIsEmpty({ postgres, signal }: HttpBench): Promise<void> {
  const open = 'select 1 from deliveries where (due_at is not null or held_by is not null) and crashes <= 1 limit 1'
  while ((await postgres.database.pool.query(open)).rowCount) await pause(50, undefined, { signal })
}

const emptyQueue = 'update deliveries set due_at = null where due_at is not null and held_by is null and crashes <= 1'

const withEmptyQueue =
  ({ postgres }: HttpBench, side: Side): Side =>
  async seconds => {
    await postgres.database.pool.query(emptyQueue)
    return side(seconds)
  }
