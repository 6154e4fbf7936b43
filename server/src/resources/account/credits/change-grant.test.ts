import { expect, test } from 'vitest'
import { setPlan } from '#resources/account/organizations/plan.ts'
import type { Limits, Plan } from '#resources/account/organizations/plans.ts'
import {
  accountOf,
  add,
  aMonthPasses,
  charge,
  ledgerOf,
  newOrganization,
  openCreditsDatabase,
  refund,
} from '../../../../testing/credits-database.ts'
import { changeGrant } from './change-grant.ts'
import { chargeEach } from './charge.ts'
import { readCredits } from './read.ts'

const connections = openCreditsDatabase()

const move = (id: string, asked: { plan: Plan } & Partial<Limits>) =>
  connections.database.transaction(async tx => {
    await setPlan(tx, id, asked)
    await changeGrant(tx, new Date(), id)
  })
const balance = async (organizationId: string) =>
  (await readCredits(connections.database.db, { organizationId }, new Date())).balance
const pay = (id: string, credits: number) =>
  connections.database.transaction(tx => chargeEach(tx, [charge(id, [credits])]))

test('a larger plan has its grant at once, less what the month has used', async () => {
  const id = await newOrganization(connections.database, { plan: 'free' })
  await pay(id, 40)

  await move(id, { plan: 'starter' })

  expect(await balance(id)).toBe(49_960)
  expect(await pay(id, 49_960)).toEqual([undefined])
  expect(await balance(id)).toBe(0)
})

test('switching back and forth between plans gains nothing', async () => {
  const id = await newOrganization(connections.database, { plan: 'pro' })
  await add(connections.database, id, 9)
  await pay(id, 5_000)

  await move(id, { plan: 'free' })
  expect(await balance(id)).toBe(9)
  await move(id, { plan: 'pro' })

  expect(await balance(id)).toBe(495_009)
})

test('refunds on a smaller plan fill its grant and no more, and the larger plan then has its own again', async () => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', sendsPerMonth: 1_000 })
  const paid = charge(
    id,
    Array.from({ length: 18 }, () => 50),
  )
  await connections.database.transaction(tx => chargeEach(tx, [paid]))
  await move(id, { plan: 'enterprise', sendsPerMonth: 100 })
  expect(await balance(id)).toBe(0)

  for (const entry of paid.entries) await refund(connections.database, { ...paid, entries: [entry] })

  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '100.000', added: '0.000' })
  await move(id, { plan: 'enterprise', sendsPerMonth: 1_000 })
  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '1000.000', added: '0.000' })
})

test('a refund beyond the grant of a smaller plan expires, in one entry for all messages', async () => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', sendsPerMonth: 10 })
  const paid = charge(id, [4, 5])
  await connections.database.transaction(tx => chargeEach(tx, [paid]))
  await move(id, { plan: 'enterprise', sendsPerMonth: 2 })

  await refund(connections.database, paid)

  const entries = await ledgerOf(connections.database, id)
  expect(entries.filter(entry => entry.startsWith('expiry'))).toEqual(['expiry -1.000', 'expiry -7.000'])
  expect(await balance(id)).toBe(2)
})

test('added credits that were used on a smaller plan are still added credits when they come back on a larger one', async () => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', sendsPerMonth: 100 })
  await add(connections.database, id, 1_000)
  const paid = charge(id, [500])
  await connections.database.transaction(tx => chargeEach(tx, [paid]))

  await move(id, { plan: 'enterprise', sendsPerMonth: 1_000 })
  expect(await balance(id)).toBe(1_500)
  await refund(connections.database, paid)

  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '1000.000', added: '1000.000' })
})

test('the same plan again changes nothing', async () => {
  const id = await newOrganization(connections.database, { plan: 'free' })
  await pay(id, 1)
  const before = await ledgerOf(connections.database, id)

  await move(id, { plan: 'free' })

  expect(await ledgerOf(connections.database, id)).toEqual(before)
})

test('a plan that changes in a new month grants once', async () => {
  const id = await newOrganization(connections.database, { plan: 'free' })
  await pay(id, 1)
  await aMonthPasses(connections.database, id)

  await move(id, { plan: 'enterprise', sendsPerMonth: 70 })
  await pay(id, 1)

  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '69.000', added: '0.000' })
})
