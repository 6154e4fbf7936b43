/** Our API and our worker on an external PostgreSQL against the embedded one: from the HTTP request to the recorded result. */
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { openDatabaseAt } from '../bench-database.ts'
import { plainSender } from '../email-body.ts'
import type { Row } from '../row.ts'
import { openServices } from '../services.ts'
import { type SmtpSink, startSmtpSink } from '../sinks/smtp-sink.ts'
import { startWorker } from '../worker.ts'
import { deliveringSide } from './delivering-side.ts'
import { forgetEmails } from './stored-emails.ts'

export async function compareExternalDatabase(bench: HttpBench, url: string): Promise<Row[]> {
  const { postgres, signal } = bench
  await using stack = new AsyncDisposableStack()
  const sink = stack.use(await startSmtpSink({ cwd: postgres.folder, signal }))
  const elsewhere = stack.use(await openDatabaseAt(url, postgres))
  const external = { ...bench, postgres: elsewhere, services: stack.use(await openServices(elsewhere, signal)) }
  for (const each of [elsewhere, postgres]) stack.use(await startWorker(each, sink, signal))

  const sides = { external: side(external, sink), embedded: side(bench, sink) }
  const figures = await alternate(bench, 'external-database', sides)
  return [
    {
      name: 'external-database',
      unit: '/s',
      ours: { label: `PostgreSQL ${await versionOf(external)}`, figures: figures.external },
      other: { label: `embedded, ${await versionOf(bench)}`, figures: figures.embedded },
      target: { ratioAtLeast: 0.9 },
    },
  ]
}

function side(bench: HttpBench, sink: SmtpSink): Side {
  const { pool } = bench.postgres.database
  const deliver = deliveringSide(bench, sink, plainSender)
  return async seconds => {
    await forgetEmails(pool)
    await pool.query('checkpoint')
    return deliver(seconds)
  }
}

async function versionOf({ postgres }: HttpBench): Promise<string> {
  const { rows } = await postgres.database.pool.query(
    "select split_part(current_setting('server_version'), ' ', 1) as version",
  )
  return rows[0].version
}
