import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { findContent } from '../content/content-store.ts'
import { draftTo, type EmailFixture, keyOf, openEmailFixture } from '../emails.fixture.ts'
import { emailReader } from '../read/read.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())

const read = async (id: string) => {
  const { html, text } = await emailReader(mail.database.db)(mail.live, id)
  return { html, text }
}

test('bodies that are inserted together are each read with their own email', async () => {
  const bodies = [
    { html: '<p>Grüße 👋</p>'.repeat(100), text: null },
    { html: null, text: 'Yes.' },
    { html: '<p>both</p>', text: 'both' },
    { html: '<p>large</p>'.repeat(20_000), text: null },
  ]
  const emails = await mail.accept(
    bodies.map(body => draftTo(['ada@a.example'], { ...body, size: Buffer.byteLength(`${body.html}${body.text}`) })),
  )

  for (const [nth, email] of emails.entries()) {
    expect(await read(email.id)).toEqual(bodies[nth])
    expect(await findContent(mail.database.db, keyOf(email))).toMatchObject(bodies[nth] ?? {})
  }
})

test('the body of an email that is older than the table of bodies is read from its own row', async () => {
  const inRow = await mail.acceptOne(['bea@a.example'])
  await sql`delete from email_bodies where email_id = ${inRow.id}`.execute(mail.database.db)
  await sql`update emails set text = 'in its row' where id = ${inRow.id}`.execute(mail.database.db)

  expect(await read(inRow.id)).toEqual({ html: null, text: 'in its row' })
  expect(await findContent(mail.database.db, keyOf(inRow))).toMatchObject({ html: null, text: 'in its row' })
})
