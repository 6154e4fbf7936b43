/**
 * Handles a signup. Until it is confirmed, nobody knows whose address it is: a signup never changes or reveals an existing contact, and the answer
 * depends only on the form and the input.
 */
import { networkOf } from '#core/networks.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { slowDown } from '#resources/account/people/sign-in-tries.ts'
import type { ConsentSource } from '#resources/audience/consent/entry.ts'
import { ContactExists } from '#resources/audience/contacts/contact-exists.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { setMemberships } from '#resources/audience/contacts/membership.ts'
import { contactByEmail } from '#resources/audience/contacts/read.ts'
import { lockFields } from '#resources/audience/fields/read.ts'
import { lockTopics } from '#resources/audience/topics/read.ts'
import type { SignupForm } from './form.ts'
import { type Given, isTrapped, readSubmission } from './submission.ts'

/** People in one office may share an IP address. */
const networkLimit = { free: 30, maxWaitSeconds: 60 }
const addressLimit = { free: 5, maxWaitSeconds: 600 }

export async function submit(
  database: Database,
  form: SignupForm,
  { given, ip }: { given: Given; ip: string },
  at: Date,
): Promise<void> {
  await slowDown(database.db, `signups from ${networkOf(ip)}`, networkLimit)
  if (isTrapped(given)) return
  const email = (given.get('email') ?? '').trim().toLowerCase()
  await slowDown(database.db, `signup of ${form.environmentId} ${email.slice(0, 254)}`, addressLimit)
  await database.transaction(tx => signUp(tx, form, { given, ip }, at))
}

async function signUp(tx: Tx, form: SignupForm, { given, ip }: { given: Given; ip: string }, at: Date): Promise<void> {
  const { environmentId } = form
  const fieldsOf = await lockFields(tx, form.fields.length > 0 ? [environmentId] : [])
  const asked = readSubmission(given, form.fields, fieldsOf(environmentId))
  const by: ConsentSource = { method: 'form', sourceId: form.id, wording: form.wording, ip }
  const named = form.topicIds.map(id => ({ environmentId, id }))
  // Locked, so that none begins to require confirmation after the contact was created as subscribed.
  const topics = named.length > 0 ? await lockTopics(tx, named) : []
  // With a topic that requires confirmation, the contact starts unsubscribed: confirming subscribes it.
  const isUnproven = topics.some(({ confirmation }) => confirmation !== null)
  const contact = isUnproven ? { ...asked, email_subscribed: false } : asked
  const [created] = await createContacts(tx, [{ caller: { environmentId }, by, asked: contact, now: at }])
  if (created instanceof Refusal && !(created instanceof ContactExists)) throw created
  const id =
    created && !(created instanceof Refusal) ? created.id : (await contactByEmail(tx, environmentId, asked.email))?.id
  if (id === undefined) return
  await setMemberships(
    tx,
    topics.map(topic => ({ environmentId, contactId: id, topicId: topic.id, subscribed: true, by, at })),
  )
}
