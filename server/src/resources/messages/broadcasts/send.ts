/** Sending a broadcast: everything is checked and copied now, and the engine starts when it is due. */
import type { BroadcastSend } from '@posthorn/contract/broadcasts/requests'
import type { Fault } from '@posthorn/contract/errors'
import type { Caller } from '#core/caller.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import { isTimezone } from '#core/zone.ts'
import { wake } from '#engine/wake.ts'
import type { Tx } from '#postgres/database.ts'
import { type Fields, undeclared } from '#resources/audience/fields/field.ts'
import { lockFields } from '#resources/audience/fields/read.ts'
import { holdClock, readTime } from '#resources/automation/clock/hold.ts'
import { schedule, tooLate } from '#sending/schedule.ts'
import { beginsAt } from './advance/local-time.ts'
import { lockAudience } from './audience.ts'
import type { Broadcast, LocalTime } from './broadcast.ts'
import { lockOwn, unlessChanged } from './change.ts'
import { replaceContents } from './content/content-store.ts'
import { type Checked, type ContentParts, checkBroadcast, throwIfUnsendable } from './content/contents.ts'
import { readBroadcast } from './read.ts'
import { faultsOfLocalTime } from './settings.ts'
import { broadcastTable, changeBroadcast, takeFromWorker } from './store.ts'

export type Prepared = { broadcast: Broadcast; checked: Checked; local: LocalTime | null; at: Date | null }

const isOpen = ({ state }: Broadcast): boolean => state === 'draft' || state === 'scheduled'

/** Runs outside the transaction. Undefined when it has already started, and there is nothing to do. */
export async function prepareSend(
  parts: ContentParts,
  caller: Caller,
  id: string,
  asked: BroadcastSend,
  now: Date,
): Promise<Prepared | undefined> {
  const broadcast = await readBroadcast(parts.db, caller, id)
  if (broadcast.state === 'canceled')
    throw new Refusal('invalid_state', { message: 'This broadcast was canceled. Create another one.' })
  if (!isOpen(broadcast)) return undefined
  const time = await readTime(parts.db, () => now, caller)
  const local = localOf(broadcast, asked, time)
  const checked = await checkBroadcast(parts, caller, broadcast, now)
  throwIfUnsendable(checked)
  return { broadcast, checked, local, at: local ? later(beginsAt(local), time) : atOf(asked, time) }
}

/** Null when it starts at once. */
const later = (at: Date, now: Date): Date | null => (at > now ? at : null)

function atOf({ scheduled_for: at }: BroadcastSend, now: Date): Date | null {
  if (at === undefined) return null
  const when = schedule(at, now)
  if (when.kind === 'too-late') throw invalid({ path: 'scheduled_for', message: tooLate })
  return when.kind === 'later' ? new Date(when.at) : null
}

const defaultField = 'timezone'

function localOf({ settings }: Broadcast, asked: BroadcastSend, now: Date): LocalTime | null {
  const { local_time: time, timezone, timezone_field: field = defaultField, scheduled_for } = asked
  const faults: Fault[] = []
  if (time === undefined) {
    for (const path of ['timezone', 'timezone_field'] as const)
      if (asked[path] !== undefined) faults.push({ path, message: 'is for local_time: leave it out' })
    if (faults.length > 0) throw invalid(...faults)
    return null
  }
  const shown = Date.parse(`${time}:00Z`)
  if (scheduled_for !== undefined)
    faults.push({ path: 'scheduled_for', message: 'must not be given together with local_time' })
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 16) !== time)
    faults.push({ path: 'local_time', message: 'must be a day and a time that exist, such as 2027-01-31T09:00' })
  else if (shown < now.getTime() - lastZoneMs - toleratedMs)
    faults.push({ path: 'local_time', message: 'must not be in the past in every time zone' })
  if (timezone === undefined) faults.push({ path: 'timezone', message: 'must be given with local_time' })
  else if (!isTimezone(timezone))
    faults.push({ path: 'timezone', message: 'must be the name of a time zone such as Europe/Berlin' })
  faults.push(...faultsOfLocalTime(settings))
  if (faults.length > 0) throw invalid(...faults)
  return { time, timezone: timezone ?? '', field }
}

/** How far the last time zone is behind UTC. */
const lastZoneMs = 12 * 3_600_000
/** As for a scheduled_for. */
const toleratedMs = 5 * 60_000

/** Without a usable field, the message would leave at the same moment for all. The default one need not exist. */
function refuseField({ field }: LocalTime, fields: Fields): void {
  const declared = fields.get(field)
  if (!declared && field !== defaultField) throw invalid({ path: 'timezone_field', message: undeclared(fields, field) })
  if (declared && declared.type !== 'string')
    throw invalid({
      path: 'timezone_field',
      message: `must be a contact field of type string; ${field} is a ${declared.type}`,
    })
}

export async function sendBroadcast(
  tx: Tx,
  caller: Caller,
  now: Date,
  id: string,
  prepared: Prepared | undefined,
): Promise<Broadcast> {
  // The clock is locked before everything scheduled by it, as everywhere.
  const aheadMs = await holdClock(tx, caller)
  const broadcast = await lockOwn(tx, caller, id)
  if (!isOpen(broadcast)) return broadcast
  const { checked, local, at } = unlessChanged(prepared, broadcast)
  await lockAudience(tx, broadcast)
  // The deletion of a field that it prints waits, and then finds the broadcast.
  const fieldsOf = await lockFields(tx, [broadcast.environmentId])
  if (local) refuseField(local, fieldsOf(broadcast.environmentId))
  await takeFromWorker(tx, broadcast)
  await replaceContents(tx, { ...broadcast, broadcastId: id }, checked.contents)
  const when = { local, scheduledFor: at ?? now, updatedAt: now }
  if (at)
    return changeBroadcast(tx, broadcast, { ...when, state: 'scheduled' }, { at: new Date(at.getTime() - aheadMs) })
  await wake(tx, broadcastTable.name)
  return changeBroadcast(tx, broadcast, { ...when, state: 'sending' }, { inMs: 0 })
}
