import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { changeTopic, removeTopic } from './change.ts'
import { createTopic } from './create.ts'
import { readTopic, readTopics } from './read.ts'

let database: Database
let live: Caller
let other: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
  other = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
const later = new Date('2026-11-15T13:00:00.000Z')
const create = (asked: Parameters<typeof createTopic>[3], caller = live) =>
  database.transaction(tx => createTopic(tx, caller, now, asked))
const change = (id: string, asked: Parameters<typeof changeTopic>[4], caller = live) =>
  database.transaction(tx => changeTopic(tx, caller, later, id, asked))

test('a topic is placed last unless its place is given', async () => {
  const { live: caller } = await createCallers(database)
  expect((await create({ name: 'first' }, caller)).displayOrder).toBe(1)
  expect((await create({ name: 'second', display_order: 7.5 }, caller)).displayOrder).toBe(7.5)
  expect((await create({ name: 'third' }, caller)).displayOrder).toBe(8.5)
  expect((await create({ name: 'before all', display_order: -1 }, caller)).displayOrder).toBe(-1)
})

test('an update changes only given fields', async () => {
  const topic = await create({ name: 'News', description: 'What is new' })

  expect(await change(topic.id, { is_default_topic: true })).toEqual({
    ...topic,
    isDefaultTopic: true,
    updatedAt: later,
  })
})

test.each([
  ['nobody', /^must be one sender such as/],
  ['Acme <news@acme.test>\r\nBcc: bob@a.example', /^must not contain control characters/],
  ['a@acme.test, b@acme.test', /^must be one sender such as/],
])('a confirmation needs a valid sender, not %j', async (from, message) => {
  const topic = await create({ name: 'Letters' })
  const refusal = {
    code: 'validation_error',
    details: [{ path: 'confirmation.from', message: expect.stringMatching(message) }],
  }

  await expect(create({ name: 'News', confirm: true, confirmation: { from } })).rejects.toMatchObject(refusal)
  await expect(change(topic.id, { confirm: true, confirmation: { from } })).rejects.toMatchObject(refusal)
  const named = { confirm: true, confirmation: { from: '"Acme, Inc." <news@acme.test>' } }
  expect(await change(topic.id, named)).toMatchObject({ confirmation: named.confirmation })
})

test('several topics may be default topics', async () => {
  const first = await create({ name: 'a', is_default_topic: true })
  const second = await create({ name: 'b', is_default_topic: true })

  expect((await readTopic(database.db, live, first.id)).isDefaultTopic).toBe(true)
  expect((await readTopic(database.db, live, second.id)).isDefaultTopic).toBe(true)
})

test('another organization cannot see, change or delete a topic', async () => {
  const topic = await create({ name: 'mine' })
  const refusal = { code: 'not_found', details: { resource: 'topic' } }

  await expect(readTopic(database.db, other, topic.id)).rejects.toMatchObject(refusal)
  await expect(change(topic.id, { name: 'x' }, other)).rejects.toMatchObject(refusal)
  await expect(database.transaction(tx => removeTopic(tx, other, topic.id))).rejects.toMatchObject(refusal)
  expect(await readTopics(database.db, other, { limit: 10, before: undefined })).toEqual([])
  expect((await readTopic(database.db, live, topic.id)).name).toBe('mine')
})

test('a deleted topic is gone', async () => {
  const topic = await create({ name: 'gone' })
  const remove = () => database.transaction(tx => removeTopic(tx, live, topic.id))

  await remove()

  await expect(remove()).rejects.toMatchObject({ code: 'not_found' })
  await expect(readTopic(database.db, live, topic.id)).rejects.toMatchObject({ code: 'not_found' })
})
