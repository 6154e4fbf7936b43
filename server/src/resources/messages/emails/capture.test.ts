import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { countEmails } from '#resources/account/analytics/store.ts'
import { captureTransport } from '#transports/capture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { keeper } from './capture.ts'
import { findCaptured } from './content-store.ts'
import { scripted } from './deliver/scripted.fixture.ts'
import { draftTo, keyOf, openPost, type Post } from './post.fixture.ts'
import { listEmails } from './read-store.ts'

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

test('a captured email says so, and counts in no figure; one that was sent does', async () => {
  await post.clear()
  await sql`truncate email_stats`.execute(post.database.db)
  const { environmentId } = await post.acceptOne(['ada@a.example'])
  await post.run(post.hire([captureTransport(keeper(post.database))]))
  await post.acceptOne(['bob@b.example'])
  await post.run(post.hire([scripted()]))

  const page = { limit: 10, before: undefined }
  const list = await listEmails(post.database.db, environmentId, page, {})
  expect(list.map(({ to, status, captured }) => [to[0], status, captured])).toEqual([
    ['bob@b.example', 'delivered', false],
    ['ada@a.example', 'delivered', true],
  ])
  const figures = { environmentId, messageStreams: ['transactional'] as const }
  const { rows } = await sql`select sum(emails_sent)::integer as sent, sum(emails_delivered)::integer as delivered
    from email_stats where environment_id = ${environmentId} and tag = ''`.execute(post.database.db)
  expect(rows).toEqual([{ sent: 1, delivered: 1 }])
  const counted = await countEmails(post.database.db, figures, { from: new Date(0), until: new Date('2200-01-01') })
  expect(counted).toMatchObject([{ emails_sent: 1, emails_delivered: 1 }])
})

test('a captured email is delivered, and its message can be looked at', async () => {
  await post.clear()
  const email = await post.acceptOne(['ada@a.example', 'bob@b.example'])

  await post.run(post.hire([captureTransport(keeper(post.database))]))

  expect(await post.statusOf(email.id)).toBe('delivered')
  expect(`${await findCaptured(post.database.db, keyOf(email))}`).toContain(`${email.id}@acme.test`)
})

test('what was paid for and then captured, because it may also be sent, is given back once', async () => {
  await post.clear()
  const email = await post.acceptOne(['ada@a.example', 'bob@b.example'])
  const ledger = async () => {
    const { rows } = await sql<{ entry: string }>`select kind || ' ' || credits::float8 as entry from credit_entries
      where subject_id = ${email.id} order by kind`.execute(post.database.db)
    return rows.map(({ entry }) => entry)
  }
  expect(await ledger()).toEqual(['email -2'])

  await post.run(post.hire([captureTransport(keeper(post.database))]))

  expect(await ledger()).toEqual(['email -2', 'refund 2'])
  await post.expectNothingStuck()
})
