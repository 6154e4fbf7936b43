/** The pages of a list of one environment, over one keep-alive connection. */
import { openRequests } from '../requests.ts'

export type Pages = Disposable & {
  /** The cursor of the nth page. */
  walkTo(nth: number): Promise<string>
  /** Milliseconds from the request to the last byte of a full page. */
  time(cursor: string | undefined): Promise<number>
}

export function openPages(origin: string, key: string, path: string, pageSize: number): Pages {
  const requests = openRequests(origin, key)
  const ask = (cursor: string | undefined) =>
    requests.ask(`${path}?limit=${pageSize}${cursor ? `&cursor=${cursor}` : ''}`)
  return {
    async walkTo(nth) {
      let cursor: string | undefined
      for (let page = 1; page < nth; page++) {
        const { data, next_cursor } = JSON.parse((await ask(cursor)).body.toString())
        if (data.length !== pageSize || !next_cursor) throw new Error(`There is no page ${nth}: ${page} is the last.`)
        cursor = next_cursor
      }
      return cursor ?? ''
    },
    time: async cursor => (await ask(cursor)).ms,
    [Symbol.dispose]: () => requests[Symbol.dispose](),
  }
}
