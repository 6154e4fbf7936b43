import { expect, test } from 'vitest'
import type { Definition } from './definition.ts'
import { columnWidth, layOut, rowHeight } from './layout.ts'

type Ways = readonly (readonly [from: string, to: string, type?: string])[]

/** Keys that start with a question mark are conditions. */
const definition = (keys: readonly string[], ways: Ways): Definition => ({
  steps: keys.map(key => ({ key, type: key.startsWith('?') ? 'condition' : 'delay', config: {} })),
  connections: ways.map(([from, to, type]) => ({ from, to, ...(type && { type }) })),
})

const spots = (keys: readonly string[], ways: Ways) =>
  Object.fromEntries(
    [...layOut(definition(keys, ways))].map(([key, { x, y }]) => [key, [x / columnWidth, y / rowHeight]]),
  )

test('steps are placed below each other', () => {
  expect(
    spots(
      ['a', 'b', 'c'],
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
    ),
  ).toEqual({ a: [0, 0], b: [0, 1], c: [0, 2] })
})

test('the yes branch is on the left, the no branch on the right', () => {
  const places = spots(
    ['?', 'yes', 'no'],
    [
      ['?', 'no', 'condition_not_met'],
      ['?', 'yes', 'condition_met'],
    ],
  )
  expect(places).toEqual({ '?': [0, 0], yes: [-0.5, 1], no: [0.5, 1] })
})

test('a step where branches meet is below both', () => {
  const places = spots(
    ['?', 'yes', 'no', 'later', 'end'],
    [
      ['?', 'yes', 'condition_met'],
      ['?', 'no', 'condition_not_met'],
      ['no', 'later'],
      ['later', 'end'],
      ['yes', 'end'],
    ],
  )
  expect(places.end?.[1]).toBe(3)
})

test('a connection that passes a step has room next to it', () => {
  const places = spots(
    ['?', 'no', 'end'],
    [
      ['?', 'end', 'condition_met'],
      ['?', 'no', 'condition_not_met'],
      ['no', 'end'],
    ],
  )
  expect(places).toEqual({ '?': [0, 0], no: [0.5, 1], end: [0.5, 2] })
})

test('a way that ends or leads back keeps its side', () => {
  const places = spots(
    ['a', '?', 'c'],
    [
      ['a', '?'],
      ['?', 'c', 'condition_met'],
      ['?', 'a', 'condition_not_met'],
    ],
  )
  expect(places).toEqual({ a: [0, 0], '?': [0, 1], c: [-0.5, 2] })
  expect(spots(['?', 'no'], [['?', 'no', 'condition_not_met']])).toEqual({ '?': [0, 0], no: [0.5, 1] })
})

test('an unconnected step is placed to the side', () => {
  expect(spots(['a', 'b', 'lost'], [['a', 'b']])).toEqual({ a: [0, 0], b: [0, 1], lost: [1, 0] })
})

test('a loop without a start is laid out, too', () => {
  expect(
    spots(
      ['a', 'b'],
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
    ),
  ).toEqual({ a: [0, 0], b: [0, 1] })
})

test('no two steps share a position', () => {
  const keys = Array.from({ length: 40 }, (_, n) => (n % 3 === 0 ? `?${n}` : `s${n}`))
  const ways = keys.flatMap((from, n): Ways => {
    const [a, b] = [keys[n + 1], keys[n + 2]]
    if (!from.startsWith('?')) return a && n % 2 ? [[from, a]] : []
    return [
      ...(a ? [[from, a, 'condition_met'] as const] : []),
      ...(b ? [[from, b, 'condition_not_met'] as const] : []),
    ]
  })
  const places = [...layOut(definition(keys, ways)).values()].map(({ x, y }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(40)
})
