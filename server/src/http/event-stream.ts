/** Server-sent events on the wire (https://html.spec.whatwg.org/multipage/server-sent-events.html). Knows no resource. */
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { environmentHeader, organizationHeader } from '@posthorn/contract/console/session-headers'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** One without data moves the place to go on from, and is no event to whoever listens. */
type ServerSentEvent = { id: string; type?: string; data?: string }

export type EventStream = AsyncGenerator<readonly ServerSentEvent[]>

export type StreamTiming = {
  /** After so much silence a comment is sent, so that nobody in between takes the connection for dead. */
  quietMs: number
  /** How often keys and sessions are looked at again: a stream goes on for no longer once its key is revoked. */
  recheckMs: number
}

export const usualStreamTiming: StreamTiming = { quietMs: 15_000, recheckMs: 700 }

type Options = {
  timing: StreamTiming
  isStillAdmitted: (request: FastifyRequest) => Promise<boolean>
  /** Fastify tells its hooks of an answer that was finished, not of one that the caller has hung up on. */
  onCutOff: (request: FastifyRequest, reply: FastifyReply) => void
}

/** Opens the stream. The signal is aborted when the answer has ended, whoever ended it. */
type Open = (signal: AbortSignal) => Promise<EventStream>

export type EventStreams = {
  send(request: FastifyRequest, reply: FastifyReply, open: Open): Promise<FastifyReply>
  endAll(): void
}

export function eventStreams({ timing, isStillAdmitted, onCutOff }: Options): EventStreams {
  const running = new Map<AbortController, FastifyRequest>()
  let closed = false
  let isRechecking = false

  /** However many streams somebody has open, they are asked for once. */
  async function recheck(): Promise<void> {
    const byCaller = Map.groupBy(running, ([, request]) => whoAsks(request))
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
    // Whoever does not read cannot be told that it is over.
    ending.signal.addEventListener('abort', () => raw.writableNeedDrain && raw.destroy(), { once: true })
    const finish = () => {
      running.delete(ending)
      ending.abort()
      if (!raw.writableFinished) onCutOff(request, reply)
    }
    // The caller may have gone while its key was looked up.
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

/** The same for two streams of one key, or of one session in one place. */
const whoAsks = ({ headers, url, routeOptions }: FastifyRequest): string =>
  JSON.stringify([
    routeOptions.url,
    headers.authorization ?? [headers.cookie, headers[organizationHeader], headers[environmentHeader], url],
  ])

/** The first line goes out at once, so that a client and everybody in between see that the stream has begun. */
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
    // Nobody waits for it any more.
    next.catch(() => {})
    void events.return(undefined)
  }
}

function toMessage({ id, type, data }: ServerSentEvent): string {
  const lines = [`id: ${id}`, ...(type === undefined ? [] : [`event: ${type}`])]
  return `${[...lines, ...(data === undefined ? [] : [`data: ${data}`])].join('\n')}\n\n`
}

/** Undefined when nothing has come for so long. */
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
