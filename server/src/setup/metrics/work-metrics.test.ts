import { expect, test } from 'vitest'
import { openMetrics } from '#http/registry.ts'
import { workMetrics } from './work-metrics.ts'

test('work is counted by kind, transport and result', async () => {
  const metrics = openMetrics()
  const counts = workMetrics(metrics)

  counts.attemptedOf('email')('relay', ['accepted', 'accepted', 'rejected'], 40)
  counts.attemptedOf('sms')('smpp', ['deferred'], 12_000)
  counts.taken('deliveries', 150)
  counts.taken('broadcasts', 3)
  for (const next of ['delivered', 'again', 'failed'] as const) counts.posted(next)

  const lines = (await metrics.registry.metrics()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'posthorn_attempts_total{kind="email",transport="relay",result="accepted"} 2',
      'posthorn_attempts_total{kind="email",transport="relay",result="rejected"} 1',
      'posthorn_attempts_total{kind="sms",transport="smpp",result="deferred"} 1',
      'posthorn_attempt_seconds_bucket{le="0.05",kind="email",transport="relay"} 1',
      'posthorn_attempt_seconds_bucket{le="10",kind="sms",transport="smpp"} 0',
      'posthorn_batch_rows_sum{kind="email"} 150',
      'posthorn_batch_rows_sum{kind="broadcast"} 3',
      'posthorn_webhook_deliveries_total{result="delivered"} 1',
      'posthorn_webhook_deliveries_total{result="deferred"} 1',
      'posthorn_webhook_deliveries_total{result="failed"} 1',
    ]),
  )
})
