import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setPlan } from '#resources/account/organizations/plan.ts'
import {
  accountOf,
  add,
  aMonthPasses,
  charge,
  newOrganization,
  openCreditsDatabase,
  refund,
} from '../../../../testing/credits-database.ts'
import { addCredits } from './add.ts'
import { changeGrant } from './change-grant.ts'
import { type Charge, chargeEach } from './charge.ts'
import { readCredits } from './read.ts'
import { reconcile } from './reconcile.ts'

const connections = openCreditsDatabase()

const credits = fc.integer({ min: 1, max: 40_000 }).map(thousandths => thousandths / 1_000)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('charge' as const), costs: fc.array(credits, { maxLength: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), credits }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('month' as const) }) },
)

test('after any charges, refunds and additions at any time, the balance is the sum of the ledger and never below 0', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async steps => {
      const organizationId = await newOrganization(connections.database, { plan: 'enterprise', sendsPerMonth: 30 })
      const charges: Charge[] = []
      // Counted separately, in thousandths: the cost of messages that passed and were not refunded.
      const paid = new Map<Charge, number>()
      for (const one of steps) {
        if (one.do === 'charge') {
          const asked = charge(organizationId, one.costs, charges.length % 2 ? 'sms' : 'email')
          const [refusal] = await connections.database.transaction(tx => chargeEach(tx, [asked]))
          charges.push(asked)
          if (!refusal)
            paid.set(
              asked,
              one.costs.reduce((sum, cost) => sum + Math.round(cost * 1_000), 0),
            )
        } else if (one.do === 'refund') {
          const asked = charges[one.nth]
          if (asked) await refund(connections.database, asked)
          if (asked) paid.delete(asked)
        } else if (one.do === 'add') await add(connections.database, organizationId, one.credits)
        else await aMonthPasses(connections.database, organizationId)

        expect(await reconcile(connections.database.db, organizationId)).toEqual({ balance: 0, consumed: 0 })
        const now = await readCredits(connections.database.db, { organizationId }, new Date())
        expect(now.balance).toBeGreaterThanOrEqual(0)
        expect(now.totalConsumed).toBe([...paid.values()].reduce((sum, cost) => sum + cost, 0) / 1_000)
      }
    }),
    { numRuns: 25 },
  )
}, 60_000)

/** By default, fast-check makes so few steps that hardly any refund is of an earlier month. */
const lengths = { minLength: 1, maxLength: 20, size: 'max' } as const
const plan = fc.record({ do: fc.constant('plan' as const), sends: fc.constantFrom(8, 30, 60) })

test('over any changes of plan, added credits are neither lost nor created, and a month is granted at most its largest plan', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(step, step, plan), lengths), async steps => {
      const organizationId = await newOrganization(connections.database, { plan: 'enterprise', sendsPerMonth: 30 })
      const charges: Charge[] = []
      const paid = new Map<Charge, { cost: number; month: number }>()
      // In thousandths. `fromGrant` and `fromAdded`: what this month has used and not been refunded.
      const model = { month: 0, grant: 30_000, largest: 30_000, fromGrant: 0, fromAdded: 0, added: 0 }
      /** `fromAdded` of the months before. */
      const past: number[] = []
      const left = () => Math.max(0, model.grant - model.fromGrant)
      for (const one of steps) {
        if (one.do === 'charge') {
          const asked = charge(organizationId, one.costs)
          const cost = one.costs.reduce((sum, credits) => sum + Math.round(credits * 1_000), 0)
          charges.push(asked)
          const [refusal] = await connections.database.transaction(tx => chargeEach(tx, [asked]))
          if (refusal?.code === 'insufficient_credits') expect(cost).toBeGreaterThan(left() + model.added)
          if (refusal) continue
          paid.set(asked, { cost, month: model.month })
          const fromGrant = Math.min(cost, left())
          model.fromGrant += fromGrant
          model.fromAdded += cost - fromGrant
          model.added -= cost - fromGrant
        } else if (one.do === 'refund') {
          const asked = charges[one.nth % charges.length]
          if (!asked) continue
          await refund(connections.database, asked)
          const { cost, month } = paid.get(asked) ?? { cost: 0, month: model.month }
          paid.delete(asked)
          const isOld = month < model.month
          const toAdded = Math.min(cost, isOld ? (past[month] ?? 0) : model.fromAdded)
          model.added += toAdded
          if (isOld) past[month] = (past[month] ?? 0) - toAdded
          else {
            model.fromAdded -= toAdded
            model.fromGrant -= cost - toAdded
          }
        } else if (one.do === 'add') {
          await add(connections.database, organizationId, one.credits)
          model.added += Math.round(one.credits * 1_000)
        } else if (one.do === 'plan') {
          await connections.database.transaction(async tx => {
            await setPlan(tx, organizationId, { plan: 'enterprise', sendsPerMonth: one.sends })
            await changeGrant(tx, new Date(), organizationId)
          })
          model.grant = one.sends * 1_000
          model.largest = Math.max(model.largest, model.grant)
        } else {
          await aMonthPasses(connections.database, organizationId)
          past.push(model.fromAdded)
          Object.assign(model, { month: model.month + 1, largest: model.grant, fromGrant: 0, fromAdded: 0 })
        }

        expect(await reconcile(connections.database.db, organizationId)).toEqual({ balance: 0, consumed: 0 })
        expect(await readCredits(connections.database.db, { organizationId }, new Date())).toMatchObject({
          balance: (left() + model.added) / 1_000,
          monthlyUsage: (model.fromGrant + model.fromAdded) / 1_000,
        })
        const account = await accountOf(connections.database, organizationId)
        expect(Number(account?.added ?? 0)).toBe(model.added / 1_000)
        expect(await grantedThisMonth(organizationId)).toBeLessThanOrEqual(model.largest / 1_000)
      }
    }),
    { numRuns: 100 },
  )
}, 60_000)

/** According to the ledger, in which only a change of plan has this note. */
async function grantedThisMonth(organizationId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(credits), 0)::float8 as sum from credit_entries
    where organization_id = ${organizationId} and created_at >= date_trunc('month', now(), 'UTC')
      and (kind = 'grant' or kind = 'expiry' and note like 'the % plan')`.execute(connections.database.db)
  return rows[0]?.sum ?? 0
}

test('reconciling shows by how much an account and its ledger differ', async () => {
  const organizationId = await newOrganization(connections.database)
  await add(connections.database, organizationId, 10)
  const change = (added: string, consumed: string) =>
    connections.database.db
      .updateTable('credit_accounts')
      .set({ added, email_consumed: consumed })
      .where('organization_id', '=', organizationId)
      .execute()

  await change('12.5', '1')
  expect(await reconcile(connections.database.db, organizationId)).toEqual({ balance: 2.5, consumed: 1 })
  await change('10', '0')
})

test('the maximum balance is enforced, with a message', async () => {
  const organizationId = await newOrganization(connections.database)
  const adding = connections.database.transaction(tx =>
    addCredits(tx, new Date(), { organizationId, credits: 999_000_000_001 }),
  )

  await expect(adding).rejects.toThrow('A balance holds at most 1,000,000,000,000 credits.')
  await add(connections.database, organizationId, 999_000_000_000)
  expect(await accountOf(connections.database, organizationId)).toMatchObject({ added: '999000000000.000' })
})
