/** What a user would write: posts the same body repeatedly with undici, several at once, without recording anything. */
import { Agent } from 'undici'

export type PostOrder = { url: string; body: string; count: number; atOnce: number }
export type PostsDone = { tookMs: number }

const agent = new Agent({ connections: 50, pipelining: 1 })
const headers = { 'content-type': 'application/json' }

process.on('message', async ({ url, body, count, atOnce }: PostOrder) => {
  const { origin, pathname: path } = new URL(url)
  let left = count
  const begun = performance.now()
  const one = async () => {
    while (left-- > 0) {
      const answer = await agent.request({ origin, path, method: 'POST', headers, body })
      if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}.`)
      await answer.body.text()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  process.send?.({ tookMs: performance.now() - begun } satisfies PostsDone)
})
// It has no port.
process.send?.(0)
process.once('SIGTERM', () => process.exit())
