/** `npm start` with the worker in a process of its own against both in one: from the HTTP request to the recorded result. */
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { openDatabaseBeside } from '../bench-database.ts'
import { plainSender } from '../email-body.ts'
import type { Row } from '../row.ts'
import { openServices, startAll } from '../services.ts'
import { type SmtpSink, startSmtpSink } from '../sinks/smtp-sink.ts'
import { deliveringSide } from './delivering-side.ts'
import { forgetEmails } from './stored-emails.ts'

export async function compareStart(bench: HttpBench): Promise<Row[]> {
  const { postgres, signal } = bench
  await using stack = new AsyncDisposableStack()
  const sink = stack.use(await startSmtpSink({ cwd: postgres.folder, signal }))
  const figures = await alternate(bench, 'start', {
    apart: await startedSide(bench, stack, sink, '1'),
    together: await startedSide(bench, stack, sink, '0'),
  })
  return [
    {
      name: 'start',
      unit: '/s',
      ours: { label: 'worker in its own process', figures: figures.apart },
      other: { label: 'in the process of the API', figures: figures.together },
      target: { ratioAtLeast: 1 },
    },
  ]
}

/** On a database of its own, so that neither takes emails of the other. */
async function startedSide(
  bench: HttpBench,
  stack: AsyncDisposableStack,
  sink: SmtpSink,
  workers: string,
): Promise<Side> {
  const postgres = stack.use(await openDatabaseBeside(bench.postgres, `workers_${workers}`))
  const services = stack.use(await openServices(postgres, bench.signal))
  const all = stack.use(await startAll(postgres, bench.signal, { ...sink.forWorker, POSTHORN_WORKERS: workers }))
  const side = deliveringSide({ ...bench, postgres, services: { ...services, api: all } }, sink, plainSender)
  return async seconds => {
    await forgetEmails(postgres.database.pool)
    return side(seconds)
  }
}
