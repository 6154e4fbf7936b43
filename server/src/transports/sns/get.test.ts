import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { getFromAmazon } from './get.ts'

async function answering(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // `as`: it listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('an answer is read completely', async () => {
  await using far = await answering((_request, response) => response.end('ünder 64 KiB'))

  expect(await getFromAmazon(far.url)).toEqual({ status: 200, body: 'ünder 64 KiB' })
})

test('redirects are not followed', async () => {
  await using far = await answering((_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  )

  expect(await getFromAmazon(far.url)).toMatchObject({ status: 302 })
})

test('an endless answer is aborted', async () => {
  await using far = await answering((_request, response) => {
    const talk = () => {
      while (response.write('a'.repeat(10_000)));
      response.once('drain', talk)
    }
    talk()
  })

  await expect(getFromAmazon(far.url)).rejects.toThrow('too long')
})
