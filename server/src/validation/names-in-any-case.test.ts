import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { withNamesOf } from './names-in-any-case.ts'
import { Maybe } from './optional.ts'

const schema = Type.Object({
  From: Type.String(),
  Headers: Maybe(Type.Array(Type.Object({ Name: Type.String() }))),
  Metadata: Maybe(Type.Record(Type.String(), Type.String())),
  Pages: Type.Object({ Count: Type.Integer() }),
})

test.each([
  [{ from: 'a' }, { From: 'a' }],
  [
    { FROM: 'a', headers: [{ name: 'X', other: 1 }, null] },
    { From: 'a', Headers: [{ Name: 'X', other: 1 }, null] },
  ],
  [{ metadata: { from: '1', Name: '2' } }, { Metadata: { from: '1', Name: '2' } }],
  [{ pages: { COUNT: 1 } }, { Pages: { Count: 1 } }],
  [{ From: 'a', from: 'b' }, { From: 'b' }],
  [{ other: { from: 'a' } }, { other: { from: 'a' } }],
  [
    { headers: null, pages: [] },
    { Headers: null, Pages: [] },
  ],
])('%j is %j', (given, renamed) => {
  expect(withNamesOf(schema, given)).toEqual(renamed)
})

test.each(['from', 7, null, undefined, [{ from: 'a' }]])('%j stays as it is', value => {
  expect(withNamesOf(schema, value)).toEqual(value)
})
