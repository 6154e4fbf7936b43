import { operations } from '@posthorn/contract/all-operations'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { findNearMiss } from '#core/near-miss.ts'
import { cpuNow } from '../../testing/cpu-clock.ts'
import { findUnknownFields, withoutUnknownFields } from './unknown-fields.ts'

const email: TSchema = operations.sendEmail.body
const batch: TSchema = operations.sendEmailBatch.body

test.each([
  ['schedule_for', 'scheduled_for'],
  ['scheduledFor', 'scheduled_for'],
  ['scheduled-for', 'scheduled_for'],
  ['Scheduled_For', 'scheduled_for'],
  ['sheduled_for', 'scheduled_for'],
  ['replyTo', 'reply_to'],
  ['form', 'from'],
  ['tag', 'tags'],
  ['subjekt', 'subject'],
  ['attachment', 'attachments'],
  ['scheduledAt', 'scheduled_for'],
  ['send_at', 'scheduled_for'],
  ['schedule_at', 'scheduled_for'],
  ['schedule', 'scheduled_for'],
  ['scheduledDatetime', 'scheduled_for'],
  ['delivery_time', 'scheduled_for'],
  ['sendTime', 'scheduled_for'],
  ['send_after', 'scheduled_for'],
])('%s is a typo of %s', (given, known) => {
  expect(findNearMiss(given, [known])).toBe(known)
  expect(findUnknownFields(email, { [given]: 1 }).faults).toEqual([
    { path: given, message: `is not a field; did you mean ${known}?` },
  ])
})

test.each([
  'foo',
  'id',
  'org_id',
  'status',
  'created_at',
  'credits_consumed',
  'suppressed_recipients',
  'x'.repeat(10_000),
  'constructor',
  'toString',
])('%s is not a typo and is ignored', name => {
  expect(findUnknownFields(email, { [name]: 1 })).toEqual({ ignored: [name], faults: [] })
})

test('fields of list entries are checked too, and named with their path', () => {
  const value = [{ to: 'a@b.co' }, { to: 'a@b.co', attachments: [{ filename: 'x', fileName: 'y', extra: 1 }], foo: 1 }]

  expect(findUnknownFields(batch, value)).toEqual({
    ignored: ['1.attachments.0.extra', '1.foo'],
    faults: [{ path: '1.attachments.0.fileName', message: 'is not a field; did you mean filename?' }],
  })
})

test('free-form objects have no unknown fields', () => {
  expect(findUnknownFields(email, { variables: { anything: 1 }, headers: { 'X-Any': 'y' } })).toEqual({
    ignored: [],
    faults: [],
  })
})

test('free-form data has no unknown fields at any depth', () => {
  const event: TSchema = operations.recordContactEvent.body
  const asked = { event: 'order.paid', data: { amount: 49.5 }, more: 1 }

  expect(findUnknownFields(event, asked)).toEqual({ ignored: ['more'], faults: [] })
  expect(withoutUnknownFields(event, asked)).toEqual({ event: 'order.paid', data: { amount: 49.5 } })
})

test('removing unknown fields keeps the rest, also in lists and nullable objects', () => {
  const change: TSchema = operations.updateBroadcast.body
  const pace = { per_hour: 5, state: 'sent' }

  expect(withoutUnknownFields(change, { pace, html: null, id: 'x' })).toEqual({ pace: { per_hour: 5 }, html: null })
  expect(withoutUnknownFields(batch, [{ to: ['a@b.co'], foo: 1 }])).toEqual([{ to: ['a@b.co'] }])
})

test('hundreds of thousands of unknown names are cheap', () => {
  const many = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`n${n}`, 1]))
  const slips = Array.from({ length: 200_000 }, () => ({ form: 1 }))
  const begun = cpuNow()

  expect(findUnknownFields(email, many).ignored).toHaveLength(100)
  expect(findUnknownFields(batch, slips).faults).toHaveLength(100)
  // Comparing every name took seven seconds.
  expect(cpuNow() - begun).toBeLessThan(2_000)
})
