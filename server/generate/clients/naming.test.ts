import { allOperations } from '@posthorn/contract/all-operations'
import { expect, test } from 'vitest'
import { clientName } from './naming.ts'

const nameOf = (operation: { id: string; path: string }) => {
  const { resource, method } = clientName(operation)
  return `${resource}.${method}`
}

test.each([
  ['sendEmail', 'emails.send'],
  ['sendEmailBatch', 'emails.sendBatch'],
  ['getRawEmail', 'emails.getRaw'],
  ['listSms', 'sms.list'],
  ['subscribeContactToTopic', 'contacts.subscribeToTopic'],
  ['listWorkflowRuns', 'workflows.listRuns'],
  ['advanceTestClock', 'test.advanceClock'],
  ['rotateWebhookSecret', 'webhooks.rotateSecret'],
  ['getRateLimit', 'rateLimit.get'],
  ['getReceiverAnalytics', 'analytics.getReceivers'],
  ['importContacts', 'contacts.importRows'],
  ['listAuditLog', 'auditLog.list'],
])('%s is called %s', (id, name) => {
  expect(allOperations.filter(operation => operation.id === id).map(nameOf)).toEqual([name])
})

test('every operation has a unique name that is a verb', () => {
  const names = allOperations.map(nameOf)

  expect(new Set(names).size).toBe(names.length)
  expect(names.filter(name => !/^[a-z]+(?:[A-Z][a-z]+)*\.[a-z]+(?:[A-Z][a-z]+)*$/.test(name))).toEqual([])
})
