/**
 * From the HTTP request to the recorded result: our API and our worker against Postfix, which accepts its messages by SMTP.
 * Both send them to the same sink over 20 connections, and both have a message on disk before they confirm it. When we
 * sign, Postfix signs too.
 */
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { plainSender } from '../email-body.ts'
import { startOpenDkim } from '../peers/opendkim.ts'
import { type Postfix, senderDomain, startPostfix } from '../peers/postfix.ts'
import type { Row } from '../row.ts'
import { sharedNowMs } from '../shared-clock.ts'
import { addSignedDomain, signedSender } from '../signed-domain.ts'
import { type SmtpSink, startSmtpSink } from '../sinks/smtp-sink.ts'
import { startWorker } from '../worker.ts'
import { deliveringSide } from './delivering-side.ts'
import { messagesIn, roundWithinMs } from './round-of-messages.ts'
import { forgetEmails } from './stored-emails.ts'

/** The size of smtp-source's messages. Ours are larger, because the text derived from html is added. */
const postfixBytes = 1_500
const postfixConnections = 20

type Options = { plain: boolean; signed: boolean }

export async function compareEmailsDeliver(bench: HttpBench, options: Options): Promise<Row[]> {
  const { postgres, signal, services } = bench
  await using stack = new AsyncDisposableStack()
  const sink = stack.use(await startSmtpSink({ cwd: postgres.folder, signal }))
  const postfix = options.plain ? stack.use(await startPostfix(sink, signal)) : undefined
  const openDkim = options.signed ? stack.use(await startOpenDkim(senderDomain, signal)) : undefined
  const signing = openDkim && stack.use(await startPostfix(sink, signal, openDkim.forPostfix))
  await forgetEmails(postgres.database.pool)
  await addSignedDomain(postgres.database, services.keys.unlimited.live)
  const worker = stack.use(await startWorker(postgres, sink, signal))
  bench.progress(`The worker is process ${worker.pid}.`)

  const figures = await alternate<string>(bench, 'emails-deliver', {
    ...(options.plain && { plain: ours(bench, sink, plainSender) }),
    ...(postfix && { postfix: byPostfix(bench, sink, postfix) }),
    ...(options.signed && { signed: ours(bench, sink, signedSender) }),
    ...(signing && { 'postfix signed': byPostfix(bench, sink, signing) }),
  })

  const rows: Row[] = []
  if (options.plain)
    rows.push({
      name: 'emails-deliver',
      unit: '/s',
      ours: { label: 'HTTP to result', figures: figures.plain ?? [] },
      other: { label: postfix ? 'Postfix' : 'Postfix not installed', figures: figures.postfix ?? [] },
      target: { ratioAtLeast: 2.2 },
    })
  if (options.signed)
    rows.push({
      name: 'emails-dkim',
      unit: '/s',
      ours: { label: 'with two signatures', figures: figures.signed ?? [] },
      other: {
        label: signing ? 'Postfix and OpenDKIM' : 'Postfix or OpenDKIM not installed',
        figures: figures['postfix signed'] ?? [],
      },
      target: { ratioAtLeast: 2 },
    })
  return rows
}

function ours(bench: HttpBench, sink: SmtpSink, from: string): Side {
  const deliver = deliveringSide(bench, sink, from)
  return async seconds => {
    await forgetEmails(bench.postgres.database.pool)
    return deliver(seconds)
  }
}

const byPostfix =
  ({ pace }: HttpBench, sink: SmtpSink, postfix: Postfix): Side =>
  async seconds => {
    const messages = messagesIn(pace, seconds)
    const before = await sink.received()
    const start = sharedNowMs()
    await postfix.feed(messages, { bytes: postfixBytes, connections: postfixConnections })
    const end = await sink.reached(before + messages, roundWithinMs)
    return { perSecond: messages / ((end - start) / 1_000) }
  }
