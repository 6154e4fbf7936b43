import { sql } from 'kysely'
import { asTableOfAnyLength, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Address } from '../store.ts'

export type Step = 'mail' | 'reminder' | 'expiry'
export type State = 'pending' | 'confirmed' | 'expired' | 'withdrawn'

/** A request to confirm one or several topics for one contact. */
export type Confirmation = {
  environmentId: string
  id: string
  contactId: string
  topicIds: string[]
  state: State
  step: Step
  dueAt: Date
  /** How many emails were sent for it. */
  mails: number
  mailedAt: Date | null
  expiresAt: Date
  /** The signup form it came from. */
  sourceId: string | null
  wording: string | null
  createdAt: Date
}

/** True when its time has passed, even if no worker has marked it expired yet. */
export const isOver = ({ state, expiresAt }: Pick<Confirmation, 'state' | 'expiresAt'>, at: Date): boolean =>
  state === 'pending' && expiresAt <= at

const columns = [
  'environment_id as environmentId',
  'id',
  'contact_id as contactId',
  'topic_ids as topicIds',
  // The table has a check constraint.
  sql<State>`state`.as('state'),
  sql<Step>`step`.as('step'),
  'due_at as dueAt',
  'mails',
  'mailed_at as mailedAt',
  'expires_at as expiresAt',
  'source_id as sourceId',
  'wording',
  'created_at as createdAt',
] as const

export async function insertConfirmation(tx: Tx, one: Confirmation): Promise<void> {
  await tx
    .insertInto('confirmations')
    .values({
      environment_id: one.environmentId,
      id: one.id,
      contact_id: one.contactId,
      topic_ids: one.topicIds,
      state: one.state,
      step: one.step,
      due_at: one.dueAt,
      mails: one.mails,
      mailed_at: one.mailedAt,
      expires_at: one.expiresAt,
      source_id: one.sourceId,
      wording: one.wording,
      created_at: one.createdAt,
      updated_at: one.createdAt,
    })
    .execute()
}

/** The open confirmations of a locked contact, and those mailed since then. Locked: a worker that takes a step of one locks only that. */
export const findRecent = (tx: Tx, { environmentId, id }: Address, since: Date): Promise<Confirmation[]> =>
  tx
    .selectFrom('confirmations')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('contact_id', '=', id)
    .where(eb => eb.or([eb('state', '=', 'pending'), eb('mailed_at', '>', since)]))
    .forUpdate()
    .execute()

/** The open confirmations of many locked contacts, locked. */
export async function findOpen(tx: Tx, contacts: readonly Address[]): Promise<Confirmation[]> {
  const given = asTableOfAnyLength(
    { environment_id: uuids(contacts.map(one => one.environmentId)), id: uuids(contacts.map(one => one.id)) },
    'given',
  )
  return tx
    .selectFrom('confirmations')
    .select(columns)
    .where(sql<boolean>`(environment_id, contact_id) in (select environment_id, id from ${given})`)
    .where('state', '=', 'pending')
    .forUpdate()
    .execute()
}

/** The consent ledger keeps the outcome for longer. */
const keptMs = 30 * 24 * 3_600_000

/** Ends it. The row is kept for a while for repeated presses of the button. */
export const endConfirmation = (
  tx: Tx,
  key: ConfirmationKey,
  state: Exclude<State, 'pending'>,
  at: Date,
): Promise<void> => updateConfirmation(tx, key, { state, dueAt: new Date(at.getTime() + keptMs) }, at)

/** A second worker deletes nothing. */
export async function deleteEnded(db: Db, { environmentId, id }: ConfirmationKey, at: Date): Promise<void> {
  await db
    .deleteFrom('confirmations')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('state', '!=', 'pending')
    .where('due_at', '<=', at)
    .execute()
}

export type ConfirmationKey = Pick<Confirmation, 'environmentId' | 'id'>

export const findConfirmation = (db: Db, { environmentId, id }: ConfirmationKey): Promise<Confirmation | undefined> =>
  db
    .selectFrom('confirmations')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Locks it only while it is at this step: a second or late worker gets nothing. */
export const lockAtStep = (
  tx: Tx,
  { environmentId, id, step, mails }: Pick<Confirmation, 'environmentId' | 'id' | 'step' | 'mails'>,
): Promise<Confirmation | undefined> =>
  tx
    .selectFrom('confirmations')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('step', '=', step)
    .where('mails', '=', mails)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const lockConfirmation = (tx: Tx, { environmentId, id }: ConfirmationKey): Promise<Confirmation | undefined> =>
  tx
    .selectFrom('confirmations')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type Change = Partial<
  Pick<Confirmation, 'topicIds' | 'state' | 'step' | 'dueAt' | 'mails' | 'mailedAt' | 'expiresAt'>
>

export async function updateConfirmation(tx: Tx, key: ConfirmationKey, change: Change, at: Date): Promise<void> {
  await tx
    .updateTable('confirmations')
    .set({
      ...(change.topicIds && { topic_ids: change.topicIds }),
      ...(change.state && { state: change.state }),
      ...(change.step && { step: change.step }),
      ...(change.dueAt !== undefined && { due_at: change.dueAt }),
      ...(change.mails !== undefined && { mails: change.mails }),
      ...(change.mailedAt && { mailed_at: change.mailedAt }),
      ...(change.expiresAt && { expires_at: change.expiresAt }),
      updated_at: at,
    })
    .where('environment_id', '=', key.environmentId)
    .where('id', '=', key.id)
    .execute()
}

/** Spans all environments: this is housekeeping, not a request. */
export const findDue = (db: Db, at: Date, limit: number): Promise<Confirmation[]> =>
  db.selectFrom('confirmations').select(columns).where('due_at', '<=', at).orderBy('due_at').limit(limit).execute()
