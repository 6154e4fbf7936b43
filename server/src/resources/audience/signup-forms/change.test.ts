import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { createForm } from './change.ts'

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
