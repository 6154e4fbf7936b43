import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { replacer } from './substitutions.ts'

const replace = (substitutions: Record<string, string>, text: string) => replacer(substitutions, () => {})(text)

test.each([
  ['wrapped as by the client', { '{{name}}': 'Ada' }, 'Hi {{name}}, {{name}}!', 'Hi Ada, Ada!'],
  ['with other wrappers', { '-name-': 'Ada', '%city%': 'London' }, '-name- in %city%', 'Ada in London'],
  ['regex characters are literal', { '.*': 'x', '[a]': 'y', 'a|b': 'z' }, '.* [a] a|b ab', 'x y z ab'],
  ['the longest key wins', { a: '1', ab: '2', abc: '3' }, 'abc ab a', '3 2 1'],
  ['inserted text is not searched', { a: 'b', b: 'a' }, 'ab', 'ba'],
  ['names of object properties are literal', { x: '1' }, 'constructor __proto__ x', 'constructor __proto__ 1'],
  ['nothing to replace', {}, 'Hi {{name}}', 'Hi {{name}}'],
])('%s', async (_, substitutions, text, replaced) => {
  expect(await replace(substitutions, text)).toBe(replaced)
})

test('a key is found across step boundaries', async () => {
  const before = 64 * 1024
  for (const place of [before - 8, before - 7, before - 1, before, before + 1]) {
    const text = `${'.'.repeat(place)}{{name}}${'.'.repeat(before)}`
    expect(await replace({ '{{name}}': 'Ada' }, text)).toBe(`${'.'.repeat(place)}Ada${'.'.repeat(before)}`)
  }
})

test('growth is charged before it happens', async () => {
  let left = 1_000
  const grow = replacer({ a: 'x'.repeat(100) }, characters => {
    left -= characters
    if (left < 0) throw new Refusal('payload_too_large')
  })
  await expect(grow('a'.repeat(1_000_000))).rejects.toMatchObject({ code: 'payload_too_large' })
})

test.each([
  ['an empty name', { '': 'x' }],
  ['a long name', { ['k'.repeat(51)]: 'x' }],
  ['too many', Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`k${index}`, 'x']))],
])('%s is refused', (_, substitutions) => {
  expect(() => replacer(substitutions, () => {})).toThrow(Refusal)
})
