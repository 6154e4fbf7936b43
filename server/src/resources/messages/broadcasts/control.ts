/** Pausing, resuming and canceling. What is on its way is stopped where it is prepared; here only the row of the broadcast changes. */
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { enqueue } from '#engine/enqueue.ts'
import { wake } from '#engine/wake.ts'
import type { Tx } from '#postgres/database.ts'
import type { Broadcast } from './broadcast.ts'
import { lockOwn } from './change.ts'
import { tell } from './facts.ts'
import { releaseBroadcastJob } from './jobs.ts'
import { broadcastTable, changeBroadcast } from './store.ts'

const byHand = 'It was paused by hand.'

export async function pauseBroadcast(tx: Tx, caller: Caller, now: Date, id: string): Promise<Broadcast> {
  const broadcast = await lockOwn(tx, caller, id)
  if (broadcast.state === 'paused') return broadcast
  if (broadcast.state !== 'sending') throw cannot('paused', broadcast)
  await tell(tx, broadcast, 'broadcast.paused', { reason: byHand }, now)
  return changeBroadcast(tx, broadcast, { state: 'paused', pausedBecause: byHand, updatedAt: now }, 'never')
}

/** It goes on where it stopped. */
export async function resumeBroadcast(tx: Tx, caller: Caller, now: Date, id: string): Promise<Broadcast> {
  const broadcast = await lockOwn(tx, caller, id)
  if (broadcast.state === 'sending') return broadcast
  if (broadcast.state !== 'paused') throw cannot('resumed', broadcast)
  await release(tx, broadcast, now)
  await wake(tx, broadcastTable.name)
  await tell(tx, broadcast, 'broadcast.resumed', {}, now)
  return changeBroadcast(tx, broadcast, { state: 'sending', pausedBecause: null, updatedAt: now }, { inMs: 0 })
}

/** For good. Messages that wait are ended by the channels, which give back what they cost. */
export async function cancelBroadcast(tx: Tx, caller: Caller, now: Date, id: string): Promise<Broadcast> {
  const broadcast = await lockOwn(tx, caller, id)
  if (broadcast.state === 'canceled') return broadcast
  if (!['scheduled', 'sending', 'paused'].includes(broadcast.state)) throw cannot('canceled', broadcast)
  await release(tx, broadcast, now)
  await tell(tx, broadcast, 'broadcast.canceled', {}, now)
  const ended = { state: 'canceled' as const, pausedBecause: null, completedAt: now, updatedAt: now }
  return changeBroadcast(tx, broadcast, ended, 'never')
}

/** A worker that has looked before, and puts a message back for the pause, has done so by then. */
const onceMoreAfterMs = 120_000

/** Messages that were put back for a pause, or are due at a local time, are looked at again. */
async function release(tx: Tx, { environmentId, id, channel }: Broadcast, now: Date): Promise<void> {
  const which = { environmentId, broadcastId: id, channel }
  const again = { runAt: new Date(now.getTime() + onceMoreAfterMs) }
  await enqueue(tx, [releaseBroadcastJob(which), releaseBroadcastJob(which, again)])
}

const cannot = (what: string, { state }: Broadcast): Refusal =>
  new Refusal('invalid_state', { message: `This broadcast is ${state}, and cannot be ${what}.` })
