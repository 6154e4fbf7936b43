/** Pausing, resuming and canceling change only the row of the broadcast. Waiting messages are stopped when they are prepared. */
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { enqueue } from '#engine/enqueue.ts'
import { wake } from '#engine/wake.ts'
import type { Tx } from '#postgres/database.ts'
import type { Broadcast } from './broadcast.ts'
import { lockOwn } from './change.ts'
import { recordFact } from './facts.ts'
import { releaseBroadcastJob } from './jobs.ts'
import { keepFiguresLater } from './keep-figures.ts'
import { asBefore, broadcastTable, changeBroadcast, takeFromWorker } from './store.ts'

const byHand = 'It was paused by hand.'

/** The time of its next page stays: a resume before it does not bring that page forward, and a worker that takes it during the pause does nothing. */
export async function pauseBroadcast(tx: Tx, caller: Caller, now: Date, id: string): Promise<Broadcast> {
  const broadcast = await lockOwn(tx, caller, id)
  if (broadcast.state === 'paused') return broadcast
  if (broadcast.state !== 'sending') throw cannot('paused', broadcast)
  await recordFact(tx, broadcast, 'broadcast.paused', { reason: byHand }, now)
  return changeBroadcast(tx, broadcast, { state: 'paused', pausedBecause: byHand, updatedAt: now })
}

/** It continues where it stopped. A worker that still holds it may have seen the pause, and would give it up. */
export async function resumeBroadcast(tx: Tx, caller: Caller, now: Date, id: string): Promise<Broadcast> {
  const broadcast = await lockOwn(tx, caller, id)
  if (broadcast.state === 'sending') return broadcast
  if (broadcast.state !== 'paused') throw cannot('resumed', broadcast)
  await release(tx, broadcast, now)
  await takeFromWorker(tx, broadcast)
  await wake(tx, broadcastTable.name)
  await recordFact(tx, broadcast, 'broadcast.resumed', {}, now)
  return changeBroadcast(tx, broadcast, { state: 'sending', pausedBecause: null, updatedAt: now }, asBefore)
}

/** Final. Waiting messages are ended by the channels, which refund them. */
export async function cancelBroadcast(tx: Tx, caller: Caller, now: Date, id: string): Promise<Broadcast> {
  const broadcast = await lockOwn(tx, caller, id)
  if (broadcast.state === 'canceled') return broadcast
  if (!['scheduled', 'sending', 'paused'].includes(broadcast.state)) throw cannot('canceled', broadcast)
  await release(tx, broadcast, now)
  await keepFiguresLater(tx, broadcast, now)
  await recordFact(tx, broadcast, 'broadcast.canceled', {}, now)
  const ended = { state: 'canceled' as const, pausedBecause: null, completedAt: now, updatedAt: now }
  return changeBroadcast(tx, broadcast, ended, 'never')
}

/** By then, a worker that has read the old state has put its messages back for the pause. */
const onceMoreAfterMs = 120_000

/** Makes messages due again that were put back for a pause, or that wait for a local time. */
async function release(tx: Tx, { environmentId, id, channel }: Broadcast, now: Date): Promise<void> {
  const which = { environmentId, broadcastId: id, channel }
  const again = { runAt: new Date(now.getTime() + onceMoreAfterMs) }
  await enqueue(tx, [releaseBroadcastJob(which), releaseBroadcastJob(which, again)])
}

const cannot = (what: string, { state }: Broadcast): Refusal =>
  new Refusal('invalid_state', { message: `This broadcast is ${state}, and cannot be ${what}.` })
