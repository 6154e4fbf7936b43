/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). Independent of any resource. */
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { environmentHeader, organizationHeader } from '@posthorn/contract/console/session-headers'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** One without data only moves the position to resume from; clients see no event. */
type ServerSentEvent = { id: string; type?: string; data?: string }

export type EventStream = AsyncGenerator<readonly ServerSentEvent[]>

export type StreamTiming = {
  /** After this much silence a comment is sent, so that proxies do not consider the connection dead. */
  quietMs: number
  /** How often keys and sessions are checked again: the longest time that a stream outlives its revoked key. */
  recheckMs: number
}

export const defaultStreamTiming: StreamTiming = { quietMs: 15_000, recheckMs: 700 }

type Options = {
  timing: StreamTiming
  isStillAdmitted: (request: FastifyRequest) => Promise<boolean>
  /** Fastify calls its hooks for finished answers, but not when the client has disconnected. */
  onCutOff: (request: FastifyRequest, reply: FastifyReply) => void
}

/** Opens the stream. The signal is aborted when the answer has ended, whichever side ended it. */
type Open = (signal: AbortSignal) => Promise<EventStream>

export type EventStreams = {
  send(request: FastifyRequest, reply: FastifyReply, open: Open): Promise<FastifyReply>
  endAll(): void
}

export function eventStreams({ timing, isStillAdmitted, onCutOff }: Options): EventStreams {
  const running = new Map<AbortController, FastifyRequest>()
  let closed = false
  let isRechecking = false

  /** One check for all streams of a caller. */
  async function recheck(): Promise<void> {
    const byCaller = Map.groupBy(running, ([, request]) => callerKey(request))
    const checks = [...byCaller.values()].map(async streams => {
      const [first] = streams
      if (first && !(await isStillAdmitted(first[1]))) for (const [ending] of streams) ending.abort()
    })
    await Promise.all(checks)
  }

  async function keepRechecking(): Promise<void> {
    isRechecking = true
    while (running.size > 0) {
      await pause(timing.recheckMs, undefined, { ref: false })
      await recheck()
    }
    isRechecking = false
  }

  function begin(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const { raw } = reply
    const ending = new AbortController()
    running.set(ending, request)
    if (closed) ending.abort()
    // A client that does not read cannot receive the end of the stream.
    ending.signal.addEventListener('abort', () => raw.writableNeedDrain && raw.destroy(), { once: true })
    const finish = () => {
      running.delete(ending)
      ending.abort()
      if (!raw.writableFinished) onCutOff(request, reply)
    }
    // The client may have disconnected while its key was looked up.
    if (raw.destroyed) finish()
    else raw.once('close', finish)
    if (!isRechecking) void keepRechecking()
    return ending.signal
  }

  return {
    async send(request, reply, open) {
      const events = await open(begin(request, reply))
      reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no')
      if (request.method === 'HEAD') return reply.send('')
      return reply.send(Readable.from(toText(events, timing.quietMs)))
    },
    endAll() {
      closed = true
      for (const ending of running.keys()) ending.abort()
    },
  }
}

/** The same for streams of one key, or of one session in one environment. */
const callerKey = ({ headers, url, routeOptions }: FastifyRequest): string =>
  JSON.stringify([
    routeOptions.url,
    headers.authorization ?? [headers.cookie, headers[organizationHeader], headers[environmentHeader], url],
  ])

/** The first line is sent at once, so that the client and proxies see that the stream has begun. */
async function* toText(events: EventStream, quietMs: number): AsyncGenerator<string> {
  yield ': the stream has begun\n\n'
  let next = events.next()
  try {
    for (;;) {
      const result = await orQuiet(next, quietMs)
      if (result === undefined) yield ': quiet\n\n'
      else if (result.done) return
      else {
        yield result.value.map(toMessage).join('')
        next = events.next()
      }
    }
  } finally {
    // The pending result is no longer awaited.
    next.catch(() => {})
    void events.return(undefined)
  }
}

function toMessage({ id, type, data }: ServerSentEvent): string {
  const lines = [`id: ${id}`, ...(type === undefined ? [] : [`event: ${type}`])]
  return `${[...lines, ...(data === undefined ? [] : [`data: ${data}`])].join('\n')}\n\n`
}

/** Undefined when nothing arrives within `quietMs`. */
async function orQuiet<T>(next: Promise<T>, quietMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const quiet = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, quietMs, undefined)
  })
  try {
    return await Promise.race([next, quiet])
  } finally {
    clearTimeout(timer)
  }
}
