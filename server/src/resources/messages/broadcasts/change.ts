import type { BroadcastUpdate } from '@posthorn/contract/broadcasts/requests'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { invalid, notFound, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import type { Broadcast } from './broadcast.ts'
import { replaceContents } from './content/content-store.ts'
import { type Checked, type ContentParts, checkBroadcast, throwIfUnsendable } from './content/contents.ts'
import { readBroadcast } from './read.ts'
import { changeableLater, changed, faultsOfDraft } from './settings.ts'
import { changeBroadcast, deleteBroadcast, lockBroadcast, takeFromWorker } from './store.ts'

export async function lockOwn(
  tx: Tx,
  { environmentId }: Pick<Caller, 'environmentId'>,
  id: string,
): Promise<Broadcast> {
  const broadcast = isId(id) ? await lockBroadcast(tx, { environmentId, id }) : undefined
  if (!broadcast) throw notFound('broadcast')
  return broadcast
}

/** What a change makes of the broadcast that was read, as it was then. */
type Prepared = { broadcast: Broadcast; checked: Checked }

/** What is checked before the transaction; one that is scheduled must stay one that can be sent. */
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
  const faults = faultsOfDraft(broadcast.channel, settings)
  if (faults.length > 0) throw invalid(...faults)
  if (broadcast.state === 'scheduled') {
    const { checked } = asItWas(prepared, broadcast)
    await takeFromWorker(tx, broadcast)
    await replaceContents(tx, { ...broadcast, broadcastId: id }, checked.contents)
  }
  return changeBroadcast(tx, broadcast, { name: asked.name ?? broadcast.name, settings, updatedAt: now })
}

function refuseTooLate({ state }: Broadcast, asked: BroadcastUpdate): void {
  const late = Object.keys(asked).filter(name => !changeableLater.has(name))
  if (late.length === 0) return
  throw new Refusal('invalid_state', {
    message: `This broadcast is ${state}: messages were made of it, so only its name and its pace can be changed, not ${late.join(', ')}.`,
  })
}

/** What was prepared, unless somebody else has changed the broadcast since it was read: then its content would not be what its settings say. */
export function asItWas<P extends { broadcast: Broadcast }>(prepared: P | undefined, { updatedAt }: Broadcast): P {
  if (prepared?.broadcast.updatedAt.getTime() === updatedAt.getTime()) return prepared
  throw new Refusal('invalid_state', { message: 'The broadcast was changed meanwhile. Read it and ask again.' })
}

export async function removeBroadcast(tx: Tx, caller: Caller, id: string): Promise<void> {
  const broadcast = await lockOwn(tx, caller, id)
  const { state, startedAt } = broadcast
  if (state === 'draft' || (state === 'canceled' && startedAt === null)) return deleteBroadcast(tx, broadcast)
  const message =
    state === 'scheduled'
      ? 'This broadcast is scheduled: cancel it first.'
      : `This broadcast is ${state}: messages were made of it, so it stays.`
  throw new Refusal('invalid_state', { message })
}
