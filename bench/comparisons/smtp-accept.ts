/**
 * Messages submitted by SMTP while nothing is delivered: our API against Postfix, which puts them into its hold queue. Both are fed by smtp-source,
 * which cannot authenticate: a proxy in front of our server does that, and an equal proxy in front of Postfix only forwards bytes.
 */
import { holdingAll, startPostfix } from '../../sinks/postfix.ts'
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { startProcess } from '../child-process.ts'
import { connections } from '../pace.ts'
import { feedByPostfix } from '../peers/postfix.ts'
import type { Row } from '../row.ts'
import { messagesIn } from './round-of-messages.ts'
import { forgetEmails } from './stored-emails.ts'

const bytes = 1_500

export async function compareSmtpAccept(bench: HttpBench): Promise<Row[]> {
  const { services, postgres, signal } = bench
  // Nothing leaves the queue, so no server is needed at this port.
  await using postfix = await startPostfix(9, holdingAll)
  if (!postfix) {
    bench.progress('Postfix and smtp-source are not installed: smtp-accept is skipped.')
    return []
  }
  const key = services.keys.unlimited.live
  const before = (to: number, signIn: string) =>
    startProcess(
      new URL('../peers/signed-in-process.ts', import.meta.url),
      { cwd: postgres.folder, env: { BENCH_TO: String(to), BENCH_KEY: signIn }, signal },
      { flags: [], until: /^(\d+)$/ },
    )
  await using oursBehind = await before(services.smtpPort, key)
  await using postfixBehind = await before(postfix.port, '')
  const feeding =
    (port: string): Side =>
    async seconds => {
      const messages = messagesIn(bench.pace, seconds)
      const start = performance.now()
      await feedByPostfix(Number(port), messages, { bytes, connections, signal })
      return { perSecond: messages / ((performance.now() - start) / 1_000) }
    }

  const figures = await alternate(bench, 'smtp-accept', {
    ours: provingAll(bench, feeding(oursBehind.output)),
    postfix: feeding(postfixBehind.output),
  })
  return [
    {
      name: 'smtp-accept',
      unit: '/s',
      ours: { label: 'SMTP submission', figures: figures.ours },
      other: { label: 'Postfix', figures: figures.postfix },
      target: { ratioAtLeast: 1.2 },
    },
  ]
}

/** Starts with empty tables, and checks that everything confirmed is stored. */
const provingAll =
  ({ postgres, pace }: HttpBench, side: Side): Side =>
  async seconds => {
    const { pool } = postgres.database
    await forgetEmails(pool)
    const result = await side(seconds)
    const { rows } = await pool.query('select count(*)::integer as due from deliveries where due_at is not null')
    if (rows[0].due !== messagesIn(pace, seconds)) throw new Error(`Only ${rows[0].due} of the messages are stored.`)
    return result
  }
