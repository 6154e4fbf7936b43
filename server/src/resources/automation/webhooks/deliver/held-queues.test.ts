import { expect, test } from 'vitest'
import { HeldQueues, type Served } from './held-queues.ts'
import { openOrderedQueue } from './ordered-queue.ts'

/** A queue over a growing list of deliveries; the test decides when they are answered. */
function serve(...positions: string[]) {
  const stored = positions.map(position => ({ position, subjectId: position }))
  const sent: string[] = []
  const answers: (() => void)[] = []
  const queue = openOrderedQueue({
    find: async taken => stored.filter(({ position }) => !taken.includes(position) && !sent.includes(position)),
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

test('waking a held queue makes it query again and is remembered', async () => {
  const held = new HeldQueues()
  const { served, store, sent } = serve('1')
  held.set('a', served)
  await expect.poll(() => sent).toEqual(['1'])

  store('2')
  expect(held.wake('a')).toBe(true)
  expect(served.wasWoken).toBe(true)
  await expect.poll(() => sent).toEqual(['1', '2'])
})

test('a queue that is not held is not woken', () => {
  expect(new HeldQueues().wake('a')).toBe(false)
})

test('waking a held row whose queue is not open yet is remembered', () => {
  const held = new HeldQueues()
  const served: Served = { queue: undefined, wasWoken: false }
  held.set('a', served)
  expect(held.wake('a')).toBe(true)
  expect(served.wasWoken).toBe(true)
})

test('closed queues start nothing more, and end when requests in flight are done', async () => {
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

test('waiting for the end is limited in time', async () => {
  const held = new HeldQueues()
  held.set('a', serve().served)
  await held.ended(20)
  expect(held.size).toBe(1)

  const ended = held.ended(60_000)
  held.delete('a')
  await ended
  expect(held.size).toBe(0)
})
