import fastify from 'fastify'
import { expect, test } from 'vitest'
import { parseForm } from './form-body.ts'

async function post(payload: string, type = 'application/x-www-form-urlencoded') {
  const app = fastify({ bodyLimit: 64 * 1024 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', parseForm)
  app.post('/', async ({ body }) => ({ body }))
  const answer = await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } })
  return answer.statusCode === 200 ? answer.json().body : answer.json().code
}

test('a name has its value, or a list when it is repeated', async () => {
  expect(await post('To=%2B1&Body=Gr%C3%BC%C3%9Fe+%26+more&MediaUrl=a&MediaUrl=b&Empty=')).toEqual({
    To: '+1',
    Body: 'Grüße & more',
    MediaUrl: ['a', 'b'],
    Empty: '',
  })
})

test('the name of an object property is a name like any other', async () => {
  expect(await post('__proto__=x&constructor=y')).toMatchObject({ constructor: 'y' })
})

test.each([
  ['another type', '{}', 'application/json', 'unsupported_media_type'],
  ['text that the database cannot store', 'Body=a%00b', undefined, 'validation_error'],
  ['too many values', 'a=&'.repeat(201), undefined, 'invalid_request'],
])('%s is refused', async (_, body, type, code) => {
  expect(await post(body, type)).toBe(code)
})
