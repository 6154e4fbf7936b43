import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#postgres/database.ts'
import { removeTopic } from '#resources/audience/topics/change.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { changeForm, createForm } from './change.ts'

let database: Database
let live: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

test.each([
  [{ topic_ids: ['xx'], fields: ['gone'] }, ['topic_ids.0', 'fields.0']],
  [{ allowed_origins: ['https://acme.com', 'data:x'] }, ['allowed_origins.1']],
])('invalid entries of a form are reported with their index: %j', async (special, paths) => {
  const asked = { name: 'News', wording: 'Send me the news', ...special }

  await expect(database.transaction(tx => createForm(tx, live, new Date(), asked))).rejects.toMatchObject({
    code: 'validation_error',
    details: paths.map(path => ({ path })),
  })
})

test('a topic that a form uses cannot be deleted: the form would subscribe people without the confirmation it asks for', async () => {
  const confirmation = { from: 'Acme <news@acme.test>' }
  const doing = database.transaction
  const topic = await doing(tx => createTopic(tx, live, new Date(), { name: 'Letters', confirm: true, confirmation }))
  const form = { name: 'Our letters', wording: 'Send me the letters', topic_ids: [topic.id] }
  const { id } = await doing(tx => createForm(tx, live, new Date(), form))
  const remove = () => doing(tx => removeTopic(tx, live, topic.id))

  await expect(remove()).rejects.toMatchObject({
    code: 'invalid_state',
    details: { used_by: ['the signup form Our letters'] },
  })
  await doing(tx => changeForm(tx, live, new Date(), id, { topic_ids: [] }))
  await remove()
})

test('of a form that names a topic and the deletion of that topic at the same moment, one is refused', async () => {
  const doing = database.transaction
  const topic = await doing(tx => createTopic(tx, live, new Date(), { name: 'Race' }))
  const asked = { name: 'Race', wording: 'Send me the news', topic_ids: [topic.id] }
  const [isChecked, isDeleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]

  const form = doing(async tx => {
    const created = await createForm(tx, live, new Date(), asked)
    isChecked.resolve()
    await isDeleted.promise
    return created
  })
  await isChecked.promise
  const removal = doing(tx => removeTopic(tx, live, topic.id)).catch(({ code }) => code)
  await untilLockWait(database.db)
  isDeleted.resolve()

  expect(await form).toMatchObject({ topicIds: [topic.id] })
  expect(await removal).toBe('invalid_state')
})
