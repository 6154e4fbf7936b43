/** Cancels or moves a scheduled email. One row lock decides against a worker that is about to send it. */
import type { EmailStatus } from '@posthorn/contract/event-names'
import type { Caller } from '#core/caller.ts'
import { invalid, notFound, Refusal } from '#core/refusal.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { refundEach } from '#resources/account/credits/refund.ts'
import { readTime } from '#resources/automation/clock/hold.ts'
import { cancelWith } from '#resources/messages/fallbacks/change.ts'
import { schedule, tooLate } from '#sending/schedule.ts'
import { keyOf } from '../read/read.ts'
import { cancelScheduled, lockScheduled, moveScheduled } from '../read/read-store.ts'

/** Canceling twice has the same effect as once, so a request with a lost answer can be repeated. */
export async function cancelEmail(tx: Tx, caller: Caller, now: Date, id: string): Promise<void> {
  const key = keyOf(caller, id)
  const email = await lockScheduled(tx, key)
  if (!email) throw notFound('email')
  if (email.status === 'canceled') return
  if (email.status !== 'scheduled') throw tooFar('canceled', email.status)
  await cancelScheduled(tx, key)
  await cancelWith(tx, [key])
  const { environmentId } = key
  await record(tx, [{ environmentId, type: 'email.canceled', subjectId: id, data: { email_id: id }, at: now }])
  if (caller.mode === 'test') return
  const { organizationId, charged } = email
  await refundEach(tx, [{ organizationId, subjectId: id, kind: 'email', credits: charged, at: now }])
}

/** Returns the new time. A time in the near past means now. */
export async function rescheduleEmail(tx: Tx, caller: Caller, now: Date, id: string, to: string): Promise<string> {
  const key = keyOf(caller, id)
  const time = await readTime(tx, () => now, caller)
  const when = schedule(to, time)
  if (when.kind === 'too-late') throw invalid({ path: 'scheduled_for', message: tooLate })
  const at = when.kind === 'later' ? when.at : time.toISOString()
  const email = await lockScheduled(tx, key)
  if (!email) throw notFound('email')
  if (email.status !== 'scheduled') throw tooFar('rescheduled', email.status)
  await moveScheduled(tx, key, at)
  return at
}

const tooFar = (what: string, status: EmailStatus): Refusal =>
  new Refusal('invalid_state', { message: `Only a scheduled email can be ${what}; this one is ${status}.` })
