/** Sequential requests to one API over one keep-alive connection. */
import { Agent, request } from 'node:http'

type Answer = { body: Buffer; ms: number }
export type Requests = Disposable & {
  /** Returns the answer, and the milliseconds until its last byte. Throws unless it is a success. */
  ask(path: string, given?: { method: 'POST'; body: string }): Promise<Answer>
}

const withinMs = 10_000

export function openRequests(origin: string, key: string): Requests {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const authorization = `Bearer ${key}`
  return {
    ask: (path, given) =>
      new Promise((resolve, reject) => {
        const headers = { authorization, ...(given && { 'content-type': 'application/json' }) }
        const options = { method: given?.method ?? 'GET', agent, headers, timeout: withinMs }
        const start = performance.now()
        const outgoing = request(`${origin}${path}`, options, reply => {
          const chunks: Buffer[] = []
          reply.on('error', reject)
          reply.on('data', chunk => chunks.push(chunk))
          reply.on('end', () => {
            const answer = { body: Buffer.concat(chunks), ms: performance.now() - start }
            if (reply.statusCode === 200 || reply.statusCode === 201) resolve(answer)
            else reject(new Error(`${path} must be a success, but was ${reply.statusCode}: ${answer.body}`))
          })
        })
        outgoing.on('error', reject)
        outgoing.on('timeout', () => outgoing.destroy(new Error(`${path} had no answer within ${withinMs / 1_000} s.`)))
        outgoing.end(given?.body)
      }),
    [Symbol.dispose]: () => agent.destroy(),
  }
}
