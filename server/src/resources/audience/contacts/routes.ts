import type { Caller } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import { Refusal } from '#core/refusal.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { type Asked, onceEach } from '#resources/account/idempotency/once.ts'
import { changeContact, removeContact } from './change.ts'
import { type ContactRequest, createContacts } from './create.ts'
import { importContacts } from './import.ts'
import { type Membership, setMembership } from './membership.ts'
import { contactReader, lookUpContact, readContacts } from './read.ts'
import { toWireContact } from './wire.ts'

type Parts = { database: Database; clock: Clock; pager: Pager }

export function contactRoutes({ database, clock, pager }: Parts) {
  const { db } = database
  const readContact = contactReader(db)
  const create = groupCommit(
    database,
    (tx, requests: readonly (ContactRequest & Asked)[], pass) =>
      onceEach(tx, requests, pass, async fresh => (await createContacts(tx, fresh)).map(toReply)),
    { tenantOf: ({ caller }) => caller.environmentId, overlapFrom: 8 },
  )
  const setTopic = async (caller: Caller, asked: Membership, message: string) => {
    await database.transaction(tx => setMembership(tx, caller, clock(), asked))
    const { contactId, topicId, subscribed } = asked
    return { success: true, message, contact_id: contactId, topic_id: topicId, subscribed }
  }

  return {
    createContact: (caller, { body }, { idempotency }) => create({ caller, asked: body, idempotency, now: clock() }),

    async listContacts(caller, { query }) {
      const filters = {
        emailSubscribed: query.email_subscribed,
        smsSubscribed: query.sms_subscribed,
        topicId: query.topic_id,
        search: query.search,
        properties: query.properties,
      }
      const contacts = await readContacts(
        database.slowReads(caller.environmentId),
        caller,
        pager.open(caller, 'contacts', query),
        filters,
      )
      return pager.close(caller, 'contacts', query, contacts, toWireContact)
    },

    importContacts: (caller, { body }) => database.transaction(tx => importContacts(tx, caller, clock(), body.rows)),

    lookupContact: async (caller, { query }) =>
      toWireContact(await lookUpContact(db, caller, { email: query.email, phoneNumber: query.phone_number })),

    getContact: async (caller, { params }) => toWireContact(await readContact(caller, params.id)),

    updateContact: async (caller, { params, body }) =>
      toWireContact(await database.transaction(tx => changeContact(tx, caller, clock(), params.id, body))),

    async deleteContact(caller, { params }, { change }) {
      await audited(database, change, tx => removeContact(tx, caller, clock(), params.id))
      return { success: true, message: 'Contact deleted.' }
    },

    subscribeContactToTopic: (caller, { params }) =>
      setTopic(caller, { ...params, subscribed: true }, 'Contact subscribed to the topic.'),

    unsubscribeContactFromTopic: (caller, { params }) =>
      setTopic(caller, { ...params, subscribed: false }, 'Contact unsubscribed from the topic.'),
  } satisfies Partial<Handlers>
}

const toReply = (verdict: Parameters<typeof toWireContact>[0] | Refusal) =>
  verdict instanceof Refusal ? verdict : toWireContact(verdict)
