import Fastify from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { bodyReader } from './read-input.ts'

test('unknown fields do not reach the handler, and the answer names them', async () => {
  const pace = Type.Object({ per_hour: Type.Integer() })
  const read = bodyReader(Type.Object({ name: Type.String(), pace: Type.Union([pace, Type.Null()]) }))
  const seen: unknown[] = []
  const app = Fastify()
  app.decorateRequest('bodyBytes', 0)
  app.post('/', (request, reply) => reply.send({ count: seen.push(read(request, reply)) }))

  const payload = { name: 'Ada', id: 'forged', pace: { per_hour: 5, state: 'forged' } }
  const { headers } = await app.inject({ method: 'POST', url: '/', payload })

  expect(seen).toEqual([{ name: 'Ada', pace: { per_hour: 5 } }])
  expect(headers['x-ignored-fields']).toBe('id, pace.state')
})
