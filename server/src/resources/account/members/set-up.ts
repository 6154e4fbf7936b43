/** Creates the first owner, once, with the link that the server printed. */
import { sql } from 'kysely'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { readOrganizations } from '#resources/account/organizations/plan.ts'
import { renameOrganization } from '#resources/account/organizations/rename.ts'
import { createPerson, type NewPerson } from '#resources/account/people/create.ts'
import { deleteSetUpTokens, deleteSetUpTokensBefore, hasSetUpToken, insertSetUpToken } from './set-up-store.ts'
import { hasAnyOwner, insertMember } from './store.ts'
import { hashToken, newToken } from './token.ts'

const tokenDays = 7
// Serializes concurrent set-ups and starts.
const lock = 7_283_007

export const needsSetUp = async (db: Db): Promise<boolean> => !(await hasAnyOwner(db))

/** Null once there is an owner. Links of earlier starts stay valid, because several processes may have printed one. */
export async function issueSetUpToken(tx: Tx, now: Date): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
  if (await hasAnyOwner(tx)) return null
  await deleteSetUpTokensBefore(tx, new Date(now.getTime() - tokenDays * 86_400_000))
  const token = newToken()
  await insertSetUpToken(tx, hashToken(token), now)
  return token
}

type Owner = { organizationId: string; personId: string }

export type SetUp = NewPerson & { token: string; organizationName?: string | undefined }

export async function setUp(tx: Tx, now: Date, { token, organizationName, ...person }: SetUp): Promise<Owner> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
  await checkSetUpToken(tx, token)
  const [first] = await readOrganizations(tx)
  if (!first) throw new Refusal('service_unavailable', { message: 'There is no organization yet.' })
  const personId = await createPerson(tx, now, person)
  await insertMember(tx, { organizationId: first.id, personId, role: 'owner', at: now })
  if (organizationName !== undefined) await renameOrganization(tx, first.id, organizationName)
  await deleteSetUpTokens(tx)
  return { organizationId: first.id, personId }
}

/** Also called before expensive work. */
export async function checkSetUpToken(tx: Tx, token: string): Promise<void> {
  if (!(await hasSetUpToken(tx, hashToken(token))) || (await hasAnyOwner(tx)))
    throw new Refusal('not_found', {
      message:
        'This link is not valid or was already used. While there is no owner, a start of the server prints a new one.',
      details: notFound('set_up_link').details,
    })
}
