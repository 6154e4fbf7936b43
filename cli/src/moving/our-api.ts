/** Asks our own API and waits where it says so: limits and restarts stop no import. */
import { type ApiAnswer, askApi, Refused, refusalIn } from '../api.ts'
import type { Access } from '../login-file.ts'
import { pause } from './provider-api.ts'

type Asked = Parameters<typeof askApi>[1]
export type OurApi = {
  /** The body of a yes; undefined where there is no such thing; a no becomes one line that says why. */
  find<Body>(path: string): Promise<Body | undefined>
  /** A no is returned, as what is wrong with this one. */
  write<Body>(asked: Asked): Promise<{ body: Body } | { refused: string }>
  list<Item>(path: string): AsyncGenerator<Item>
}

const attempts = 20
const longestPauseMs = 3_600_000

export function ourApi(access: Access, signal: AbortSignal, tell: (text: string) => void): OurApi {
  const ask = async (asked: Asked): Promise<ApiAnswer> => {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      const answer = await askApi(access, asked)
      const { status, body, headers } = answer
      const mayPass = (status === 429 || status === 503) && headers.get('x-should-retry') !== 'false'
      if (!mayPass || attempt === attempts) return answer
      const seconds = Number(headers.get('retry-after')) || 1
      if (seconds > 5) tell(`Posthorn says: ${refusalIn(body) ?? status} Waiting ${seconds} s.\n`)
      await pause(Math.min(seconds * 1_000, longestPauseMs), signal)
    }
  }
  const yes = async <Body>(asked: Asked): Promise<Body> => {
    const { status, body } = await ask(asked)
    if (status >= 400) throw new Refused({ status, body })
    return body as Body // as: what the contract says of the operation
  }
  return {
    async find<Body>(path: string) {
      const { status, body } = await ask({ path })
      if (status === 404) return undefined
      if (status >= 400) throw new Refused({ status, body })
      return body as Body // as: what the contract says of the operation
    },
    async write<Body>(asked: Asked) {
      const { status, body } = await ask(asked)
      // What is wrong with the key or the server is wrong with all of them.
      if ([401, 402, 403, 429].includes(status) || status >= 500) throw new Refused({ status, body })
      if (status >= 400) return { refused: refusalIn(body) ?? String(status) }
      return { body: body as Body } // as: what the contract says of the operation
    },
    async *list<Item>(path: string) {
      type Page = { data: Item[]; next_cursor?: string }
      let cursor: string | undefined
      do {
        const page = await yes<Page>({
          path: `${path}?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        })
        yield* page.data
        cursor = page.next_cursor
      } while (cursor)
    },
  }
}
