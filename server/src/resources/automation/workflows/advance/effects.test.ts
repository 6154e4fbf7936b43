import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database, Tx } from '#postgres/database.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { changeContact } from '#resources/audience/contacts/change.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { untilLockWait } from '../../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { carryOut } from './effects.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

test('effects of different kinds lock their contacts in the order of all others', async () => {
  const { live } = await createCallers(database)
  const { environmentId } = live
  const now = new Date()
  const people = ['ada@a.example', 'bea@a.example'].map(email => ({ caller: live, asked: { email }, now }))
  const created = await database.transaction(tx => createContacts(tx, people))
  // `as`: both addresses are free.
  const [first, second] = created.map(one => (one as Contact).id).toSorted() as [string, string]
  const topic = await database.transaction(tx => createTopic(tx, live, now, { name: 'News' }))
  const by = { method: 'workflow', sourceId: null } as const
  const membership = { environmentId, contactId: first, topicId: topic.id, subscribed: true, by, at: now }
  const change = { environmentId, id: second, asked: { first_name: 'Bea' }, by, at: now }
  let tries = 0
  let carrying: Promise<unknown> | undefined
  const carry = (tx: Tx) => {
    tries += 1
    return carryOut(tx, { card: readRateCard(null), chance: () => 0.5 }, [
      { effect: { kind: 'contact', change }, tries: 0 },
      { effect: { kind: 'membership', change: membership }, tries: 0 },
    ])
  }

  await database.transaction(async tx => {
    tries += 1
    await changeContact(tx, live, now, first, { first_name: 'Ada' })
    carrying ??= database.transaction(carry)
    await untilLockWait(database.db)
    await changeContact(tx, live, now, second, { last_name: 'Lovelace' })
  })

  expect(await carrying).toEqual([
    { kind: 'done', detail: {} },
    { kind: 'done', detail: {} },
  ])
  expect(tries).toBe(2)
})
