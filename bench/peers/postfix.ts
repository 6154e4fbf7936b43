/** A Postfix that is fed by Postfix's own source of messages. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../../sinks/find-program.ts'
import { startPostfix as start } from '../../sinks/postfix.ts'
import type { SmtpSink } from '../sinks/smtp-sink.ts'

export type Postfix = AsyncDisposable & {
  /** Hands it messages of that size over so many kept connections, and waits until it has taken them. */
  feed(messages: number, options: { bytes: number; connections: number }): Promise<void>
}

/** Undefined where it is not installed, or where only an administrator could start it. */
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

/** Of whoever sends what Postfix is fed with. */
export const senderDomain = 'acme.test'

/** Any server that takes mail without a sign-in. */
export async function feedByPostfix(
  port: number,
  messages: number,
  { bytes, connections, signal }: { bytes: number; connections: number; signal: AbortSignal },
): Promise<void> {
  const source = findProgram('smtp-source')
  if (!source) throw new Error('smtp-source is not installed.')
  const addresses = ['-f', `orders@${senderDomain}`, '-t', 'ada@example.com']
  const amounts = ['-m', String(messages), '-l', String(bytes), '-s', String(connections)]
  // -d: the next message comes over the same connection, as our requests do.
  await promisify(execFile)(source, ['-d', ...amounts, ...addresses, `inet:127.0.0.1:${port}`], { signal })
}
