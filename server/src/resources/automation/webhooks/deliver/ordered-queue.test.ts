import { expect, test, vi } from 'vitest'
import { openOrderedQueue, type QueuedDelivery } from './ordered-queue.ts'

type Answer = { success: boolean; recorded?: Promise<void> }

/** A queue with a scripted database and receiver. */
function open({ maxAtOnce = 50, pageSize = 100 } = {}) {
  const stored: QueuedDelivery[] = []
  const sent: { position: string; answer(answer: Answer): void }[] = []
  const queries: (readonly string[])[] = []
  const start = () =>
    openOrderedQueue({
      async find(taken) {
        queries.push(taken)
        return stored.filter(({ position }) => !taken.includes(position)).slice(0, pageSize)
      },
      send: one =>
        new Promise(resolve => {
          sent.push({
            position: one.position,
            answer({ success, recorded = Promise.resolve() }) {
              if (success && stored.includes(one)) stored.splice(stored.indexOf(one), 1)
              resolve({ success, recorded })
            },
          })
        }),
      maxAtOnce,
      pageSize,
    })
  const store = (...subjects: string[]) => {
    for (const subjectId of subjects) stored.push({ position: `${sequence++}`, subjectId })
  }
  let sequence = 1
  return { start, store, stored, sent, queries }
}

const positions = (sent: readonly { position: string }[]) => sent.map(({ position }) => position)
const untilSent = (sent: readonly unknown[], count: number) => vi.waitFor(() => expect(sent).toHaveLength(count))

test('of one object, the second event leaves when the first is answered; other objects do not wait', async () => {
  const { start, store, sent } = open()
  store('a', 'a', 'b', 'a')
  const queue = start()
  await untilSent(sent, 2)
  expect(positions(sent)).toEqual(['1', '3'])

  sent[0]?.answer({ success: true })
  await untilSent(sent, 3)
  expect(positions(sent)).toEqual(['1', '3', '2'])

  sent[2]?.answer({ success: true })
  await untilSent(sent, 4)
  sent[1]?.answer({ success: true })
  sent[3]?.answer({ success: true })
  expect(await queue.ended).toBe(4)
})

test('only a few pages of one object’s events are held in memory', async () => {
  const { start, store, sent, queries } = open({ pageSize: 10 })
  store(...Array.from({ length: 1_000 }, () => 'a'))
  const queue = start()
  const answering = setInterval(() => sent.at(-1)?.answer({ success: true }), 0)

  expect(await queue.ended).toBe(1_000)
  clearInterval(answering)
  expect(positions(sent)).toEqual(Array.from({ length: 1_000 }, (_, nth) => `${nth + 1}`))
  expect(Math.max(...queries.map(taken => taken.length))).toBeLessThan(50)
  expect(queries.length).toBeLessThan(250)
})

test('an ended queue does not restart: later events are for the next holder', async () => {
  const { start, store, sent, queries } = open()
  const queue = start()
  expect(await queue.ended).toBe(0)

  store('a')
  queue.wake()

  expect(queries).toHaveLength(1)
  expect(sent).toEqual([])
})

test('a send that throws ends the queue', async () => {
  const queue = openOrderedQueue({
    find: async taken => (taken.length > 0 ? [] : [{ position: '1', subjectId: 'a' }]),
    send: () => Promise.reject(new Error('unforeseen')),
    maxAtOnce: 1,
    pageSize: 10,
  })

  await expect(queue.ended).rejects.toThrow('unforeseen')
})

test('an event after a failed one does not wait for its retry', async () => {
  const { start, store, stored, sent } = open()
  store('a', 'a')
  const queue = start()
  await untilSent(sent, 1)

  stored.shift()
  sent[0]?.answer({ success: false })

  await untilSent(sent, 2)
  sent[1]?.answer({ success: true })
  expect(await queue.ended).toBe(2)
})

test('parallel requests start low, grow by one with each success and halve with each failure', async () => {
  const { start, store, stored, sent } = open({ maxAtOnce: 10 })
  store(...Array.from({ length: 40 }, (_, nth) => `s${nth}`))
  const queue = start()
  await untilSent(sent, 8)

  sent[0]?.answer({ success: true })
  sent[1]?.answer({ success: true })
  sent[2]?.answer({ success: true })
  await untilSent(sent, 13)

  stored.length = 0
  for (const { answer } of sent.slice(3)) answer({ success: false })
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(13))
  expect(sent).toHaveLength(14)
  queue.close()
})

test('a taken delivery is not taken again before its result is recorded', async () => {
  const { start, store, sent, queries } = open()
  const { promise: recorded, resolve: write } = Promise.withResolvers<void>()
  store('a')
  const queue = start()
  await untilSent(sent, 1)
  sent[0]?.answer({ success: false, recorded })

  queue.wake()
  await vi.waitFor(() => expect(queries.length).toBeGreaterThan(1))
  expect(queries.at(-1)).toEqual(['1'])
  expect(sent).toHaveLength(1)

  write()
  expect(await queue.ended).toBe(1)
})

test('deliveries that arrive while the queue runs are sent before it ends', async () => {
  const { start, store, sent } = open()
  store('a')
  const queue = start()
  await untilSent(sent, 1)

  store('b')
  queue.wake()

  await untilSent(sent, 2)
  for (const { answer } of sent) answer({ success: true })
  expect(await queue.ended).toBe(2)
})

test('a closed queue starts nothing more and ends when results in flight are recorded', async () => {
  const { start, store, sent } = open({ maxAtOnce: 1 })
  const { promise: recorded, resolve: write } = Promise.withResolvers<void>()
  store('a', 'b')
  const queue = start()
  await untilSent(sent, 1)

  queue.close()
  sent[0]?.answer({ success: true, recorded })
  const early = await Promise.race([queue.ended, new Promise(resolve => setTimeout(resolve, 20, 'not yet'))])
  expect(early).toBe('not yet')

  write()
  expect(await queue.ended).toBe(1)
  expect(sent).toHaveLength(1)
})

test('more than a page is fetched in parts, and all of it is sent', async () => {
  const { start, store, stored, sent } = open({ pageSize: 4 })
  store(...Array.from({ length: 30 }, (_, nth) => `s${nth % 7}`))
  const queue = start()
  const answering = setInterval(() => sent.forEach(({ answer }) => void answer({ success: true })), 1)

  expect(await queue.ended).toBe(30)
  clearInterval(answering)
  expect(stored).toEqual([])
})

test('no query is made while every slot is busy', async () => {
  const { start, store, sent, queries } = open({ maxAtOnce: 2 })
  store('a', 'b')
  const queue = start()
  await untilSent(sent, 2)

  store('c')
  for (let nth = 0; nth < 10; nth++) queue.wake()
  expect(queries).toHaveLength(1)

  sent[0]?.answer({ success: true })
  await untilSent(sent, 3)
  sent[1]?.answer({ success: true })
  sent[2]?.answer({ success: true })
  expect(await queue.ended).toBe(3)
})

test('the next page is looked up while the last one is sent: a receiver that keeps up does not wait for it', async () => {
  const { start, store, sent, queries } = open({ maxAtOnce: 2, pageSize: 4 })
  store('a', 'b', 'c', 'd', 'e')
  const queue = start()
  await untilSent(sent, 2)

  sent[0]?.answer({ success: true })
  await untilSent(sent, 3)
  expect(queries).toHaveLength(2)

  const answering = setInterval(() => sent.forEach(({ answer }) => void answer({ success: true })), 1)
  expect(await queue.ended).toBe(5)
  clearInterval(answering)
})

test('a receiver that answers faster than results are recorded is slowed down', async () => {
  const { start, store, sent } = open({ maxAtOnce: 2 })
  store(...Array.from({ length: 50 }, (_, nth) => `s${nth}`))
  const { promise: recorded, resolve: write } = Promise.withResolvers<void>()
  const queue = start()
  const answering = setInterval(() => sent.forEach(({ answer }) => void answer({ success: true, recorded })), 1)

  await untilSent(sent, 10)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(sent).toHaveLength(10)

  write()
  expect(await queue.ended).toBe(50)
  clearInterval(answering)
})
