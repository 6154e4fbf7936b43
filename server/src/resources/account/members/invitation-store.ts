import type { Role } from '@posthorn/contract/console/permissions'
import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'

export type Invitation = {
  id: string
  organizationId: string
  email: string
  role: Role
  /** The link was mailed and not shown. */
  byMail: boolean
  createdAt: Date
  expiresAt: Date
}

const columns = [
  'invitations.id',
  'invitations.organization_id as organizationId',
  'invitations.email',
  // The table has a check constraint on the roles.
  sql<Role>`invitations.role`.as('role'),
  'invitations.by_mail as byMail',
  'invitations.created_at as createdAt',
  'invitations.expires_at as expiresAt',
] as const

/** A new invitation to an address replaces the previous one. */
export async function upsertInvitation(
  tx: Tx,
  invitation: Invitation & { tokenHash: Buffer; invitedBy: string },
): Promise<void> {
  const fields = {
    id: invitation.id,
    role: invitation.role,
    by_mail: invitation.byMail,
    token_hash: invitation.tokenHash,
    invited_by: invitation.invitedBy,
    created_at: invitation.createdAt,
    expires_at: invitation.expiresAt,
  }
  await tx
    .insertInto('invitations')
    .values({ organization_id: invitation.organizationId, email: invitation.email, ...fields })
    .onConflict(conflict => conflict.columns(['organization_id', 'email']).doUpdateSet(fields))
    .execute()
}

export const findOpenInvitation = (
  db: Db,
  { organizationId, email, now }: { organizationId: string; email: string; now: Date },
): Promise<Invitation | undefined> =>
  db
    .selectFrom('invitations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const listOpenInvitations = (db: Db, organizationId: string, now: Date): Promise<Invitation[]> =>
  db
    .selectFrom('invitations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()

/** In any organization: the result does not reveal which one. */
export async function hasInvitation(db: Db, email: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The token alone identifies the invitation and its organization. */
export const findByToken = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select(columns)
    .select('organizations.name as organizationName')
    .where('invitations.token_hash', '=', tokenHash)
    .where('invitations.expires_at', '>', now)
    .executeTakeFirst()

/** Undefined when it was used, revoked or replaced in the meantime. */
export const findInvitationToMail = (
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
  now: Date,
) =>
  db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select(columns)
    .select('organizations.name as organizationName')
    .where('invitations.organization_id', '=', organizationId)
    .where('invitations.id', '=', id)
    .where('invitations.by_mail', '=', true)
    .where('invitations.expires_at', '>', now)
    .executeTakeFirst()

/** Undefined for all but the first call. */
export const takeByToken = (tx: Tx, tokenHash: Buffer, now: Date): Promise<Invitation | undefined> =>
  tx
    .deleteFrom('invitations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()

export const deleteInvitation = (tx: Tx, organizationId: string, id: string): Promise<{ role: Role } | undefined> =>
  tx
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(sql<Role>`role`.as('role'))
    .executeTakeFirst()

export async function deleteInvitationsBy(
  tx: Tx,
  organizationId: string,
  personId: string,
  roles: readonly Role[],
): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('invited_by', '=', personId)
    .where('role', '=', sql<Role>`any(${roles})`)
    .execute()
}
