import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

const answer = (status: number, body?: unknown) => ({
  status,
  body: Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)),
})

test.each([
  ['the same fields with other values', { id: 'a', list: [{ n: 1 }] }, { id: 'b', list: [{ n: 2 }, { n: 3 }] }, []],
  ['a missing field', { id: 'a', at: 'x' }, { id: 'a' }, ['at: missing here']],
  ['a missing object, once', { to: { name: 'a', at: 'b' } }, {}, ['to: missing here']],
  [
    'a field in some items of a list',
    { data: [{ id: 1 }, { id: 1, at: 2 }] },
    { data: [{ id: 1 }] },
    ['data[].at: missing here'],
  ],
  ['another type', { id: 'a' }, { id: 1 }, ['id: string there, number here']],
  ['null has no type', { a: null, b: 'x' }, { a: 'x', b: null }, []],
  ['a field that only we have', {}, { id: { of: 1 } }, ['id: only here']],
  ['no bodies', undefined, undefined, []],
  ['text in place of JSON', 'OK', {}, ['body: string there, object here']],
])('%s', (_, old, ours, differences) => {
  expect(differencesOf(answer(200, old), answer(200, ours))).toEqual(differences)
})

test('our refusal is reported with its reason, and its fields are not compared with those of a success', () => {
  const refused = answer(422, { name: 'validation_error', message: 'to is no address' })

  expect(differencesOf(answer(200, { id: 'a' }), refused)).toEqual(['status: 200 there, 422 here (to is no address)'])
})
