import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Visitor } from '#core/visitor.ts'
import { personOf } from './session-door.ts'

test('a visitor whose answer has begun, as in a stream, is known as such', async () => {
  const seen: Visitor[] = []
  const door = {
    findPerson: async (visitor: Visitor) => {
      seen.push(visitor)
      return { id: '1', name: 'Ada', email: 'ada@example.com', hasTotp: false }
    },
    enter: async () => undefined,
    clientAddressOf: (address: string) => address,
    publicOrigin: 'http://localhost',
  }
  await using app = Fastify()
  app.get('/', async (request, reply) => {
    await personOf(request, reply, door)
    await personOf(request, undefined, door)
    return {}
  })

  expect((await app.inject({ url: '/', headers: { cookie: 'a=b' } })).statusCode).toBe(200)

  expect(seen.map(({ isAnswered }) => isAnswered)).toEqual([false, true])
})
