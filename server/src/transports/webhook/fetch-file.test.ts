/** Files from URLs that a user gives. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openFileFetcher } from './fetch-file.ts'

async function serverWith(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `as`: it listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const answers: RequestListener = (request, response) => {
  if (request.url === '/file') response.setHeader('content-type', 'text/plain; charset=utf-8').end('hello')
  else if (request.url === '/moved') response.writeHead(302, { location: '/file' }).end()
  else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end()
  else if (request.url === '/inner') response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  else if (request.url === '/large') response.end(Buffer.alloc(2_000))
  else if (request.url === '/endless') response.writeHead(200).write('a')
  else response.writeHead(404).end()
}

test('a file is fetched with its type, also through redirects', async () => {
  await using there = await serverWith(answers)
  await using files = openFileFetcher(async () => 'loopback')

  expect(await files.fetch(`${there.url}/file`, 1_000)).toEqual({ bytes: Buffer.from('hello'), type: 'text/plain' })
  expect(await files.fetch(`${there.url}/moved`, 1_000)).toMatchObject({ bytes: Buffer.from('hello') })
})

test.each([
  ['/nothing', 'the answer was 404'],
  ['/large', 'it is larger than attachments may be'],
  ['/round', 'there are too many redirects'],
  ['/inner', 'address not allowed'],
  ['/endless', 'it took more than 0.3 s'],
])('%s: %s', async (path, error) => {
  await using there = await serverWith(answers)
  await using files = openFileFetcher(async () => 'loopback', { timeoutMs: 300 })

  expect(await files.fetch(there.url + path, 1_000)).toEqual({ error })
})

test.each(['file:///etc/passwd', '/etc/passwd', 'ftp://example.com/', ''])('%j is not a valid URL', async url => {
  await using files = openFileFetcher(async () => 'public')
  expect(await files.fetch(url, 1_000)).toEqual({ error: 'the URL is not one of http or https' })
})

test('internal addresses are not reached', async () => {
  await using there = await serverWith(answers)
  await using files = openFileFetcher(async () => 'public')
  expect(await files.fetch(`${there.url}/file`, 1_000)).toEqual({ error: 'address not allowed' })
})

test('concurrent fetches are limited', async () => {
  await using there = await serverWith(answers)
  await using files = openFileFetcher(async () => 'loopback', { timeoutMs: 300, maxAtOnce: 1 })
  const first = files.fetch(`${there.url}/endless`, 1_000)

  expect(await files.fetch(`${there.url}/file`, 1_000)).toMatchObject({ isBusy: true })
  await first
  expect(await files.fetch(`${there.url}/file`, 1_000)).toMatchObject({ bytes: Buffer.from('hello') })
})
