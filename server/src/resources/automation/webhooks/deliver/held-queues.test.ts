import { expect, test } from 'vitest'
import { HeldQueues, type Served } from './held-queues.ts'
import { openOrderedQueue } from './ordered-queue.ts'

/** A queue over a store of deliveries that grows; what it sends is answered when the test says so. */
function serve(...positions: string[]) {
  const stored = positions.map(position => ({ position, subjectId: position }))
  const sent: string[] = []
  const answers: (() => void)[] = []
  const queue = openOrderedQueue({
    find: async inHand => stored.filter(({ position }) => !inHand.includes(position) && !sent.includes(position)),
    send: ({ position }) =>
      new Promise(resolve => {
        sent.push(position)
        answers.push(() => resolve({ success: true, recorded: Promise.resolve() }))
      }),
    maxAtOnce: 2,
    pageSize: 10,
  })
  const served: Served = { queue, wasWoken: false }
  const store = (position: string) => stored.push({ position, subjectId: position })
  return { served, queue, store, sent, answer: () => answers.shift()?.() }
}

test('one that is held is woken: it looks again, and remembers that it was asked to', async () => {
  const held = new HeldQueues()
  const { served, store, sent } = serve('1')
  held.set('a', served)
  await expect.poll(() => sent).toEqual(['1'])

  store('2')
  expect(held.wake('a')).toBe(true)
  expect(served.wasWoken).toBe(true)
  await expect.poll(() => sent).toEqual(['1', '2'])
})

test('one that is not held is not woken', () => {
  expect(new HeldQueues().wake('a')).toBe(false)
})

test('one whose queue is not open yet remembers that it was woken', () => {
  const held = new HeldQueues()
  const served: Served = { queue: undefined, wasWoken: false }
  held.set('a', served)
  expect(held.wake('a')).toBe(true)
  expect(served.wasWoken).toBe(true)
})

test('closed queues begin nothing more, and end with what is under way', async () => {
  const held = new HeldQueues()
  const one = serve('1', '2', '3')
  const other = serve('1', '2', '3')
  for (const [name, { served, sent }] of Object.entries({ one, other })) {
    held.set(name, served)
    await expect.poll(() => sent).toEqual(['1', '2'])
  }

  held.close()
  for (const { answer, queue, sent } of [one, other]) {
    answer()
    answer()
    expect(await queue.ended).toBe(2)
    expect(sent).toEqual(['1', '2'])
  }
})

test('the end is waited for, and no longer than is said', async () => {
  const held = new HeldQueues()
  held.set('a', serve().served)
  await held.ended(20)
  expect(held.size).toBe(1)

  const ended = held.ended(60_000)
  held.delete('a')
  await ended
  expect(held.size).toBe(0)
})
