import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLog } from '../../../../testing/event-log.ts'
import { markEvents } from './mark.ts'
import { repairOrder } from './repair.ts'

const log = openLog()

/** As if the rows came from a cluster that is a billion transactions ahead. */
async function pretendOtherCluster() {
  for (const table of ['events', 'event_marks']) {
    await sql`update ${sql.table(table)} set xact = (xact::text::bigint + 1000000000)::text::xid8`.execute(
      log.database.db,
    )
  }
}

test('a valid order is not repaired', async () => {
  await log.happen(await log.newEnvironment(), 'a')

  expect(await repairOrder(log.database)).toBe(false)
})

test('after restoring a dump in another cluster, everything is read in order and old cursors continue', async () => {
  const [environment, quiet] = [await log.newEnvironment(), await log.newEnvironment()]
  await log.happen(environment, 'a', 'b')
  const middle = await log.readAll(environment)
  await log.happen(environment, 'c')
  await markEvents(log.database)
  const [end, nothing] = [await log.readAll(environment), await log.readAll(quiet)]
  const elsewhere = ({ next }: { next: { xact: bigint; position: bigint } }) => ({
    ...next,
    xact: next.xact + 1_000_000_000n,
  })
  await pretendOtherCluster()
  expect((await log.readNow(environment)).names, 'unreadable before the repair').toEqual([])

  const repaired = await Promise.all([repairOrder(log.database), repairOrder(log.database)])
  await log.happen(environment, 'd')
  await log.happen(quiet, 'e')

  expect(repaired).toContain(true)
  expect(await repairOrder(log.database)).toBe(false)
  expect((await log.readAll(environment, undefined, 2)).names).toEqual(['a', 'b', 'c', 'd'])
  expect((await log.readAll(environment, elsewhere(middle))).names).toEqual(['c', 'd'])
  expect((await log.readAll(environment, elsewhere(end))).names).toEqual(['d'])
  expect((await log.readAll(quiet, elsewhere(nothing))).names).toEqual(['e'])
  // As if the new cluster had been ahead of the old one.
  expect((await log.readAll(environment, { ...middle.next, xact: 4n })).names).toEqual(['c', 'd'])
})
