import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Refusal } from '#core/refusal.ts'
import { openDatabase } from '#postgres/database.ts'
import { asking } from '../../../../testing/asking.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { accepted, openWebhookScene, type WebhookRoom } from '../../../../testing/webhook-room.ts'
import { settleAttempts } from './settle.ts'

let room: WebhookRoom
let callers: { live: Caller; test: Caller }
beforeAll(async () => {
  const database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  callers = await createCallers(database)
  room = openWebhookScene(database, callers.live)
})
afterAll(() => room.database[Symbol.asyncDispose]())

test('a test is sent signed, even to an inactive webhook, stored with its attempt, and counted', async () => {
  const { id } = await room.create({ status: 'inactive' })

  expect(await room.test(id)).toEqual({ success: true, message: 'Your endpoint accepted the test event.' })

  const [post] = room.posts
  const body = JSON.parse(post?.body ?? '')
  expect(body).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } })
  expect(post?.url).toBe('https://acme.test/hook')
  expect(post?.headers).toMatchObject({ 'webhook-id': body.id, 'webhook-signature': expect.stringMatching(/^v1,/) })
  const { data } = await room.list(id)
  expect(data).toMatchObject([{ id: body.id, status: 'delivered', event: body, attempts: [{ status: 204 }] }])
  expect(await room.get(id)).toMatchObject({
    ...{ status: 'inactive', success_count: 1, failure_count: 0, total_delivery_count: 1 },
    last_delivery_at: room.clock().toISOString(),
  })
})

test('a failed test reveals no details, is not retried, and does not count against the webhook', async () => {
  const { id } = await room.create()
  await room.happen(1)
  room.answerWith(async () => ({ kind: 'unanswered', error: 'connection refused', durationMs: 7 }))

  expect(await room.test(id)).toEqual({ success: false, message: 'Your endpoint did not accept the test event.' })

  const [test] = (await room.list(id)).data
  expect(test).toMatchObject({ status: 'failed', next_attempt_at: null, attempts: [{ error: 'connection refused' }] })
  room.pass(5 * 86_400_000)
  const [waiting] = await room.stored(id)
  if (!waiting) throw new Error('nothing waits')
  const failure = room.result(id, waiting, { success: false })
  expect(await room.database.transaction(tx => settleAttempts(tx, [failure]))).toMatchObject([
    { counted: true, becameInactive: false },
  ])
  expect(await room.get(id)).toMatchObject({ failure_count: 2, success_count: 0 })
})

test('of forty concurrent tests over both environments and many webhooks, ten are sent; deleting a webhook frees no slot', async () => {
  const mine = await createCallers(room.database)
  const webhooks = await Promise.all(
    [mine.live, mine.test, mine.live, mine.test].map(async as => ({ as, id: (await room.create({}, as)).id })),
  )
  const before = room.posts.length
  room.answerWith(async () => accepted)

  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, (_, nth) => {
      const { as, id } = webhooks[nth % 4] ?? { as: mine.live, id: '' }
      return room.test(id, as)
    }),
  )

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(room.posts.length - before).toBe(10)
  const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason as Refusal] : []))
  for (const reason of refused) expect(reason).toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 60 })
  for (const { id, as } of webhooks.slice(1))
    await room.routes.deleteWebhook(
      as,
      { params: { id }, query: undefined, body: undefined },
      asking(as, 'webhook.deleted', id),
    )
  const again = () => room.test(webhooks[0]?.id ?? '', mine.live)
  room.pass(59_999)
  await expect(again()).rejects.toMatchObject({ retryAfterSeconds: 0.001 })
  room.pass(1)
  expect((await again()).success).toBe(true)
})
