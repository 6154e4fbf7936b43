import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createCallers } from '../../../../testing/callers.ts'
import { planOf } from '../../../../testing/plans.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { findHeads } from './store.ts'

test('chain ends are found by the index of chains, even with outdated table statistics', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { environmentId } = (await createCallers(database)).live
  const { db } = database
  const subjectOf = (nth: number) => nth.toString(16).padStart(64, '0')
  const add = (from: number, to: number) =>
    sql`
    insert into consent_entries (environment_id, subject, nth, id, channel, scope, action, method, created_at, previous_hash, hash)
    select ${environmentId}, decode(lpad(to_hex(subject), 64, '0'), 'hex'), nth, gen_random_uuid(), 'email', 'channel', 'given', 'api', now(),
      case when nth > 1 then '\\x00'::bytea end, '\\x00'
    from generate_series(${from}::integer, ${to}::integer) as subject, generate_series(1, 2) as nth`.execute(db)

  const plans: Record<number, string> = {}
  for (let count = 0; count <= 400; count += 5) {
    plans[count] = await planOf(db, asked => findHeads(asked, [{ environmentId, subject: subjectOf(1) }]))
    await add(count + 1, count + 5)
  }

  for (const [count, plan] of Object.entries(plans))
    expect(plan, `${count} chains`).not.toContain('consent_entries_environment_id_id_key')
  const asked = [0, 1, 200, 405, 5_000].map(nth => ({ environmentId, subject: subjectOf(nth) }))
  expect((await findHeads(db, asked)).map(({ subject, nth }) => [subject, nth])).toEqual(
    [1, 200, 405].map(nth => [subjectOf(nth), 2]),
  )
})
