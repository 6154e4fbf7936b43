import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import {
  accountOf,
  add,
  aMonthPasses,
  charge,
  ledgerOf,
  newBalance,
  newOrganization,
  openCreditsDatabase,
} from '../../../../testing/credits-database.ts'
import { type Charge, chargeEach } from './charge.ts'

const connections = openCreditsDatabase()

const pay = (...charges: readonly Charge[]) => connections.database.transaction(tx => chargeEach(tx, charges))
const payTogether = (database: Database) =>
  groupCommit<Charge, 'paid'>(database, async (tx, charges) =>
    (await chargeEach(tx, charges)).map(refusal => refusal ?? 'paid'),
  )
const codes = async (...charges: readonly Charge[]) => (await pay(...charges)).map(refusal => refusal?.code)
const tally = (settled: readonly PromiseSettledResult<unknown>[]) => {
  const outcomes = settled.map(one => (one.status === 'fulfilled' ? 'paid' : one.reason.code))
  return Object.fromEntries([...Map.groupBy(outcomes, code => code)].map(([code, all]) => [code, all.length]))
}

test('of 50 charges at once on a balance of 10, over two processes, exactly 10 pass', async () => {
  const id = await newBalance(connections, 10)
  const counters = [payTogether(connections.database), payTogether(connections.second)]

  const settled = await Promise.allSettled(
    Array.from({ length: 50 }, (_, nth) => counters[nth % 2]?.(charge(id, [1], 'sms'))),
  )

  expect(tally(settled)).toEqual({ paid: 10, insufficient_credits: 40 })
  expect(await accountOf(connections.database, id)).toMatchObject({
    granted: '0.000',
    added: '0.000',
    sms_consumed: '10.000',
  })
})

test('of 50 transactions at once on a balance of 10, over two processes, exactly 10 pass', async () => {
  const id = await newBalance(connections, 10)

  const verdicts = await Promise.all(
    Array.from({ length: 50 }, (_, nth) =>
      (nth % 2 ? connections.database : connections.second).transaction(tx => chargeEach(tx, [charge(id, [1])])),
    ),
  )

  const outcomes = verdicts.flat().map(refusal => refusal?.code)
  expect(outcomes.filter(code => code === undefined)).toHaveLength(10)
  expect(outcomes.filter(code => code === 'insufficient_credits')).toHaveLength(40)
})

test('of 150 messages at once on Free, over two processes, exactly 100 pass, and the account is opened once', async () => {
  const id = await newOrganization(connections.database, { plan: 'free' })
  const counters = [payTogether(connections.database), payTogether(connections.second)]

  const settled = await Promise.allSettled(
    Array.from({ length: 150 }, (_, nth) => counters[nth % 2]?.(charge(id, [1]))),
  )

  expect(tally(settled)).toEqual({ paid: 100, hourly_quota_exceeded: 50 })
  expect((await ledgerOf(connections.database, id)).filter(entry => entry.startsWith('grant'))).toEqual([
    'grant 3000.000',
  ])
})

test('two processes that charge many organizations in opposite orders do not deadlock', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => newOrganization(connections.database)))
  const rounds = Array.from({ length: 20 }, (_, nth) => nth)

  const verdicts = await Promise.all(
    rounds.map(nth => {
      const charges = (nth % 2 ? ids : ids.toReversed()).map(id => charge(id, [1]))
      return (nth % 2 ? connections.database : connections.second).transaction(tx => chargeEach(tx, charges))
    }),
  )

  expect(verdicts.flat().every(refusal => refusal === undefined)).toBe(true)
  for (const id of ids) expect(await accountOf(connections.database, id)).toMatchObject({ hour_sent: 20 })
})

test('the last message of a quota passes, and one that would exceed it is refused as a whole', async () => {
  const id = await newOrganization(connections.database, { plan: 'free' })
  await pay(charge(id, Array(99).fill(1)))

  const [refusal] = await pay(charge(id, [1, 1]))

  expect(refusal).toMatchObject({ code: 'hourly_quota_exceeded' })
  expect(refusal?.message).toContain('The hourly quota is 100 messages and 99 are used, so 2 more would exceed it.')
  expect(await accountOf(connections.database, id)).toMatchObject({ hour_sent: 99, email_consumed: '99.000' })
  expect(await codes(charge(id, [1]), charge(id, [1]))).toEqual([undefined, 'hourly_quota_exceeded'])
})

test('charges of one batch are judged in order: a large one that does not fit leaves room for a small one', async () => {
  const [poor, rich] = [await newBalance(connections, 5), await newBalance(connections, 1_000)]

  const verdicts = await codes(
    charge(poor, [3]),
    charge(rich, [500]),
    charge(poor, [3]),
    charge(poor, [2]),
    charge(rich, [500]),
    charge(poor, [0.001]),
  )

  expect(verdicts).toEqual([undefined, undefined, 'insufficient_credits', undefined, undefined, 'insufficient_credits'])
})

test.each([
  [{ sendsPerHour: 1, sendsPerDay: 1, sendsPerMonth: 1 }, 'hourly_quota_exceeded'],
  [{ sendsPerDay: 1, sendsPerMonth: 1 }, 'daily_quota_exceeded'],
  [{ sendsPerMonth: 1 }, 'monthly_quota_exceeded'],
  [{}, 'insufficient_credits'],
])('with the limits %j and too little credit, the refusal is %s', async (limits, code) => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', ...limits })

  expect(await codes(charge(id, [2_000_000_000, 1]))).toEqual([code])
})

const hourMs = 3_600_000

test.each([
  ['enterprise', { sendsPerHour: 1 }, (at: Date) => hourMs - (at.getTime() % hourMs)],
  ['enterprise', { sendsPerDay: 1 }, (at: Date) => 24 * hourMs - (at.getTime() % (24 * hourMs))],
  [
    'enterprise',
    { sendsPerMonth: 1 },
    (at: Date) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1) - at.getTime(),
  ],
  // On Free the hourly quota equals the daily one, so retrying in an hour would fail again.
  ['free', {}, (at: Date) => 24 * hourMs - (at.getTime() % (24 * hourMs))],
] as const)('on %s with %j the time to wait is until all exceeded quotas are reset', async (plan, limits, waitMs) => {
  const id = await newOrganization(connections.database, { plan, ...limits })

  const [refusal] = await pay(charge(id, Array(101).fill(1)))

  const seconds = refusal?.retryAfterSeconds ?? 0
  expect(Math.abs(seconds - waitMs(new Date()) / 1_000)).toBeLessThan(5)
  const resets = [...(refusal?.message.matchAll(/resets at (\S+Z)\./g) ?? [])].map(match => match[1])
  expect(Math.abs(Date.parse(resets.at(-1) ?? '') - Date.now() - seconds * 1_000)).toBeLessThan(5_000)
})

test('a refusal for credits says how many are needed and how many there are', async () => {
  const id = await newBalance(connections, 2.5)

  const [refusal] = await pay(charge(id, [1.25, 1.251]))

  expect(refusal?.message).toBe('This needs 2.501 credits, and the balance is 2.5 credits.')
  expect(await codes(charge(id, [1.25, 1.25]))).toEqual([undefined])
})

test('thousandths add up exactly', async () => {
  const id = await newBalance(connections, 0.3)

  expect(await codes(charge(id, [0.1, 0.2]))).toEqual([undefined])

  expect(await accountOf(connections.database, id)).toMatchObject({ added: '0.000', email_consumed: '0.300' })
})

test('a charge of nothing passes, writes nothing, and does not need a balance', async () => {
  const [empty, unopened] = [await newBalance(connections, 1), await newOrganization(connections.database)]
  await pay(charge(empty, [1]))
  const before = await ledgerOf(connections.database, empty)
  const nothing = (id: string): Charge => ({ ...charge(id, [0]), messages: 0 })

  expect(await codes(nothing(empty), nothing(unopened))).toEqual([undefined, undefined])

  expect(await ledgerOf(connections.database, empty)).toEqual(before)
  expect(await accountOf(connections.database, unopened)).toBeUndefined()
})

test('a refused charge writes nothing', async () => {
  const id = await newBalance(connections, 1)
  const before = [await accountOf(connections.database, id), await ledgerOf(connections.database, id)]

  expect(await codes(charge(id, [2]))).toEqual(['insufficient_credits'])

  expect([await accountOf(connections.database, id), await ledgerOf(connections.database, id)]).toEqual(before)
})

test('granted credits are used before added ones', async () => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', sendsPerMonth: 10 })
  await add(connections.database, id, 5)

  await pay(charge(id, [8]))
  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '2.000', added: '5.000' })
  await pay(charge(id, [4]))
  expect(await accountOf(connections.database, id)).toMatchObject({ granted: '0.000', added: '3.000' })
})

test('a new month has a new grant: the rest of the old one expires, added credits stay', async () => {
  const id = await newOrganization(connections.database, { plan: 'free' })
  await add(connections.database, id, 7)
  await pay(charge(id, [1]))
  await aMonthPasses(connections.database, id)

  await pay(charge(id, [2], 'sms'))

  expect(await accountOf(connections.database, id)).toMatchObject({
    granted: '2998.000',
    added: '7.000',
    month_sent: 1,
    month_consumed: '2.000',
    email_consumed: '1.000',
    sms_consumed: '2.000',
  })
  expect((await ledgerOf(connections.database, id)).slice(-3).sort()).toEqual([
    'expiry -2999.000',
    'grant 3000.000',
    'sms -2.000',
  ])
})

test('a month without a remainder expires nothing', async () => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', sendsPerMonth: 1 })
  await pay(charge(id, [1]))
  await aMonthPasses(connections.database, id)

  await pay(charge(id, [1]))

  expect(await ledgerOf(connections.database, id)).not.toContainEqual(expect.stringContaining('expiry'))
})

test.each([
  ['hour', { sendsPerHour: 1 }],
  ['day', { sendsPerDay: 1 }],
] as const)('a new %s resets its quota', async (span, limits) => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', ...limits })
  await pay(charge(id, [1]))
  expect(await codes(charge(id, [1]))).not.toEqual([undefined])

  await sql`
    update credit_accounts set ${sql.id(`${span}_start`)} = ${sql.id(`${span}_start`)} - ${`1 ${span}`}::interval
    where organization_id = ${id}`.execute(connections.database.db)

  expect(await codes(charge(id, [1]), charge(id, [1]))).toEqual([undefined, expect.any(String)])
})

test('setting the clock back does not free used quota', async () => {
  const id = await newOrganization(connections.database, { plan: 'enterprise', sendsPerHour: 1 })
  await pay(charge(id, [1]))
  await sql`update credit_accounts set hour_start = hour_start + interval '1 hour' where organization_id = ${id}`.execute(
    connections.database.db,
  )

  expect(await codes(charge(id, [1]))).toEqual(['hourly_quota_exceeded'])
})

test('a message is never debited twice, and does not affect others in its batch', async () => {
  const [id, other] = [await newBalance(connections, 10), await newBalance(connections, 10)]
  const once = charge(id, [1])
  const paying = payTogether(connections.database)
  await paying(once)

  const settled = await Promise.allSettled([paying(charge(other, [1])), paying(once), paying(charge(id, [1]))])

  expect(settled.map(one => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await accountOf(connections.database, id)).toMatchObject({ added: '8.000' })
})

test('a charge on an unknown organization does not affect others in its batch', async () => {
  const id = await newBalance(connections, 10)
  const paying = payTogether(connections.database)

  const settled = await Promise.allSettled([paying(charge(newId(new Date()), [1])), paying(charge(id, [1]))])

  expect(settled.map(one => one.status)).toEqual(['rejected', 'fulfilled'])
})
