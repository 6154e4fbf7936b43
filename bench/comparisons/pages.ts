/** The pages of one environment's contacts, over one kept connection. */
import { Agent, get } from 'node:http'

export type Pages = Disposable & {
  /** The cursor of the nth page. */
  walkTo(nth: number): Promise<string>
  /** Milliseconds from the request to the last byte of a full page. */
  time(cursor: string | undefined): Promise<number>
}

type Answer = { status: number | undefined; bytes: Buffer[]; ms: number }

export function openPages(origin: string, key: string, pageSize: number): Pages {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${key}` }
  const ask = (cursor: string | undefined): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const url = `${origin}/v1/contacts?limit=${pageSize}${cursor ? `&cursor=${cursor}` : ''}`
      const start = performance.now()
      const request = get(url, { agent, headers, timeout: 10_000 }, reply => {
        const bytes: Buffer[] = []
        reply.on('data', chunk => bytes.push(chunk))
        reply.on('end', () => resolve({ status: reply.statusCode, bytes, ms: performance.now() - start }))
      })
      request.on('error', reject)
      request.on('timeout', () => request.destroy(new Error('A page had no answer within 10 s.')))
    })
  const askForPage = async (cursor: string | undefined): Promise<Answer> => {
    const answer = await ask(cursor)
    if (answer.status !== 200) throw new Error(`Every page must be 200, but one was ${answer.status}.`)
    return answer
  }

  return {
    async walkTo(nth) {
      let cursor: string | undefined
      for (let page = 1; page < nth; page++) {
        const { data, next_cursor } = JSON.parse(Buffer.concat((await askForPage(cursor)).bytes).toString())
        if (data.length !== pageSize || !next_cursor) throw new Error(`There is no page ${nth}: ${page} is the last.`)
        cursor = next_cursor
      }
      return cursor ?? ''
    },
    time: async cursor => (await askForPage(cursor)).ms,
    [Symbol.dispose]: () => agent.destroy(),
  }
}
