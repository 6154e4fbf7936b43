import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { BroadcastRules } from './broadcast-rules.ts'
import type { OwnLimits } from './plans.ts'

const limitColumns = [
  'requests_per_hour as requestsPerHour',
  'sends_per_hour as sendsPerHour',
  'sends_per_day as sendsPerDay',
  'sends_per_month as sendsPerMonth',
] as const

const toLimitColumns = (own: OwnLimits) => ({
  requests_per_hour: own.requestsPerHour,
  sends_per_hour: own.sendsPerHour,
  sends_per_day: own.sendsPerDay,
  sends_per_month: own.sendsPerMonth,
})

export async function insertOrganization(
  tx: Tx,
  organization: OwnLimits & { id: string; name: string; plan: string },
): Promise<void> {
  await tx
    .insertInto('organizations')
    .values({
      id: organization.id,
      name: organization.name,
      plan: organization.plan,
      ...toLimitColumns(organization),
    })
    .execute()
}

export async function insertEnvironments(
  tx: Tx,
  organizationId: string,
  environments: readonly { id: string; mode: Mode }[],
): Promise<void> {
  await tx
    .insertInto('environments')
    .values(environments.map(({ id, mode }) => ({ id, organization_id: organizationId, mode })))
    .execute()
}

export const listOrganizations = (db: Db) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name', 'plan', 'created_at as createdAt'])
    .select(limitColumns)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The id of the organization, when there is only one. */
export async function findSole(db: Db): Promise<string | undefined> {
  const [first, second] = await db.selectFrom('organizations').select('id').limit(2).execute()
  return second ? undefined : first?.id
}

export const findOrganization = (db: Db, id: string) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name', 'plan'])
    .select(limitColumns)
    .where('id', '=', id)
    .executeTakeFirst()

export const updatePlan = async (
  tx: Tx,
  id: string,
  { plan, ...own }: OwnLimits & { plan: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('organizations')
    .set({ plan, ...toLimitColumns(own), updated_at: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const ruleColumns = sql`max_bounce_percent as "maxBouncePercent", max_complaint_percent as "maxComplaintPercent",
  unsubscribe_line as "unsubscribeLine"`

export async function findBroadcastRules(db: Db, id: string): Promise<BroadcastRules | undefined> {
  const { rows } = await sql<BroadcastRules>`select ${ruleColumns} from organizations where id = ${id}`.execute(db)
  return rows[0]
}

export async function updateBroadcastRules(
  tx: Tx,
  id: string,
  { maxBouncePercent, maxComplaintPercent, unsubscribeLine }: Partial<BroadcastRules>,
): Promise<BroadcastRules | undefined> {
  const { rows } = await sql<BroadcastRules>`
    update organizations set updated_at = now(),
      max_bounce_percent = coalesce(${maxBouncePercent ?? null}, max_bounce_percent),
      max_complaint_percent = coalesce(${maxComplaintPercent ?? null}, max_complaint_percent),
      unsubscribe_line = coalesce(${unsubscribeLine ?? null}, unsubscribe_line)
    where id = ${id} returning ${ruleColumns}`.execute(tx)
  return rows[0]
}

export async function updateName(tx: Tx, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('organizations')
    .set({ name, updated_at: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findEnvironment = (db: Db, organizationId: string, mode: Mode) =>
  db
    .selectFrom('environments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('mode', '=', mode)
    .executeTakeFirst()
