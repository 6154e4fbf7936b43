import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { operate } from '#operator/operate.ts'
import { emptyFolder, operatorOf, type, typeJson } from '#operator/terminal.fixture.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { erase } from '#resources/audience/erasure/erase.ts'
import { unzip } from '#resources/audience/export/unzip.fixture.ts'
import { openBroadcastFixture } from '#resources/messages/broadcasts/broadcasts.fixture.ts'
import { acceptEmails } from '#resources/messages/emails/accept.ts'
import { draftTo } from '#resources/messages/emails/emails.fixture.ts'
import { openBodies } from '#setup/bodies.ts'
import { parseConfig } from '#setup/config.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { sceneWithOrganization } from '../../../../testing/scene-at-terminal.ts'

const scene = sceneWithOrganization()
afterEach(() => emptyTables(scene.database.db, 'contacts, erasures, jobs'))

async function createAda() {
  const { rows } = await sql<{ id: string }>`select id from environments where mode = 'live'`.execute(scene.database.db)
  const environmentId = rows[0]?.id ?? ''
  const asked = { email: 'ada@people.example', phone_number: '+14155550123' }
  await scene.database.transaction(tx =>
    createContacts(tx, [
      { caller: { environmentId }, by: { method: 'import', sourceId: null }, asked, now: new Date() },
    ]),
  )
  return environmentId
}

test.each(['ada@people.example', '+14155550123'])(
  '%s is exported and erased, with all data of the contact',
  async who => {
    const environmentId = await createAda()
    const file = join(emptyFolder(), 'ada.zip')

    const exported = await typeJson(scene.config, 'contact', 'export', who, '--output', file)
    const asked = await typeJson(scene.config, 'contact', 'erase', who, '--wait', '0')

    const files = await unzip(readFileSync(file))
    expect(JSON.parse(files.get('contact.json') ?? '')).toMatchObject({
      id: exported.contact_id,
      phone_number: '+14155550123',
    })
    expect(asked).toMatchObject({ contact_id: exported.contact_id, status: 'running', finished_at: null })
    expect(await scene.database.db.selectFrom('contacts').select('id').execute()).toEqual([])
    const { signal } = new AbortController()
    await erase({ database: scene.database, clock: systemClock, signal }, { environmentId, id: asked.id })
    const { rows } = await sql`select from erasures where email is null and phone_number is null`.execute(
      scene.database.db,
    )
    expect(rows).toHaveLength(1)
  },
)

test.each(['nobody@people.example', '+14155550199'])(
  'that nobody has %s is said instead of that it is erased, and the exit code is 1',
  async who => {
    const { out, exitCode } = await type(scene.config, 'contact', 'erase', who, '--wait', '0')

    expect(out).toMatch(`Nobody in this environment has ${who}: no contact, message, suppression or consent.`)
    expect(exitCode).toBe(1)
    expect(await typeJson(scene.config, 'contact', 'erase', who, '--wait', '0')).toMatchObject({ known: false })
  },
)

test.each(['nobody@people.example', '+14155550199'])(
  'that nobody has %s is said instead of writing an export without data, and the exit code is 1',
  async who => {
    const file = join(emptyFolder(), 'nobody.zip')

    const { out, exitCode } = await type(scene.config, 'contact', 'export', who, '--output', file)

    expect(out).toBe(
      `Nobody in this environment has ${who}: no contact, message, suppression or consent. Check the spelling, --mode and --organization.\n`,
    )
    expect(exitCode).toBe(1)
    expect(existsSync(file)).toBe(false)
    const json = { file: null, bytes: null, contact_id: null, known: false }
    expect(await typeJson(scene.config, 'contact', 'export', who, '--output', file)).toEqual(json)
  },
)

test('text that is neither an address nor a number is refused', async () => {
  await expect(type(scene.config, 'contact', 'erase', 'nobody')).rejects.toThrow(
    'neither an email address nor a number',
  )
})

test('an existing file is never overwritten', async () => {
  await createAda()
  const file = join(emptyFolder(), 'ada.zip')
  await type(scene.config, 'contact', 'export', 'ada@people.example', '--output', file)

  await expect(type(scene.config, 'contact', 'export', 'ada@people.example', '--output', file)).rejects.toThrow(
    'already exists',
  )
})

test('an interrupted export leaves no file behind', async () => {
  await createAda()
  const folder = emptyFolder()
  const words = ['contact', 'export', 'ada@people.example', '--output', join(folder, 'ada.zip')]
  const untilInterrupted = () => AbortSignal.abort()

  await expect(operate(words, { ...operatorOf(scene.config), untilInterrupted, write: () => {} })).rejects.toThrow(
    'The export was interrupted, and its unfinished file removed.',
  )
  expect(readdirSync(folder)).toEqual([])
})

test.skipIf(!existsSync('/dev/full'))('an export to a full disk says so with the name of the file', async () => {
  await createAda()
  const folder = emptyFolder()
  const file = join(folder, 'ada.zip')
  symlinkSync('/dev/full', `${file}.unfinished`)

  await expect(type(scene.config, 'contact', 'export', 'ada@people.example', '--output', file)).rejects.toMatchObject({
    name: 'Fatal',
    message: expect.stringContaining(`${file} cannot be written: the disk is full.`),
  })
  expect(readdirSync(folder)).toEqual([])
})

test('emails of broadcasts, and contents outside the database, are exported', async () => {
  const { database } = scene
  const { live, organizationId } = await createCallers(database)
  const broadcasts = openBroadcastFixture({ database, live })
  const [reader = ''] = await broadcasts.addContacts(1, { first_name: 'Ada' })
  await broadcasts.send(await broadcasts.create())
  await broadcasts.step()
  const bodies = join(emptyFolder(), 'bodies')
  const config = parseConfig({ DATABASE_URL: scene.config.databaseUrl ?? '', POSTHORN_BODIES: `file:${bodies}` })
  const { keep } = await openBodies(config, database.db, pino({ level: 'silent' }))
  const html = `<p>Kept outside</p>${randomBytes(2_000).toString('base64')}`
  const drafts = await keep(live, [draftTo([reader], { html, text: null })])
  const request = { caller: live, drafts, now: systemClock() }
  await database.transaction(tx => acceptEmails(tx, readRateCard(null), [request]))
  const file = join(emptyFolder(), 'reader.zip')

  await type(config, 'contact', 'export', reader, '--organization', organizationId, '--output', file)

  const files = await unzip(readFileSync(file))
  expect(JSON.parse(files.get('emails.json') ?? '[]')).toMatchObject([{ html }, { html: '<p>Hello Ada</p>' }])
  const messages = [...files].filter(([path]) => path.endsWith('.eml')).map(([, message]) => message)
  expect(messages).toEqual([expect.stringContaining('Kept outside'), expect.stringContaining('Hello Ada')])
})

test('a person who is not a contact can be erased', async () => {
  const { database } = scene
  const { live, organizationId } = await createCallers(database)
  const request = { caller: live, drafts: [draftTo(['reader@people.example'])], now: systemClock() }
  await database.transaction(tx => acceptEmails(tx, readRateCard(null), [request]))
  const words = ['contact', 'erase', 'Reader@people.example', '--wait', '0', '--organization', organizationId]

  const { out, exitCode } = await type(scene.config, ...words)

  expect(out).toContain('A worker is erasing')
  expect(exitCode).toBe(0)
})
