/** Exports everything about one person as a zip file: data as JSON, sent emails as .eml files. */
import type { Readable } from 'node:stream'
import type { Sender } from '#core/caller.ts'
import { idsFrom } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database, Db } from '#postgres/database.ts'
import { readConsent } from '#resources/audience/consent/read.ts'
import { toExportedConsent } from '#resources/audience/consent/wire.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { topicsOf } from '#resources/audience/contacts/read.ts'
import { toWireContact } from '#resources/audience/contacts/wire.ts'
import { readSuppressions } from '#resources/audience/suppressions/read.ts'
import { toWireSuppression } from '#resources/audience/suppressions/wire.ts'
import { readTopic } from '#resources/audience/topics/read.ts'
import { readRaw } from '#resources/messages/emails/read/raw.ts'
import {
  type EmailWithEvents,
  emailReader,
  type ReaderParts,
  readEmails,
} from '#resources/messages/emails/read/read.ts'
import { toWireEmail } from '#resources/messages/emails/wire.ts'
import { numberKey } from '#resources/messages/opt-outs/number-key.ts'
import { optedOutAmong } from '#resources/messages/opt-outs/read.ts'
import { readSmsList, smsReader } from '#resources/messages/sms/read/read.ts'
import { toWireSms } from '#resources/messages/sms/wire.ts'
import type { Compose, Outgoing } from '#transports/transport.ts'
import { all, json, jsonList } from './pages.ts'
import { findEventsOf, findRunsOf } from './store.ts'
import { type ZipEntry, zipOf } from './zip.ts'

export type Exported = { contact: Contact | undefined; email: string | null; phoneNumber: string | null }
export type ExportParts = ReaderParts & { database: Database; compose: Compose }

/** The file list is held in memory until the end of the zip file: this many take 30 MB. Older emails are only in emails.json. */
const maxMessages = 50_000

export const exportPerson = (parts: ExportParts, owner: Sender, person: Exported, at: Date): Readable =>
  zipOf(entriesOf(parts, owner, person, at))

async function* entriesOf(
  { database, compose, ...reading }: ExportParts,
  owner: Sender,
  person: Exported,
  at: Date,
): AsyncGenerator<ZipEntry> {
  const { environmentId } = owner
  const { contact, email, phoneNumber } = person
  const db = database.slowReads(environmentId)
  const file = (path: string, content: ZipEntry['content']): ZipEntry => ({ path, at, content })
  const about = {
    ...{ email, phone_number: phoneNumber, environment: owner.mode, exported_at: at.toISOString() },
    eml_files: `of the newest ${maxMessages} emails whose content is kept; emails.json has them all`,
  }
  yield file('about.json', json(about))
  if (contact) {
    const key = { environmentId, contactId: contact.id }
    yield file('contact.json', json(toWireContact(contact)))
    yield file('topics.json', jsonList(topics(db, owner, contact)))
    yield file('events.json', jsonList(events(db, key)))
    yield file('runs.json', jsonList(runs(db, key)))
  }
  yield file('consent.json', jsonList(consent(db, owner, person)))
  yield file('suppressions.json', json(await suppressions(db, owner, person)))
  if (phoneNumber !== null) yield file('sms.json', jsonList(texts(db, owner, phoneNumber)))
  if (email === null) return
  yield file('emails.json', jsonList(emails(emailReader(db, reading), db, owner, email)))
  yield* messages({ db, compose, ...reading }, owner, email)
}

async function* topics(db: Db, owner: Sender, contact: Contact) {
  const [ids = []] = await topicsOf(db, [{ environmentId: owner.environmentId, id: contact.id }])
  for (const id of ids) {
    const topic = await readTopic(db, owner, id).catch(notKept)
    if (!topic) continue
    const { name, description } = topic
    yield { id, name, ...(description !== null && { description }), subscribed: true }
  }
}

async function* consent(db: Db, { environmentId }: Sender, { email, phoneNumber }: Exported) {
  const rows = all(
    (before: string | undefined, limit) => readConsent(db, { environmentId, email, phoneNumber }, { limit, before }),
    ({ id }) => id,
  )
  for await (const entry of rows) yield toExportedConsent(entry)
}

async function* events(db: Db, key: Parameters<typeof findEventsOf>[1]) {
  const rows = all(
    (after: string = '0', limit) => findEventsOf(db, key, { after, limit }),
    ({ position }) => position,
  )
  for await (const { id, type, createdAt, data } of rows) yield { id, type, created_at: createdAt.toISOString(), data }
}

async function* runs(db: Db, key: Parameters<typeof findRunsOf>[1]) {
  const rows = all(
    (after: string = idsFrom(new Date(0)), limit) => findRunsOf(db, key, { after, limit }),
    ({ id }) => id,
    20,
  )
  for await (const { id, workflowId, workflowName, state, trigger, error, startedAt, finishedAt, steps } of rows)
    yield {
      ...{ id, workflow_id: workflowId, workflow_name: workflowName, state, trigger, error, steps },
      ...{ started_at: startedAt.toISOString(), finished_at: finishedAt?.toISOString() ?? null },
    }
}

async function suppressions(db: Db, { environmentId }: Sender, { email, phoneNumber: number }: Exported) {
  const page = { limit: 1, before: undefined }
  const known = email === null ? [] : await readSuppressions(db, { environmentId }, page, { email })
  const isOut =
    number !== null && (await optedOutAmong(db, [{ environmentId, number }])).has(numberKey({ environmentId, number }))
  return { email: known.map(toWireSuppression), sms_opted_out: isOut }
}

async function* texts(db: Db, owner: Sender, number: string) {
  const read = smsReader(db)
  for (const way of ['to', 'from'] as const) {
    const rows = all(
      (before: string | undefined, limit) => readSmsList(db, owner, { limit, before }, { [way]: number }),
      ({ id }) => id,
    )
    for await (const { id } of rows) {
      const found = await read(owner, id).catch(notKept)
      if (found) yield toWireSms(found)
    }
  }
}

const emailIds = (db: Db, owner: Sender, email: string) =>
  all(
    (before: string | undefined, limit) => readEmails(db, owner, { limit, before }, { to: email }),
    ({ id }) => id,
  )

/** Leaves out events of other recipients. */
async function* emails(read: ReturnType<typeof emailReader>, db: Db, owner: Sender, email: string) {
  const isTheirs = ({ data }: EmailWithEvents['events'][number]) =>
    data.recipient === undefined || String(data.recipient).toLowerCase() === email.toLowerCase()
  for await (const { id } of emailIds(db, owner, email)) {
    const found = await read(owner, id).catch(notKept)
    if (found) yield toWireEmail({ ...found, events: found.events.filter(isTheirs) }, null)
  }
}

async function* messages(
  { compose, ...reading }: Omit<ExportParts, 'database'> & { db: Db },
  owner: Sender,
  email: string,
): AsyncGenerator<ZipEntry> {
  const tenant = owner.organizationId
  let count = 0
  const parts = { ...reading, compose: (outgoing: Outgoing) => compose(outgoing, { tenant }) }
  for await (const { id, createdAt } of emailIds(reading.db, owner, email)) {
    if (++count > maxMessages) return
    const raw = await readRaw(parts, owner, id).catch(notKept)
    if (raw) yield { path: `emails/${id}.eml`, at: createdAt, content: once(raw) }
  }
}

/** The content, or the message itself, was deleted since the list was read. Only an outage must not make the export incomplete. */
function notKept(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code === 'service_unavailable') throw error
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
