import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { providerApi } from './provider-api.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function start(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close() {
      server.close()
      server.closeAllConnections()
    },
  })
  const address = server.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const messages: string[] = []
  const { signal } = new AbortController()
  const headers = { authorization: 'Bearer old' }
  return {
    baseUrl,
    messages,
    api: providerApi({ name: 'Resend', baseUrl, headers, signal, tell: text => messages.push(text) }),
  }
}

test('a 429 and a temporary failure are retried, and a refusal is reported with its message', async () => {
  let asked = 0
  const { api } = await start((request, response) => {
    asked++
    if (request.url === '/refused') return response.writeHead(403).end('{"message":"This API key is restricted"}')
    if (asked < 3) return response.writeHead(asked === 1 ? 429 : 502, { 'retry-after': '0' }).end('slower')
    return response.end(JSON.stringify({ key: request.headers.authorization }))
  })

  expect(await api.get('contacts')).toEqual({ key: 'Bearer old' })
  expect(asked).toBe(3)
  await expect(api.get('refused')).rejects.toThrow('Resend says: 403 This API key is restricted')
  expect(asked).toBe(4)
})

test('the key is not sent to another host, nor with a download', async () => {
  const keys: unknown[] = []
  const other = await start((request, response) => {
    keys.push(request.headers.authorization)
    response.end('file')
  })
  const { api } = await start((_, response) => response.end('{}'))

  await expect(api.get(`${other.baseUrl}/next`)).rejects.toThrow('its key is for')
  expect(String(await api.download(`${other.baseUrl}/file`))).toBe('file')
  expect(keys).toEqual([undefined])
})

test('an endless answer and an answer that is not JSON are refused', async () => {
  const { api } = await start((request, response) => {
    if (request.url === '/page') return void response.end('<html>')
    const part = Buffer.alloc(1024 * 1024)
    const more = () => {
      while (response.write(part));
      response.once('drain', more)
    }
    return more()
  })

  await expect(api.get('endless')).rejects.toThrow('more than 32 MiB')
  await expect(api.get('page')).rejects.toThrow('is not the API of Resend')
})
