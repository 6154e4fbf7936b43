import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#core/id.ts'
import { readRateLimit } from '#resources/account/rate-limits/read.ts'
import { createCallers } from '../../../../testing/callers.ts'
import {
  accountOf,
  add,
  aMonthPasses,
  charge,
  newOrganization,
  openCreditsDatabase,
  refund,
} from '../../../../testing/credits-database.ts'
import { chargeEach } from './charge.ts'
import { readCredits } from './read.ts'
import { creditRoutes } from './routes.ts'

const connections = openCreditsDatabase()

/** The current moment, and the starts of the next hour, day and month. */
const moment = () => {
  const now = new Date()
  return {
    now,
    hour: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), now.getUTCHours() + 1)),
    day: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)),
    month: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)),
  }
}

test.each([
  ['free', false, 100, 100, 3_000],
  ['starter', true, 1_000, 5_000, 50_000],
  ['pro', true, 10_000, 50_000, 500_000],
  ['enterprise', true, 1_000_000_000, 1_000_000_000, 1_000_000_000],
] as const)('a new organization on %s has its whole grant', async (plan, isPaid, hour, day, month) => {
  const organizationId = await newOrganization(connections.database, { plan })
  const { now, ...resets } = moment()

  const credits = await readCredits(connections.database.db, { organizationId }, now)

  expect(credits).toEqual({
    balance: month,
    monthlyUsage: 0,
    emailConsumed: 0,
    smsConsumed: 0,
    totalConsumed: 0,
    isPaid,
    quotas: {
      hour: { limit: hour, used: 0, resetAt: resets.hour },
      day: { limit: day, used: 0, resetAt: resets.day },
      month: { limit: month, used: 0, resetAt: resets.month },
    },
  })
  expect(await accountOf(connections.database, organizationId)).toBeUndefined()
})

test('both keys of an organization read the same, with every field', async () => {
  const {
    live,
    test: testCaller,
    organizationId,
  } = await createCallers(connections.database, { name: 'Both', plan: 'pro' })
  const failed = charge(organizationId, [30, 12.5], 'sms')
  const charges = [charge(organizationId, [1, 1, 1]), charge(organizationId, [10.25], 'sms'), failed]
  await connections.database.transaction(tx => chargeEach(tx, charges))
  await refund(connections.database, failed)
  await add(connections.database, organizationId, 0.125)
  const { now, ...resets } = moment()
  const { getCredits } = creditRoutes({ db: connections.database.db, clock: () => now })

  const told = [live, testCaller].map(caller => getCredits(caller))

  for (const reply of await Promise.all(told)) {
    expect(reply).toEqual({
      balance: 499_986.875,
      monthly_usage: 13.25,
      total_consumed: 13.25,
      email_consumed: 3,
      sms_consumed: 10.25,
      hourly_limit: 10_000,
      daily_limit: 50_000,
      monthly_limit: 500_000,
      current_hour_usage: 6,
      current_day_usage: 6,
      current_month_usage: 6,
      is_paid: true,
      hourly_reset_at: resets.hour.toISOString(),
      daily_reset_at: resets.day.toISOString(),
      monthly_reset_at: resets.month.toISOString(),
    })
  }
})

test('past hours, days and months read as unused, before the next message', async () => {
  const organizationId = await newOrganization(connections.database, { plan: 'free' })
  await connections.database.transaction(tx => chargeEach(tx, [charge(organizationId, [1, 1])]))
  const used = async () => {
    const { quotas, balance, monthlyUsage } = await readCredits(connections.database.db, { organizationId }, new Date())
    return [quotas.hour.used, quotas.day.used, quotas.month.used, balance, monthlyUsage]
  }
  expect(await used()).toEqual([2, 2, 2, 2_998, 2])

  await sql`update credit_accounts set hour_start = hour_start - interval '1 hour'
    where organization_id = ${organizationId}`.execute(connections.database.db)
  expect(await used()).toEqual([0, 2, 2, 2_998, 2])

  await aMonthPasses(connections.database, organizationId)
  expect(await used()).toEqual([0, 0, 0, 3_000, 0])
})

test('the rate limit shows the same daily quota, with the enterprise limit', async () => {
  const asked = { name: 'Own', plan: 'enterprise', sendsPerDay: 40, sendsPerMonth: 500 } as const
  const { live, test: testCaller, organizationId } = await createCallers(connections.database, asked)
  await connections.database.transaction(tx => chargeEach(tx, [charge(organizationId, [1, 1, 1])]))
  const { now, day } = moment()

  for (const caller of [live, testCaller]) {
    expect(await readRateLimit(connections.database.db, caller, now)).toMatchObject({
      isPaid: true,
      dailyLimit: 40,
      currentDailyUsage: 3,
      resetAt: day,
    })
  }
})

test.each([newId(new Date()), 'no-id'])('the unknown organization %s has no credits to read', async organizationId => {
  await expect(readCredits(connections.database.db, { organizationId }, new Date())).rejects.toMatchObject({
    code: 'not_found',
  })
})
