import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { logoPath, logoRoute } from './logo.ts'

const hash = 'a'.repeat(64)
const asked: string[] = []
const app = Fastify()
logoRoute(app, {
  async read(wanted) {
    asked.push(wanted)
    return wanted === hash ? { type: 'image/png', bytes: Buffer.from('a picture') } : undefined
  },
})

test('a logo is cached permanently, and is sandboxed when it is opened directly', async () => {
  const { statusCode, headers, body } = await app.inject(logoPath(hash))

  expect([statusCode, body]).toEqual([200, 'a picture'])
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test('only a hash is looked up', async () => {
  const paths = [logoPath('b'.repeat(64)), logoPath('A'.repeat(64)), logoPath('x'), logoPath('..%2f..')]

  expect(await Promise.all(paths.map(async path => (await app.inject(path)).statusCode))).toEqual([404, 404, 404, 404])
  expect(asked.filter(one => one !== hash)).toEqual(['b'.repeat(64)])
})
