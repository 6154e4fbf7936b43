import type { ContactCreate } from '@posthorn/contract/audience/contacts'
import type { ContactSource } from '@posthorn/contract/segments/filter-words'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import { type ConsentCaller, type ConsentSource, sourceOf } from '#resources/audience/consent/entry.ts'
import { findChainEnds, recordConsent } from '#resources/audience/consent/record.ts'
import type { Fields } from '#resources/audience/fields/field.ts'
import { type FieldsOf, lockFields } from '#resources/audience/fields/read.ts'
import { defaultTopics } from '#resources/audience/topics/read.ts'
import { numberKey } from '#resources/messages/opt-outs/number-key.ts'
import { optedOutAmongNew } from '#resources/messages/opt-outs/read.ts'
import { type Created, consentOfCreation } from './consent.ts'
import type { Contact } from './contact.ts'
import { ContactExists } from './contact-exists.ts'
import { inLockOrder } from './lock-order.ts'
import { mergeProperties, readProperties, refusalOfSize, valueChanges } from './properties.ts'
import { findHolders, insertContacts, insertMemberships, type MembershipRow, type Placed } from './store.ts'
import { saveValues, type ValueRow } from './value-store.ts'
import { toWireContact } from './wire.ts'

/** `by`: the source of consent, where it is not the caller. `source`: how the contact was created, for segments. */
export type ContactRequest = { asked: ContactCreate; now: Date; source?: ContactSource | undefined } & (
  | { caller: ConsentCaller; by?: undefined }
  | { caller: Pick<Caller, 'environmentId'>; by: ConsentSource }
)

/** For requests with an API key or a session. */
export const contactSourceOf = (caller: ConsentCaller): ContactSource => ('person' in caller ? 'dashboard' : 'api')

/** Creates many contacts at once; one whose address or number is taken is refused without affecting the others. */
export async function createContacts(tx: Tx, requests: readonly ContactRequest[]): Promise<(Contact | Refusal)[]> {
  if (requests.length === 0) return []
  // In parallel: each round trip takes longer than its query.
  const [optedOut, topics, hashAddress] = await Promise.all([
    optedOutAmongNew(tx, requests.flatMap(toNumber)),
    defaultTopics(tx, [...new Set(requests.map(({ caller }) => caller.environmentId))]),
    readAddressHasher(tx),
  ])
  const fieldsOf = await fieldsFor(tx, requests)
  const verdicts = requests.map(request => place(request, optedOut, fieldsOf(request.caller.environmentId)))
  const placed = verdicts.flatMap(verdict => (verdict instanceof Refusal ? [] : verdict))
  const [{ inserted, holderOf }, chainEnds] = await Promise.all([
    insertOrFindHolders(tx, placed),
    findChainEnds(tx, hashAddress, placed.flatMap(addressesOf)),
  ])
  const created = placed.filter(({ contact }) => inserted.has(contact.id))
  await saveValues(tx, created.flatMap(valuesOf(fieldsOf)))
  const memberships = membershipsOf(created, topics)
  await Promise.all([
    // First, so that with many default topics the rows are added while the events and consents are prepared.
    memberships.length > 0 && insertMemberships(tx, memberships),
    record(tx, [...created.map(toCreatedFact), ...memberships.map(toSubscribedFact)]),
    recordConsent(tx, consentOfCreation(created, memberships), chainEnds),
  ])
  return verdicts.map(verdict => {
    if (verdict instanceof Refusal) return verdict
    const { contact } = verdict
    if (inserted.has(contact.id)) return contact
    const holderId = holderOf.get(contact.id)
    return holderId === undefined ? alwaysTaken : new ContactExists(holderId)
  })
}

const alwaysTaken = new Refusal('service_unavailable', {
  message: 'Contacts with this address or number are being created and deleted at this moment. Try again.',
})

/** Runs no query when no contact has properties. */
const fieldsFor = (tx: Tx, requests: readonly ContactRequest[]): Promise<FieldsOf> =>
  lockFields(
    tx,
    requests.flatMap(({ caller, asked }) => (asked.properties ? [caller.environmentId] : [])),
  )

const valuesOf =
  (fieldsOf: FieldsOf) =>
  ({ environmentId, contact }: Placed): ValueRow[] =>
    valueChanges(null, contact.properties, fieldsOf(environmentId)).map(change => ({
      environmentId,
      contactId: contact.id,
      ...change,
    }))

const addressesOf = ({ environmentId, contact: { email, phoneNumber } }: Placed) =>
  [email, phoneNumber].flatMap(address => (address === null ? [] : [{ environmentId, address }]))

const maxTries = 5

/** If the holder is deleted before we look it up, its address is free again, and the insert is retried. */
async function insertOrFindHolders(tx: Tx, placed: readonly Placed[]) {
  const inserted = new Set<string>()
  const holderOf = new Map<string, string>()
  let open: readonly Placed[] = inLockOrder(placed)
  for (let nth = 1; nth <= maxTries && open.length > 0; nth++) {
    for (const id of await insertContacts(tx, open)) inserted.add(id)
    const refused = open.filter(({ contact }) => !inserted.has(contact.id))
    for (const [id, holder] of await findHolderOf(tx, refused)) holderOf.set(id, holder)
    open = refused.filter(({ contact }) => !holderOf.has(contact.id))
  }
  return { inserted, holderOf }
}

const toNumber = ({ caller, asked }: ContactRequest) =>
  asked.phone_number === undefined ? [] : [{ environmentId: caller.environmentId, number: asked.phone_number }]

/** A number that has said STOP stays unsubscribed whatever the request says: an import must not undo it. */
function place(request: ContactRequest, optedOut: ReadonlySet<string>, fields: Fields): Created | Refusal {
  const { caller, asked, now } = request
  const given = readProperties(fields, asked.properties ?? {})
  if (given instanceof Refusal) return given
  const properties = mergeProperties(null, given)
  const tooLarge = refusalOfSize(properties)
  if (tooLarge) return tooLarge
  const hasOptedOut = toNumber(request).some(one => optedOut.has(numberKey(one)))
  const contact = {
    id: newId(now),
    email: asked.email ?? null,
    phoneNumber: asked.phone_number ?? null,
    firstName: asked.first_name ?? null,
    lastName: asked.last_name ?? null,
    emailSubscribed: asked.email_subscribed ?? true,
    smsSubscribed: !hasOptedOut && (asked.sms_subscribed ?? true),
    properties,
    createdAt: now,
    updatedAt: now,
  }
  const by = request.by ?? sourceOf(request.caller)
  return { environmentId: caller.environmentId, contact, source: request.source, hasOptedOut, by }
}

const toCreatedFact = ({ environmentId, contact }: Placed): Fact => ({
  environmentId,
  type: 'contact.created',
  subjectId: contact.id,
  data: toWireContact(contact),
  at: contact.createdAt,
})

const membershipsOf = (created: readonly Placed[], topics: ReadonlyMap<string, readonly string[]>): MembershipRow[] =>
  created.flatMap(({ environmentId, contact }) =>
    (topics.get(environmentId) ?? []).map(
      (topicId): MembershipRow => ({ environmentId, contactId: contact.id, topicId, at: contact.createdAt }),
    ),
  )

const toSubscribedFact = ({ environmentId, contactId, topicId, at }: MembershipRow): Fact => ({
  environmentId,
  type: 'contact.topic_subscribed',
  subjectId: contactId,
  data: { contact_id: contactId, topic_id: topicId },
  at,
})

/** The existing contact that blocks each refused one, keyed by the refused contact's id. */
async function findHolderOf(tx: Tx, refused: readonly Placed[]): Promise<Map<string, string>> {
  if (refused.length === 0) return new Map()
  const wanted = refused.map(({ environmentId, contact }) => ({
    environmentId,
    email: contact.email,
    phoneNumber: contact.phoneNumber,
  }))
  const holders = await findHolders(tx, wanted)
  const byName = new Map<string, string>()
  for (const { environmentId, id, email, phoneNumber } of holders) {
    if (email) byName.set(`${environmentId} ${email.toLowerCase()}`, id)
    if (phoneNumber) byName.set(`${environmentId} ${phoneNumber}`, id)
  }
  const holder = ({ environmentId, contact }: Placed) =>
    byName.get(`${environmentId} ${contact.email?.toLowerCase()}`) ??
    byName.get(`${environmentId} ${contact.phoneNumber}`)
  return new Map(refused.flatMap(one => [holder(one)].flatMap(id => (id ? [[one.contact.id, id] as const] : []))))
}
