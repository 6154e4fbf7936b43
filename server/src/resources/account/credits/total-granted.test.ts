/** Migration 0062 on accounts of a month under way, and the previous version that still runs beside this one. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { migrate } from '#postgres/migrate.ts'
import { createOrganization } from '#resources/account/organizations/create.ts'
import { setPlan } from '#resources/account/organizations/plan.ts'
import type { Limits, Plan } from '#resources/account/organizations/plans.ts'
import { accountOf, charge, refund } from '../../../../testing/credits-database.ts'
import { databaseBefore } from '../../../../testing/database-before.ts'
import { changeGrant } from './change-grant.ts'
import { chargeEach } from './charge.ts'

let database: Database
beforeAll(async () => {
  database = await databaseBefore(62)
})
afterAll(() => database[Symbol.asyncDispose]())

type PlanOf = { plan: Plan } & Partial<Limits>

/** An account as the previous version writes it. */
async function accountFromBefore(plan: PlanOf, granted: number, added: number, used: number): Promise<string> {
  const { id } = await database.transaction(tx => createOrganization(tx, new Date(), { name: 'Before', ...plan }))
  await sql`
    insert into credit_accounts (organization_id, granted, added, granted_month, hour_start, day_start, month_start, month_consumed)
    select ${id}::uuid, ${granted}::numeric, ${added}::numeric, month, month, month, month, ${used}::numeric
    from date_trunc('month', now(), 'UTC') as month`.execute(database.db)
  return id
}
const move = (id: string, plan: PlanOf) =>
  database.transaction(async tx => {
    await setPlan(tx, id, plan)
    await changeGrant(tx, new Date(), id)
  })
const pay = (id: string, credits: number) => {
  const paid = charge(id, [credits])
  return database.transaction(tx => chargeEach(tx, [paid])).then(() => paid)
}
const ofHundred = { plan: 'enterprise', sendsPerMonth: 100 } as const
const ofThousand = { plan: 'enterprise', sendsPerMonth: 1_000 } as const

test('accounts of every plan know after the migration what their grant has paid this month', async () => {
  const [free, starter, pro, beyond, endless] = [
    await accountFromBefore({ plan: 'free' }, 2_990, 0, 10),
    await accountFromBefore({ plan: 'starter' }, 49_990, 0, 10),
    await accountFromBefore({ plan: 'pro' }, 499_990, 0, 10),
    await accountFromBefore(ofHundred, 0, 600, 500),
    await accountFromBefore({ plan: 'enterprise' }, 999_999_990, 0, 10),
  ]
  await migrate(database)

  for (const id of [free, starter, pro, beyond, endless]) await move(id, ofThousand)

  for (const id of [free, starter, pro, endless])
    expect(await accountOf(database, id)).toMatchObject({ granted: '990.000', added: '0.000' })
  expect(await accountOf(database, beyond)).toMatchObject({ granted: '900.000', added: '600.000' })
})

test('what the previous version charges beside this one comes from the grant first, then from added credits', async () => {
  await migrate(database)
  const id = await accountFromBefore(ofHundred, 90, 50, 10)
  const paid = await pay(id, 30)
  await sql`update credit_accounts set granted = 0, added = 40, month_consumed = month_consumed + 70
    where organization_id = ${id}`.execute(database.db)

  await refund(database, paid)

  expect(await accountOf(database, id)).toMatchObject({ granted: '20.000', added: '50.000', month_consumed: '80.000' })
})

test('an account that the previous version has moved to a larger plan is granted no more than that plan has', async () => {
  await migrate(database)
  const id = await accountFromBefore(ofHundred, 0, 600, 500)
  await pay(id, 1)
  await database.transaction(tx => setPlan(tx, id, ofThousand))
  await sql`update credit_accounts set granted = 499 where organization_id = ${id}`.execute(database.db)

  await move(id, ofThousand)

  expect(await accountOf(database, id)).toMatchObject({ granted: '1000.000', added: '599.000' })
})
