/** Another service as its documentation describes it: it answers by path, and records the requests. */
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
type Answered = { status?: number; headers?: Record<string, string>; body: unknown }
/** By method and path, with the query where that matters. */
export type Answers = Record<string, Answered | ((asked: Asked, nth: number) => Answered | Promise<Answered>)>

export async function startProvider(answers: Answers) {
  const asked: Asked[] = []
  const counts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const one = { method, path: url, headers, body: await text(request) }
    asked.push(one)
    const plain = `${method} ${url.split('?')[0]}`
    const found = answers[`${method} ${url}`] ?? answers[plain] ?? { status: 404, body: { message: `no ${plain}` } }
    const nth = counts.get(plain) ?? 0
    counts.set(plain, nth + 1)
    const { status = 200, headers: more, body } = typeof found === 'function' ? await found(one, nth) : found
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(bytes)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
