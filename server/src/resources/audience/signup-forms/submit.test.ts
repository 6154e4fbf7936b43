import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#postgres/database.ts'
import { contactByEmail } from '#resources/audience/contacts/read.ts'
import { changeTopic } from '#resources/audience/topics/change.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { createForm } from './change.ts'
import { submit } from './submit.ts'

let database: Database
let live: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

test('somebody who signs up while the topic begins to ask for confirmations is not subscribed before they confirm', async () => {
  const now = new Date()
  const doing = database.transaction
  const topic = await doing(tx => createTopic(tx, live, now, { name: 'News' }))
  const asked = { name: 'News', wording: 'Send me the news', topic_ids: [topic.id] }
  const form = await doing(tx => createForm(tx, live, now, asked))
  const given = new Map([['email', 'ada@example.com']])
  let signup: Promise<void> = Promise.resolve()

  await doing(async tx => {
    await changeTopic(tx, live, now, topic.id, { confirm: true, confirmation: { from: 'Acme <news@acme.test>' } })
    signup = submit(database, form, { given, ip: '203.0.113.7' }, now)
    await untilLockWait(database.db)
  })
  await signup

  expect(await contactByEmail(database.db, live.environmentId, 'ada@example.com')).toMatchObject({
    emailSubscribed: false,
  })
})
