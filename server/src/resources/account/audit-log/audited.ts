/** Makes a change and writes its audit entry in one transaction. */
import { type AuditedObject, objectOf } from '@posthorn/contract/audit'
import type { Actor, Change } from '#core/change.ts'
import { hasNull } from '#core/characters.ts'
import { isId, newId } from '#core/id.ts'
import { Replayed } from '#core/idempotency.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { differences } from './differences.ts'
import type { FieldChange } from './entry.ts'
import { findSnapshot, lockObject, type Snapshot } from './snapshot-store.ts'
import { insertEntry, organizationsOf } from './store.ts'

/** What is only known after the change. */
export type About = {
  objectId?: string | undefined
  organizationId?: string | undefined
  environmentId?: string | undefined
  actor?: Actor
  name?: string
  changes?: FieldChange[]
}

/** The object is the one named in the request, else the one with the `id` of the result. No entry is written where `tell` returns nothing. */
export const audited = <T>(
  database: Pick<Database, 'transaction'>,
  change: Change,
  work: (tx: Tx) => Promise<T>,
  tell: (result: T) => About | undefined = () => ({}),
): Promise<T> =>
  database.transaction(async tx => {
    const type = objectOf(change.action)
    const named = change.objectId ?? scopeOf(type, change)
    // PostgreSQL does not accept U+0000, so no object has it in its id.
    if (named && !hasNull(named)) await lockObject(tx, type, named)
    const before = await snapshotOf(tx, type, named, change)
    const result = await work(tx)
    if (result instanceof Replayed) return result
    const told = tell(result)
    if (!told) return result
    const about = { ...change, ...told }
    await record(tx, about, about.objectId ?? named ?? Object(result).id, before)
    return result
  })

/** For a change that was already made, such as a sign-in. */
export const recordChange = (tx: Tx, change: Change, about: About): Promise<void> =>
  record(tx, { ...change, ...about }, about.objectId ?? change.objectId, undefined)

type Told = Change & About

async function record(tx: Tx, told: Told, objectId: unknown, before: Snapshot | undefined): Promise<void> {
  const { action, actor, at } = told
  const objectType = objectOf(action)
  const id = typeof objectId === 'string' && isId(objectId) ? objectId : null
  const after = await snapshotOf(tx, objectType, id, told)
  const changes = told.changes ?? changesOf(before, after)
  if (isUpdate.test(action) && before && changes.length === 0) return
  const known = after ?? before
  const organizations =
    objectType === 'person' && id ? await organizationsOf(tx, id) : [told.organizationId ?? known?.organizationId]
  for (const organizationId of organizations) {
    if (!organizationId || !actor) throw new Error(`the change ${action} has no organization or no actor`)
    await insertEntry(tx, {
      ...{ organizationId, id: newId(at), action, actor, objectType, objectId: id, changes },
      environmentId: known ? known.environmentId : (told.environmentId ?? null),
      objectName: told.name ?? known?.name ?? null,
      ...{ via: told.via, address: told.address, userAgent: told.userAgent, requestId: told.requestId },
    })
  }
}

/** An update without effect is not recorded. */
const isUpdate = /\.(updated|renamed|role_changed)$|^broadcast\.(paused|resumed|canceled)$/

function changesOf(before: Snapshot | undefined, after: Snapshot | undefined): FieldChange[] {
  if (!after) return []
  const hidden = before ? differences(before.hidden, after.hidden).map(({ field }) => ({ field })) : []
  return [...differences(before?.shown, after.shown), ...hidden]
}

async function snapshotOf(
  tx: Tx,
  type: AuditedObject,
  id: string | null | undefined,
  { organizationId, environmentId }: Told,
) {
  if (!id || !isId(id)) return undefined
  return findSnapshot(tx, type, { id, organizationId: organizationId ?? null, environmentId: environmentId ?? null })
}

/** An object that exists once per organization or environment has the id of that. */
function scopeOf(type: AuditedObject, { organizationId, environmentId }: Change): string | undefined {
  if (['organization', 'branding', 'broadcast_rules', 'credits', 'number'].includes(type)) return organizationId
  return ['retention', 'quiet_hours', 'alerts'].includes(type) ? environmentId : undefined
}
