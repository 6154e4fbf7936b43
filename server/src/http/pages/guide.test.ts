import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guideRoutes, readGuide } from './guide.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-guide-'))
let app: FastifyInstance
let unbuilt: FastifyInstance

beforeAll(() => {
  mkdirSync(join(folder, 'dist', 'recipes'), { recursive: true })
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><title>The guide</title>')
  writeFileSync(join(folder, 'dist', 'recipes', 'invoices.html'), '<!doctype html><title>Invoices</title>')
  writeFileSync(join(folder, 'secret.txt'), 'not public')
  app = serving(join(folder, 'dist'))
  unbuilt = serving(join(folder, 'nothing'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function serving(dist: string): FastifyInstance {
  const fastify = Fastify()
  guideRoutes(fastify, readGuide(dist))
  return fastify
}

test('each page runs only our scripts, and is cached and revalidated', async () => {
  const first = await app.inject('/docs/guide/')
  const recipe = await app.inject('/docs/guide/recipes/invoices.html')

  expect([first.statusCode, first.body]).toEqual([200, '<!doctype html><title>The guide</title>'])
  expect(recipe.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  const policy = String(recipe.headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(policy).not.toMatch(/unsafe/)
  const again = await app.inject({ url: '/docs/guide/', headers: { 'if-none-match': String(first.headers.etag) } })
  for (const [known, status] of [
    [`W/${first.headers.etag}`, 304],
    [`"other", ${first.headers.etag}`, 304],
    ['*', 304],
    ['"other"', 200],
  ] as const)
    expect((await app.inject({ url: '/docs/guide/', headers: { 'if-none-match': known } })).statusCode, known).toBe(
      status,
    )
  expect(again.statusCode).toBe(304)
})

test('the path without a slash redirects to the one with it, since links are relative', async () => {
  const { statusCode, headers } = await app.inject('/docs/guide')

  expect([statusCode, headers.location]).toEqual([302, '/docs/guide/'])
})

test.each(['/docs/guide/../secret.txt', '/docs/guide/%2e%2e/secret.txt', '/docs/guide/nothing.html'])(
  '%s is not found',
  async path => {
    expect((await app.inject(path)).statusCode).toBe(404)
  },
)

test('when the guide is not built, the answer says how to build it', async () => {
  const { statusCode, body } = await unbuilt.inject('/docs/guide')

  expect([statusCode, body]).toEqual([404, expect.stringContaining('npm run build')])
})
