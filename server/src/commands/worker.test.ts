/** The worker as it is composed: whatever part of it restarts itself works afterwards. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject, test, vi } from 'vitest'
import { openForeignText } from '#foreign-text/open.ts'
import { openPost } from '#resources/messages/emails/post.fixture.ts'
import { parseConfig } from '#setup/config.ts'
import { createCallers } from '../../testing/callers.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { startWorkers } from './worker.ts'

test('a runner that has ended by itself delivers again after its restart', async () => {
  vi.spyOn(console, 'trace').mockReturnValue()
  await using post = await openPost(await createTestDatabase(inject('clusterUrl')), createCallers)
  const { db } = post.database
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(db)
  const refuse = sql`create trigger refuse before delete on graphile_worker._private_jobs execute function refuse()`
  const relent = sql`drop trigger refuse on graphile_worker._private_jobs`
  const log = pino({ level: 'silent' })
  await using text = openForeignText(log)
  await using worker = await startWorkers(parseConfig({}), post.database, log, text, 4_000)
  const untilDelivered = (id: string) =>
    vi.waitFor(async () => expect(await post.statusOf(id)).toBe('delivered'), { timeout: 10_000 })

  await refuse.execute(db)
  const before = await post.acceptOne(['before@a.example'])
  await vi.waitFor(() => expect(worker.isWorking()).toBe(false), { timeout: 10_000, interval: 5 })
  await relent.execute(db)

  const after = await post.acceptOne(['after@a.example'])
  await untilDelivered(before.id)
  await untilDelivered(after.id)
  expect(worker.isWorking()).toBe(true)
})
