import { expect, test, vi } from 'vitest'
import { captureCarrier } from './sms-capture.ts'

test('a captured message counts as delivered, and beforeSubmit is not called', async () => {
  const beforeSubmit = vi.fn(async () => {})

  const outcomes = await captureCarrier().submit({
    environmentId: 'environment',
    smsId: 'sms',
    from: '+15550100001',
    to: '+15550100002',
    body: 'Hello',
    encoding: 'gsm7',
    mediaUrls: ['https://example.com/1.png'],
    parts: [{ nth: 1, text: 'Hello' }],
    totalParts: 1,
    beforeSubmit,
  })

  expect(outcomes).toEqual([
    {
      kind: 'accepted',
      carrierId: null,
      state: 'delivered',
      captured: true,
      attempt: { transport: 'capture', reply: 'Kept, not sent', durationMs: 0 },
    },
  ])
  expect(beforeSubmit).not.toHaveBeenCalled()
})
