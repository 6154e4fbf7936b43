import type { Properties } from '@posthorn/contract/audience/contact-properties'
import type { ContactSource } from '@posthorn/contract/segments/filter-words'
import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { asTable, booleans, jsons, moments, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { PersonalNumber } from '#resources/messages/opt-outs/number-key.ts'
import type { Contact } from './contact.ts'

export type Placed = { environmentId: string; contact: Contact; source?: ContactSource | undefined }
export type Identity = { environmentId: string; email: string | null; phoneNumber: string | null }

const columns = [
  'id',
  'email',
  'phone_number as phoneNumber',
  'first_name as firstName',
  'last_name as lastName',
  'email_subscribed as emailSubscribed',
  'sms_subscribed as smsSubscribed',
  // The schema only knows that it is JSON.
  sql<Properties | null>`properties`.as('properties'),
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** The same columns for handwritten SQL. */
const contactColumns = sql`id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName",
  email_subscribed as "emailSubscribed", sms_subscribed as "smsSubscribed", properties, created_at as "createdAt", updated_at as "updatedAt"`

const toJson = ({ properties }: Contact): string | null => (properties === null ? null : JSON.stringify(properties))

/** Inserts the contacts whose email and phone number are free and returns their ids. */
export async function insertContacts(tx: Tx, placed: readonly Placed[]): Promise<Set<string>> {
  const all = <T>(pick: (contact: Contact) => T) => placed.map(({ contact }) => pick(contact))
  const { rows } = await plannedOnce<{ id: string }>`
    insert into contacts (environment_id, id, email, phone_number, first_name, last_name, email_subscribed,
      sms_subscribed, properties, source, created_at, updated_at)
    select environment_id, id, email, phone_number, first_name, last_name, email_subscribed, sms_subscribed, properties,
      source, at, at
    from ${asTable({
      environment_id: uuids(placed.map(one => one.environmentId)),
      id: uuids(all(contact => contact.id)),
      email: texts(all(contact => contact.email)),
      phone_number: texts(all(contact => contact.phoneNumber)),
      first_name: texts(all(contact => contact.firstName)),
      last_name: texts(all(contact => contact.lastName)),
      email_subscribed: booleans(all(contact => contact.emailSubscribed)),
      sms_subscribed: booleans(all(contact => contact.smsSubscribed)),
      properties: jsons(all(toJson)),
      source: texts(placed.map(one => one.source)),
      at: moments(all(contact => contact.createdAt.toISOString())),
    })}
    on conflict do nothing
    returning id`.execute(tx)
  return new Set(rows.map(row => row.id))
}

/** The contacts that hold these addresses or numbers. */
export async function findHolders(db: Db, wanted: readonly Identity[]): Promise<(Identity & { id: string })[]> {
  const { rows } = await sql<Identity & { id: string }>`
    select environment_id as "environmentId", id, email, phone_number as "phoneNumber" from contacts
    where (email is not null and (environment_id, lower(email collate "C")) in (
        select * from unnest(${wanted.map(one => one.environmentId)}::uuid[],
          ${wanted.map(one => one.email?.toLowerCase() ?? null)}::text[])))
      or (phone_number is not null and (environment_id, phone_number) in (
        select * from unnest(${wanted.map(one => one.environmentId)}::uuid[],
          ${wanted.map(one => one.phoneNumber)}::text[])))`.execute(db)
  return rows
}

export type Address = { environmentId: string; id: string }

/**
 * Reads many, in the order asked; undefined for one that does not exist. The lateral join looks them up one by one, by the only index that begins
 * with both columns.
 */
export async function findContacts(db: Db, wanted: readonly Address[]): Promise<(Contact | undefined)[]> {
  const { rows } = await plannedOnce<Contact & { nth: string }>`
    select wanted.nth, contact.*
    from unnest((select ${wanted.map(one => one.environmentId)}::uuid[]), (select ${wanted.map(one => one.id)}::uuid[]))
      with ordinality as wanted (environment_id, id, nth)
    cross join lateral (
      select ${contactColumns} from contacts
      where contacts.environment_id = wanted.environment_id and contacts.id = wanted.id
      limit 1
    ) as contact`.execute(db)
  const found = new Map(rows.map(({ nth, ...contact }) => [Number(nth), contact]))
  return wanted.map((_, index) => found.get(index + 1))
}

export type EmailIdentity = { environmentId: string; email: string }

/** Reads many, in the order asked; undefined for one that does not exist. Looked up one by one, by the index. */
export async function findContactsByEmail(db: Db, wanted: readonly EmailIdentity[]): Promise<(Contact | undefined)[]> {
  const { rows } = await sql<Contact & { nth: string }>`
    select wanted.nth, contact.*
    from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${wanted.map(one => one.email.toLowerCase())}::text[])
      with ordinality as wanted (environment_id, email, nth)
    cross join lateral (
      select ${contactColumns} from contacts
      where contacts.environment_id = wanted.environment_id and contacts.email is not null
        and lower(contacts.email collate "C") = wanted.email
      limit 1
    ) as contact`.execute(db)
  const found = new Map(rows.map(({ nth, ...contact }) => [Number(nth), contact]))
  return wanted.map((_, index) => found.get(index + 1))
}

export const findByEmail = (db: Db, environmentId: string, email: string): Promise<Contact | undefined> =>
  db
    .selectFrom('contacts')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where(sql`lower(email collate "C")`, '=', email.toLowerCase())
    .executeTakeFirst()

export const findByPhoneNumber = (db: Db, environmentId: string, phoneNumber: string): Promise<Contact | undefined> =>
  db
    .selectFrom('contacts')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()

export type ContactFilters = {
  emailSubscribed?: boolean | undefined
  smsSubscribed?: boolean | undefined
  topicId?: string | undefined
}

/** For statements in which unqualified columns belong to `contacts`. */
export const otherFilters = (environmentId: string, { emailSubscribed, smsSubscribed, topicId }: ContactFilters) => sql`
  ${emailSubscribed === undefined ? sql`` : sql`and email_subscribed = ${emailSubscribed}`}
  ${smsSubscribed === undefined ? sql`` : sql`and sms_subscribed = ${smsSubscribed}`}
  ${
    topicId === undefined
      ? sql``
      : sql`and id in (
          select contact_id from topic_memberships where environment_id = ${environmentId} and topic_id = ${topicId})`
  }`

export const listContacts = (
  db: Db,
  environmentId: string,
  { limit, before, after }: PageRequest,
  { emailSubscribed, smsSubscribed, topicId }: ContactFilters,
): Promise<Contact[]> =>
  db
    .selectFrom('contacts')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .$if(before !== undefined, query => query.where('id', '<', before ?? ''))
    .$if(after !== undefined, query => query.where('id', '>', after ?? ''))
    .$if(emailSubscribed !== undefined, query => query.where('email_subscribed', '=', emailSubscribed ?? true))
    .$if(smsSubscribed !== undefined, query => query.where('sms_subscribed', '=', smsSubscribed ?? true))
    .$if(topicId !== undefined, query =>
      query.where('id', 'in', eb =>
        eb
          .selectFrom('topic_memberships')
          .select('contact_id')
          .where('environment_id', '=', environmentId)
          .where('topic_id', '=', topicId ?? ''),
      ),
    )
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()

/** Locks the existing contacts until the transaction ends, in one order to avoid deadlocks. */
export async function lockContacts(tx: Tx, wanted: readonly Address[]): Promise<Placed[]> {
  const { rows } = await sql<Contact & { environmentId: string }>`
    select c.environment_id as "environmentId", c.id, c.email, c.phone_number as "phoneNumber",
      c.first_name as "firstName", c.last_name as "lastName", c.email_subscribed as "emailSubscribed",
      c.sms_subscribed as "smsSubscribed", c.properties, c.created_at as "createdAt", c.updated_at as "updatedAt"
    from contacts c
    where (c.environment_id, c.id) in (
      select * from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${wanted.map(one => one.id)}::uuid[]))
    order by c.environment_id, c.id
    for update of c`.execute(tx)
  return rows.map(({ environmentId, ...contact }) => ({ environmentId, contact }))
}

export const lockContactByNumber = (tx: Tx, environmentId: string, phoneNumber: string): Promise<Contact | undefined> =>
  tx
    .selectFrom('contacts')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('phone_number', '=', phoneNumber)
    .forUpdate()
    .executeTakeFirst()

export const lockContactByEmail = (tx: Tx, environmentId: string, email: string): Promise<Contact | undefined> =>
  tx
    .selectFrom('contacts')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where(sql`lower(email collate "C")`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst()

/** Writes the changeable columns; each contact may appear once. */
export async function updateContacts(tx: Tx, placed: readonly Placed[]): Promise<void> {
  const all = <T>(pick: (contact: Contact) => T) => placed.map(({ contact }) => pick(contact))
  await sql`
    update contacts c set first_name = given.first_name, last_name = given.last_name,
      email_subscribed = given.email_subscribed, sms_subscribed = given.sms_subscribed,
      properties = given.properties, updated_at = given.at
    from ${asTable({
      environment_id: uuids(placed.map(one => one.environmentId)),
      id: uuids(all(contact => contact.id)),
      first_name: texts(all(contact => contact.firstName)),
      last_name: texts(all(contact => contact.lastName)),
      email_subscribed: booleans(all(contact => contact.emailSubscribed)),
      sms_subscribed: booleans(all(contact => contact.smsSubscribed)),
      properties: jsons(all(toJson)),
      at: moments(all(contact => contact.updatedAt.toISOString())),
    })}
    where c.environment_id = given.environment_id and c.id = given.id`.execute(tx)
}

/** Deletes the contact's values too. The contact must be locked: the statement does not see values of a change that it waits for. */
export async function deleteContact(tx: Tx, environmentId: string, id: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    with gone as (
      delete from contacts where environment_id = ${environmentId} and id = ${id}
      returning id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName",
        email_subscribed as "emailSubscribed", sms_subscribed as "smsSubscribed", properties, created_at as "createdAt",
        updated_at as "updatedAt"
    ), values_gone as (
      delete from contact_values v using gone, contact_fields f
      where f.environment_id = ${environmentId} and gone.properties ? f.key
        and v.environment_id = ${environmentId} and v.field_id = f.id and v.contact_id = gone.id
    )
    select * from gone`.execute(tx)
  return rows[0]
}

export type MembershipKey = { environmentId: string; contactId: string; topicId: string }
export type MembershipRow = MembershipKey & { at: Date }

const keysOf = (keys: readonly MembershipKey[]) => sql`unnest(${keys.map(one => one.environmentId)}::uuid[],
  ${keys.map(one => one.contactId)}::uuid[], ${keys.map(one => one.topicId)}::uuid[])`

/** Returns the memberships that exist. */
export async function findMemberships(db: Db, wanted: readonly MembershipKey[]): Promise<MembershipKey[]> {
  const { rows } = await sql<MembershipKey>`
    select environment_id as "environmentId", contact_id as "contactId", topic_id as "topicId" from topic_memberships
    where (environment_id, contact_id, topic_id) in (select * from ${keysOf(wanted)})`.execute(db)
  return rows
}

/** The topics these contacts are subscribed to. */
export async function findTopicsOf(db: Db, contacts: readonly Address[]): Promise<MembershipKey[]> {
  const { rows } = await sql<MembershipKey>`
    select m.environment_id as "environmentId", m.contact_id as "contactId", m.topic_id as "topicId"
    from ${asTable(
      {
        environment_id: uuids(contacts.map(one => one.environmentId)),
        contact_id: uuids(contacts.map(one => one.id)),
      },
      'wanted',
    )}
    join topic_memberships m on m.environment_id = wanted.environment_id and m.contact_id = wanted.contact_id
    order by m.environment_id, m.contact_id, m.topic_id`.execute(db)
  return rows
}

/** Adds the missing memberships and returns how many were added. */
export async function insertMemberships(tx: Tx, memberships: readonly MembershipRow[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into topic_memberships (environment_id, contact_id, topic_id, created_at)
    select environment_id, contact_id, topic_id, at from ${asTable({
      environment_id: uuids(memberships.map(one => one.environmentId)),
      contact_id: uuids(memberships.map(one => one.contactId)),
      topic_id: uuids(memberships.map(one => one.topicId)),
      at: moments(memberships.map(one => one.at)),
    })}
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function deleteMemberships(tx: Tx, memberships: readonly MembershipKey[]): Promise<void> {
  await sql`
    delete from topic_memberships
    where (environment_id, contact_id, topic_id) in (select * from ${keysOf(memberships)})`.execute(tx)
}

export type Reader = { environmentId: string; email: string; topicId: string | null }

/** The readers that take no email, or that are not subscribed to the topic. */
export async function findUnsubscribed(db: Db, readers: readonly Reader[]): Promise<Reader[]> {
  // Looked up one by one: a join would read all contacts from some dozens of readers on.
  const { rows } = await sql<Reader>`
    select asked.environment_id as "environmentId", asked.email, asked.topic_id as "topicId"
    from ${asTable(
      {
        environment_id: uuids(readers.map(one => one.environmentId)),
        email: texts(readers.map(one => one.email.toLowerCase())),
        topic_id: uuids(readers.map(one => one.topicId)),
      },
      'asked',
    )}
    cross join lateral (
      select id, email_subscribed from contacts
      where contacts.environment_id = asked.environment_id and contacts.email is not null
        and lower(contacts.email collate "C") = asked.email
      limit 1
    ) as contact
    where not contact.email_subscribed or (asked.topic_id is not null and not exists (
      select from topic_memberships as membership
      where membership.environment_id = asked.environment_id and membership.contact_id = contact.id
        and membership.topic_id = asked.topic_id))`.execute(db)
  return rows
}

/** The numbers whose contacts take no SMS. Looked up one by one, as above. */
export async function findSmsUnsubscribed(db: Db, wanted: readonly PersonalNumber[]): Promise<PersonalNumber[]> {
  const { rows } = await sql<PersonalNumber>`
    select wanted.environment_id as "environmentId", wanted.number
    from ${asTable(
      {
        environment_id: uuids(wanted.map(one => one.environmentId)),
        number: texts(wanted.map(one => one.number)),
      },
      'wanted',
    )}
    cross join lateral (
      select sms_subscribed from contacts
      where contacts.environment_id = wanted.environment_id and contacts.phone_number = wanted.number
      limit 1
    ) as contact
    where not contact.sms_subscribed`.execute(db)
  return rows
}
