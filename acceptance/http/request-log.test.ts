import type { LoggedRequest } from '@posthorn/contract/requests'
import { expect, inject, test, vi } from 'vitest'
import { client } from '../http-client/client.ts'
import { visitor } from '../http-client/console-visitor.ts'

const { url, ownerCookies } = inject('service')

test('the requests of keys can be read a moment later: what was refused and why, but not what was sent', async () => {
  const first = visitor(url, {}, new Map(ownerCookies))
  const { body: own } = await first.post<{ id: string }>('/console/organizations', { name: 'Logged' })
  const owner = first.at({ organization: own.id })
  const permissions = ['emails:send', 'contacts:write', 'requests:read']
  const { body: key } = await owner.post<{ id: string; key: string }>('/console/keys', { name: 'CI', permissions })
  const api = client(url, key.key)

  const wrong = { from: 'a@example.com', subject: 'Private', text: 'secret text' }
  const refused = await api.post('/v1/emails', wrong, { 'idempotency-key': 'k1', 'user-agent': 'ci/1' })
  await api.delete('/v1/suppressions/nobody@example.com')
  await api.get('/v1/emails?to=ada@example.com')
  await owner.get('/v1/emails')

  const read = (query = '') => api.get<{ data: LoggedRequest[] }>(`/v1/requests?status_class=error${query}`)
  const entries = await vi.waitFor(async () => {
    const { data } = (await read()).body
    expect(data).toHaveLength(3)
    return data
  }, 10_000)

  expect(entries.map(({ method, path, query, status }) => [method, path, query, status])).toEqual([
    ['GET', '/v1/emails', 'to=…', 403],
    ['DELETE', '/v1/suppressions/{id}', undefined, 404],
    ['POST', '/v1/emails', undefined, 400],
  ])
  expect(entries[2]).toMatchObject({
    request_id: refused.headers['x-request-id'],
    error: { code: 'validation_error', message: expect.stringMatching(/^to: /) },
    key: { id: key.id, name: 'CI' },
    ip_address: '127.0.0.1',
    user_agent: 'ci/1',
    has_idempotency_key: true,
    request_bytes: JSON.stringify(wrong).length,
  })
  expect(JSON.stringify(entries)).not.toMatch(/Private|secret|ada@|nobody@/)
  const { body: found } = await read(`&request_id=${refused.headers['x-request-id']}`)
  expect(found.data).toHaveLength(1)
})
