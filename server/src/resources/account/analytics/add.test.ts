import { afterAll, expect, inject, test } from 'vitest'
import { createEmail } from '#resources/messages/engagement/tracked-email.fixture.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { addStatsByKey } from './add.ts'
import { findSums } from './store.ts'

const database = await openTestDatabase(inject('clusterUrl'))
afterAll(() => database[Symbol.asyncDispose]())

test('an email that has a tag twice counts once under it', async () => {
  const email = await createEmail(database, { tags: ['spring', 'sale', 'spring'] })
  await database.transaction(tx => addStatsByKey(tx, [{ ...email, counts: { emails_clicked: 1 } }]))

  for (const tag of [undefined, 'spring', 'sale']) {
    const filter = { environmentId: email.environmentId, tag, messageStreams: ['broadcast'] as const }
    const sums = await findSums(database.db, filter, {})
    expect(sums.map(({ emails_clicked }) => emails_clicked)).toEqual([1])
  }
})
