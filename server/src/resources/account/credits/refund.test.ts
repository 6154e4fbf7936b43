import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  accountOf,
  add,
  aMonthPasses,
  charge,
  ledgerOf,
  newBalance,
  newOrganization,
  openCreditsDatabase,
  refund,
} from '../../../../testing/credits-database.ts'
import { type Charge, chargeEach } from './charge.ts'
import { readCredits } from './read.ts'

const connections = openCreditsDatabase()
const pay = (...charges: readonly Charge[]) => connections.database.transaction(tx => chargeEach(tx, charges))

test('a message is refunded once, however often and by how many processes it is requested', async () => {
  const id = await newBalance(connections, 10)
  const paid = charge(id, [4], 'sms')
  await pay(paid, charge(id, [1]))

  await refund(connections.database, paid, paid)
  await Promise.all(
    Array.from({ length: 10 }, (_, nth) => refund(nth % 2 ? connections.database : connections.second, paid)),
  )

  expect(await accountOf(connections.database, id)).toMatchObject({
    sms_consumed: '0.000',
    email_consumed: '1.000',
    month_consumed: '1.000',
  })
  expect((await ledgerOf(connections.database, id)).filter(entry => entry.startsWith('refund'))).toEqual([
    'refund 4.000',
  ])
})

test('parts of a message are refunded one after the other, up to its whole cost', async () => {
  const id = await newBalance(connections, 10)
  const paid = charge(id, [3])
  const one = { ...paid, entries: paid.entries.map(entry => ({ ...entry, credits: 1 })) }
  await pay(paid)

  await refund(connections.database, one)
  await refund(connections.database, one, one, one)

  expect(await accountOf(connections.database, id)).toMatchObject({ email_consumed: '0.000' })
  expect((await ledgerOf(connections.database, id)).filter(entry => entry.startsWith('refund'))).toEqual([
    'refund 3.000',
  ])
})

test('an unpaid message is not refunded, and a paid one never more than was paid', async () => {
  const id = await newBalance(connections, 10)
  const [unpaid, paid] = [charge(id, [4]), charge(id, [2])]
  await pay(paid)
  const tooMuch = { ...paid, entries: paid.entries.map(entry => ({ ...entry, credits: 5 })) }

  await refund(connections.database, unpaid, tooMuch, { ...paid, kind: 'sms' })

  expect((await readCredits(connections.database.db, { organizationId: id }, new Date())).balance).toBe(10)
})

test('credits go back to where they came from, first to the added ones', async () => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', sendsPerMonth: 10 })
  await add(connections.database, id, 10)
  const [first, second, third] = [charge(id, [8]), charge(id, [4]), charge(id, [3])]
  await pay(first, second, third)
  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '0.000', added: '5.000' })

  await refund(connections.database, third)
  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '0.000', added: '8.000' })
  await refund(connections.database, first)
  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '6.000', added: '10.000' })
})

test('of an earlier month only what added credits have paid comes back, and the use of this month stays', async () => {
  const id = await newOrganization(connections.database, { plan: 'free' })
  await add(connections.database, id, 3)
  const old = charge(id, [3_002])
  await pay(old)
  await aMonthPasses(connections.database, id)
  await pay(charge(id, [2]))

  await refund(connections.database, old)

  expect(await accountOf(connections.database, id)).toMatchObject({
    granted: '2998.000',
    added: '3.000',
    month_consumed: '2.000',
    email_consumed: '2.000',
  })
})

test('messages scheduled in one month and canceled in the next do not make lasting credits of the grant', async () => {
  const id = await newOrganization(connections.database, { plan: 'free' })
  const scheduled = [charge(id, [1_000]), charge(id, [2_000])]
  await pay(...scheduled)
  await aMonthPasses(connections.database, id)

  await refund(connections.database, ...scheduled)

  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '3000.000', added: '0.000' })
  expect(await ledgerOf(connections.database, id)).toContain('expiry -3000.000')
})

test('what added credits have paid in an earlier month comes back once, over any refunds and months', async () => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', sendsPerMonth: 10 })
  await add(connections.database, id, 10)
  const [first, second, third] = [charge(id, [10]), charge(id, [6]), charge(id, [4])]
  await pay(first, second, third)
  await refund(connections.database, second)
  await aMonthPasses(connections.database, id)

  await refund(connections.database, first)
  expect(await accountOf(connections.database, id)).toMatchObject({ added: '10.000' })
  await aMonthPasses(connections.database, id)
  await refund(connections.database, third)

  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '10.000', added: '10.000' })
})

test('a message of a month that the previous version has ended is refunded whole', async () => {
  const id = await newOrganization(connections.database, { plan: 'free' })
  const old = charge(id, [5])
  await pay(old)
  await aMonthPasses(connections.database, id)
  await pay(charge(id, [2]))
  await sql`delete from credit_months where organization_id = ${id}`.execute(connections.database.db)

  await refund(connections.database, old)

  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '2998.000', added: '5.000' })
})

test('a refund in a new month before the first message includes the new grant', async () => {
  const id = await newOrganization(connections.database, { plan: 'free' })
  const old = charge(id, [5])
  await pay(old)
  await aMonthPasses(connections.database, id)

  await refund(connections.database, old)

  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '3000.000', added: '0.000' })
})

test('a refund does not free quota', async () => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', sendsPerHour: 1 })
  const paid = charge(id, [1])
  await pay(paid)

  await refund(connections.database, paid)

  expect((await pay(charge(id, [1]))).map(refusal => refusal?.code)).toEqual(['hourly_quota_exceeded'])
})
