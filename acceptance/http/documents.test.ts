import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allOperations } from '@posthorn/contract/all-operations'
import { expect, inject, test } from 'vitest'
import { ask, client } from '../http-client/client.ts'
import { exampleRequest } from '../http-client/example-request.ts'
import { repository } from '../service/service.ts'

const { url, testKey } = inject('service')
const api = client(url, testKey)

type Document = {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
}

test('/openapi.json is OpenAPI 3.1.0, version 1.0.3, and the one that is committed, with its own address', async () => {
  const committed: Document = JSON.parse(await readFile(join(repository, 'contract/openapi.json'), 'utf8'))

  const { status, body, headers } = await ask<Document>(url, { path: '/openapi.json' })

  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect([body.openapi, body.info.version]).toEqual(['3.1.0', '1.0.3'])
  expect(body.servers.map(server => server.url)).toEqual([url])
  expect({ ...body, servers: [] }).toEqual({ ...committed, servers: [] })
})

test('the document lists the operations of the contract, and each of them answers', async () => {
  const { body } = await ask<Document>(url, { path: '/openapi.json' })
  const listed = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )

  expect(listed.toSorted()).toEqual(allOperations.map(({ method, path }) => `${method} ${path}`).toSorted())
  for (const operation of allOperations) {
    const { status, body: answer } = await api.ask(exampleRequest(operation))
    const documented = Object.keys(body.paths[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {})
    expect(documented, `${operation.id} answered ${status}`).toContain(String(status))
    expect(Object(Object(answer).details).resource, operation.id).not.toBe('route')
  }
})

test('nothing answers besides them but health, metrics and documents', async () => {
  for (const path of [
    ...['/v1', '/v1/', '/v1/keys', '/v1/organizations', '/v1/members', '/v2/contacts', '/admin'],
    ...[
      '/debug',
      '/internal',
      '/.env',
      '/.git/config',
      '/package.json',
      '/server/src/commands/start.ts',
      '/data/keys.json',
    ],
    ...[
      '/docs/',
      '/docs/../package.json',
      '/docs/x',
      '/openapi.yaml',
      '/swagger',
      '/graphql',
      '/favicon.ico',
      '/status',
    ],
  ]) {
    const { status } = await api.ask({ path })
    expect(status, path).toBe(404)
  }
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']) {
    expect((await ask(url, { path })).status, path).toBe(200)
  }
})

test('/docs is readable HTML that loads nothing from elsewhere', async () => {
  const { status, headers, text } = await ask(url, { path: '/docs' })

  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(text).toMatch(/^<!doctype html>/i)
  const loaded = [
    ...text.matchAll(/<(?:script|img|iframe|source|embed|object|video|audio)\b[^>]*\b(?:src|data)="([^"]*)"/gi),
  ]
  const linked = [...text.matchAll(/<link\b[^>]*\bhref="([^"]*)"/gi)]
  const styled = [...text.matchAll(/@import|url\(\s*["']?([^"')]*)/gi)]
  for (const [, target = ''] of [...loaded, ...linked, ...styled])
    expect(target).toMatch(/^(data:|#|\/icon[.]svg$|\/look\/inter-\w+[.]woff2$)/)
  for (const { path, summary } of allOperations) {
    expect(text).toContain(path)
    expect(text).toContain(summary)
  }
  expect(text, 'the address to paste is this one').toContain(url)
})

test('/docs allows only its own resources to run or load', async () => {
  const { headers, text } = await ask(url, { path: '/docs' })
  const policy = String(headers['content-security-policy'])

  expect(policy).toMatch(/default-src 'none'/)
  expect(policy).toMatch(/frame-ancestors 'none'/)
  expect(/script-src([^;]*)/.exec(policy)?.[1] ?? '').not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/)
  expect(text, 'no handlers in attributes').not.toMatch(/<[a-z][^>]*\son\w+=/i)
})

test('the front page is the dashboard, or says how to build it', async () => {
  const { status, headers } = await ask(url, { path: '/' })

  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toMatch(/script-src 'self'( 'sha256-[^' ]+')?;/)
})

test('every answer has its own id and the security headers', async () => {
  const asked = [
    { path: '/v1/contacts' },
    { path: '/v1/contacts', key: null },
    { path: '/v1/contacts?limit=0' },
    { path: '/v1/contacts/nobody' },
    { path: '/v1/emails' },
    { path: '/v1/events/stream' },
    { path: '/nothing' },
    { path: '/%zz' },
    { path: '/healthz' },
    { path: '/metrics' },
    { path: '/docs' },
    { path: '/openapi.json' },
    { path: '/' },
    { method: 'OPTIONS', path: '/v1/contacts' },
    { method: 'TRACE', path: '/v1/contacts' },
    { method: 'POST', path: '/v1/contacts', raw: '{', headers: { 'content-type': 'application/json' } },
    { method: 'POST', path: '/v1/contacts', raw: 'x', headers: { 'content-type': 'text/plain' } },
    { path: '/v1/contacts', headers: { 'x-long': 'x'.repeat(20_000) } },
  ]

  const answers = await Promise.all(asked.map(request => api.ask(request)))

  for (const [index, { headers }] of answers.entries()) {
    const about = JSON.stringify(asked[index]).slice(0, 200)
    expect(headers['x-content-type-options'], about).toBe('nosniff')
    expect(headers['x-frame-options'], about).toBe('DENY')
    expect(headers['referrer-policy'], about).toBe('no-referrer')
    // Documents that are the same for everybody may be cached, and are revalidated each time.
    const isDocument = ['/docs', '/openapi.json'].includes(asked[index]?.path ?? '')
    expect(headers['cache-control'], about).toBe(isDocument ? 'no-cache' : 'no-store')
    expect(headers, about).not.toHaveProperty('x-powered-by')
    expect(headers, about).not.toHaveProperty('server')
    expect(headers, about).not.toHaveProperty('access-control-allow-origin')
  }
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length)
})

test('a request id made up by the caller is not used', async () => {
  const { headers } = await api.ask({
    path: '/v1/contacts?limit=1',
    headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
  })

  expect(headers['x-request-id']).not.toBe('mine')
})

test('/metrics is Prometheus text that counts requests by operation and status, and contains no secret', async () => {
  const total = async () => {
    const { status, headers, text } = await ask(url, { path: '/metrics' })
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const line of text.split('\n').filter(Boolean)) {
      // Prometheus reads NaN in any case, and prom-client writes Nan when nothing was measured between two reads.
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .*|\w+(\{.*\})? (-?[\d.e+-]+|nan|[+-]inf)( \d+)?)$/i)
    }
    expect(text).not.toContain(testKey)
    return text.split('\n').filter(line => line.includes('lookupContact') && line.includes('404'))
  }
  await api.get('/v1/contacts/lookup?email=nobody@metrics.example.com')
  const before = await total()
  expect(before.length).toBeGreaterThan(0)

  await api.get('/v1/contacts/lookup?email=nobody@metrics.example.com')

  expect(await total()).not.toEqual(before)
})

test('the path of an unknown request does not become a name in the metrics', async () => {
  const word = 'a-path-that-nobody-has'
  await Promise.all([
    api.get(`/${word}`),
    api.get(`/v1/contacts/${word}`),
    api.ask({ method: 'PATCH', path: `/v1/${word}` }),
  ])

  expect((await ask(url, { path: '/metrics' })).text).not.toContain(word)
})

test.each(['/docs', '/openapi.json'])('%s is compressed, and not sent again to a client that has it', async path => {
  const { headers } = await fetch(url + path)
  expect(headers.get('content-encoding')).toMatch(/^(br|gzip)$/)

  const again = await fetch(url + path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})
