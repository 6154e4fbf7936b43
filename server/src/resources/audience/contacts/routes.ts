import type { Caller } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import { Refusal } from '#core/refusal.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { dryRun } from '#postgres/dry-run.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { type Asked, once, onceEach } from '#resources/account/idempotency/once.ts'
import { readConsent } from '#resources/audience/consent/read.ts'
import { toWireConsent } from '#resources/audience/consent/wire.ts'
import { toWireTopic } from '#resources/audience/topics/wire.ts'
import { changeContact, removeContact } from './change.ts'
import { type ContactRequest, contactSourceOf, createContacts } from './create.ts'
import { readContactEvents } from './history/events.ts'
import { importContacts } from './import.ts'
import { toFilters } from './list-filters.ts'
import { type Membership, setMembership } from './membership.ts'
import { contactReader, countContacts, lookUpContact, readContacts, readContactTopics } from './read.ts'
import { upsertContact } from './upsert.ts'
import { toItemError, toWireContact, toWireContactEvent } from './wire.ts'

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
    const isPending = await database.transaction(tx => setMembership(tx, caller, clock(), asked))
    const { contactId, topicId, subscribed } = asked
    const named = { contact_id: contactId, topic_id: topicId }
    if (isPending === 'pending')
      return { success: true, message: askedToConfirm, ...named, subscribed: false, pending: true }
    return { success: true, message, ...named, subscribed }
  }

  return {
    createContact: (caller, { body }, { idempotency }) =>
      create({ caller, asked: body, idempotency, now: clock(), source: contactSourceOf(caller) }),

    async listContacts(caller, { query }) {
      const contacts = await readContacts(
        database.slowReads(caller.environmentId),
        caller,
        pager.open(caller, 'contacts', query),
        toFilters(query, clock()),
      )
      return pager.close(caller, 'contacts', query, contacts, toWireContact)
    },

    upsertContact: async (caller, { body }) =>
      toWireContact(await database.transaction(tx => upsertContact(tx, caller, clock(), body))),

    createContactBatch: (caller, { body }, { idempotency }) =>
      database.transaction(tx =>
        once(tx, { caller, idempotency }, async () => {
          const now = clock()
          const verdicts = await createContacts(
            tx,
            body.map(asked => ({ caller, asked, now, source: contactSourceOf(caller) })),
          )
          return { data: verdicts.map(one => (one instanceof Refusal ? { error: toItemError(one) } : { id: one.id })) }
        }),
      ),

    async countContacts(caller, { query }) {
      const { count, isExact } = await countContacts(
        database.slowReads(caller.environmentId),
        caller,
        toFilters(query, clock()),
      )
      return { count, is_exact: isExact }
    },

    async listContactTopics(caller, { params, query }) {
      const list = `topics of contact ${params.id}`
      const page = pager.open(caller, list, query)
      const db = database.slowReads(caller.environmentId)
      const topics = await readContactTopics(db, caller, params.id, page, query.subscribed)
      return pager.close(caller, list, query, topics, ({ subscribed, pending, ...topic }) => ({
        ...toWireTopic(topic),
        subscribed,
        ...(pending && { pending }),
      }))
    },

    async listContactHistory(caller, { params, query }) {
      const list = `events of contact ${params.id}`
      const page = pager.open(caller, list, query)
      const events = await readContactEvents(database.slowReads(caller.environmentId), caller, params.id, page)
      return pager.close(caller, list, query, events, toWireContactEvent)
    },

    async listContactConsent(caller, { params: { id }, query }) {
      const list = `consent of contact ${id}`
      const page = pager.open(caller, list, query)
      const { email, phoneNumber } = await readContact(caller, id)
      const whose = { environmentId: caller.environmentId, email, phoneNumber }
      const entries = await readConsent(database.slowReads(caller.environmentId), whose, page)
      return pager.close(caller, list, query, entries, toWireConsent)
    },

    importContacts(caller, { body: { rows, segment_id, dry_run } }) {
      const take = (tx: Tx) =>
        importContacts(tx, caller, clock(), rows, { segmentIds: segment_id === undefined ? [] : [segment_id] })
      return dry_run ? dryRun(database, take) : database.transaction(take)
    },

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

const askedToConfirm = 'The contact will be subscribed after confirming. A confirmation email is on its way.'

const toReply = (verdict: Parameters<typeof toWireContact>[0] | Refusal) =>
  verdict instanceof Refusal ? verdict : toWireContact(verdict)
