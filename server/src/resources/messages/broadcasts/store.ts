/** The table of broadcasts. */
import type { BroadcastState } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastChannel } from '@posthorn/contract/broadcasts/requests'
import { type RawBuilder, sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import type { PageRequest } from '#core/page.ts'
import { wake } from '#engine/wake.ts'
import { type Held, isHeld, type WorkTable } from '#engine/work-table.ts'
import { allOf, createdWithin } from '#postgres/conditions.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Variant } from '#resources/messages/emails/draft.ts'
import type { Broadcast, BroadcastKey, LocalTime, Phase, Settings } from './broadcast.ts'

export const broadcastTable: WorkTable = { name: 'broadcasts', key: ['environment_id', 'id'] }

/** A broadcast as a worker takes it. */
export type TakenBroadcast = Held & BroadcastKey
export const broadcastColumns = sql`work.environment_id as "environmentId", work.id`

const columns = sql`b.environment_id as "environmentId", b.organization_id as "organizationId", b.id, b.name, b.channel, b.state, b.settings,
  b.scheduled_for as "scheduledFor", case when b.local_time is not null
    then json_build_object('time', b.local_time, 'timezone', b.timezone, 'field', b.timezone_field) end as local,
  b.phase, b.until_id as "untilId", b.after_id as "afterId", b.audience_size as "audienceSize", b.made,
  b.decides_at as "decidesAt", case when b.decides_at is not null
    then b.decides_at + (select make_interval(secs => clock_ahead_ms / 1000.0) from environments where id = b.environment_id)
    end as "decidesByClock", b.winner, b.paused_because as "pausedBecause", b.started_at as "startedAt",
  b.completed_at as "completedAt", b.created_at as "createdAt", b.updated_at as "updatedAt"`

export type NewBroadcast = Pick<
  Broadcast,
  'environmentId' | 'organizationId' | 'id' | 'name' | 'channel' | 'settings' | 'createdAt'
>

export async function insertBroadcast(tx: Tx, broadcast: NewBroadcast): Promise<Broadcast> {
  const { environmentId, organizationId, id, name, channel, settings, createdAt } = broadcast
  const { rows } = await sql<Broadcast>`
    insert into broadcasts as b (environment_id, id, organization_id, name, channel, state, settings, created_at, updated_at)
    values (${environmentId}, ${id}, ${organizationId}, ${name}, ${channel}, 'draft', ${JSON.stringify(settings)},
      ${createdAt}, ${createdAt})
    returning ${columns}`.execute(tx)
  // `as`: what is inserted is returned.
  return rows[0] as Broadcast
}

const select = (which: RawBuilder<unknown>) => sql<Broadcast>`select ${columns} from broadcasts b where ${which}`
const byKey = ({ environmentId, id }: BroadcastKey) => sql`b.environment_id = ${environmentId} and b.id = ${id}`

export async function findBroadcast(db: Db, key: BroadcastKey): Promise<Broadcast | undefined> {
  return (await select(byKey(key)).execute(db)).rows[0]
}

/** Locks it until the transaction ends. */
export async function lockBroadcast(tx: Tx, key: BroadcastKey): Promise<Broadcast | undefined> {
  return (await select(sql`${byKey(key)} for update`).execute(tx)).rows[0]
}

/** Locks all that are being sent, until the transaction ends. */
export async function lockSending(tx: Tx, environmentId: string): Promise<void> {
  await sql`
    select from broadcasts where environment_id = ${environmentId} and state = 'sending' order by id for update`.execute(
    tx,
  )
}

/** Locks it until the transaction ends, if the worker still holds it. */
export async function lockHeld(tx: Tx, taken: BroadcastKey & { token: number }): Promise<Broadcast | undefined> {
  const { rows } = await select(
    sql`${byKey(taken)} and b.token = ${taken.token} and ${isHeld('b')} for update`,
  ).execute(tx)
  return rows[0]
}

export async function findMode(db: Db, environmentId: string): Promise<Mode> {
  const { mode } = await db
    .selectFrom('environments')
    .select(sql<Mode>`mode`.as('mode'))
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  return mode
}

export type BroadcastFilters = {
  state?: BroadcastState | undefined
  channel?: BroadcastChannel | undefined
  createdAfter?: string | undefined
  createdBefore?: string | undefined
}

export async function listBroadcasts(
  db: Db,
  environmentId: string,
  { limit, before, after }: PageRequest,
  filters: BroadcastFilters,
): Promise<Broadcast[]> {
  const { state, channel } = filters
  const conditions = [
    sql`b.environment_id = ${environmentId}`,
    before !== undefined && sql`b.id < ${before}`,
    after !== undefined && sql`b.id > ${after}`,
    state !== undefined && sql`b.state = ${state}`,
    channel !== undefined && sql`b.channel = ${channel}`,
    ...createdWithin(filters, 'b'),
  ]
  const order = after === undefined ? sql`desc` : sql`asc`
  const { rows } = await select(sql`${allOf(conditions)} order by b.id ${order} limit ${limit + 1}`).execute(db)
  return rows
}

export type BroadcastChange = {
  name?: string
  settings?: Settings
  state?: BroadcastState
  scheduledFor?: Date | null
  local?: LocalTime | null
  phase?: Phase
  untilId?: string | null
  afterId?: string | null
  audienceSize?: number
  made?: number
  decidesAt?: Date | null
  winner?: Variant
  pausedBecause?: string | null
  startedAt?: Date
  completedAt?: Date
  updatedAt?: Date
}

/** The columns to set, and their values. */
function assignments(change: BroadcastChange): RawBuilder<unknown>[] {
  const { local, settings, ...plain } = change
  const names: Record<keyof typeof plain, string> = {
    name: 'name',
    state: 'state',
    scheduledFor: 'scheduled_for',
    phase: 'phase',
    untilId: 'until_id',
    afterId: 'after_id',
    audienceSize: 'audience_size',
    made: 'made',
    decidesAt: 'decides_at',
    winner: 'winner',
    pausedBecause: 'paused_because',
    startedAt: 'started_at',
    completedAt: 'completed_at',
    updatedAt: 'updated_at',
  }
  return [
    ...Object.entries(plain).map(([key, value]) => sql`${sql.id(names[key as keyof typeof plain])} = ${value}`), // as: its own keys
    ...(settings ? [sql`settings = ${JSON.stringify(settings)}`] : []),
    ...(local === undefined
      ? []
      : [
          sql`local_time = ${local?.time ?? null}, timezone = ${local?.timezone ?? null}, timezone_field = ${local?.field ?? null}`,
        ]),
  ]
}

/** When it is due: at a time, after a delay, or never. */
export type Due = { at: Date } | { inMs: number } | 'never'

/** Keeps the time when it was due next; now, if that time has passed. */
export const asBefore = 'as before'

/** A broadcast that waits for its next page waits no longer than this. */
export async function bringForward(tx: Tx, key: BroadcastKey, inMs: number): Promise<void> {
  await sql`
    update broadcasts as b set due_at = least(due_at, ${dueAt({ inMs })})
    where ${byKey(key)} and due_at is not null and phase in ('all', 'test', 'rest')`.execute(tx)
  await wake(tx, broadcastTable.name)
}

const dueAt = (due: Due | typeof asBefore): RawBuilder<unknown> => {
  if (due === 'never') return sql`null`
  if (due === asBefore) return sql`coalesce(due_at, now())`
  return 'at' in due ? sql`${due.at}` : sql`now() + make_interval(secs => ${due.inMs / 1000})`
}

/** The caller has locked the row. A worker that holds it sees the change at its next lock. */
export async function changeBroadcast(
  tx: Tx,
  key: BroadcastKey,
  change: BroadcastChange,
  due?: Due | typeof asBefore,
): Promise<Broadcast> {
  const all = [...assignments(change), ...(due ? [sql`due_at = ${dueAt(due)}`] : [])]
  const { rows } = await sql<Broadcast>`
    update broadcasts as b set ${sql.join(all)} where ${byKey(key)} returning ${columns}`.execute(tx)
  // `as`: it is locked.
  return rows[0] as Broadcast
}

/**
 * Takes it from a worker that is about to advance it as it was, so that its next step is that of the change. It stays due, unless the change
 * sets another time.
 */
export async function takeFromWorker(tx: Tx, key: BroadcastKey): Promise<void> {
  await sql`
    update broadcasts as b set held_by = null, due_at = coalesce(due_at, now())
    where ${byKey(key)} and ${isHeld('b')}`.execute(tx)
}

/** Releases a row that the worker holds. If it was woken in the meantime, it keeps that earlier time. */
export async function releaseHeld(tx: Tx, key: BroadcastKey, change: BroadcastChange, due: Due): Promise<void> {
  const all = [...assignments(change), sql`held_by = null, crashes = 0, due_at = least(due_at, ${dueAt(due)})`]
  await sql`update broadcasts as b set ${sql.join(all)} where ${byKey(key)}`.execute(tx)
}

export async function deleteBroadcast(tx: Tx, { environmentId, id }: BroadcastKey): Promise<void> {
  await tx.deleteFrom('broadcasts').where('environment_id', '=', environmentId).where('id', '=', id).execute()
}

export async function countRestored(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from restored_work r where r.kind = 'broadcast' and exists (
      select from broadcasts b
      where b.environment_id = r.environment_id and b.id = r.id and b.state in ('scheduled', 'sending'))`.execute(db)
  return rows[0]?.count ?? 0
}

export async function cancelRestored(tx: Tx, keys: readonly BroadcastKey[], at: Date): Promise<void> {
  await sql`
    update broadcasts b set state = 'canceled', due_at = null, completed_at = ${at}, updated_at = ${at}
    from unnest(${keys.map(key => key.environmentId)}::uuid[], ${keys.map(key => key.id)}::uuid[]) as given (environment_id, id)
    where b.environment_id = given.environment_id and b.id = given.id and b.state in ('scheduled', 'sending')`.execute(
    tx,
  )
}

/** Advances the clock of an environment: broadcasts that wait for a time are due sooner. */
export async function moveEarlier(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  const nearer = (column: string) => sql`${sql.id(column)} = ${sql.id(column)} - make_interval(secs => ${byMs / 1000})`
  await sql`
    with locked as (
      select id from broadcasts where environment_id = ${environmentId} and state in ('scheduled', 'sending', 'paused')
      order by id for update
    )
    update broadcasts b set ${nearer('due_at')}, ${nearer('decides_at')}
    from locked where b.environment_id = ${environmentId} and b.id = locked.id`.execute(tx)
}
