/**
 * Two processes of the API and three workers on one PostgreSQL against one of each: from the HTTP request to the recorded
 * result. On as many cores as there are processes it shows what they add; on fewer, what their number costs.
 */
import { alternate } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { plainSender } from '../email-body.ts'
import { openDatabaseBeside } from '../ground.ts'
import type { Row } from '../row.ts'
import { openServices, startApi } from '../services.ts'
import { startSmtpSink } from '../sinks/smtp-sink.ts'
import { startWorker } from '../worker.ts'
import { deliveringSide } from './delivering-side.ts'
import { forgetEmails } from './stored-emails.ts'

const workers = 3

export async function compareProcesses(bench: HttpBench): Promise<Row[]> {
  const { ground, signal, services } = bench
  await using stack = new AsyncDisposableStack()
  const sink = stack.use(await startSmtpSink({ cwd: ground.folder, signal }))
  // Each side has a database of its own: nobody's worker takes what the other side has accepted.
  const severalGround = stack.use(await openDatabaseBeside(ground, 'several'))
  const several = { ...bench, ground: severalGround, services: stack.use(await openServices(severalGround, signal)) }
  const second = stack.use(await startApi(severalGround, signal))
  await forgetEmails(ground.database.pool)
  stack.use(await startWorker(ground, sink, signal))
  for (let started = 0; started < workers; started++) stack.use(await startWorker(severalGround, sink, signal))

  const sides = {
    several: deliveringSide(several, sink, plainSender, [
      several.services,
      // The generator of the other side has nothing else to do in these rounds.
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
      await forgetEmails(ground.database.pool)
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
