import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { Member } from '#core/visitor.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { overviewConsoleRoutes } from './console-routes.ts'

test('the rates of a week begin with a whole hour: no email is counted one by one', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live } = await createCallers(database)
  await sql`
    insert into email_stats (environment_id, tag, message_stream, hour, emails_sent, emails_bounced)
    values (${live.environmentId}, '', 'transactional', '2026-11-08T12:00:00Z', 100, 50)`.execute(database.db)
  const clock = () => new Date('2026-11-15T12:30:00Z')
  const { getAttention } = overviewConsoleRoutes({ database, clock, ways: { email: [], sms: [] } })

  // `as`: of a member, only what a caller has too is read here.
  const { data } = await getAttention(live as unknown as Member)

  expect(data.map(({ kind }) => kind)).toContain('high_bounce_rate')
})
