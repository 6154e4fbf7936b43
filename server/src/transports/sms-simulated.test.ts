import { expect, test } from 'vitest'
import { simulatedCarrier } from './sms-simulated.ts'

test.each([
  ['+15005550006', { kind: 'accepted', state: 'delivered', carrierId: null }],
  ['+15550100002', { kind: 'accepted', state: 'delivered' }],
  ['+15005550004', { kind: 'accepted', state: 'delivered' }],
  ['+15005550009', { kind: 'accepted', state: 'undelivered', carrierId: null }],
  ['+15005550001', { kind: 'rejected', attempt: { transport: 'simulated', reply: 'Simulated: it failed' } }],
])('%s has its outcome', async (to, outcome) => {
  const outcomes = await simulatedCarrier().submit({
    environmentId: 'environment',
    smsId: 'sms',
    from: '+15550100001',
    to,
    body: 'Hello',
    encoding: 'gsm7',
    mediaUrls: [],
    parts: [{ nth: 1, text: 'Hello' }],
    totalParts: 1,
    beforeSubmit: async () => {},
  })

  expect(outcomes).toMatchObject([outcome])
})
