/** How a service behaves while its database is away, and when it is back. */
import { expect } from 'vitest'
import type { Answer } from './answer.ts'
import { ask, client } from './client.ts'

const readiness = (url: string) =>
  ask(url, { path: '/readyz' }).then(
    ({ status }) => status,
    () => 0,
  )

async function timed<Body>(asking: Promise<Answer<Body>>) {
  const began = performance.now()
  const answer = await asking
  return { answer, ms: performance.now() - began }
}

/** One request of each kind of work: reading, writing, counting. */
function someRequests({ url, key }: { url: string; key: string }) {
  const caller = client(url, key)
  const id = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'
  return [
    timed(caller.get('/v1/contacts')),
    timed(caller.get(`/v1/contacts/${id}`)),
    timed(caller.get('/v1/contacts/lookup?email=a@example.com')),
    timed(caller.post('/v1/contacts', { email: `${crypto.randomUUID()}@example.com` })),
    timed(caller.put(`/v1/contacts/${id}`, { first_name: 'A' })),
    timed(caller.delete(`/v1/contacts/${id}`)),
    timed(caller.post('/v1/topics', { name: 'News' })),
    timed(caller.get('/v1/rate-limit')),
  ]
}

export async function expectOutage(away: { url: string; key: string }, withinMs: number) {
  const [answers, alive, ready, nobody] = await Promise.all([
    Promise.all(someRequests(away)),
    ask(away.url, { path: '/healthz' }),
    timed(ask(away.url, { path: '/readyz' })),
    ask(away.url, { path: '/v1/contacts' }),
  ])
  expect(answers.map(({ answer }) => `${answer.status} ${answer.body.code}`)).toEqual(
    answers.map(() => '503 service_unavailable'),
  )
  expect([alive.status, ready.answer.status, nobody.status]).toEqual([200, 503, 401])
  const slowest = Math.max(ready.ms, ...answers.map(({ ms }) => ms))
  expect(slowest, 'milliseconds of the slowest answer').toBeLessThan(withinMs)
}

/** A busy machine refuses a request whose connection takes too long to open, so that one 503 more may come after the first 200. */
export async function expectBack(away: { url: string; key: string }) {
  await expect.poll(() => readiness(away.url), { timeout: 5_000 }).toBe(200)
  const statuses = async () => (await Promise.all(someRequests(away))).map(({ answer }) => answer.status)
  await expect.poll(statuses, { timeout: 5_000 }).toEqual([200, 404, 404, 201, 404, 404, 201, 200])
}
