import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { parseConfig } from '#setup/config.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { type, typeJson } from '../terminal.fixture.ts'

test('the queue shows what messages wait for, why, and until when', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  const config = parseConfig({ DATABASE_URL: url })
  await using database = openDatabase({ url })
  expect((await type(config, 'queue')).out).toBe('Nothing is waiting, and nothing fails.\n')

  await sql`insert into destinations (name, connections, failing_since, failures, last_reply, cap, capped_until) values
    ('relay mail.acme.test:587', 5, '2026-11-15 21:20', 12, '451 4.4.1 Refused', null, null),
    ('direct from mail1.acme.test google', null, null, 0, null, 'at most 50 a day', '2099-01-01'),
    ('direct yahoo', null, null, 0, null, null, null)`.execute(database.db)
  await sql`insert into deliveries (environment_id, email_id, nth, address, state, give_up_at, due_at, priority, waits_for)
    select gen_random_uuid(), gen_random_uuid(), 0, 'a@b.test', 'waiting', now(), now(), 10, 'direct from mail1.acme.test google'
    from generate_series(1, 1200)
    union all
    select gen_random_uuid(), gen_random_uuid(), 0, 'a@b.test', 'waiting', now(), now(), 0, 'quiet hours until 08:00 in Europe/Berlin'`.execute(
    database.db,
  )

  const { out } = await type(config, 'queue')
  const { data } = await typeJson(config, 'queue')

  const lines = out.split('\n').map(line => line.trim().replaceAll(/ {2,}/g, ' | '))
  expect(lines).toContain(
    'the receiver google | 1,200 | no limit seen | limit reached (at most 50 a day); continues at 2099-01-01 00:00 UTC',
  )
  expect(lines).toContain(
    'the relay mail.acme.test:587 | 0 | at most 5 | failed 12 times since 2026-11-15 21:20 UTC: 451 4.4.1 Refused',
  )
  expect(lines).toContain('quiet hours until 08:00 in Europe/Berlin | 1 | – | held on purpose')
  expect(data).toMatchObject([
    { name: 'direct from mail1.acme.test google', waiting: 1_200, capped_until: '2099-01-01T00:00:00.000Z' },
    { name: 'quiet hours until 08:00 in Europe/Berlin', waiting: 1 },
    { name: 'relay mail.acme.test:587', waiting: 0, connections: 5, failures: 12 },
  ])
})
