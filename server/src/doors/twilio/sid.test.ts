import { expect, test } from 'vitest'
import { fromSid, toSid } from './sid.ts'

const id = '01945c1e-b3d0-7f16-8a2c-4d6e1f9b7c44'

test('an id is converted to a sid and back', () => {
  expect(toSid(id)).toBe('SM01945c1eb3d07f168a2c4d6e1f9b7c44')
  expect(fromSid(toSid(id))).toBe(id)
  expect(fromSid(`${toSid(id).toUpperCase()}.json`)).toBe(id)
})

test.each(['', 'SM', id, `SM${'g'.repeat(32)}`, `CA${'0'.repeat(32)}`])(
  '%j is not a sid, and stays unchanged',
  text => {
    expect(fromSid(text)).toBe(text)
  },
)
