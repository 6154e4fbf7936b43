import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { Address } from '../store.ts'

export type Step = 'mail' | 'reminder' | 'expiry'
export type State = 'pending' | 'confirmed' | 'expired' | 'withdrawn'

/** A request to confirm, of one contact for one topic or several. */
export type Confirmation = {
  environmentId: string
  id: string
  contactId: string
  topicIds: string[]
  state: State
  step: Step
  dueAt: Date
  /** How many emails asked for it. */
  mails: number
  mailedAt: Date | null
  expiresAt: Date
  /** The form that it came by. */
  sourceId: string | null
  wording: string | null
  createdAt: Date
}

/** Nobody has confirmed it in time, whether or not that was noted. */
export const isOver = ({ state, expiresAt }: Pick<Confirmation, 'state' | 'expiresAt'>, at: Date): boolean =>
  state === 'pending' && expiresAt <= at

const columns = [
  'environment_id as environmentId',
  'id',
  'contact_id as contactId',
  'topic_ids as topicIds',
  // The table takes no others.
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

/** What is open, and what was mailed since then, of a contact that is held. */
export const findRecent = (tx: Tx, { environmentId, id }: Address, since: Date): Promise<Confirmation[]> =>
  tx
    .selectFrom('confirmations')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('contact_id', '=', id)
    .where(eb => eb.or([eb('state', '=', 'pending'), eb('mailed_at', '>', since)]))
    .execute()

/** The consent ledger says what became of it for as long as that is kept. */
const keptMs = 30 * 24 * 3_600_000

/** It is over: from then on it is only kept for those who press the button again. */
export const endConfirmation = (
  tx: Tx,
  key: ConfirmationKey,
  state: Exclude<State, 'pending'>,
  at: Date,
): Promise<void> => updateConfirmation(tx, key, { state, dueAt: new Date(at.getTime() + keptMs) }, at)

/** Whoever comes second finds nothing. */
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

/** Only as long as it is still at this step: whoever comes second, or later, gets nothing. */
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

/** Of all environments: this is housekeeping, nobody's request. */
export const findDue = (db: Db, at: Date, limit: number): Promise<Confirmation[]> =>
  db.selectFrom('confirmations').select(columns).where('due_at', '<=', at).orderBy('due_at').limit(limit).execute()
