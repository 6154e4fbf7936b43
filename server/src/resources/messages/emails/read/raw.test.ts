import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { countEmails } from '#resources/account/analytics/store.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import { ProcessCrashed } from '#text-pool/job.ts'
import { captureTransport } from '#transports/capture.ts'
import { sign } from '#transports/mime/dkim.ts'
import type { Compose, Transmission } from '#transports/transport.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { scripted } from '../deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '../emails.fixture.ts'
import { readRaw } from './raw.ts'
import { listEmails } from './read-store.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())

test('the raw message of an email is composed from its parts', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const compose = async ({ messageId }: { messageId: string }) => Buffer.from(`composed ${messageId}`)

  expect(`${await readRaw({ db: mail.database.db, compose }, mail.live, email.id)}`).toBe(
    `composed ${email.id}@acme.test`,
  )
})

test('a message that cannot be composed is refused as such, and not as an internal error', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const compose = () => Promise.reject(new ProcessCrashed('time'))

  await expect(readRaw({ db: mail.database.db, compose }, mail.live, email.id)).rejects.toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('cannot be composed'),
  })
})

test('a captured email says so and counts in no figure; a sent one does', async () => {
  await mail.clear()
  await emptyTables(mail.database.db, 'email_stats')
  const { environmentId } = await mail.acceptOne(['ada@a.example'])
  await mail.run(mail.openChannel([captureTransport()]))
  await mail.acceptOne(['bob@b.example'])
  await mail.run(mail.openChannel([scripted()]))

  const page = { limit: 10, before: undefined }
  const list = await listEmails(mail.database.db, environmentId, page, {})
  expect(list.map(({ to, status, captured }) => [to[0], status, captured])).toEqual([
    ['bob@b.example', 'delivered', false],
    ['ada@a.example', 'delivered', true],
  ])
  const figures = { environmentId, messageStreams: ['transactional'] as const }
  const { rows } = await sql`select sum(emails_sent)::integer as sent, sum(emails_delivered)::integer as delivered
    from email_stats where environment_id = ${environmentId} and tag = ''`.execute(mail.database.db)
  expect(rows).toEqual([{ sent: 1, delivered: 1 }])
  const counted = await countEmails(mail.database.db, figures, { from: new Date(0), until: new Date('2200-01-01') })
  expect(counted).toMatchObject([{ emails_sent: 1, emails_delivered: 1 }])
})

test.each([
  ['with personal links', { trackOpens: true, trackClicks: true, unsubscribe: true }],
  ['the same for all', {}],
])('a captured email is shown byte for byte as it would have been sent, %s', async (_what, special) => {
  await mail.clear()
  const privateKey = generateKeyPairSync('ed25519').privateKey
  const signingFor = async () => ({
    ...{ keys: [{ domain: 'acme.test', selector: 's1', privateKey }], returnPath: null, unsubscribeMailbox: null },
    linkBase: 'https://posthorn.test',
  })
  const compose: Compose = async ({ messageId, html }) => Buffer.from(`Message-ID: <${messageId}>\r\n\r\n${html}\r\n`)
  const personal = {
    key: tokenKey(Buffer.alloc(32, 1)),
    editHtml: {
      findMarks: async () => ({ links: [], bodyEnd: 0 }),
      change: (html: string, _marks: unknown, { pixel }: { pixel?: string }) => `${html}${pixel}`,
    },
  }
  const copies = { sign, signingFor, personal }
  const left: Buffer[] = []
  const capture = captureTransport()
  const send = (one: Transmission) => {
    left.push(one.message)
    return capture.send(one)
  }
  const email = await mail.acceptOne(['ada@a.example'], { html: '<p>Hello</p>', ...special })

  await mail.run(mail.openChannel([{ ...capture, send }], { compose, ...copies }))

  expect(await mail.statusOf(email.id)).toBe('delivered')
  const raw = await readRaw({ db: mail.database.db, compose, copies }, mail.live, email.id)
  expect(`${raw}`).toBe(`${left[0]}`)
  expect(`${raw}`).toContain('DKIM-Signature: ')
})

test('an email that was paid for and then captured, because it may also be sent, is refunded once', async () => {
  await mail.clear()
  const email = await mail.acceptOne(['ada@a.example', 'bob@b.example'])
  const ledger = async () => {
    const { rows } = await sql<{ entry: string }>`select kind || ' ' || credits::float8 as entry from credit_entries
      where subject_id = ${email.id} order by kind`.execute(mail.database.db)
    return rows.map(({ entry }) => entry)
  }
  expect(await ledger()).toEqual(['email -2'])

  await mail.run(mail.openChannel([captureTransport()]))

  expect(await ledger()).toEqual(['email -2', 'refund 2'])
  await mail.expectNothingStuck()
})
