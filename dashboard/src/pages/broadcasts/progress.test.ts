import { expect, test } from 'vitest'
import { noFigures } from './figures.fixture.ts'
import { isMoving, progressOf, rateOf } from './progress.ts'

test.each([
  ['no message created yet', 'sending', 1_000, { messages: 0, waiting: 0 }, { done: 0, total: 1_000 }],
  ['half created, some of it waiting', 'sending', 1_000, { messages: 500, waiting: 100 }, { done: 400, total: 1_000 }],
  [
    'more messages than the initial audience',
    'sending',
    1_000,
    { messages: 1_010, waiting: 10 },
    { done: 1_000, total: 1_010 },
  ],
  ['audience not counted yet', 'sending', null, { messages: 20, waiting: 20 }, { done: 0, total: 20 }],
  ['some contacts left while sending', 'completed', 1_000, { messages: 990, waiting: 0 }, { done: 990, total: 990 }],
  ['canceled while sending', 'canceled', 1_000, { messages: 300, waiting: 0 }, { done: 300, total: 1_000 }],
] as const)('%s', (_, state, audience_size, figures, progress) => {
  expect(progressOf({ state, audience_size, figures: { ...noFigures, ...figures } })).toEqual(progress)
})

test('a rate is a share of the delivered messages, and undefined if there are none', () => {
  expect(rateOf(30, { delivered: 120 })).toBe(0.25)
  expect(rateOf(0, { delivered: 0 })).toBeUndefined()
})

test('scheduled and sending broadcasts change by themselves', () => {
  const states = ['draft', 'scheduled', 'sending', 'paused', 'completed', 'canceled'] as const

  expect(states.filter(state => isMoving({ state }))).toEqual(['scheduled', 'sending'])
})
