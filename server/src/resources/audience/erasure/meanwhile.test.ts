/** Erasures during concurrent unsubscribes and imports. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import { insertRuns } from '#events/start-runs.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { createImport } from '#resources/audience/contact-files/create.ts'
import { runImport } from '#resources/audience/contact-files/run.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { setEmailSubscribed } from '#resources/audience/contacts/subscription/email-subscription.ts'
import { findSuppressed } from '#resources/audience/suppressions/read.ts'
import { gate } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { erase } from './erase.ts'
import type { EraseJob } from './jobs.ts'
import { tracesOf } from './person.fixture.ts'
import { requestErasure } from './request.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(async () => {
  await mail.clear()
  await emptyTables(
    mail.database.db,
    'contacts, erasures, erased_suppressions, contact_imports, contact_import_files, workflow_runs',
  )
})

const ada = 'ada@a.example'
const others = ['bea@a.example', 'cal@a.example']
const parts = () => ({ database: mail.database, clock: systemClock, signal: new AbortController().signal })

async function create(email: string): Promise<string> {
  const contact = { caller: mail.live, asked: { email }, now: systemClock() }
  const [created] = await mail.database.transaction(tx => createContacts(tx, [contact]))
  if (!created || created instanceof Refusal) throw new Error('refused')
  return created.id
}
const request = async (id: string) =>
  (await mail.database.transaction(tx =>
    requestErasure(tx, { environmentId: mail.live.environmentId, id }, systemClock()),
  )) ?? expect.fail('nobody to forget')
const contacts = async () => {
  const rows = await mail.database.db.selectFrom('contacts').select('email').orderBy('email').execute()
  return rows.map(({ email }) => email)
}
test('a person who unsubscribes during the erasure gets no more mail', async () => {
  const id = await create(ada)
  const { environmentId } = mail.live
  const by = { method: 'unsubscribe_link', sourceId: null } as const

  let asked: ReturnType<typeof request> | undefined
  await mail.second.transaction(async tx => {
    await setEmailSubscribed(tx, { environmentId, email: ada, subscribed: false, by, at: systemClock() })
    asked = request(id)
    await untilLockWait(mail.database.db)
  })
  await asked

  expect(await contacts()).toEqual([])
  expect((await findSuppressed(mail.database.db, [{ environmentId, email: ada }])).size).toBe(1)
})

const csv = ['email,first_name', `${others[0]},Bea`, `${ada.toUpperCase()},Ada`, `${others[1]},Cal`].join('\n')
const upload = () => mail.database.transaction(tx => createImport(tx, mail.live, systemClock(), { csv }))

test.each(['before the file is searched', 'after it'])(
  'a person erased during the import of a file that names them does not come back: %s',
  async when => {
    const file = await upload()
    const erasure = await request(await create(ada))
    if (when === 'after it') await erase(parts(), erasure)

    await runImport(parts(), file, 1)
    expect(await erase(parts(), erasure)).toBe(true)

    expect(await contacts()).toEqual(others)
    const { rows } = await sql`select refused, refusals from contact_imports`.execute(mail.database.db)
    expect(rows).toEqual([{ refused: 1, refusals: [{ row: 2, message: 'names a person who was erased' }] }])
  },
)

test('a person erased while a page with them is imported is removed afterwards', async () => {
  const file = await upload()
  const [read, forgotten] = [gate(), gate()]
  const slow = {
    ...mail.second,
    transaction: <T>(work: Parameters<typeof mail.second.transaction<T>>[0]) =>
      mail.second.transaction(async tx => {
        const done = await work(tx)
        read.open()
        await forgotten.passed
        return done
      }),
  }
  const reading = runImport({ ...parts(), database: slow }, file)
  await read.passed
  const asked = mail.database.transaction(tx =>
    requestErasure(tx, { environmentId: mail.live.environmentId, email: ada }, systemClock()),
  )
  await untilLockWait(mail.database.db)
  forgotten.open()
  await reading
  await asked

  expect(await contacts()).toEqual(others)
})

test.each(['first', 'second'] as const)(
  'a person who is a contact again is erased again, also while the first erasure searches: the job of the %s request runs first',
  async first => {
    const { environmentId } = mail.live
    const erasure = await request(await create(ada))
    // It is past all tables.
    await sql`update erasures set searching = 'outside_contents'`.execute(mail.database.db)
    const contactId = await create(ada)
    await mail.acceptOne(others, { subject: `New: ${ada}` })
    const now = systemClock()
    await mail.database.transaction(async tx => {
      const trigger = { type: 'event', event: 'order.paid', fired_at: now.toISOString(), data: { to: 'Ada' } } as const
      const run = { environmentId, version: 1, firstStep: 'one', contactId, reentry: 'once', trigger } as const
      await insertRuns(tx, [{ ...run, workflowId: newId(now), at: now, createdAt: now }])
    })

    expect(await request(contactId)).toMatchObject({ id: erasure.id })
    const { rows: jobs } = await sql<{ payload: EraseJob }>`
      select payload from jobs where task = 'erase_person' order by id`.execute(mail.database.db)
    for (const { payload } of first === 'first' ? jobs : jobs.toReversed()) await erase(parts(), payload)

    expect(await tracesOf(mail, ada)).toEqual([])
    const { rows: runs } =
      await sql`select finished_at is null as open, trigger ? 'data' as told from workflow_runs`.execute(
        mail.database.db,
      )
    expect(runs).toEqual([{ open: false, told: false }])
  },
)
