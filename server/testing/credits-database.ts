import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { newId } from '../src/core/id.ts'
import { addCredits } from '../src/resources/account/credits/add.ts'
import type { Charge } from '../src/resources/account/credits/charge.ts'
import { reconcile } from '../src/resources/account/credits/reconcile.ts'
import { refundEach } from '../src/resources/account/credits/refund.ts'
import { createOrganization, type NewOrganization } from '../src/resources/account/organizations/create.ts'
import { createTestDatabase } from './postgres.ts'

export type CreditsDatabase = {
  readonly database: Database
  /** Another pool on the same tables: equivalent to another process. */
  readonly second: Database
}

/** A database for the tests of a file. After each test every account is the sum of its ledger. */
export function openCreditsDatabase(): CreditsDatabase {
  const opened: Database[] = []
  const at = (index: number): Database => {
    const database = opened[index]
    if (!database) throw new Error('the database opens before the first test')
    return database
  }
  beforeAll(async () => {
    const url = await createTestDatabase(inject('clusterUrl'))
    opened.push(openDatabase({ url }), openDatabase({ url }))
    await awayFromTheHour(at(0))
  })
  afterEach(() => expectToReconcile(at(0)))
  afterAll(async () => {
    for (const database of opened) await database[Symbol.asyncDispose]()
  })
  return {
    get database() {
      return at(0)
    },
    get second() {
      return at(1)
    },
  }
}

/** A new hour in the middle of a test would reset its counts. */
const awayFromTheHour = ({ db }: Database) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ left: number }>`
        select extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now())::float as left`.execute(db)
      expect(rows[0]?.left).toBeGreaterThan(15)
    },
    { timeout: 20_000, interval: 500 },
  )

async function expectToReconcile({ db }: Database): Promise<void> {
  for (const { id } of await db.selectFrom('organizations').select('id').execute()) {
    expect(await reconcile(db, id)).toEqual({ balance: 0, consumed: 0 })
  }
}

export async function newOrganization(
  database: Database,
  asked: Omit<NewOrganization, 'name'> = { plan: 'enterprise' },
): Promise<string> {
  const { id } = await database.transaction(tx => createOrganization(tx, new Date(), { name: 'Bank', ...asked }))
  return id
}

/** An organization without quotas and with exactly this balance. */
export async function newBalance({ database }: CreditsDatabase, credits: number): Promise<string> {
  const organizationId = await newOrganization(database)
  await add(database, organizationId, credits)
  await sql`
    with emptied as (
      update credit_accounts set granted = 0 where organization_id = ${organizationId} returning organization_id
    )
    insert into credit_entries (organization_id, subject_id, kind, credits, created_at)
    select organization_id, ${newId(new Date())}, 'expiry', -1000000000, now() from emptied`.execute(database.db)
  return organizationId
}

export const add = (database: Database, organizationId: string, credits: number) =>
  database.transaction(tx => addCredits(tx, new Date(), { organizationId, credits }))

/** One message for each cost. */
export function charge(organizationId: string, costs: readonly number[], kind: Charge['kind'] = 'email'): Charge {
  const at = new Date()
  const entries = costs.map(credits => ({ subjectId: newId(at), credits }))
  return { organizationId, kind, messages: costs.length, entries, at }
}

export const refund = (database: Database, ...charges: readonly Charge[]) =>
  database.transaction(tx =>
    refundEach(
      tx,
      charges.flatMap(({ organizationId, kind, entries }) =>
        entries.map(entry => ({ organizationId, kind, at: new Date(), ...entry })),
      ),
    ),
  )

/** Moves everything so far a month into the past. */
export async function aMonthPasses({ db }: Database, organizationId: string): Promise<void> {
  await sql`
    update credit_accounts set granted_month = granted_month - interval '1 month',
      hour_start = hour_start - interval '1 month', day_start = day_start - interval '1 month',
      month_start = month_start - interval '1 month'
    where organization_id = ${organizationId}`.execute(db)
  await sql`
    with moved as (delete from credit_months where organization_id = ${organizationId} returning *)
    insert into credit_months select organization_id, month - interval '1 month', from_added from moved`.execute(db)
  await sql`
    update credit_entries set created_at = created_at - interval '1 month'
    where organization_id = ${organizationId}`.execute(db)
}

export const accountOf = ({ db }: Database, organizationId: string) =>
  db.selectFrom('credit_accounts').selectAll().where('organization_id', '=', organizationId).executeTakeFirst()

export const ledgerOf = async ({ db }: Database, organizationId: string) =>
  (
    await db
      .selectFrom('credit_entries')
      .select(['kind', 'credits'])
      .where('organization_id', '=', organizationId)
      .orderBy('created_at')
      .orderBy('kind')
      .execute()
  ).map(({ kind, credits }) => `${kind} ${credits}`)
