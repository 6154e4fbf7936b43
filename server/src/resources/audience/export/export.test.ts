import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import { draftTo, type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { contentFetcher } from '#resources/messages/emails/outside/fetch.ts'
import { keepOutside } from '#resources/messages/emails/outside/keep.ts'
import { compose } from '#transports/mime/compose.ts'
import { folderStore } from '#transports/objects/folder.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { ada, bob, number, seedPersonData } from '../erasure/person.fixture.ts'
import { type ExportParts, exportPerson } from './export.ts'
import { unzip } from './unzip.fixture.ts'
import { zipOf } from './zip.ts'

let mail: EmailFixture
let left: Awaited<ReturnType<typeof seedPersonData>>
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  left = await seedPersonData(mail)
})
afterAll(() => mail[Symbol.asyncDispose]())

const at = new Date('2026-11-16T12:00:00.000Z')
const exported = async (person: Parameters<typeof exportPerson>[2], others: Partial<ExportParts> = {}) =>
  unzip(await buffer(exportPerson({ database: mail.database, compose, ...others }, mail.live, person, at)))

test('a contact is exported with all its data, and none of others', async () => {
  const { contact, alone, shared, mention } = left

  const files = await exported({ contact, email: ada, phoneNumber: number })

  const read = (path: string) => JSON.parse(files.get(path) ?? 'null')
  expect(read('about.json')).toMatchObject({ email: ada, phone_number: number, environment: 'live' })
  expect(read('contact.json')).toMatchObject({ id: contact.id, first_name: 'Augusta' })
  expect(read('events.json')).toMatchObject([{ type: 'contact.created' }, { type: 'contact.updated' }])
  expect(read('runs.json')).toHaveLength(2)
  for (const trigger of [{ to: 'Augusta' }, { data: { to: 'Augusta' } }])
    expect(read('runs.json')).toContainEqual(
      expect.objectContaining({
        trigger: expect.objectContaining(trigger),
        steps: [expect.objectContaining({ step: 'one' })],
      }),
    )
  expect(read('consent.json')).toContainEqual(
    expect.objectContaining({
      channel: 'email',
      action: 'withdrawn',
      method: 'complaint',
      subject: expect.any(String),
    }),
  )
  expect(read('suppressions.json')).toMatchObject({ email: [{ reason: 'complaint' }], sms_opted_out: false })
  expect(read('sms.json')).toHaveLength(3)
  const emails: { id: string; events: { data: { recipient?: string } }[] }[] = read('emails.json')
  expect(emails).toHaveLength(6)
  expect(emails.map(({ id }) => id)).not.toContain(mention.id)
  expect(JSON.stringify(emails.map(({ events }) => events))).not.toContain(bob)
  expect(files.get(`emails/${alone.id}.eml`)).toContain('Ada+News@People.example')
  expect(files.has(`emails/${shared.id}.eml`)).toBe(true)
})

const folder = mkdtempSync(join(tmpdir(), 'posthorn-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An email to the address with its content outside the database. */
async function acceptOutside(address: string) {
  const objects = folderStore(folder)
  const keep = keepOutside({ db: mail.database.db, objects, clock: systemClock, over: 1024 })
  const html = `<p>Kept outside</p>${randomBytes(2_000).toString('base64')}`
  const [email] = await mail.accept(await keep(mail.live, [draftTo([address], { html, text: null })]))
  return { id: email?.id ?? '', html, fetchContent: contentFetcher(objects) }
}

test('contents that are kept outside the database are exported', async () => {
  const email = 'outside@people.example'
  const { id, html, fetchContent } = await acceptOutside(email)

  const files = await exported({ contact: undefined, email, phoneNumber: null }, { fetchContent })

  expect(JSON.parse(files.get('emails.json') ?? '[]')).toMatchObject([{ html }])
  expect(files.get(`emails/${id}.eml`)).toContain('Kept outside')
})

test('an email that is deleted during the export is left out, and the rest is exported', async () => {
  const email = 'hurried@people.example'
  const older = await acceptOutside(email)
  const { id, fetchContent } = await acceptOutside(email)
  const deletingMeanwhile: typeof fetchContent = async content => {
    await mail.database.db.deleteFrom('emails').where('id', '=', older.id).execute()
    return fetchContent(content)
  }

  const files = await exported({ contact: undefined, email, phoneNumber: null }, { fetchContent: deletingMeanwhile })

  expect(JSON.parse(files.get('emails.json') ?? '[]')).toMatchObject([{ id }])
  expect(files.has(`emails/${id}.eml`)).toBe(true)
})

test('an export ends with an error, and not without an email that cannot be composed right now', async () => {
  const email = 'busy@people.example'
  await mail.accept([draftTo([email])])
  const busy = async () => {
    throw new Refusal('service_unavailable', { message: 'Too much to compose.' })
  }

  const exporting = exported({ contact: undefined, email, phoneNumber: null }, { compose: busy })

  await expect(exporting).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('an address without a contact and without messages can be exported', async () => {
  const files = await exported({ contact: undefined, email: 'nobody@people.example', phoneNumber: null })

  expect([...files.keys()]).toEqual(['about.json', 'consent.json', 'suppressions.json', 'emails.json'])
  expect(files.get('emails.json')).toBe('[]\n')
})

test('a zip file is produced while it is read: stopping the reader stops the producer', async () => {
  let made = 0
  let isOver = false
  async function* endless() {
    try {
      for (;;) yield { path: `${++made}`, at, content: content() }
    } finally {
      isOver = true
    }
  }
  async function* content() {
    for (let nth = 0; nth < 100; nth++) yield Buffer.from(crypto.getRandomValues(new Uint8Array(16_384)))
  }
  const zip = zipOf(endless())
  await once(zip, 'readable')
  await new Promise(resolve => setImmediate(resolve))
  expect(made).toBe(1)

  zip.destroy()

  await expect.poll(() => isOver).toBe(true)
  expect(made).toBeLessThan(3)
})

test('a failure in the middle leaves no complete file', async () => {
  async function* failing() {
    yield { path: 'a', at, content: broken() }
  }
  async function* broken() {
    yield 'a'
    throw new Error('the database is away')
  }

  await expect(buffer(zipOf(failing()))).rejects.toThrow('the database is away')
})
