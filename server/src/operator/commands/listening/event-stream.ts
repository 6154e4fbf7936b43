/** The event stream of the API as an endless stream: it reconnects and continues where it was. */
import { setTimeout as pause } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { fatal } from '#core/fatal.ts'

/** `data` is the body of the event as sent. */
export type HeardEvent = { type: string; data: string }

export type ListeningState = 'listening' | 'out of reach' | 'from now on'

type Options = {
  url: string
  key: string
  signal: AbortSignal
  onState: (state: ListeningState) => void
}

/** The API sends something every 15 seconds: after three times that, the connection is dead. */
const silenceMs = 45_000
const pausesMs = [100, 250, 500, 1_000, 2_000, 5_000]

export async function* streamEvents({ url, key, signal, onState }: Options): AsyncGenerator<HeardEvent> {
  let lastId: string | undefined
  for (let failures = 0; !signal.aborted; failures++) {
    const connection = openConnection(signal)
    try {
      const response = await connection.ask(`${url}/v1/events/stream`, key, lastId)
      if (response.ok) {
        failures = 0
        onState('listening')
        yield* connection.read(response, id => {
          lastId = id
        })
        onState('out of reach')
      } else if (await isForgotten(response)) {
        lastId = undefined
        onState('from now on')
      } else onState('out of reach')
    } catch (error) {
      if (!isOfTheWire(error)) throw error
      if (!signal.aborted) onState('out of reach')
    } finally {
      connection.close()
    }
    const pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)]
    await pause(pauseMs, undefined, { signal }).catch(() => {})
  }
}

function openConnection(signal: AbortSignal) {
  const closing = new AbortController()
  const close = () => closing.abort()
  const silence = setTimeout(close, silenceMs)
  signal.addEventListener('abort', close)

  return {
    ask: (url: string, key: string, lastId: string | undefined) =>
      fetch(url, {
        headers: { authorization: `Bearer ${key}`, ...(lastId !== undefined && { 'last-event-id': lastId }) },
        redirect: 'error',
        signal: closing.signal,
      }),
    async *read({ body, headers }: Response, onId: (id: string) => void): AsyncGenerator<HeardEvent> {
      if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) throw notPosthorn()
      const heard: HeardEvent[] = []
      const parser = createParser({ onId, onEvent: ({ event = '', data }) => heard.push({ type: event, data }) })
      for await (const text of body.pipeThrough(new TextDecoderStream())) {
        silence.refresh()
        parser.feed(text)
        yield* heard.splice(0)
      }
    },
    close() {
      clearTimeout(silence)
      signal.removeEventListener('abort', close)
      close()
    },
  }
}

/** True for a cursor that the API no longer knows. Throws for errors that a retry would not fix. */
async function isForgotten(response: Response): Promise<boolean> {
  const { status } = response
  const { code, message } = await readRefusal(response)
  if (code === 'invalid_cursor') return true
  if (status < 500 && ![408, 425, 429].includes(status)) throw code ? fatal(`The API says: ${message}`) : notPosthorn()
  return false
}

async function readRefusal(response: Response): Promise<{ code: string; message: string }> {
  const body: unknown = await response.json().catch(() => undefined)
  const { code = '', message = '' } = Object(body)
  return { code: String(code), message: String(message) }
}

const notPosthorn = () => fatal('The program that answers there is not Posthorn. Give the URL of the API with --url.')

/** fetch throws a TypeError when there is no answer or the connection breaks, and an AbortError when aborted. */
const isOfTheWire = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.name === 'AbortError')
