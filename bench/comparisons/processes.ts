/**
 * Two API processes and three workers on one PostgreSQL against one of each: from the HTTP request to the recorded
 * result. With a core for each process it shows how they scale; with fewer cores, the overhead of more processes.
 */
import { alternate } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { openDatabaseBeside } from '../bench-database.ts'
import { plainSender } from '../email-body.ts'
import type { Row } from '../row.ts'
import { openServices, startApi } from '../services.ts'
import { startSmtpSink } from '../sinks/smtp-sink.ts'
import { startWorker } from '../worker.ts'
import { deliveringSide } from './delivering-side.ts'
import { forgetEmails } from './stored-emails.ts'

const workers = 3

export async function compareProcesses(bench: HttpBench): Promise<Row[]> {
  const { postgres, signal, services } = bench
  await using stack = new AsyncDisposableStack()
  const sink = stack.use(await startSmtpSink({ cwd: postgres.folder, signal }))
  // Each side has its own database, so no worker takes emails of the other side.
  const severalGround = stack.use(await openDatabaseBeside(postgres, 'several'))
  const several = { ...bench, postgres: severalGround, services: stack.use(await openServices(severalGround, signal)) }
  const second = stack.use(await startApi(severalGround, signal))
  await forgetEmails(postgres.database.pool)
  stack.use(await startWorker(postgres, sink, signal))
  for (let started = 0; started < workers; started++) stack.use(await startWorker(severalGround, sink, signal))

  const sides = {
    several: deliveringSide(several, sink, plainSender, [
      several.services,
      // The generator of the other side is idle in these rounds.
      { api: second, generator: services.generator },
    ]),
    one: deliveringSide(bench, sink, plainSender),
  }
  const figures = await alternate(bench, 'processes', {
    several: async seconds => {
      await forgetEmails(severalGround.database.pool)
      return sides.several(seconds)
    },
    one: async seconds => {
      await forgetEmails(postgres.database.pool)
      return sides.one(seconds)
    },
  })
  return [
    {
      name: 'processes',
      unit: '/s',
      ours: { label: `2 APIs, ${workers} workers`, figures: figures.several },
      other: { label: 'one of each', figures: figures.one },
      target: { ratioAtLeast: 1 },
    },
  ]
}
