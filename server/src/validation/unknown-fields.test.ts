import { operations } from '@posthorn/contract/all-operations'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { findMeant } from '#core/near-miss.ts'
import { cpuNow } from '../../testing/cpu-clock.ts'
import { findUnknownFields } from './unknown-fields.ts'

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
])('%s is a slip of %s', (given, known) => {
  expect(findMeant(given, [known])).toBe(known)
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
])('%s is nobody’s slip and is ignored', name => {
  expect(findUnknownFields(email, { [name]: 1 })).toEqual({ ignored: [name], faults: [] })
})

test('fields of list entries are looked at, too, and named with their place', () => {
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

test('hundreds of thousands of unknown names cost little', () => {
  const many = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`n${n}`, 1]))
  const slips = Array.from({ length: 200_000 }, () => ({ form: 1 }))
  const begun = cpuNow()

  expect(findUnknownFields(email, many).ignored).toHaveLength(100)
  expect(findUnknownFields(batch, slips).faults).toHaveLength(100)
  // Seven seconds, when each of them was compared.
  expect(cpuNow() - begun).toBeLessThan(2_000)
})
