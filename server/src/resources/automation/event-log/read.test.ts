import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#core/id.ts'
import { record } from '#events/record.ts'
import { happenIn, openLog } from '../../../../testing/event-log.ts'
import { beginning } from './event-position.ts'
import { markEvents } from './mark.ts'
import { readEvents } from './read.ts'

const log = openLog()

test('events come oldest first, in pages without gaps or repeats, and only from one environment', async () => {
  const [mine, other] = [await log.newEnvironment(), await log.newEnvironment()]
  await log.happen(mine, 'a', 'b', 'c')
  await log.happen(other, 'x')
  await log.happen(mine, 'd', 'e')

  expect((await log.readAll(mine, undefined, 2)).names).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect((await log.readAll(other)).names).toEqual(['x'])
})

test('sequence numbers the events of an object from 1, whatever else happens and wherever a page ends', async () => {
  const [mine, other] = [await log.newEnvironment(), await log.newEnvironment()]
  const [one, two] = [newId(new Date()), newId(new Date())]
  for (const subjectId of [one, two, one, one, two]) {
    await log.happen(other, 'x')
    await log.database.transaction(tx =>
      record(tx, [{ environmentId: mine, type: 'contact.updated', subjectId, data: { subjectId }, at: new Date() }]),
    )
  }
  await log.readAll(mine)

  const read = async (limit: number) => {
    const numbered: unknown[] = []
    for (let place = beginning; ; ) {
      const { events, next, hasMore } = await readEvents(log.database.db, mine, place, limit)
      numbered.push(...events.map(({ data, sequence }) => [Object(data).subjectId === one ? 'one' : 'two', sequence]))
      if (!hasMore) return numbered
      place = next
    }
  }
  const expected = [
    ['one', 1],
    ['two', 1],
    ['one', 2],
    ['one', 3],
    ['two', 2],
  ]
  for (const limit of [1, 2, 100]) expect(await read(limit), `pages of ${limit}`).toEqual(expected)
})

test('sequence only grows, even when the events of earlier weeks are deleted', async () => {
  const mine = await log.newEnvironment()
  const [weekMs, now] = [7 * 86_400_000, Date.now()]
  const subjectId = newId(new Date(now - 2.5 * weekMs))
  const happen = (weeks: number) =>
    log.database.transaction(tx =>
      record(tx, [
        {
          environmentId: mine,
          type: 'contact.updated',
          subjectId,
          data: {},
          at: new Date(now - 2.5 * weekMs + weeks * weekMs),
        },
      ]),
    )
  for (const weeks of [0, 0.1, 0.9, 1.1, 1.2, 2.5]) await happen(weeks)
  const read = async () => {
    await log.readAll(mine)
    return (await readEvents(log.database.db, mine, beginning, 100)).events.map(({ sequence }) => sequence)
  }

  expect(await read()).toEqual([1, 2, 3, 100_001, 100_002, 200_001])

  await sql`delete from events where subject_id = ${subjectId} and created_at < now() - interval '10 days'`.execute(
    log.database.db,
  )
  await happen(2.5)
  expect(await read()).toEqual([100_001, 100_002, 200_001, 200_002])
})

test('a reader at the end, even of an empty log, continues with the next event', async () => {
  const environment = await log.newEnvironment()
  const empty = await log.readAll(environment)

  await log.happen(environment, 'first')
  const first = await log.readAll(environment, empty.next)
  const still = await log.readAll(environment, first.next)
  await log.happen(environment, 'second')

  expect([empty.names, first.names, still.names]).toEqual([[], ['first'], []])
  for (const { next } of [first, still]) expect((await log.readAll(environment, next)).names).toEqual(['second'])
})

test('an event that is committed after a later one is neither missed nor read out of order', async () => {
  const environment = await log.newEnvironment()
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const slow = log.database.transaction(async tx => {
    await happenIn(tx, environment, 'slow')
    begin()
    await committed
  })
  await begun

  await log.happen(environment, 'fast')
  const meanwhile = await log.readNow(environment)
  commit()
  await slow
  const afterwards = await log.readAll(environment, meanwhile.next)

  expect(meanwhile.names, 'nothing is read past an uncommitted event').toEqual([])
  expect(afterwards.names).toEqual(['slow', 'fast'])
})

test('with many writers, a reader sees each event once', async () => {
  const environment = await log.newEnvironment()
  const seen: unknown[] = []
  let writing = true
  let { next } = await log.readNow(environment)
  const reader = (async () => {
    for (let last = false; !last; ) {
      last = !writing
      const page = await (last ? log.readAll : log.readNow)(environment, next, 7)
      seen.push(...page.names)
      next = page.next
    }
  })()
  const write = async (writer: number) => {
    for (let nth = 0; nth < 25; nth++) {
      await log.database.transaction(async tx => {
        await happenIn(tx, environment, `${writer}.${nth}`)
        await sql`select pg_sleep(random() * 0.004)`.execute(tx)
      })
    }
  }

  await Promise.all([0, 1, 2, 3, 4].map(write))
  writing = false
  await reader

  expect(seen).toHaveLength(125)
  expect(new Set(seen).size).toBe(125)
})

test('events older than 30 days are not read, with or without a mark', async () => {
  const environment = await log.newEnvironment()
  await log.happen(environment, 'old')
  const { next: afterOld } = await log.readAll(environment)
  await log.happen(environment, 'older')
  await log.age(environment, ['old', 'older'], 31)
  const unmarked = await log.readAll(environment)
  await markEvents(log.database)
  await sql`update event_marks set at = at - interval '31 days'`.execute(log.database.db)
  await log.happen(environment, 'new')

  // Its own time would let this event through: the mark must skip it.
  await sql`update events set created_at = now() where data ->> 'name' = 'older'`.execute(log.database.db)

  expect(unmarked.names).toEqual([])
  expect((await log.readAll(environment)).names).toEqual(['new'])
  expect((await log.readAll(environment, afterOld)).names).toEqual(['new'])
})

test('marks are deleted after 40 days, and marking twice is harmless', async () => {
  await markEvents(log.database)
  await sql`update event_marks set at = now() - interval '41 days' where at = (select max(at) from event_marks)`.execute(
    log.database.db,
  )

  await Promise.all([markEvents(log.database), markEvents(log.database)])

  const { rows } = await sql<{ old: string; new: string }>`
    select count(*) filter (where at < now() - interval '40 days') as old,
      count(*) filter (where at > now() - interval '1 minute') as new from event_marks`.execute(log.database.db)
  expect(rows[0]?.old).toBe('0')
  expect(Number(rows[0]?.new)).toBeGreaterThan(0)
})
