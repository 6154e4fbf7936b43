import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { accepted, scripted, unknownMailbox } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { draftTo, type EmailFixture, keyOf, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { removeTemplate } from '#resources/messages/templates/change.ts'
import { createTemplate } from '#resources/messages/templates/create.ts'
import { compileHere } from '#resources/messages/templates/text-here.fixture.ts'
import { captureTransport } from '#transports/capture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { addStatsByKey } from './add.ts'
import { sumUp } from './sum-up.ts'
import { findTopTemplates } from './template-store.ts'
import { readTopTags } from './top-tags.ts'
import { readTopTemplates } from './top-templates.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(async () => {
  await mail.clear()
  await emptyTables(mail.database.db, 'template_stats, email_stats, templates, template_versions, deleted_templates')
})

const templateNamed = async (name: string): Promise<string> => {
  const asked = { friendly_name: name, subject: 'Hello', text: 'x' }
  const { id } = await mail.database.transaction(tx => createTemplate(tx, mail.live, new Date(), asked, compileHere))
  return id
}
const accept = async (templateId: string, address: string) => {
  const [email] = await mail.accept([draftTo([address], { templateId })])
  if (!email) throw new Error('nothing was accepted')
  return email
}
const read = async () =>
  (await readTopTemplates(mail.database.db, mail.live.environmentId, {})).map(
    ({ name, deleted, sent, delivered, opened, bounced }) => ({ name, deleted, sent, delivered, opened, bounced }),
  )

test('emails count under their template, before and after summing up, and when it is deleted', async () => {
  const [welcome, receipt] = [await templateNamed('Welcome'), await templateNamed('Receipt')]
  const opened = await accept(welcome, 'ada@a.example')
  await accept(welcome, 'nobody@a.example')
  await accept(receipt, 'bob@a.example')
  await mail.acceptOne(['without@a.example'])
  await mail.run(mail.openChannel([scripted(address => (address === 'nobody@a.example' ? unknownMailbox : accepted))]))
  await mail.database.transaction(tx => addStatsByKey(tx, [{ ...keyOf(opened), counts: { emails_opened: 1 } }]))
  const expected = [
    { name: 'Welcome', deleted: false, sent: 2, delivered: 1, opened: 1, bounced: 1 },
    { name: 'Receipt', deleted: false, sent: 1, delivered: 1, opened: 0, bounced: 0 },
  ]
  expect(await read()).toEqual(expected)

  await sumUp(mail.database)
  await sumUp(mail.database)
  expect(await read()).toEqual(expected)

  await mail.database.transaction(tx => removeTemplate(tx, mail.live, receipt))
  expect(await read()).toEqual([expected[0], { ...expected[1], deleted: true }])
})

test('captured emails count under no template, neither as sent nor as opened', async () => {
  const email = await accept(await templateNamed('Welcome'), 'ada@a.example')

  await mail.run(mail.openChannel([captureTransport()]))
  await mail.database.transaction(tx => addStatsByKey(tx, [{ ...keyOf(email), counts: { emails_opened: 1 } }]))

  expect(await read()).toEqual([])
})

test('when there are more sums than the limit, the latest are read', async () => {
  const { db } = mail.database
  const { environmentId } = mail.live
  for (const hour of [10, 11, 12]) {
    const at = `2026-11-15T${hour}:00:00Z`
    await sql`insert into template_stats (environment_id, template_id, hour, emails_sent, summed)
      values (${environmentId}, ${newId(new Date())}, ${at}, ${100 - hour}, true)`.execute(db)
    await sql`insert into email_stats (environment_id, tag, message_stream, hour, emails_sent, summed)
      values (${environmentId}, ${`tag ${hour}`}, 'transactional', ${at}, ${100 - hour}, true)`.execute(db)
  }

  expect((await findTopTemplates(db, environmentId, {}, 2)).map(({ sent }) => sent)).toEqual([89, 88])
  expect((await readTopTags(db, environmentId, {}, 2)).map(({ tag }) => tag)).toEqual(['tag 11', 'tag 12'])
})
