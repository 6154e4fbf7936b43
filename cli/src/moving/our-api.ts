/** Calls our own API and waits when it asks for that or is away for a while: limits and restarts do not stop an import. */
import { randomUUID } from 'node:crypto'
import { type ApiAnswer, askApi, Refused, refusalIn, Unreachable } from '../api.ts'
import type { Access } from '../login-file.ts'
import { pause } from './provider-api.ts'

type ApiRequest = Parameters<typeof askApi>[1]
export type OurApi = {
  /** Returns the body; undefined for a 404; throws `Refused` otherwise. */
  find<Body>(path: string): Promise<Body | undefined>
  /** Returns a refusal instead of throwing it, if only this item is refused. */
  write<Body>(request: ApiRequest): Promise<{ body: Body } | { refused: string }>
  list<Item>(path: string): AsyncGenerator<Item>
}

const attempts = 20
const maxPauseMs = 3_600_000
/** Together a minute: longer than a restart takes. */
const pausesWhileAwayMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

export function ourApi(access: Access, signal: AbortSignal, tell: (text: string) => void): OurApi {
  let hasAnswered = false
  /** An address that never answered is probably wrong, so nothing waits for it. */
  const askUntilAnswered = async (request: ApiRequest): Promise<ApiAnswer> => {
    for (const pauseMs of pausesWhileAwayMs) {
      try {
        const answer = await askApi(access, request)
        hasAnswered = true
        return answer
      } catch (error) {
        if (!(error instanceof Unreachable) || !hasAnswered) throw error
        tell(`${error.message} Waiting ${pauseMs / 1_000} s.\n`)
        await pause(pauseMs, signal)
      }
    }
    return askApi(access, request)
  }
  const ask = async (request: ApiRequest): Promise<ApiAnswer> => {
    // The answer to an earlier attempt may have been lost.
    const once = request.method === 'POST' ? { ...request, idempotencyKey: randomUUID() } : request
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      const answer = await askUntilAnswered(once)
      const { status, body, headers } = answer
      const isTemporary = (status === 429 || status === 503) && headers.get('x-should-retry') !== 'false'
      if (!isTemporary || attempt === attempts) return answer
      const seconds = Number(headers.get('retry-after')) || 1
      if (seconds > 5) tell(`Posthorn says: ${refusalIn(body) ?? status} Waiting ${seconds} s.\n`)
      await pause(Math.min(seconds * 1_000, maxPauseMs), signal)
    }
  }
  const askOrThrow = async <Body>(request: ApiRequest): Promise<Body> => {
    const { status, body } = await ask(request)
    if (status >= 400) throw new Refused({ status, body })
    return body as Body // as: by the contract
  }
  return {
    async find<Body>(path: string) {
      const { status, body } = await ask({ path })
      if (status === 404) return undefined
      if (status >= 400) throw new Refused({ status, body })
      return body as Body // as: by the contract
    },
    async write<Body>(request: ApiRequest) {
      const { status, body } = await ask(request)
      // A problem with the key or the server affects all items.
      if ([401, 402, 403, 429].includes(status) || status >= 500) throw new Refused({ status, body })
      if (status >= 400) return { refused: refusalIn(body) ?? String(status) }
      return { body: body as Body } // as: by the contract
    },
    async *list<Item>(path: string) {
      type Page = { data: Item[]; next_cursor?: string }
      let cursor: string | undefined
      do {
        const page = await askOrThrow<Page>({
          path: `${path}?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        })
        yield* page.data
        cursor = page.next_cursor
      } while (cursor)
    },
  }
}
