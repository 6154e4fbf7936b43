/** Contents outside the database, in a folder: stored before the answer, once, and removed when no email uses them. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { type ObjectStore, StoreFailed } from '#transports/object-store.ts'
import { folderStore } from '#transports/objects/folder.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { acceptEmails } from '../accept.ts'
import { deleteEmail } from '../delete/delete.ts'
import { accepted, scripted } from '../deliver/scripted.fixture.ts'
import type { Draft } from '../draft.ts'
import { draftTo, type EmailFixture, openEmailFixture } from '../emails.fixture.ts'
import { readRaw } from '../read/raw.ts'
import { emailReader } from '../read/read.ts'
import { removeUnused } from './end.ts'
import { contentFetcher } from './fetch.ts'
import { keepOutside } from './keep.ts'
import { isOurStore } from './place.ts'
import { loggedStore } from './watched.ts'

let mail: EmailFixture
let folder = ''
let objects: ObjectStore
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(async () => {
  await mail.clear()
  folder = mkdtempSync(join(tmpdir(), 'posthorn-outside-'))
  objects = folderStore(folder)
  return () => rmSync(folder, { recursive: true, force: true })
})

const log = pino({ level: 'silent' })
const keep = (drafts: readonly Draft[], caller = mail.live, store = objects) =>
  keepOutside({ db: mail.database.db, objects: store, clock: systemClock, over: 1024 })(caller, drafts)
const send = async (drafts: readonly Draft[], caller = mail.live) => mail.accept(await keep(drafts, caller), caller)
const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile())
const noise = (length = 3_000) => randomBytes(length).toString('base64')
const large = (html = noise(), special: Partial<Draft> = {}) =>
  draftTo(['ada@a.example'], { html, text: null, ...special })
const file = (content: Buffer) => ({
  filename: 'a.bin',
  type: 'application/x',
  contentId: null,
  inline: false,
  content,
})
/** Makes all contents due for their next check. */
const pass = () =>
  sql`update outside_contents set look_at = look_at - interval '1 day 1 minute'`.execute(mail.database.db)
/** Checks all contents, and removes those that are still unused later. */
async function end(): Promise<number> {
  await pass()
  const removed = await removeUnused(mail.database, objects)
  await pass()
  return removed + (await removeUnused(mail.database, objects))
}

test('a large body and large files are stored outside the database, and are read and sent unchanged', async () => {
  const html = noise()
  const attached = [randomBytes(5_000), Buffer.from('small'), Buffer.alloc(0)]
  const [email] = await send([large(html, { attachments: attached.map(file), size: 12_000 })])

  expect(files()).toHaveLength(2)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(length(packed)), 0)::int as bytes from email_bodies`.execute(mail.database.db)
  expect(rows[0]?.bytes).toBe(0)
  const fetchContent = contentFetcher(objects)
  expect(await emailReader(mail.database.db, { fetchContent })(mail.live, email?.id ?? '')).toMatchObject({
    html,
    text: null,
  })
  const sent: unknown[] = []
  const compose = async (outgoing: { html: string | null; attachments: readonly { content: Buffer }[] }) => {
    sent.push([outgoing.html, ...outgoing.attachments.map(({ content }) => content)])
    return Buffer.from('composed')
  }
  await mail.run(mail.openChannel([scripted(() => accepted)], { fetchContent, compose }))
  await readRaw({ db: mail.database.db, compose, fetchContent }, mail.live, email?.id ?? '')
  expect(sent).toEqual([
    [html, ...attached],
    [html, ...attached],
  ])
  expect(await mail.statusOf(email?.id ?? '')).toBe('delivered')
})

test('small content stays in the database', async () => {
  await send([draftTo(['ada@a.example'], { html: '<p>Hello</p>'.repeat(500) })])

  expect(files()).toEqual([])
})

test('the same content is stored once for all emails of an environment, and again for another environment', async () => {
  const html = noise()
  await Promise.all([send([large(html), large(html)]), send([large(html)])])
  await send([large(html)])
  expect(files()).toHaveLength(1)

  await send([large(html)], mail.test)

  expect(files()).toHaveLength(2)
})

test('a content is removed with the last email that uses it', async () => {
  const html = noise()
  const [first, second] = await send([large(html), large(html)])
  await mail.run(mail.openChannel([scripted(() => accepted)], { fetchContent: contentFetcher(objects) }))
  await mail.database.transaction(tx => deleteEmail(tx, mail.live, first?.id ?? ''))
  expect(await end()).toBe(0)
  expect(files()).toHaveLength(1)

  await sql`update outside_contents set look_at = now() + interval '1 day'`.execute(mail.database.db)
  await mail.database.transaction(tx => deleteEmail(tx, mail.live, second?.id ?? ''))

  const { rows } = await sql`select from outside_contents where look_at < now() + interval '11 minutes'`.execute(
    mail.database.db,
  )
  expect(rows).toHaveLength(1)
  expect(await end()).toBe(1)
  expect(files()).toEqual([])
  expect(await end()).toBe(0)
})

test('content of a request that failed is removed, but not at once', async () => {
  await keep([large()])
  expect(files()).toHaveLength(1)

  expect(await removeUnused(mail.database, objects)).toBe(0)
  expect(files()).toHaveLength(1)
  expect(await end()).toBe(1)
  expect(files()).toEqual([])
})

test('a content that is being removed is not used any more: a request that waited too long is refused', async () => {
  const html = noise()
  const kept = await keep([large(html)])
  await pass()
  await removeUnused(mail.database, objects)

  await expect(mail.accept(kept)).rejects.toThrow(Refusal)

  const [again] = await send([large(html)])
  expect(await end()).toBe(1)
  const read = await emailReader(mail.database.db, { fetchContent: contentFetcher(objects) })(
    mail.live,
    again?.id ?? '',
  )
  expect(read.html).toBe(html)
})

test('a content that is marked for removal while the transaction of its email runs stays', async () => {
  const [draft] = await keep([large()])
  if (!draft) throw new Error('there is a draft')
  const [begun, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const request = { caller: mail.live, drafts: [draft], now: systemClock() }
  const committed = mail.second.transaction(async tx => {
    await acceptEmails(tx, readRateCard(null), [request])
    begun.resolve()
    await mayCommit.promise
  })
  await begun.promise
  await pass()
  await removeUnused(mail.database, objects)
  mayCommit.resolve()
  await committed

  expect(await end()).toBe(0)
  expect(files()).toHaveLength(1)
})

test('a removal that failed halfway is continued: the object and its row are removed', async () => {
  await keep([large()])
  await pass()
  await removeUnused(mail.database, objects)
  await pass()
  const broken: ObjectStore = { ...objects, remove: () => Promise.reject(new StoreFailed('away')) }

  await expect(removeUnused(mail.database, broken)).rejects.toThrow('away')

  expect(files()).toHaveLength(1)
  expect(await removeUnused(mail.database, objects)).toBe(1)
  expect(files()).toEqual([])
})

test('a restored copy on hold removes nothing: the objects may belong to another Posthorn', async () => {
  await keep([large()])
  await sql`insert into restored_copy (taken_at, last_position, complete) values (now(), 0, true)`.execute(
    mail.database.db,
  )

  expect(await end()).toBe(0)

  expect(files()).toHaveLength(1)
  await sql`delete from restored_copy`.execute(mail.database.db)
})

test('while the store is away nothing is accepted, due emails wait, and the log says so once', async () => {
  const [waiting] = await send([large()])
  let isAway = true
  const orAway = <T>(work: () => Promise<T>) => (isAway ? Promise.reject(new StoreFailed('it is away')) : work())
  const lines: string[] = []
  const told = pino({ level: 'info' }, { write: line => void lines.push(JSON.parse(line).msg) })
  const store = loggedStore(
    {
      name: 'there',
      put: (key, bytes) => orAway(() => objects.put(key, bytes)),
      get: key => orAway(() => objects.get(key)),
      remove: key => orAway(() => objects.remove(key)),
    },
    told,
  )

  await expect(keep([large()], mail.live, store)).rejects.toMatchObject({ code: 'service_unavailable' })
  await expect(keep([large()], mail.live, store)).rejects.toMatchObject({ code: 'service_unavailable' })
  const worker = mail.openChannel([scripted(() => accepted)], { fetchContent: contentFetcher(store), log })
  await mail.run(worker)
  expect(await mail.delivery(waiting?.id ?? '')).toMatchObject({ state: 'waiting', failures: 0, attempts: 0 })

  isAway = false
  await mail.comeDue()
  await mail.run(worker)
  expect(await mail.statusOf(waiting?.id ?? '')).toBe('delivered')
  expect(lines).toEqual([expect.stringContaining('fails'), expect.stringContaining('works again')])
})

test('bytes that were changed outside are not sent', async () => {
  await send([large()])
  const [only] = files()
  writeFileSync(join(only?.parentPath ?? '', only?.name ?? ''), 'something else')
  const { rows } = await sql<{ environmentId: string; id: string; hash: string }>`
    select environment_id as "environmentId", id, encode(hash, 'hex') as hash from outside_contents`.execute(
    mail.database.db,
  )

  await expect(contentFetcher(objects)(rows[0] ?? { environmentId: '', id: '', hash: '' })).rejects.toThrow(
    'was changed',
  )
})

test('fetched contents are kept in memory, up to a limit', async () => {
  let asked = 0
  const counting: ObjectStore = { ...objects, get: key => objects.get(`${++asked && key}`) }
  await send([large(noise()), large(noise()), large(noise())])
  const { rows } = await sql<{ environmentId: string; id: string; hash: string }>`
    select environment_id as "environmentId", id, encode(hash, 'hex') as hash from outside_contents`.execute(
    mail.database.db,
  )
  const fetchContent = contentFetcher(counting, 15_000)

  for (const row of rows) await Promise.all([fetchContent(row), fetchContent(row)])
  for (const row of rows) await fetchContent(row)

  expect(asked).toBe(3)
  const small = contentFetcher(counting, 4_000)
  for (const row of [...rows, ...rows]) await small(row)
  expect(asked).toBe(9)
})

test('a folder of the same name on another machine is noticed', async () => {
  const other = mkdtempSync(join(tmpdir(), 'posthorn-other-'))
  const { db } = mail.database

  expect(await isOurStore(db, objects, systemClock())).toBe(true)

  expect(await isOurStore(db, objects, systemClock())).toBe(true)
  expect(await isOurStore(db, folderStore(other), systemClock())).toBe(false)
  rmSync(other, { recursive: true })
})
