/** A Postfix that is fed by smtp-source. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../../sinks/find-program.ts'
import { startPostfix as start } from '../../sinks/postfix.ts'
import type { SmtpSink } from '../sinks/smtp-sink.ts'

export type Postfix = AsyncDisposable & {
  /** Sends messages of this size over this many keep-alive connections, and waits until all are accepted. */
  feed(messages: number, options: { bytes: number; connections: number }): Promise<void>
}

/** Undefined if Postfix is not installed, or cannot start without root. */
export async function startPostfix(
  sink: SmtpSink,
  signal: AbortSignal,
  settings: Readonly<Record<string, string>> = {},
): Promise<Postfix | undefined> {
  const postfix = findProgram('smtp-source') && (await start(sink.port, settings))
  if (!postfix) return undefined
  return {
    feed: (messages, options) => feedByPostfix(postfix.port, messages, { ...options, signal }),
    [Symbol.asyncDispose]: () => postfix[Symbol.asyncDispose](),
  }
}

/** The sender domain of the messages. */
export const senderDomain = 'acme.test'

/** Feeds any server that accepts mail without authentication. */
export async function feedByPostfix(
  port: number,
  messages: number,
  { bytes, connections, signal }: { bytes: number; connections: number; signal: AbortSignal },
): Promise<void> {
  const source = findProgram('smtp-source')
  if (!source) throw new Error('smtp-source is not installed.')
  const addresses = ['-f', `orders@${senderDomain}`, '-t', 'ada@example.com']
  const amounts = ['-m', String(messages), '-l', String(bytes), '-s', String(connections)]
  // -d: reuses the connection for the next message, as our requests do.
  await promisify(execFile)(source, ['-d', ...amounts, ...addresses, `inet:127.0.0.1:${port}`], { signal })
}
