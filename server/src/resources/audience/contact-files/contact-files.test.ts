/** Contact files on a real database: each row is imported once, whatever fails and however often it is retried. */
import type { ContactFile } from '@posthorn/contract/audience/contact-files'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import type { Task } from '#engine/task.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { pack } from '#resources/messages/emails/body/pack.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { contactConsoleRoutes } from '../contacts/console-routes.ts'
import { createContacts } from '../contacts/create.ts'
import { createField } from '../fields/create.ts'
import { createSegment } from '../segments/create.ts'
import { createImport } from './create.ts'
import type { FileImport } from './file-import.ts'
import { runImport } from './run.ts'
import { findImport } from './store.ts'
import { contactFileTasks } from './tasks.ts'

let database: Database
let live: Caller
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  live = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() =>
  emptyTables(
    database.db,
    'contacts, contact_fields, contact_values, contact_imports, contact_import_files, segments, jobs',
  ),
)

const create = (asked: ContactFile, at = new Date()) => database.transaction(tx => createImport(tx, live, at, asked))
/** Two rows per page. */
const run = (key: FileImport, signal = new AbortController().signal) =>
  runImport({ database, clock: systemClock, signal }, key, 2)
const find = async (key: FileImport) => (await findImport(database.db, key)) ?? expect.fail('there is no import')
const files = async () => (await database.db.selectFrom('contact_import_files').select('import_id').execute()).length
const emails = async () => {
  const rows = await database.db.selectFrom('contacts').select('email').orderBy('email').execute()
  return rows.map(({ email }) => email)
}
const csvOf = (...names: string[]) => ['email', ...names.map(name => `${name}@a.example`)].join('\n')
const five = ['ada', 'bea', 'cal', 'dan', 'eve']
/** Aborts after this many pages. */
function stopAfter(pages: number): AbortSignal {
  const stopping = new AbortController()
  let left = pages
  return Object.assign(stopping.signal, {
    throwIfAborted() {
      if (left-- === 0) throw new Error('stopped')
    },
  })
}

test('an accepted file is queued, and its rows are counted when they are read', async () => {
  await create({ csv: csvOf('bea') }).then(run)
  const csv = `email,first_name\nada@a.example,Ada\nnobody,\nbea@a.example,Bea\nada@a.example,Ada\n${'x'.repeat(1_001)},\n`

  const queued = await create({ csv })
  expect(queued).toMatchObject({ status: 'queued', counts: { read: 0 }, finishedAt: null })
  await run(queued)

  expect(await find(queued)).toMatchObject({
    status: 'completed',
    counts: { read: 5, created: 1, updated: 1, unchanged: 1, refused: 2 },
    refusals: [
      { row: 2, message: '"nobody" is not an email address' },
      { row: 5, message: 'a cell has at most 1,000 characters' },
    ],
    finishedAt: expect.any(Date),
  })
  expect([await emails(), await files()]).toEqual([['ada@a.example', 'bea@a.example'], 0])
})

test('people behind a quote that is never closed are not lost without a word', async () => {
  const key = await create({
    csv: 'email;"Our plan, if any"\nada@a.example;pro\nbea@a.example;"pro\ncal@a.example;pro',
  })

  await run(key)

  expect(await find(key)).toMatchObject({
    status: 'completed',
    counts: { read: 2, created: 1, refused: 1 },
    refusals: [{ row: 2, message: expect.stringContaining('a quote that is never closed') }],
  })
  expect(await emails()).toEqual(['ada@a.example'])
})

test('an interrupted import continues after its last page, and an extra run changes nothing', async () => {
  const key = await create({ csv: csvOf(...five) })

  await expect(run(key, stopAfter(1))).rejects.toThrow('stopped')
  expect(await find(key)).toMatchObject({ status: 'running', counts: { read: 2, created: 2 } })
  await run(key)
  const ended = await find(key)
  await run(key)

  expect(ended).toMatchObject({ status: 'completed', counts: { read: 5, created: 5, unchanged: 0 } })
  expect(await find(key)).toEqual(ended)
})

test('two concurrent runs import each row once', async () => {
  const key = await create({ csv: csvOf(...five) })

  await Promise.all([run(key), run(key), run(key)])

  expect(await find(key)).toMatchObject({ status: 'completed', counts: { read: 5, created: 5, unchanged: 0 } })
})

test('a file that changes during the import, because a person was erased, is read in its new state', async () => {
  const key = await create({ csv: csvOf(...five) })
  await expect(run(key, stopAfter(1))).rejects.toThrow('stopped')
  const changed = pack({ html: null, text: csvOf(...five).replace('eve@a.example', 'erased@erased.invalid') })
  let pages = 0
  const signal = Object.assign(new AbortController().signal, {
    throwIfAborted: () => {
      pages++
    },
  })
  const clock = () => new Date()
  // Changes the file between two pages: the second page of this run was read from the old file.
  const changingFile: Database = {
    ...database,
    async transaction(work) {
      const done = await database.transaction(work)
      if (pages === 1) await sql`update contact_import_files set packed = ${changed}`.execute(database.db)
      return done
    },
  }

  await runImport({ database: changingFile, clock, signal }, key, 2)

  expect(await emails()).toEqual(five.slice(0, 4).map(name => `${name}@a.example`))
})

test('existing contacts can be left alone, including their segments', async () => {
  const { id } = await database.transaction(tx => createSegment(tx, live, new Date(), { name: 'Fair' }))
  await create({ csv: csvOf('ada') }).then(run)

  const key = await create({ csv: csvOf('ada', 'bea'), existing: 'skip', segment_ids: [id] })
  await run(key)

  expect((await find(key)).counts).toMatchObject({ created: 1, updated: 0, unchanged: 1 })
  expect(await database.db.selectFrom('segment_members').select('contact_id').execute()).toHaveLength(1)
})

test('deleting a segment during the import ends it with a message, and imported rows stay', async () => {
  const { id } = await database.transaction(tx => createSegment(tx, live, new Date(), { name: 'Fair' }))
  const key = await create({ csv: csvOf(...five), segment_ids: [id] })
  await expect(run(key, stopAfter(1))).rejects.toThrow('stopped')
  await sql`delete from segments`.execute(database.db)

  await run(key)

  expect(await find(key)).toMatchObject({
    status: 'failed',
    error: 'No such segment.',
    counts: { read: 2, created: 2 },
  })
  expect([(await emails()).length, await files()]).toEqual([2, 0])
})

test('an import that fails with an internal error is retried for half an hour and then marked failed', async () => {
  const file = await create({ csv: csvOf('ada') })
  // Damaged as no accepted file can be.
  await sql`update contact_import_files set packed = 'x'`.execute(database.db)
  const [task] = Object.values(contactFileTasks(database, systemClock))
  const attempt = (nth: number) =>
    // `as`: the only task has this payload.
    (task as Task<FileImport>)(file, {
      attempt: nth,
      signal: new AbortController().signal,
      log: pino({ enabled: false }),
    })

  await expect(attempt(7)).rejects.toThrow()
  expect(await find(file)).toMatchObject({ status: 'queued' })
  await expect(attempt(8)).rejects.toThrow()

  expect(await find(file)).toMatchObject({ status: 'failed', error: expect.stringContaining('error inside Posthorn') })
  expect(await files()).toBe(0)
})

test('immediately visible faults are refused at once, and nothing is stored', async () => {
  const refused = (asked: ContactFile) => create(asked).then(String, ({ code }) => code)

  expect([
    await refused({ csv: 'name\nAda' }),
    await refused({ csv: ' \n' }),
    await refused({ csv: `email\n${'x'.repeat(10 * 1024 * 1024)}` }),
    await refused({ csv: csvOf('ada'), segment_ids: ['x'] }),
    await refused({ csv: csvOf('ada'), topics: { x: true } }),
  ]).toEqual(['validation_error', 'validation_error', 'validation_error', 'not_found', 'not_found'])
  expect(await files()).toBe(0)
})

test('at most five imports wait, and a hundred finished ones are kept', async () => {
  await sql`insert into contact_imports (environment_id, id, plan, asked_by, created_at, finished_at)
    select ${live.environmentId}, gen_random_uuid(), '{}', '{}', now(), now() from generate_series(1, 105)`.execute(
    database.db,
  )
  // Random ids are larger than time-based ids for centuries.
  await sql`update contact_imports set id = overlay(id::text placing '00000000' from 1 for 8)::uuid`.execute(
    database.db,
  )

  for (let nth = 0; nth < 5; nth++) await create({ csv: csvOf('ada') })

  await expect(create({ csv: csvOf('ada') })).rejects.toMatchObject({ code: 'invalid_state' })
  const rows = await database.db.selectFrom('contact_imports').select('finished_at').execute()
  expect([rows.length, rows.filter(row => row.finished_at === null).length]).toEqual([100, 5])
})

test('an exported file can be imported again: every row is read, and nothing changes', async () => {
  await database.transaction(async tx => {
    await createField(tx, live, new Date(), { key: 'note', type: 'string' })
    await createField(tx, live, new Date(), { key: 'score', type: 'number' })
  })
  const texts = [
    '=1+1',
    "'=1+1",
    "''+x",
    '-2',
    '@me',
    '"Ada", 1st',
    'one\ntwo',
    'one\r\ntwo',
    'a;b\tc',
    'sep=;',
    'İ“”',
    '="x"',
  ]
  const scores = [1e21, 1e-7, -5, 0.1 + 0.2, 1e300, -1e-90, 0]
  const contacts = [
    ...texts.map(text => ({ first_name: text, last_name: text, properties: { note: text } })),
    ...scores.map(score => ({ properties: { score } })),
  ].map((asked, nth) => ({ ...asked, email: `nth${nth}@a.example`, phone_number: `+1415555${1_000 + nth}` }))
  await database.transaction(tx =>
    createContacts(
      tx,
      contacts.map(asked => ({ caller: live, asked, now: new Date() })),
    ),
  )
  const member = { ...live, person: { id: '', name: '', email: '', hasTotp: false }, role: 'owner' } as const
  const asked = { params: undefined, query: {}, body: undefined }
  let csv = ''
  for await (const part of contactConsoleRoutes({ database, clock: systemClock }).exportContacts(member, asked))
    csv += part

  const again = await create({ csv, columns: { properties: { note: 'note', score: 'score' } } })
  await run(again)

  expect(await find(again)).toMatchObject({
    ...{ refusals: [], counts: { read: contacts.length, unchanged: contacts.length } },
  })
})
