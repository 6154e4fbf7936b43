/** The files of an email, wherever they are: in rows, outside the database, or inside a submitted message. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import { openMessage } from '#transports/inbound-mail/open-message.ts'
import { folderStore } from '#transports/objects/folder.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import type { Draft } from '../draft.ts'
import { draftTo, type EmailFixture, keyOf, openEmailFixture } from '../emails.fixture.ts'
import { contentFetcher } from '../outside/fetch.ts'
import { keepOutside } from '../outside/keep.ts'
import { attachmentDownloads, attachmentIdOf, readAttachments, toWireAttachment } from './attachments.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-attachments-'))
const objects = folderStore(folder)
let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(async () => {
  await mail[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const now = new Date('2026-11-17T12:00:00.900Z')
const key = tokenKey(randomBytes(32))
const parts = () => ({ db: mail.database.db, fetchContent: contentFetcher(objects), openMessage })
const linking = (at = now) => ({ key, publicUrl: 'https://mail.acme.test', clock: () => at })
const file = (content: Buffer, special: object = {}) => ({
  ...{ filename: 'a.bin', type: 'application/x', contentId: null, inline: false, content },
  ...special,
})

async function send(special: Partial<Draft>) {
  const keep = keepOutside({ db: mail.database.db, objects, clock: systemClock, over: 1024 })
  const [email] = await mail.accept(await keep(mail.live, [draftTo(['ada@a.example'], special)]))
  if (!email) throw new Error('nothing was accepted')
  return keyOf(email)
}

/** The token in the link to a file. */
async function linkTo(email: Awaited<ReturnType<typeof send>>, nth: number): Promise<string> {
  const file = (await readAttachments(parts(), email))[nth]
  if (!file) throw new Error('no such file')
  return toWireAttachment(linking(), email, file).download_url.replace('https://mail.acme.test/attachments/', '')
}
const download = (token: string, at = now) => attachmentDownloads({ ...parts(), ...linking(at) }).read(token)

const message = [
  'From: shop@acme.test',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'Hello',
  '--b',
  'Content-Type: text/html; name="x"',
  'Content-Disposition: attachment; filename="../../a.html"',
  '',
  '<p>',
  '--b',
  'Content-Type: image/png',
  'Content-ID: <logo@acme>',
  'Content-Disposition: inline; filename="logo.png"',
  'Content-Transfer-Encoding: base64',
  '',
  'UE5H',
  '--b--',
  '',
].join('\r\n')

test('files are listed as given, and each is read back byte for byte, from inside and outside the database', async () => {
  const [large, small] = [randomBytes(5_000), Buffer.from('small')]
  const contents = [large, small, Buffer.alloc(0)]
  const logo = { filename: 'logo.png', type: 'image/png', contentId: 'logo@acme', inline: true }
  const email = await send({ attachments: [file(large), file(small, logo), file(Buffer.alloc(0))], size: 6_000 })

  const files = await readAttachments(parts(), email)

  expect(files.map(({ nth, filename, size, inline, contentId }) => [nth, filename, size, inline, contentId])).toEqual([
    [0, 'a.bin', 5_000, false, null],
    [1, 'logo.png', 5, true, 'logo@acme'],
    [2, 'a.bin', 0, false, null],
  ])
  for (const [nth, bytes] of contents.entries())
    expect((await download(await linkTo(email, nth))).bytes.equals(bytes)).toBe(true)
})

test.each([
  ['small', 0],
  ['outside the database', 3_000],
])('files of a submitted message are found inside it: %s', async (_, noise) => {
  const long = message.replace('Hello', `Hello ${randomBytes(noise).toString('base64')}`)
  const email = await send({ text: null, message: Buffer.from(long) })

  const files = await readAttachments(parts(), email)

  // We would not accept a path as a name.
  expect(files).toMatchObject([
    { nth: 0, filename: 'part-1', type: 'text/html', inline: false },
    { nth: 1, filename: 'logo.png', type: 'image/png', inline: true, contentId: 'logo@acme', size: 3 },
  ])
  expect(await download(await linkTo(email, 1))).toEqual({
    ...{ filename: 'logo.png', type: 'image/png', bytes: Buffer.from('PNG') },
  })
})

test('an email without files lists none, and a message that cannot be parsed is refused', async () => {
  const plain = await send({})
  const odd = await send({ text: null, message: Buffer.from(message) })

  expect(await readAttachments(parts(), plain)).toEqual([])
  await expect(readAttachments({ ...parts(), openMessage: async () => null }, odd)).rejects.toMatchObject({
    code: 'invalid_state',
  })
})

test('content that is not kept any more is reported as gone, also through a link', async () => {
  const email = await send({ attachments: [file(Buffer.from('x'))] })
  const token = await linkTo(email, 0)
  await sql`update email_progress set status = 'delivered' where email_id = ${email.emailId}`.execute(mail.database.db)
  await sql`update emails set created_at = now() - interval '31 days' where id = ${email.emailId}`.execute(
    mail.database.db,
  )

  const gone = { code: 'invalid_state', message: expect.stringContaining('not kept any more') }
  await expect(readAttachments(parts(), email)).rejects.toMatchObject(gone)
  await expect(download(token)).rejects.toMatchObject(gone)
})

test('a link is valid for an hour, and only for its file', async () => {
  const email = await send({ attachments: [file(Buffer.from('x'))] })
  const [first] = await readAttachments(parts(), email)
  if (!first) throw new Error('no file')
  const { id, expires_at } = toWireAttachment(linking(), email, first)
  const token = await linkTo(email, 0)

  expect([id === attachmentIdOf(email, 0), id === email.emailId, expires_at]).toEqual([
    true,
    false,
    '2026-11-17T13:00:00.000Z',
  ])
  expect((await download(token, new Date('2026-11-17T12:59:59.999Z'))).bytes.toString()).toBe('x')
  await expect(download(token, new Date('2026-11-17T13:00:00Z'))).rejects.toMatchObject({
    ...{ code: 'not_found', message: expect.stringContaining('expired') },
  })
  const elsewhere = toWireAttachment(linking(), { ...email, environmentId: mail.test.environmentId }, first)
  const beyond = toWireAttachment(linking(), email, { ...first, nth: 1 })
  for (const { download_url } of [elsewhere, beyond])
    await expect(download(download_url.slice(-72))).rejects.toMatchObject({ code: 'not_found' })
  await expect(download(`${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`)).rejects.toMatchObject({
    code: 'not_found',
  })
})
