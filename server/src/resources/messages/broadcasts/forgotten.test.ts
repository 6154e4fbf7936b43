/** Somebody is forgotten while a page of a broadcast that they are on is made. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { lockAccount } from '#resources/account/credits/locked-accounts.ts'
import { erase } from '#resources/audience/erasure/erase.ts'
import { requestErasure } from '#resources/audience/erasure/request.ts'
import { openPost, type Post } from '#resources/messages/emails/post.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilSomebodyWaits } from '../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { deliverAll, type Newsroom, openNewsroom } from './broadcasts.fixture.ts'

let post: Post
let room: Newsroom
beforeAll(async () => {
  post = await openPost(await createTestDatabase(inject('clusterUrl')), createCallers)
  room = openNewsroom(post)
})
afterAll(() => post[Symbol.asyncDispose]())
let [ada, ...others]: string[] = []
beforeEach(async () => {
  await post.clear()
  await room.clear()
  await emptyTables(post.database.db, 'erasures')
  ;[ada, ...others] = await room.addContacts(3)
  await room.send(await room.create())
  // It has begun, and its first page is due.
  await room.step(1)
})

const parts = () => ({ database: post.database, clock: systemClock, signal: new AbortController().signal })
const request = async () => {
  const { environmentId } = post.live
  const named = { environmentId, email: ada ?? '' }
  const asked = await post.database.transaction(tx => requestErasure(tx, named, systemClock()))
  return asked ?? expect.fail('nobody to forget')
}
const recipients = async () => {
  const { rows } = await sql<{ to: string }>`select to_addresses[1] as to from emails order by 1`.execute(
    post.database.db,
  )
  return rows.map(({ to }) => to)
}

test('who is forgotten while a page of a broadcast is made is not on it', async () => {
  const worker = room.worker('slow', async () => {
    expect(await erase(parts(), await request())).toBe(true)
  })

  await worker.work()

  expect(await recipients()).toEqual(others)
  expect((await post.database.db.selectFrom('broadcasts').select('made').executeTakeFirst())?.made).toBe(2)
})

test('an erasure waits for the page of a broadcast that is being written', async () => {
  let [page, erasing]: Promise<unknown>[] = []
  await post.second.transaction(async tx => {
    // Behind this the page waits, with its messages judged and not committed.
    await lockAccount(tx, post.live.organizationId)
    page = room.worker().work()
    await untilSomebodyWaits(post.database.db)
    const erasure = await request()
    erasing = erase(parts(), erasure)
    await Promise.race([erasing, untilSomebodyWaits(post.database.db, 2)])
  })
  await Promise.all([page, erasing])

  expect(await recipients()).not.toContain(ada)
  expect(await recipients()).toHaveLength(3)
})

test('one whose recipient is forgotten while their email waits comes to its end', async () => {
  await room.step()
  expect(await erase(parts(), await request())).toBe(true)

  const { copies } = await deliverAll(post, room)
  await room.comeDue()
  await room.step()

  expect(copies.toSorted()).toEqual(others)
  const { rows } = await sql<{ id: string }>`select id from broadcasts`.execute(post.database.db)
  const shown = await room.read(rows[0] ?? { id: '' })
  expect(shown).toMatchObject({
    state: 'completed',
    figures: { messages: 3, waiting: 0, sent: 2, canceled: 1, credits: 2 },
  })
})
