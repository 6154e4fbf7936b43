import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { createContacts } from '../create.ts'
import { setMembership } from '../membership.ts'
import { readerKey, unsubscribedOf } from './unsubscribed.ts'

let database: Database
let live: Caller
let stranger: Caller
let topicId: string
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  stranger = callers.test
  topicId = (await database.transaction(tx => createTopic(tx, live, new Date(), { name: 'News' }))).id
})
afterAll(() => database[Symbol.asyncDispose]())

async function contact(email: string, { subscribed = true, inTopic = false } = {}): Promise<void> {
  const asked = { email, email_subscribed: subscribed }
  const now = new Date()
  const [created] = await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now }]))
  if (!created || created instanceof Refusal) throw new Error('refused')
  const membership = { contactId: created.id, topicId, subscribed: true }
  if (inTopic) await database.transaction(tx => setMembership(tx, live, now, membership))
}

async function silent(emails: readonly string[], topic: string | null, caller = live): Promise<string[]> {
  const { environmentId } = caller
  const found = await unsubscribedOf(
    database.db,
    emails.map(email => ({ environmentId, email, topicId: topic })),
  )
  return emails.filter(email => found.has(readerKey({ environmentId, email, topicId: topic })))
}

test('unsubscribed readers are left out, whatever the topic and the case of their address', async () => {
  await contact('No.Thanks@a.example', { subscribed: false, inTopic: true })
  await contact('yes@a.example', { inTopic: true })
  const asked = ['no.thanks@A.EXAMPLE', 'Yes@a.example']

  expect(await silent(asked, null)).toEqual(['no.thanks@A.EXAMPLE'])
  expect(await silent(asked, topicId)).toEqual(['no.thanks@A.EXAMPLE'])
})

test('readers who are not subscribed to the topic are left out of its broadcasts only', async () => {
  await contact('elsewhere@a.example')
  await contact('member@a.example', { inTopic: true })
  const asked = ['elsewhere@a.example', 'member@a.example']

  expect(await silent(asked, null)).toEqual([])
  expect(await silent(asked, topicId)).toEqual(['elsewhere@a.example'])
})

test('an address without a contact has not opted out', async () => {
  expect(await silent(['unknown@a.example'], null)).toEqual([])
  expect(await silent(['unknown@a.example'], topicId)).toEqual([])
})

test('an opt-out in one environment does not affect another', async () => {
  await contact('here@a.example', { subscribed: false })

  expect(await silent(['here@a.example'], null, stranger)).toEqual([])
})

test('an empty list returns an empty result', async () => {
  expect(await silent([], topicId)).toEqual([])
})
