/** Cancels or moves a scheduled text message. One row lock decides against a worker that is about to send it. */
import type { SmsStatus } from '@posthorn/contract/messages/sms'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { invalid, notFound, Refusal } from '#core/refusal.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { refundEach } from '#resources/account/credits/refund.ts'
import { readTime } from '#resources/automation/clock/hold.ts'
import { schedule, tooLate } from '#sending/schedule.ts'
import { toFact } from '../facts.ts'
import { cancelScheduled, lockScheduled, moveScheduled } from './later-store.ts'

/** Canceling twice has the same effect as once, so a request with a lost answer can be repeated. */
export async function cancelSms(tx: Tx, caller: Caller, now: Date, id: string): Promise<void> {
  const { key, sms } = await lock(tx, caller, id)
  if (sms.status === 'canceled') return
  if (sms.status !== 'scheduled') throw tooFar('canceled', sms.status)
  const isPaid = caller.mode === 'live'
  await cancelScheduled(tx, key, isPaid)
  await record(tx, [toFact({ ...key, ...sms }, 'sms.canceled', {}, now)])
  const { organizationId, credits } = sms
  if (isPaid) await refundEach(tx, [{ organizationId, subjectId: id, kind: 'sms', credits, at: now }])
}

/** Returns the new time. A moment in the near past means now. */
export async function rescheduleSms(tx: Tx, caller: Caller, now: Date, id: string, to: string): Promise<string> {
  const time = await readTime(tx, () => now, caller)
  const when = schedule(to, time)
  if (when.kind === 'too-late') throw invalid({ path: 'scheduled_for', message: tooLate })
  const at = when.kind === 'later' ? when.at : time.toISOString()
  const { key, sms } = await lock(tx, caller, id)
  if (sms.status !== 'scheduled') throw tooFar('rescheduled', sms.status)
  await moveScheduled(tx, key, at)
  return at
}

async function lock(tx: Tx, { environmentId }: Caller, id: string) {
  const key = { environmentId, smsId: id }
  const sms = isId(id) ? await lockScheduled(tx, key) : undefined
  if (!sms) throw notFound('sms')
  return { key, sms }
}

const tooFar = (what: string, status: SmsStatus): Refusal =>
  new Refusal('invalid_state', { message: `Only a scheduled text message can be ${what}; this one is ${status}.` })
