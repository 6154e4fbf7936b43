/** A person with traces in every table, for tests that check that none is left. */
import { sql } from 'kysely'
import { newId } from '#core/id.ts'
import { record } from '#events/record.ts'
import { insertRuns } from '#events/start-runs.ts'
import { changeContact, removeContact } from '#resources/audience/contacts/change.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { toWireContact } from '#resources/audience/contacts/wire.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { pack } from '#resources/messages/emails/body/pack.ts'
import { accepted, deferred, scripted } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import type { EmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { acceptSms } from '#resources/messages/sms/accept.ts'
import { receiveSms } from '#resources/messages/sms/inbound/receive.ts'
import { card, ours, draftTo as textTo } from '#resources/messages/sms/sms.fixture.ts'

export const ada = 'ada+news@people.example'
export const written = 'Ada+News@People.example'
export const bob = 'bob@people.example'
export const number = '+14155550123'

const file = (text: string) => ({
  ...{ filename: `for ${written}.txt`, type: 'text/plain', contentId: null, inline: false },
  content: Buffer.from(text),
})

/** All text, JSON and bytea columns that contain one of the needles, as `table.column`. */
export async function tracesOf({ database: { db } }: EmailFixture, ...needles: string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as table, a.attname as column, a.atttypid::regtype::text as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and a.atttypid::regtype::text in ('text', 'text[]', 'jsonb', 'json', 'bytea')`.execute(db)
  const found: string[] = []
  for (const { table, column, type } of rows) {
    const content = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const isNamed = needles.map(needle => sql`strpos(lower(${content}), ${needle.toLowerCase()}) > 0`)
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.join(isNamed, sql` or `)} limit 1`.execute(
      db,
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}

export async function seedPersonData(mail: EmailFixture) {
  const { database, live } = mail
  const { db } = database
  const { environmentId } = live
  const now = new Date()
  const create = async () => {
    const asked = { email: written, phone_number: number, first_name: 'Augusta', last_name: 'King' }
    const [contact] = await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now }]))
    return contact as Contact // as: nobody else has the address
  }
  const former = await create()
  await database.transaction(tx => removeContact(tx, live, now, former.id))
  const contact = await create()
  await database.transaction(tx => changeContact(tx, live, now, contact.id, { last_name: 'Lovelace' }))

  const later = { scheduledFor: '2030-01-01T00:00:00Z' }
  const alone = await mail.acceptOne([written], {
    ...{ subject: `Hello ${written}`, html: `<p>${written}</p>`, text: `Dear Augusta, ${written}`, tags: ['welcome'] },
    ...{ headers: { 'X-For': written }, attachments: [file('private')], replyTo: [bob] },
  })
  const shared = await mail.acceptOne([bob, written], {
    ...{ subject: `Bob and ${written}`, html: `<a href="https://a.example/?to=ada%2Bnews%40people.example">x</a>` },
    ...{ text: `For bob and ${written}.`, attachments: [file(`bob, ${written}`)], cc: [], to: [bob, written] },
  })
  const mention = await mail.acceptOne([bob], {
    // Long enough to be compressed.
    html: `<p>${'All the news. '.repeat(100)} ${written}</p>`,
    ...{ subject: `New: ${written}`, text: `Line\n${written}`, replyTo: [written], tags: [`for ${ada}`, 'signup'] },
  })
  const delayed = await mail.acceptOne([written], { subject: 'Not yet' })
  await mail.run(
    mail.openChannel([
      scripted(address => ({
        ...(address === written ? deferred : accepted),
        attempt: { ...accepted.attempt, reply: `250 <${address}> Ok` },
      })),
    ]),
  )
  await sql`update deliveries set state = 'delivered', due_at = null, attempts = 1
    where email_id in (${alone.id}, ${shared.id}) and address = ${written}`.execute(db)
  await sql`update email_progress set status = 'delivered' where email_id in (${alone.id}, ${shared.id})`.execute(db)
  const due = await mail.acceptOne([written])
  const scheduled = await mail.acceptOne([written], later)
  const sharedLater = await mail.acceptOne([bob, written], later)

  const entry = { environmentId, email: written, reason: 'complaint' as const, emailId: alone.id, at: now }
  const click = { email_id: alone.id, recipient: written, link: 'https://a.example', ip_address: '203.0.113.7' }
  await database.transaction(async tx => {
    await suppressEach(tx, [entry])
    await record(tx, [{ environmentId, type: 'email.clicked', subjectId: alone.id, data: click, at: now }])
    const run = { environmentId, version: 1, firstStep: 'one', contactId: contact.id, at: now, createdAt: now }
    const change = { type: 'contact_property_changed', property: 'first_name', from: null, to: 'Augusta' } as const
    const event = { type: 'event', event: 'order.paid', data: { to: 'Augusta' } } as const
    await insertRuns(
      tx,
      [change, event].map(trigger => ({
        ...{ ...run, workflowId: newId(now), reentry: 'once' },
        trigger: { ...trigger, fired_at: now.toISOString() },
      })),
    )
  })
  await sql`insert into workflow_run_steps (environment_id, run_id, nth, step, type, entered_at, detail)
    select environment_id, id, 1, 'one', 'webhook', now(), ${{ sent: { email: written } }} from workflow_runs`.execute(
    db,
  )

  await sql`insert into sms_numbers values (${ours}, ${live.organizationId}, now()) on conflict do nothing`.execute(db)
  const callback = { url: `https://acme.test/status?for=${ada}`, account: 'AC1', secret: Buffer.alloc(1) }
  const text = await database.transaction(tx =>
    acceptSms(tx, card, [
      { caller: live, draft: textTo(number, { body: 'Hi Augusta' }), now, callback },
      { caller: live, draft: textTo('+14155550199', { body: 'Hi Bob' }), now, callback },
    ]),
  )
  const laterText = await database.transaction(tx =>
    acceptSms(tx, card, [{ caller: live, draft: textTo(number, { scheduled_for: later.scheduledFor }), now }]),
  )
  const inbound = { carrier: 'c', carrierId: null, from: number, to: ours, mediaUrls: [], isAnswered: true }
  await database.transaction(async tx => {
    await receiveSms(tx, card, { ...inbound, body: `I am ${written}` }, now)
    await receiveSms(tx, card, { ...inbound, body: 'half', piece: { reference: 1, total: 2, nth: 1 } }, now)
  })

  const formerly = toWireContact({ ...contact, email: 'augusta@before.example', phoneNumber: null })
  await sql`insert into idempotency_keys (environment_id, operation, key, request_hash, answer) values
    (${environmentId}, 'createContact', 'one', 'x', ${toWireContact({ ...contact, properties: { nick: 'Augusta' } })}),
    (${environmentId}, 'createContact', 'formerly', 'x', ${formerly}),
    (${environmentId}, 'sendEmail', 'one', 'x', ${{ to: [written], subject: 'Dear Augusta' }}),
    (${environmentId}, 'sendSms', 'one', 'x', ${{ to: number, body: 'Dear Augusta' }}),
    (${environmentId}, 'sendEmail', ${`welcome-${ada}`}, 'x', '{}')`.execute(db)
  await sql`insert into webhook_deliveries (environment_id, webhook_id, position, event_id, subject_id, type, created_at, attempts)
    values (${environmentId}, ${newId(now)}, 1, ${newId(now)}, ${alone.id}, 'email.sent', now(), ${JSON.stringify([{ body: written }])}::jsonb)`.execute(
    db,
  )
  await sql`insert into destinations (name, last_reply) values ('mx', ${`451 <${written}> later`})
    on conflict (name) do update set last_reply = excluded.last_reply`.execute(db)
  await sql`insert into jobs (task, payload, last_error) values ('t', ${{ to: written }}, ${`no ${written}`})`.execute(
    db,
  )
  const refusal = [{ row: 1, message: `"${written}" is odd` }]
  const imported = newId(now)
  await sql`insert into contact_imports (environment_id, id, plan, asked_by, refusals, error, created_at) values
    (${environmentId}, ${imported}, '{}', '{}', ${JSON.stringify(refusal)}, ${`no ${written}`}, now())`.execute(db)
  await sql`insert into contact_import_files values
    (${environmentId}, ${imported}, ${pack({ html: null, text: `email\n${written}\n` })})`.execute(db)
  return { contact, former, alone, shared, mention, delayed, due, scheduled, sharedLater, text, laterText }
}
