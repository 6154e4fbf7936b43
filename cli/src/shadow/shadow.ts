/**
 * The old service answers the client. Requests that send are also sent to our API in the background. Nothing here changes or delays
 * an answer of the old service.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Access } from '../login-file.ts'
import { askOurs } from './ask-ours.ts'
import type { Dialect, Line } from './dialect.ts'
import { type Answer, differencesOf } from './differences.ts'
import type { Findings } from './findings.ts'
import { forwardRequest } from './proxy.ts'

type Shadow = {
  old: URL
  access: Access
  dialect: Dialect
  port: number
  findings: Findings
  signal: AbortSignal
  /** Called once the proxy listens on the port. */
  onListening(port: number): void
  /** Called after each comparison. */
  onCompared(line: Line, differences: readonly string[]): void
}

/** Requests to our API in flight; each can hold 15 MiB. Above this limit, requests go only to the old service. */
const maxInFlight = 10
/** How long to wait at the end for requests in flight. */
const shutdownMs = 5_000

export async function runShadow(shadow: Shadow): Promise<void> {
  const inFlight = new Set<Promise<void>>()
  const server = createServer((incoming, outgoing) => {
    const work = serve(shadow, incoming, outgoing, inFlight.size < maxInFlight)
    inFlight.add(work)
    work.finally(() => inFlight.delete(work))
  })
  await new Promise<void>((resolve, reject) => {
    // Only for clients on this machine, because their key arrives unencrypted.
    server.once('error', reject).listen(shadow.port, '127.0.0.1', resolve)
  })
  const address = server.address()
  shadow.onListening(typeof address === 'object' ? (address?.port ?? shadow.port) : shadow.port)
  await new Promise<void>(resolve => {
    if (shadow.signal.aborted) resolve()
    else shadow.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  server.close()
  server.closeIdleConnections()
  const timer = AbortSignal.timeout(shutdownMs)
  const over = new Promise<void>(resolve => timer.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([Promise.allSettled([...inFlight]), over])
  server.closeAllConnections()
}

async function serve(shadow: Shadow, incoming: IncomingMessage, outgoing: ServerResponse, canCompare: boolean) {
  const { findings, dialect, old } = shadow
  const line = { method: incoming.method ?? 'GET', path: incoming.url ?? '/' }
  if (!line.path.startsWith('/')) return void outgoing.writeHead(400).end()
  const isSending = dialect.sends(line)
  let asking: Promise<Answer> | undefined
  try {
    const theirs = await forwardRequest(old, incoming, outgoing, body => {
      if (!isSending || !canCompare || body === undefined) return
      asking = askOurs(shadow.access, dialect, { ...line, headers: incoming.headers, body })
      // Awaited below, or not at all.
      asking.catch(() => {})
    })
    if (!isSending) findings.passed()
    else if (!canCompare) findings.skipped('too many requests at once')
    else if (asking === undefined) findings.skipped('the request is too large')
    else if (theirs.body === undefined) findings.skipped('the answer there is too large, or has an unknown encoding')
    else await compare(shadow, line, { status: theirs.status, body: theirs.body }, asking)
  } catch (error) {
    if (isSending) findings.skipped(`no answer there: ${wordsOf(error)}`)
    if (!outgoing.headersSent)
      outgoing
        .writeHead(502, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: `posthorn shadow: no answer from ${old.origin}: ${wordsOf(error)}` }))
    else outgoing.destroy()
  }
}

async function compare({ findings, onCompared }: Shadow, line: Line, old: Answer, asking: Promise<Answer>) {
  let differences: string[]
  try {
    differences = differencesOf(old, await asking)
  } catch (error) {
    differences = [`no answer here: ${wordsOf(error)}`]
  }
  findings.compared(line, differences)
  onCompared(line, differences)
}

function wordsOf(error: unknown): string {
  const { cause, message } = Object(error)
  return String(Object(cause).code ?? Object(cause).message ?? message ?? error)
}
