import type { BroadcastUpdate } from '@posthorn/contract/broadcasts/requests'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { invalid, notFound, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { lockFields } from '#resources/audience/fields/read.ts'
import { lockAudience } from './audience.ts'
import { type Broadcast, paceOf } from './broadcast.ts'
import { replaceContents } from './content/content-store.ts'
import { type Checked, type ContentParts, checkBroadcast, throwIfUnsendable } from './content/contents.ts'
import { readBroadcast } from './read.ts'
import { changeableLater, changed, faultsOfDraft, faultsOfLocalTime } from './settings.ts'
import { bringForward, changeBroadcast, deleteBroadcast, lockBroadcast, takeFromWorker } from './store.ts'

export async function lockOwn(
  tx: Tx,
  { environmentId }: Pick<Caller, 'environmentId'>,
  id: string,
): Promise<Broadcast> {
  const broadcast = isId(id) ? await lockBroadcast(tx, { environmentId, id }) : undefined
  if (!broadcast) throw notFound('broadcast')
  return broadcast
}

/** The broadcast as it was read, and the checked result of the change. */
type Prepared = { broadcast: Broadcast; checked: Checked }

/** The checks before the transaction: a scheduled broadcast must stay one that can be sent. */
export async function prepareChange(
  parts: ContentParts,
  caller: Caller,
  id: string,
  asked: BroadcastUpdate,
  now: Date,
): Promise<Prepared | undefined> {
  const broadcast = await readBroadcast(parts.db, caller, id)
  if (broadcast.state !== 'scheduled') return undefined
  const settings = changed(broadcast.settings, asked)
  const faults = faultsOfDraft(broadcast.channel, settings)
  if (faults.length > 0) throw invalid(...faults)
  const checked = await checkBroadcast(parts, caller, { ...broadcast, settings }, now)
  throwIfUnsendable(checked)
  return { broadcast, checked }
}

export async function updateBroadcast(
  tx: Tx,
  caller: Caller,
  now: Date,
  id: string,
  { asked, prepared }: { asked: BroadcastUpdate; prepared: Prepared | undefined },
): Promise<Broadcast> {
  const broadcast = await lockOwn(tx, caller, id)
  const isOpen = broadcast.state === 'draft' || broadcast.state === 'scheduled'
  if (!isOpen) refuseTooLate(broadcast, asked)
  const settings = changed(broadcast.settings, asked)
  const faults = [
    ...faultsOfDraft(broadcast.channel, settings),
    ...(broadcast.local ? faultsOfLocalTime(settings) : []),
  ]
  if (faults.length > 0) throw invalid(...faults)
  if (broadcast.state === 'scheduled') {
    const { checked } = unlessChanged(prepared, broadcast)
    await lockAudience(tx, { ...broadcast, settings })
    // The deletion of a field that it prints waits, and then finds the broadcast.
    await lockFields(tx, [broadcast.environmentId])
    await takeFromWorker(tx, broadcast)
    await replaceContents(tx, { ...broadcast, broadcastId: id }, checked.contents)
  }
  if (asked.pace !== undefined)
    await bringForward(tx, broadcast, paceOf(settings.pace, broadcast.audienceSize ?? 0).nextInMs)
  return changeBroadcast(tx, broadcast, { name: asked.name ?? broadcast.name, settings, updatedAt: now })
}

function refuseTooLate({ state }: Broadcast, asked: BroadcastUpdate): void {
  const late = Object.keys(asked).filter(name => !changeableLater.has(name))
  if (late.length === 0) return
  throw new Refusal('invalid_state', {
    message: `This broadcast is ${state} and already has messages, so only its name, its pace and its limits of bounces and complaints can be changed, not ${late.join(', ')}.`,
  })
}

/**
 * Returns what was prepared. Refuses when the broadcast was changed after it was read: its content would not match its settings.
 */
export function unlessChanged<P extends { broadcast: Broadcast }>(
  prepared: P | undefined,
  { updatedAt }: Broadcast,
): P {
  if (prepared?.broadcast.updatedAt.getTime() === updatedAt.getTime()) return prepared
  throw new Refusal('invalid_state', { message: 'The broadcast was changed in the meantime. Read it and try again.' })
}

export async function removeBroadcast(tx: Tx, caller: Caller, id: string): Promise<void> {
  const broadcast = await lockOwn(tx, caller, id)
  const { state, startedAt } = broadcast
  if (state === 'draft' || (state === 'canceled' && startedAt === null)) return deleteBroadcast(tx, broadcast)
  const message =
    state === 'scheduled'
      ? 'This broadcast is scheduled: cancel it first.'
      : `This broadcast is ${state} and already has messages, so it cannot be deleted.`
  throw new Refusal('invalid_state', { message })
}
