import { expect, test, vi } from 'vitest'
import { happenIn, nameOf, openLog } from '../../../../testing/event-log.ts'
import type { EventPosition } from './event-position.ts'
import { eventWatcher } from './event-watcher.ts'
import { follow } from './follow.ts'
import { readEvents } from './read.ts'
import { findCurrentPosition, findNewest } from './store.ts'
import { streamLimit } from './stream-limit.ts'

const log = openLog()

const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 })

function listeners() {
  const asked = { polls: 0, reads: 0 }
  const fault: { next: Error | undefined } = { next: undefined }
  const throwIfFaulty = () => {
    const error = fault.next
    if (error) throw error
  }
  const watcher = eventWatcher({
    everyMs: 5,
    findNewest: async ids => {
      asked.polls++
      throwIfFaulty()
      return findNewest(log.database.db, ids)
    },
  })
  const listen = (environmentId: string, after: EventPosition) => {
    const ending = new AbortController()
    const names: unknown[] = []
    const read = async (place: EventPosition, limit: number) => {
      asked.reads++
      throwIfFaulty()
      return readEvents(log.database.db, environmentId, place, limit)
    }
    const events = follow({ environmentId, after, read, watcher, signal: ending.signal })
    const ended = (async () => {
      for await (const some of events) names.push(...some.map(nameOf))
    })()
    return { names, ended, disconnect: () => ending.abort(), events }
  }
  return { asked, fault, listen }
}

test('every listener gets the events of its environment, and polling stops when all have disconnected', async () => {
  const [mine, other] = [await log.newEnvironment(), await log.newEnvironment()]
  const { asked, listen } = listeners()
  const start = await findCurrentPosition(log.database.db)
  const [first, second, stranger] = [listen(mine, start), listen(mine, start), listen(other, start)]

  await log.happen(mine, 'a', 'b')
  await until(() =>
    expect([first.names, second.names]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]),
  )
  await log.happen(other, 'x')
  await until(() => expect(stranger.names).toEqual(['x']))
  await log.happen(mine, 'c')
  await until(() =>
    expect([first.names, second.names]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]),
  )

  for (const one of [first, second, stranger]) one.disconnect()
  await Promise.all([first, second, stranger].map(one => one.ended))
  // One poll may be in flight.
  const before = asked.polls
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(asked.polls).toBeLessThanOrEqual(before + 1)
})

test('without new events, one query at a time serves all listeners, and events are not read', async () => {
  const environment = await log.newEnvironment()
  const { asked, listen } = listeners()
  const start = await findCurrentPosition(log.database.db)
  const all = Array.from({ length: 20 }, () => listen(environment, start))
  await until(() => expect(asked.polls).toBeGreaterThan(3))

  expect(asked.reads).toBe(20)
  for (const one of all) one.disconnect()
  await Promise.all(all.map(one => one.ended))
})

test('an event that is committed late reaches the listener after one with a higher position', async () => {
  const environment = await log.newEnvironment()
  const { asked, listen } = listeners()
  const listener = listen(environment, await findCurrentPosition(log.database.db))
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
  const slow = log.database.transaction(async tx => {
    await happenIn(tx, environment, 'slow')
    await log.happen(environment, 'fast')
    await committed
  })
  const { polls } = asked
  await until(() => expect(asked.polls).toBeGreaterThan(polls + 3))

  commit()
  await slow

  await until(() => expect(listener.names).toEqual(['slow', 'fast']))
  listener.disconnect()
  await listener.ended
})

test('listeners wait for a database outage, and no event is lost', async () => {
  const environment = await log.newEnvironment()
  const { asked, fault, listen } = listeners()
  const listener = listen(environment, await findCurrentPosition(log.database.db))
  await until(() => expect(asked.polls).toBeGreaterThan(0))

  fault.next = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  await log.happen(environment, 'meanwhile')
  const { polls } = asked
  await until(() => expect(asked.polls).toBeGreaterThan(polls + 2))
  const late = listen(environment, await findCurrentPosition(log.database.db))
  fault.next = undefined
  await log.happen(environment, 'afterwards')

  await until(() => expect(listener.names).toEqual(['meanwhile', 'afterwards']))
  await until(() => expect(late.names.at(-1)).toBe('afterwards'))
  for (const one of [listener, late]) one.disconnect()
  await Promise.all([listener.ended, late.ended])
})

test('an internal error ends the streams instead of leaving them silent', async () => {
  const { asked, fault, listen } = listeners()
  const listener = listen(await log.newEnvironment(), await findCurrentPosition(log.database.db))
  await until(() => expect(asked.polls).toBeGreaterThan(0))

  fault.next = new Error('a bug')

  await expect(listener.ended).rejects.toThrow('a bug')
})

test('streams per environment are limited, and an ended one frees its slot', () => {
  const openStream = streamLimit(2)
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()]
  openStream('a', first.signal)
  openStream('a', second.signal)

  expect(() => openStream('a', third.signal)).toThrow(expect.objectContaining({ code: 'rate_limit_exceeded' }))
  openStream('b', third.signal)
  first.abort()
  openStream('a', new AbortController().signal)
})
