import { expect, test } from 'vitest'
import type { AddressPolicy } from '#core/public-address.ts'
import { startWebhookSink } from '../../../../sinks/webhook-sink.ts'
import { anyPost } from '../../../testing/webhook-poster.ts'
import { openPosterByRule } from './by-rule.ts'

test('an open connection is not reused after the rule has become stricter', async () => {
  let policy: AddressPolicy = 'loopback'
  await using sink = await startWebhookSink()
  await using poster = openPosterByRule(async () => policy)
  expect(await poster.post(anyPost(sink.url))).toMatchObject({ status: 200 })

  policy = 'public'

  expect(await poster.post(anyPost(sink.url))).toMatchObject({ kind: 'unanswered', error: 'address not allowed' })
  expect(sink.count).toBe(1)
})
