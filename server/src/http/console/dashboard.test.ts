import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unroutedRoutes } from '../unrouted.ts'
import { dashboardRoutes, pageOf, readDashboard } from './dashboard.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-dashboard-'))
const page = '<!doctype html><title>Posthorn</title><script>first()</script>'
const script = 'console.log("posthorn")\n'.repeat(100)
let app: FastifyInstance
let unbuilt: FastifyInstance

beforeAll(() => {
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'not public')
  writeFileSync(join(folder, 'dist', 'index.html'), page)
  writeFileSync(join(folder, 'dist', 'icon.svg'), '<svg/>')
  writeFileSync(join(folder, 'dist', 'assets', 'main-abc123.js'), script)
  app = serving(join(folder, 'dist'))
  unbuilt = serving(join(folder, 'nothing'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function serving(dist: string): FastifyInstance {
  const fastify = Fastify()
  const files = readDashboard(dist)
  dashboardRoutes(fastify, files)
  unroutedRoutes(fastify, pageOf(files))
  return fastify
}

const browse = (url: string, headers = {}) => app.inject({ url, headers: { accept: 'text/html', ...headers } })

test('files with a hash in their name are cached permanently, others are revalidated', async () => {
  const asset = await app.inject('/assets/main-abc123.js')
  const icon = await app.inject('/icon.svg')

  expect(asset.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
  const again = await app.inject({ url: '/icon.svg', headers: { 'if-none-match': String(icon.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a file is compressed for clients that accept it', async () => {
  const packed = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'gzip, br' } })
  const plain = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br;q=0' } })

  expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['br', 'accept-encoding'])
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(script)
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script])
})

test.each(['/', '/emails', '/emails/01945c1e', '/test/webhooks', '/setup?token=x'])(
  'at %s a browser gets the page, which runs only our scripts',
  async path => {
    const { statusCode, headers, body } = await browse(path)

    expect([statusCode, body]).toEqual([200, page])
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/default-src 'none'/)
    expect(/script-src([^;]*)/.exec(policy)?.[1]).toBe(` 'self' 'sha256-${hash('sha256', 'first()', 'base64')}'`)
    expect(policy).toMatch(/frame-ancestors 'none'/)
  },
)

test.each([
  '/v1/nothing',
  '/console/nothing',
  '/docs/nothing',
  '/assets/gone.js',
  '/u/',
  '/t/x',
  '/callbacks/x',
  '/attachments/x/y',
])('%s is not a page, even for a browser', async path => {
  expect((await browse(path)).statusCode).toBe(404)
})

test('an unknown path is a JSON 404, and files outside the folder are not served', async () => {
  expect((await app.inject('/nothing')).json()).toMatchObject({ code: 'not_found' })
  for (const path of [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
  ])
    expect((await app.inject(path)).body).not.toContain('not public')
  expect((await app.inject({ method: 'POST', url: '/nothing', headers: { accept: 'text/html' } })).statusCode).toBe(404)
})

test('when the dashboard is not built, the page says how to build it', async () => {
  const { statusCode, body } = await unbuilt.inject('/')

  expect([statusCode, body]).toEqual([200, expect.stringContaining('npm run build')])
})
