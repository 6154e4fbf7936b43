import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createCallers } from '../../../../../testing/callers.ts'
import { untilLockWait } from '../../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { accepted, deferred, scripted } from '../deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '../emails.fixture.ts'
import { cancelEmail } from '../later/change-schedule.ts'
import { emailReader } from '../read/read.ts'
import { lockScheduled } from '../read/read-store.ts'
import { deleteEmail } from './delete.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())

const remove = (id: string, caller = mail.live) => mail.database.transaction(tx => deleteEmail(tx, caller, id))
const file = { filename: 'a.bin', type: 'x/y', contentId: null, inline: false, content: Buffer.from('a') }

/** The tables with a row about the email. */
async function tracesOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and a.atttypid = 'uuid'::regtype`.execute(mail.database.db)
  const found: string[] = []
  for (const { name, column } of rows) {
    const { rows } = await sql`select from ${sql.table(name)} where ${sql.ref(column)} = ${id} limit 1`.execute(
      mail.database.db,
    )
    if (rows.length > 0) found.push(name)
  }
  return [...new Set(found)].toSorted()
}

test('deleting an email that has ended leaves only its ledger entries, and other emails stay', async () => {
  const special = { tags: ['a', 'b'], attachments: [file] }
  const [gone, other] = [await mail.acceptOne(['a@a.example'], special), await mail.acceptOne(['b@a.example'], special)]
  await mail.run(mail.openChannel([scripted()]))
  const before = await tracesOf(other.id)

  await remove(gone.id)

  expect(await tracesOf(gone.id)).toEqual(['credit_entries'])
  expect(await tracesOf(other.id)).toEqual(before)
  await expect(emailReader(mail.database.db)(mail.live, gone.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(remove(gone.id)).rejects.toMatchObject({ code: 'not_found' })
  await mail.expectNothingStuck()
})

test('deleting an open or a scheduled email is refused with the reason', async () => {
  const [waiting, delayed, scheduled] = [
    await mail.acceptOne(['a@a.example']),
    await mail.acceptOne(['b@a.example']),
    await mail.acceptOne(['c@a.example'], { scheduledFor: '2030-01-01T00:00:00Z' }),
  ]
  await mail.run(mail.openChannel([scripted(address => (address === 'b@a.example' ? deferred : accepted))]))

  await expect(remove(delayed.id)).rejects.toMatchObject({
    code: 'invalid_state',
    sentence: expect.stringContaining('still on its way'),
  })
  await expect(remove(scheduled.id)).rejects.toMatchObject({
    code: 'invalid_state',
    sentence: expect.stringContaining('cancel it first'),
  })
  await remove(waiting.id)
})

test('deleting a scheduled email while it is canceled is refused, and does not deadlock with that', async () => {
  const email = await mail.acceptOne(['a@a.example'], { scheduledFor: '2030-01-01T00:00:00Z' })
  let tries = 0
  let removing: Promise<void> | undefined

  await mail.database.transaction(async tx => {
    tries += 1
    await lockScheduled(tx, { environmentId: mail.live.environmentId, emailId: email.id })
    removing = remove(email.id)
    await Promise.race([removing.catch(() => {}), untilLockWait(mail.database.db)])
    await cancelEmail(tx, mail.live, new Date(), email.id)
  })

  await expect(removing).rejects.toMatchObject({ code: 'invalid_state' })
  expect(tries).toBe(1)
  await remove(email.id)
})

test('an email of another environment cannot be deleted', async () => {
  const email = await mail.acceptOne(['a@a.example'])
  await mail.run(mail.openChannel([scripted()]))

  await expect(remove(email.id, mail.test)).rejects.toMatchObject({ code: 'not_found' })
  expect(await mail.statusOf(email.id)).toBe('delivered')
})
