/**
 * From the HTTP request to the recorded result: our API and our worker against Postfix, which takes its messages by SMTP.
 * Both hand them to the same sink over 20 connections, and both have a message on disk before they answer for it.
 */
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { plainSender } from '../email-body.ts'
import { type Postfix, startPostfix } from '../peers/postfix.ts'
import type { Row, Series } from '../row.ts'
import { sharedNowMs } from '../shared-clock.ts'
import { addSignedDomain, signedSender } from '../signed-domain.ts'
import { type SmtpSink, startSmtpSink } from '../sinks/smtp-sink.ts'
import { startWorker } from '../worker.ts'
import { deliveringSide } from './delivering-side.ts'
import { messagesIn, roundWithinMs } from './round-of-messages.ts'
import { forgetEmails } from './stored-emails.ts'

/** What smtp-source writes into each; ours are larger, since the text that is derived from html comes on top. */
const postfixBytes = 1_500
const postfixConnections = 20

type Asked = { plain: boolean; signed: boolean }

export async function compareEmailsDeliver(bench: HttpBench, asked: Asked): Promise<Row[]> {
  const { ground, signal, services } = bench
  await using sink = await startSmtpSink({ cwd: ground.folder, signal })
  await using postfix = await startPostfix(sink, signal)
  await forgetEmails(ground.database.pool)
  await addSignedDomain(ground.database, services.keys.unlimited.live)
  await using worker = await startWorker(ground, sink, signal)
  bench.progress(`The worker is process ${worker.pid}.${postfix ? '' : ' There is no Postfix.'}`)

  const figures = await alternate<string>(bench, 'emails-deliver', {
    ...(asked.plain && { plain: ours(bench, sink, plainSender) }),
    ...(postfix && { postfix: byPostfix(bench, sink, postfix) }),
    ...(asked.signed && { signed: ours(bench, sink, signedSender) }),
  })

  const other: Series = postfix
    ? { label: 'Postfix', figures: figures.postfix ?? [] }
    : { label: 'no Postfix here', figures: [] }
  const row = (name: string, side: 'plain' | 'signed', ratioAtLeast: number): Row => ({
    name,
    unit: '/s',
    ours: { label: side === 'signed' ? 'with two signatures' : 'HTTP to result', figures: figures[side] ?? [] },
    other,
    target: { ratioAtLeast },
  })
  return [
    ...(asked.plain ? [row('emails-deliver', 'plain', 1.5)] : []),
    ...(asked.signed ? [row('emails-dkim', 'signed', 0.9)] : []),
  ]
}

function ours(bench: HttpBench, sink: SmtpSink, from: string): Side {
  const deliver = deliveringSide(bench, sink, from)
  return async seconds => {
    await forgetEmails(bench.ground.database.pool)
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
