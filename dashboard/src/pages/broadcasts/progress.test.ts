import { expect, test } from 'vitest'
import { noFigures } from './figures.fixture.ts'
import { isMoving, progressOf, rateOf } from './progress.ts'

test.each([
  ['nothing is made yet', 'sending', 1_000, { messages: 0, waiting: 0 }, { done: 0, total: 1_000 }],
  ['half is made, some of it waits', 'sending', 1_000, { messages: 500, waiting: 100 }, { done: 400, total: 1_000 }],
  ['more than were meant at first', 'sending', 1_000, { messages: 1_010, waiting: 10 }, { done: 1_000, total: 1_010 }],
  ['nobody has counted yet', 'sending', null, { messages: 20, waiting: 20 }, { done: 0, total: 20 }],
  ['some left on the way', 'completed', 1_000, { messages: 990, waiting: 0 }, { done: 990, total: 990 }],
  ['stopped on the way', 'canceled', 1_000, { messages: 300, waiting: 0 }, { done: 300, total: 1_000 }],
] as const)('%s', (_, state, audience_size, figures, progress) => {
  expect(progressOf({ state, audience_size, figures: { ...noFigures, ...figures } })).toEqual(progress)
})

test('a rate is of those who were reached, and none where nobody was', () => {
  expect(rateOf(30, { delivered: 120 })).toBe(0.25)
  expect(rateOf(0, { delivered: 0 })).toBeUndefined()
})

test('one that waits for its time, or sends, changes by itself', () => {
  const states = ['draft', 'scheduled', 'sending', 'paused', 'completed', 'canceled'] as const

  expect(states.filter(state => isMoving({ state }))).toEqual(['scheduled', 'sending'])
})
