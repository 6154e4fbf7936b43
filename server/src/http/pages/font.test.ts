import { fontPath } from '@posthorn/look/font-file'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { fontRoute } from './font.ts'

test('the font is small and cached permanently', async () => {
  const app = Fastify()
  fontRoute(app)

  const { statusCode, headers, rawPayload } = await app.inject(fontPath)

  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(rawPayload.subarray(0, 4).toString()).toBe('wOF2')
  expect(rawPayload.length).toBeLessThan(50_000)
})
