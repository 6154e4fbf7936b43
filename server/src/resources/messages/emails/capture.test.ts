import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { captureTransport } from '#transports/capture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { keeper } from './capture.ts'
import { findCaptured } from './content-store.ts'
import { draftTo, keyOf, openPost, type Post } from './post.fixture.ts'

let post: Post
beforeAll(async () => {
  post = await openPost(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => post[Symbol.asyncDispose]())

test('a message that is kept again stays as it was, at the same moment or later', async () => {
  const key = keyOf(await post.acceptOne(['ada@a.example']))
  const keep = keeper(post.database)

  await Promise.all([keep({ ...key, message: Buffer.from('first') }), keep({ ...key, message: Buffer.from('second') })])
  await keep({ ...key, message: Buffer.from('third') })

  expect(`${await findCaptured(post.database.db, key)}`).toBe('first')
})

test('messages that come together are kept each under its own email, however large', async () => {
  const emails = await post.accept([0, 1, 2, 3].map(nth => draftTo([`${nth}@a.example`])))
  const keep = keeper(post.database)
  const messages = emails.map((email, nth) => ({ ...keyOf(email), message: Buffer.alloc(3_000_000, `${nth}`) }))

  await Promise.all(messages.map(keep))

  for (const { message, ...key } of messages) {
    expect(message.equals((await findCaptured(post.database.db, key)) ?? Buffer.alloc(0))).toBe(true)
  }
})

test('a captured email is delivered, and its message can be looked at', async () => {
  await post.clear()
  const email = await post.acceptOne(['ada@a.example', 'bob@b.example'])

  await post.run(post.hire([captureTransport(keeper(post.database))]))

  expect(await post.statusOf(email.id)).toBe('delivered')
  expect(`${await findCaptured(post.database.db, keyOf(email))}`).toContain(`${email.id}@acme.test`)
})
