/** A scheduled broadcast that is changed at the moment in which a worker begins it, or by two people at once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { openPost, type Post } from '#resources/messages/emails/post.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilSomebodyWaits } from '../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { deliverAll, type Newsroom, openNewsroom } from './broadcasts.fixture.ts'
import { prepareChange, updateBroadcast } from './change.ts'

let post: Post
let room: Newsroom
beforeAll(async () => {
  post = await openPost(await createTestDatabase(inject('clusterUrl')), createCallers)
  room = openNewsroom(post)
})
afterAll(() => post[Symbol.asyncDispose]())
beforeEach(async () => {
  await post.clear()
  await room.clear()
})

const inDays = (days: number) => new Date(systemClock().getTime() + days * 86_400_000).toISOString()

/** `beforeCommit`: what happens while the change is not committed yet. */
async function prepare(id: string, asked: Parameters<typeof prepareChange>[3], beforeCommit = async () => {}) {
  const prepared = await prepareChange(room.contentParts, post.live, id, asked, systemClock())
  return () =>
    post.database.transaction(async tx => {
      await updateBroadcast(tx, post.live, systemClock(), id, { asked, prepared })
      await beforeCommit()
    })
}
const change = async (...asked: Parameters<typeof prepare>) => (await prepare(...asked))()

/** One whose time has come, in the hands of a worker that has not begun it yet. */
async function taken(special: Parameters<Newsroom['create']>[0] = {}) {
  const broadcast = await room.create(special)
  await room.send(broadcast, { scheduled_for: inDays(1) })
  await room.comeDue()
  const worker = room.worker()
  const rows = await worker.take()
  expect(rows).toHaveLength(1)
  return { broadcast, begin: () => worker.again(rows) }
}

test('one that is put off while a worker has it in hand begins at its new time', async () => {
  await room.addContacts(2)
  const { broadcast, begin } = await taken()

  const scheduledFor = inDays(2)
  await room.send(broadcast, { scheduled_for: scheduledFor })
  await begin()
  await room.step()

  expect(await room.read(broadcast)).toMatchObject({ state: 'scheduled', scheduled_for: scheduledFor })
  await room.comeDue()
  await room.step()
  expect((await deliverAll(post, room)).copies).toHaveLength(2)
})

test('one that is changed while a worker begins it begins as it is now', async () => {
  await room.addContacts(2)
  const { broadcast, begin } = await taken({
    ab_test: { share_percent: 50, wait: '1h', winner_by: 'opens', b: { subject: 'Other news' } },
  })

  let begun = Promise.resolve()
  await change(broadcast.id, { ab_test: null, subject: 'Late news' }, async () => {
    begun = begin()
    await untilSomebodyWaits(post.database.db)
  })
  await begun
  await room.step()

  const { composed } = await deliverAll(post, room)
  expect(composed.map(({ subject }) => subject)).toEqual(['Late news', 'Late news'])
})

test('of two who change a scheduled one at once, the second is told; it says what its settings say', async () => {
  await room.addContacts(1)
  const broadcast = await room.create()
  await room.send(broadcast, { scheduled_for: inDays(1) })

  const [first, second] = [
    await prepare(broadcast.id, { subject: 'Late news' }),
    await prepare(broadcast.id, { html: '<p>Late</p>' }),
  ]
  await first()
  await expect(second()).rejects.toMatchObject({ code: 'invalid_state' })
  await change(broadcast.id, { html: '<p>Late</p>' })

  await room.comeDue()
  await room.step()
  const { composed } = await deliverAll(post, room)
  expect(composed.map(({ subject }) => subject)).toEqual(['Late news'])
  expect(composed[0]?.html).toMatch(/^<p>Late<\/p>/)
  const { rows } = await sql`select from broadcast_contents`.execute(post.database.db)
  expect(rows).toHaveLength(1)
})
