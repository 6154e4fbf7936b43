/** Generated from the contract by `npm run generate`; do not edit. */

import type { CallOptions, Connection, KeyedCallOptions } from './connection.ts'
import { EventStream } from './event-stream.ts'
import { Pages } from './pages.ts'
import { segment } from './path.ts'
import type * as Types from './types.generated.ts'
import { unwrapWebhook } from './unwrap-webhook.ts'

export const version = '0.1.0'

export class Emails {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Send an email. Answers once the email is stored; from then on it is sent, retried and reported whatever happens to the service. Recipients on the suppression list are named in the answer and left out; if all are, nothing is sent or charged. Needs the permission `emails:send`. */
  async send(body: Types.EmailSend, options?: KeyedCallOptions): Promise<Types.EmailAccepted> {
    return this.#connection.json({ method: 'POST', path: '/v1/emails', repeat: 'keyed', body }, options)
  }

  /** See what would become of an email. Takes the body of POST /v1/emails and sends nothing: whether it would be accepted, who would get it and who not, what it costs, the message itself, how receivers will authenticate it, and what they will say of it. Needs the permission `emails:send`. */
  async preflight(body: Types.EmailSend, options?: CallOptions): Promise<Types.EmailPreflight> {
    return this.#connection.json({ method: 'POST', path: '/v1/emails/preflight', body }, options)
  }

  /** Send up to 100 emails. All or nothing: one email that is not valid refuses the whole batch, and the path of the fault starts with its index. Each email may have its own content and its own scheduled_for. Needs the permission `emails:send`. */
  async sendBatch(body: Types.EmailSend[], options?: KeyedCallOptions): Promise<Types.EmailBatchAccepted> {
    return this.#connection.json({ method: 'POST', path: '/v1/emails/batch', repeat: 'keyed', body }, options)
  }

  /** List emails. Newest first. Filters combine. Needs the permission `emails:read`. */
  list(query?: Types.ListEmailsQuery, options?: CallOptions): Pages<Types.EmailPage, Types.EmailListItem> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/emails', query: { ...query, ...cursor } }, options))
  }

  /** Read an email. With its content, its counts and everything that happened to it. Needs the permission `emails:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Email> {
    return this.#connection.json({ method: 'GET', path: `/v1/emails/${segment('id', id)}` }, options)
  }

  /** Read an email as it goes over the wire. The whole MIME message with its headers and attachments. For a captured email it is the very message that was kept; otherwise it is composed again from what was accepted, without the signatures of its way. Needs the permission `emails:read`. */
  async getRaw(id: string, options?: CallOptions): Promise<Response> {
    return this.#connection.response({ method: 'GET', path: `/v1/emails/${segment('id', id)}/raw` }, options)
  }

  /** Explain what happened to an email. What happened to it, in order and in words: what it waits for and why, what each attempt heard, what that means and what to do. Needs the permission `emails:read`. */
  async explain(id: string, options?: CallOptions): Promise<Types.Explanation> {
    return this.#connection.json({ method: 'GET', path: `/v1/emails/${segment('id', id)}/explain` }, options)
  }

  /** Read the workflow status of an email. How far the durable job behind the email is, how often it tried and when it tries again. Needs the permission `emails:read`. */
  async getWorkflow(id: string, options?: CallOptions): Promise<Types.EmailWorkflow> {
    return this.#connection.json({ method: 'GET', path: `/v1/emails/${segment('id', id)}/workflow` }, options)
  }

  /** Cancel a scheduled email. Only before it is sent. Success means that no copy ever leaves; cancelling again is a success as well, so a lost answer can be asked for again. Needs the permission `emails:send`. */
  async cancel(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'POST', path: `/v1/emails/${segment('id', id)}/cancel` }, options)
  }

  /** Reschedule an email. Moves a scheduled email to another time. One that has begun to leave cannot be moved. Needs the permission `emails:send`. */
  async reschedule(id: string, body: Types.EmailReschedule, options?: CallOptions): Promise<Types.EmailRescheduled> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/emails/${segment('id', id)}`, body }, options)
  }

  /** Delete an email. Permanent; it cannot be undone. Its content, its recipients and what happened to it are gone; analytics and credits stay as they are. One that is scheduled must be cancelled first, and one that is on its way must have ended. Needs the permission `emails:delete`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/emails/${segment('id', id)}` }, options)
  }

  /** List the attachments of an email. All of them, in their order: this list has no pages. They are kept as long as the content of the email is; GET /v1/retention says how long. Needs the permission `emails:read`. */
  async listAttachments(id: string, options?: CallOptions): Promise<Types.EmailAttachmentList> {
    return this.#connection.json({ method: 'GET', path: `/v1/emails/${segment('id', id)}/attachments` }, options)
  }

  /** Read an attachment of an email. With a new address to download it from. Needs the permission `emails:read`. */
  async getAttachment(id: string, attachment_id: string, options?: CallOptions): Promise<Types.EmailAttachment> {
    return this.#connection.json({ method: 'GET', path: `/v1/emails/${segment('id', id)}/attachments/${segment('attachment_id', attachment_id)}` }, options)
  }
}

export class Sms {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Send a text message. The credits are taken in the moment the message is accepted, so a message you were told about is paid for. If it fails before the carrier takes it, they come back. Needs the permission `sms:send`. */
  async send(body: Types.SmsSend, options?: KeyedCallOptions): Promise<Types.SmsAccepted> {
    return this.#connection.json({ method: 'POST', path: '/v1/sms', repeat: 'keyed', body }, options)
  }

  /** List text messages. Sent and received, newest first. Filters combine. Needs the permission `sms:read`. */
  list(query?: Types.ListSmsQuery, options?: CallOptions): Pages<Types.SmsPage, Types.SmsListItem> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/sms', query: { ...query, ...cursor } }, options))
  }

  /** Explain what happened to a text message. What happened to it, in order and in words: what it waits for and why, what each attempt heard, and what to do. Needs the permission `sms:read`. */
  async explain(id: string, options?: CallOptions): Promise<Types.Explanation> {
    return this.#connection.json({ method: 'GET', path: `/v1/sms/${segment('id', id)}/explain` }, options)
  }

  /** Read a text message. Needs the permission `sms:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Sms> {
    return this.#connection.json({ method: 'GET', path: `/v1/sms/${segment('id', id)}` }, options)
  }

  /** Cancel a scheduled text message. Only before it is sent; its credits come back. Success means that it never leaves; cancelling again is a success as well, so a lost answer can be asked for again. Needs the permission `sms:send`. */
  async cancel(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'POST', path: `/v1/sms/${segment('id', id)}/cancel` }, options)
  }

  /** Reschedule a text message. Moves a scheduled text message to another time. One that has begun to leave cannot be moved. Needs the permission `sms:send`. */
  async reschedule(id: string, body: Types.SmsReschedule, options?: CallOptions): Promise<Types.SmsRescheduled> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/sms/${segment('id', id)}`, body }, options)
  }
}

export class Domains {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** List the sender domains. All of them, by name, with the records that DNS must show. Domains belong to the organization and are for live email: with a test key there are none, and none can be added. Needs the permission `domains:read`. */
  async list(options?: CallOptions): Promise<Types.DomainList> {
    return this.#connection.json({ method: 'GET', path: '/v1/domains' }, options)
  }

  /** Add a sender domain. With keys of its own, which sign once DNS shows them. When it is there already, it is shown again. Domains belong to the organization and are for live email: with a test key there are none, and none can be added. Needs the permission `domains:write`. */
  async add(body: Types.DomainAdd, options?: CallOptions): Promise<Types.Domain> {
    return this.#connection.json({ method: 'POST', path: '/v1/domains', body }, options)
  }

  /** Read a sender domain. Needs the permission `domains:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Domain> {
    return this.#connection.json({ method: 'GET', path: `/v1/domains/${segment('id', id)}` }, options)
  }

  /** Verify a sender domain. Looks for its records in DNS, and evaluates them as receivers do. It takes up to ten seconds. Needs the permission `domains:write`. */
  async verify(id: string, options?: CallOptions): Promise<Types.CheckedDomain> {
    return this.#connection.json({ method: 'POST', path: `/v1/domains/${segment('id', id)}/verify` }, options)
  }

  /** Update a sender domain. Where links in its emails lead, and whether they need TLS. Only fields that are given are changed. Needs the permission `domains:write`. */
  async update(id: string, body: Types.DomainUpdate, options?: CallOptions): Promise<Types.Domain> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/domains/${segment('id', id)}`, body }, options)
  }

  /** Remove a sender domain. With its keys. Email from it is signed no more. Needs the permission `domains:write`. */
  async remove(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/domains/${segment('id', id)}` }, options)
  }
}

export class Templates {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a template. The content is Liquid: {{ name }} prints a variable, escaped in html; {{ name | default: "you" }} has something else to say when it is missing. {{ unsubscribe_url }} and {{ preferences_url }} are links of each recipient. Needs the permission `templates:write`. */
  async create(body: Types.TemplateCreate, options?: KeyedCallOptions): Promise<Types.Template> {
    return this.#connection.json({ method: 'POST', path: '/v1/templates', repeat: 'keyed', body }, options)
  }

  /** List templates. Newest first. Needs the permission `templates:read`. */
  list(query?: Types.ListTemplatesQuery, options?: CallOptions): Pages<Types.TemplatePage, Types.TemplateListItem> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/templates', query: { ...query, ...cursor } }, options))
  }

  /** Read a template. Needs the permission `templates:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Template> {
    return this.#connection.json({ method: 'GET', path: `/v1/templates/${segment('id', id)}` }, options)
  }

  /** Update a template. Emails that were accepted before keep their content. Needs the permission `templates:write`. */
  async update(id: string, body: Types.TemplateUpdate, options?: CallOptions): Promise<Types.Template> {
    return this.#connection.json({ method: 'PUT', path: `/v1/templates/${segment('id', id)}`, body }, options)
  }

  /** Delete a template. Permanent; it cannot be undone. Emails that were made of it stay. Needs the permission `templates:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/templates/${segment('id', id)}` }, options)
  }

  /** Preview a template. Renders the newest version, a draft too. Nothing is sent. Needs the permission `templates:read`. */
  async render(id: string, body: Types.TemplateRender, options?: CallOptions): Promise<Types.RenderedTemplate> {
    return this.#connection.json({ method: 'POST', path: `/v1/templates/${segment('id', id)}/render`, body }, options)
  }
}

export class Contacts {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a contact. Needs an email address or a phone number; each may belong to one contact of the environment (the case of an address does not matter). The contact is subscribed to every default topic. With a number that has said STOP it takes no SMS, whatever is asked. Needs the permission `contacts:write`. */
  async create(body: Types.ContactCreate, options?: KeyedCallOptions): Promise<Types.Contact> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts', repeat: 'keyed', body }, options)
  }

  /** List contacts. Newest first. Filters combine. Needs the permission `contacts:read`. */
  list(query?: Types.ListContactsQuery, options?: CallOptions): Pages<Types.ContactPage, Types.Contact> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/contacts', query: { ...query, ...cursor } }, options))
  }

  /** Find a contact by email or phone number. Give exactly one of the two. Needs the permission `contacts:read`. */
  async lookup(query?: Types.LookupContactQuery, options?: CallOptions): Promise<Types.Contact> {
    return this.#connection.json({ method: 'GET', path: '/v1/contacts/lookup', query }, options)
  }

  /** Read a contact. Needs the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Contact> {
    return this.#connection.json({ method: 'GET', path: `/v1/contacts/${segment('id', id)}` }, options)
  }

  /** Update a contact. Only fields that are given are changed. Email and phone number cannot be changed. After a STOP only a START from the number itself makes sms_subscribed true again. Needs the permission `contacts:write`. */
  async update(id: string, body: Types.ContactUpdate, options?: CallOptions): Promise<Types.Contact> {
    return this.#connection.json({ method: 'PUT', path: `/v1/contacts/${segment('id', id)}`, body }, options)
  }

  /** Delete a contact. Permanent; it cannot be undone. Needs the permission `contacts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/contacts/${segment('id', id)}` }, options)
  }

  /** Subscribe a contact to a topic. Doing it again changes nothing. Where the topic asks for a confirmation, the contact is pending until it comes; asked again after an hour, another email with the link is sent, at most five a day. Needs the permission `contacts:write`. */
  async subscribeToTopic(contactId: string, topicId: string, options?: CallOptions): Promise<Types.Membership> {
    return this.#connection.json({ method: 'POST', path: `/v1/contacts/${segment('contactId', contactId)}/topics/${segment('topicId', topicId)}` }, options)
  }

  /** Unsubscribe a contact from a topic. Doing it again changes nothing. Needs the permission `contacts:write`. */
  async unsubscribeFromTopic(contactId: string, topicId: string, options?: CallOptions): Promise<Types.Membership> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/contacts/${segment('contactId', contactId)}/topics/${segment('topicId', topicId)}` }, options)
  }

  /** Create or change a contact by email. The contact with this address is changed as PUT /v1/contacts/{id} does it; if there is none, it is created. Sending it again changes nothing. Needs the permission `contacts:write`. */
  async upsert(body: Types.ContactPut, options?: CallOptions): Promise<Types.Contact> {
    return this.#connection.json({ method: 'PUT', path: '/v1/contacts', body }, options)
  }

  /** Create up to 1,000 contacts. Each stands alone: one whose address is taken is refused, with the id of its holder, and harms no other. Needs the permission `contacts:write`. */
  async createBatch(body: Types.ContactCreate[], options?: KeyedCallOptions): Promise<Types.ContactBatch> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts/batch', repeat: 'keyed', body }, options)
  }

  /** Count contacts. With the filters of the list. Up to 10,000 are counted. Needs the permission `contacts:read`. */
  async count(query?: Types.CountContactsQuery, options?: CallOptions): Promise<Types.ContactCount> {
    return this.#connection.json({ method: 'GET', path: '/v1/contacts/count', query }, options)
  }

  /** List the topics of a contact. All topics, newest first, and whether the contact is subscribed to them. Needs the permission `contacts:read`. */
  listTopics(id: string, query?: Types.ListContactTopicsQuery, options?: CallOptions): Pages<Types.ContactTopicPage, Types.ContactTopic> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/contacts/${segment('id', id)}/topics`, query: { ...query, ...cursor } }, options))
  }

  /** Create contacts, and fill in those that exist. A row belongs to the contact with its email, or with its number. Empty cells change nothing. A later row of the same contact wins. Nobody who has unsubscribed is subscribed again. A row that cannot be taken is named in the answer and harms no other; sending the same rows again changes nothing. Needs the permission `contacts:write`. */
  async importRows(body: Types.ContactImport, options?: CallOptions): Promise<Types.Imported> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts/import', body }, options)
  }

  /** Import a file of contacts. Answers once the file is stored; it is read after that, by the rules of POST /v1/contacts/import, whatever happens to the service. Five files can wait at a time, and the last hundred imports can be looked up. Needs the permission `contacts:write`. */
  async importFile(body: Types.ContactFile, options?: KeyedCallOptions): Promise<Types.ContactFileImport> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts/imports', repeat: 'keyed', body }, options)
  }

  /** List imports of files. Newest first. Needs the permission `contacts:read`. */
  listFileImports(query?: Types.ListContactFileImportsQuery, options?: CallOptions): Pages<Types.ContactFileImportPage, Types.ContactFileImport> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/contacts/imports', query: { ...query, ...cursor } }, options))
  }

  /** Read how far an import is. Needs the permission `contacts:read`. */
  async getFileImport(id: string, options?: CallOptions): Promise<Types.ContactFileImport> {
    return this.#connection.json({ method: 'GET', path: `/v1/contacts/imports/${segment('id', id)}` }, options)
  }

  /** List what became of a contact. Newest first: what it was created with, what changed, what it subscribed to and left, and events of your own. As long as events are kept. Needs the permission `contacts:read`. */
  listHistory(id: string, query?: Types.ListContactHistoryQuery, options?: CallOptions): Pages<Types.ContactHistory, Types.ContactHistoryEvent> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/contacts/${segment('id', id)}/history`, query: { ...query, ...cursor } }, options))
  }

  /** Record an event of a contact. It is kept in the event log as custom.<name>, webhooks that subscribe to it are told, and workflows that start with it or wait for it go on. Needs the permission `contacts:write`. */
  async recordEvent(id: string, body: Types.ContactEventCreate, options?: KeyedCallOptions): Promise<Types.CustomEvent> {
    return this.#connection.json({ method: 'POST', path: `/v1/contacts/${segment('id', id)}/events`, repeat: 'keyed', body }, options)
  }

  /** Record an event of a contact by email. The same for whoever knows the address of the contact. Nobody becomes a contact by it. Needs the permission `contacts:write`. */
  async recordEventByEmail(body: Types.CustomEventCreate, options?: KeyedCallOptions): Promise<Types.CustomEvent> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts/events', repeat: 'keyed', body }, options)
  }

  /** Record up to 100 events. Each stands alone: one of somebody who is no contact is refused and harms no other. Needs the permission `contacts:write`. */
  async recordEvents(body: Types.CustomEventCreate[], options?: KeyedCallOptions): Promise<Types.CustomEventBatch> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts/events/batch', repeat: 'keyed', body }, options)
  }

  /** List the static segments of a contact. Those that the contact was added to, newest first. Who belongs to a dynamic segment is found out when it is asked: GET /v1/segments/{id}/contacts/{contact_id}/explain says it of one contact. Needs the permission `contacts:read`. */
  listSegments(id: string, query?: Types.ListContactSegmentsQuery, options?: CallOptions): Pages<Types.ContactSegmentPage, Types.Segment> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/contacts/${segment('id', id)}/segments`, query: { ...query, ...cursor } }, options))
  }

  /** Erase everything about a person. The contact is gone at once. Whatever was still to be sent to its address and its number is canceled, and then everything in this environment that names them is made unreadable: messages and their content, events, runs of workflows. An email to several people stays, with this one replaced. Figures and credits stay as they are. An address that was suppressed or unsubscribed stays suppressed, as a hash. It cannot be undone. Asking again answers the same erasure. Needs the permission `contacts:erase`. */
  async erase(id: string, options?: CallOptions): Promise<Types.Erasure> {
    return this.#connection.json({ method: 'POST', path: `/v1/contacts/${segment('id', id)}/erase` }, options)
  }

  /** Export everything about a person. A zip file: the contact, its topics, suppressions, emails, text messages, events and runs as JSON, and what was sent to it as .eml files. It shows the content of messages, so it needs the same permission as erasing. Needs the permission `contacts:erase`. */
  async export(id: string, options?: CallOptions): Promise<Response> {
    return this.#connection.response({ method: 'GET', path: `/v1/contacts/${segment('id', id)}/export` }, options)
  }

  /** List the consent of a contact. Newest first: every change of consent of its address and its number, also from before the contact was created. Needs the permission `contacts:read`. */
  listConsent(id: string, query?: Types.ListContactConsentQuery, options?: CallOptions): Pages<Types.ConsentPage, Types.ConsentEntry> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/contacts/${segment('id', id)}/consent`, query: { ...query, ...cursor } }, options))
  }
}

export class ContactFields {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Declare a field of contacts. At most 100 of an environment. From then on contacts can have a value of it in their properties, lists can be filtered by it, and templates print it as contact.properties.<key>. Needs the permission `contacts:write`. */
  async create(body: Types.ContactFieldCreate, options?: KeyedCallOptions): Promise<Types.ContactField> {
    return this.#connection.json({ method: 'POST', path: '/v1/contact-fields', repeat: 'keyed', body }, options)
  }

  /** List the fields of contacts. All of them, by their keys. Needs the permission `contacts:read`. */
  async list(options?: CallOptions): Promise<Types.ContactFieldList> {
    return this.#connection.json({ method: 'GET', path: '/v1/contact-fields' }, options)
  }

  /** Read a field. Needs the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.ContactField> {
    return this.#connection.json({ method: 'GET', path: `/v1/contact-fields/${segment('id', id)}` }, options)
  }

  /** Change the fallback of a field. Key and type stay as they are: contacts have values of them. Needs the permission `contacts:write`. */
  async update(id: string, body: Types.ContactFieldUpdate, options?: CallOptions): Promise<Types.ContactField> {
    return this.#connection.json({ method: 'PUT', path: `/v1/contact-fields/${segment('id', id)}`, body }, options)
  }

  /** Delete a field. Permanent; it cannot be undone. The field is gone at once; its values leave the contacts behind the answer, page by page. Its key is free again when the last is gone. Refused while a segment asks for it. Needs the permission `contacts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/contact-fields/${segment('id', id)}` }, options)
  }
}

export class Segments {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a segment. At most 500 of an environment. Who belongs to a dynamic segment is found out whenever somebody asks: it is never out of date. Needs the permission `contacts:write`. */
  async create(body: Types.SegmentCreate, options?: KeyedCallOptions): Promise<Types.Segment> {
    return this.#connection.json({ method: 'POST', path: '/v1/segments', repeat: 'keyed', body }, options)
  }

  /** List segments. Newest first. Needs the permission `contacts:read`. */
  list(query?: Types.ListSegmentsQuery, options?: CallOptions): Pages<Types.SegmentPage, Types.Segment> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/segments', query: { ...query, ...cursor } }, options))
  }

  /** Count and show who meets a filter. Of a filter that is not kept yet, or of a segment. Within about a second: where counting would take longer, the count is an estimate. Needs the permission `contacts:read`. */
  async preview(body: Types.SegmentPreviewRequest, options?: CallOptions): Promise<Types.SegmentPreview> {
    return this.#connection.json({ method: 'POST', path: '/v1/segments/preview', body }, options)
  }

  /** Read a segment. Needs the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Segment> {
    return this.#connection.json({ method: 'GET', path: `/v1/segments/${segment('id', id)}` }, options)
  }

  /** Change a segment. Only fields that are given are changed. What uses the segment uses the new filter from then on. Needs the permission `contacts:write`. */
  async update(id: string, body: Types.SegmentUpdate, options?: CallOptions): Promise<Types.Segment> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/segments/${segment('id', id)}`, body }, options)
  }

  /** Delete a segment. Permanent; it cannot be undone. The contacts stay. Refused while something uses it, with the names of what does. Needs the permission `contacts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/segments/${segment('id', id)}` }, options)
  }

  /** List the contacts of a segment. Newest first. GET /v1/contacts with segment_id combines it with other filters. Needs the permission `contacts:read`. */
  listContacts(id: string, query?: Types.ListSegmentContactsQuery, options?: CallOptions): Pages<Types.SegmentContactPage, Types.Contact> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/segments/${segment('id', id)}/contacts`, query: { ...query, ...cursor } }, options))
  }

  /** Add contacts to a list. Up to 1,000 to a static segment. Doing it again changes nothing. Needs the permission `contacts:write`. */
  async addContacts(id: string, body: Types.SegmentMembers, options?: CallOptions): Promise<Types.SegmentMembersChanged> {
    return this.#connection.json({ method: 'POST', path: `/v1/segments/${segment('id', id)}/contacts`, body }, options)
  }

  /** Remove contacts from a list. Up to 1,000 from a static segment. The contacts stay. Doing it again changes nothing. Needs the permission `contacts:write`. */
  async removeContacts(id: string, body: Types.SegmentMembers, options?: CallOptions): Promise<Types.SegmentMembersChanged> {
    return this.#connection.json({ method: 'POST', path: `/v1/segments/${segment('id', id)}/contacts/remove`, body }, options)
  }

  /** Explain why a contact belongs to a segment, or does not. Needs the permission `contacts:read`. */
  async explainContact(id: string, contact_id: string, options?: CallOptions): Promise<Types.SegmentExplanation> {
    return this.#connection.json({ method: 'GET', path: `/v1/segments/${segment('id', id)}/contacts/${segment('contact_id', contact_id)}/explain` }, options)
  }
}

export class Erasures {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read how far an erasure is. From finished on, nothing in this environment names the person any more. Needs the permission `contacts:erase`. */
  async get(id: string, options?: CallOptions): Promise<Types.Erasure> {
    return this.#connection.json({ method: 'GET', path: `/v1/erasures/${segment('id', id)}` }, options)
  }
}

export class Consent {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** List the consent of an address or a number. Newest first, whether or not a contact has it. Give exactly one of the two. An address that nothing is known of has an empty list. Needs the permission `contacts:read`. */
  list(query?: Types.ListConsentQuery, options?: CallOptions): Pages<Types.ConsentPage, Types.ConsentEntry> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/consent', query: { ...query, ...cursor } }, options))
  }
}

export class SignupForms {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a signup form. At most 100 of an environment. Its url is a page where people sign up, and takes POST from the sites that are allowed, as application/json or application/x-www-form-urlencoded. The answer is the same whether or not the address is known. Needs the permission `contacts:write`. */
  async create(body: Types.SignupFormCreate, options?: KeyedCallOptions): Promise<Types.SignupForm> {
    return this.#connection.json({ method: 'POST', path: '/v1/signup-forms', repeat: 'keyed', body }, options)
  }

  /** List signup forms. All of them, newest first. Needs the permission `contacts:read`. */
  async list(options?: CallOptions): Promise<Types.SignupFormList> {
    return this.#connection.json({ method: 'GET', path: '/v1/signup-forms' }, options)
  }

  /** Read a signup form. Needs the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.SignupForm> {
    return this.#connection.json({ method: 'GET', path: `/v1/signup-forms/${segment('id', id)}` }, options)
  }

  /** Change a signup form. Only fields that are given are changed. Needs the permission `contacts:write`. */
  async update(id: string, body: Types.SignupFormUpdate, options?: CallOptions): Promise<Types.SignupForm> {
    return this.#connection.json({ method: 'PUT', path: `/v1/signup-forms/${segment('id', id)}`, body }, options)
  }

  /** Delete a signup form. From then on nobody signs up with it. Contacts stay, and so do their entries in the consent ledger. Needs the permission `contacts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/signup-forms/${segment('id', id)}` }, options)
  }
}

export class Suppressions {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Suppress an address. From now on no email is sent to it. An address is on the list once, whatever its case: if it is there already, the answer is the existing entry, unchanged. Needs the permission `contacts:write`. */
  async create(body: Types.SuppressionCreate, options?: KeyedCallOptions): Promise<Types.Suppression> {
    return this.#connection.json({ method: 'POST', path: '/v1/suppressions', repeat: 'keyed', body }, options)
  }

  /** List suppressed addresses. Newest first. Filters combine. Addresses come here by themselves when a mailbox does not exist or its owner complains. Whoever unsubscribes is a contact with email_subscribed false, or left a topic, and still gets what is not a broadcast. The entry of an erased person has no address; it is found by the filter email all the same. Needs the permission `contacts:read`. */
  list(query?: Types.ListSuppressionsQuery, options?: CallOptions): Pages<Types.SuppressionPage, Types.Suppression> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/suppressions', query: { ...query, ...cursor } }, options))
  }

  /** Read an entry of the suppression list. Needs the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Suppression> {
    return this.#connection.json({ method: 'GET', path: `/v1/suppressions/${segment('id', id)}` }, options)
  }

  /** Take an address off the suppression list. From now on email is sent to it again. Needs the permission `contacts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/suppressions/${segment('id', id)}` }, options)
  }

  /** Suppress up to 500 addresses. The reason is one of hard_bounce, complaint, manual, unsubscribe; without one it is manual. An address that is on the list already stays there as it is. A row that cannot be taken is named in the answer and harms no other; sending the same rows again changes nothing. Needs the permission `contacts:write`. */
  async importRows(body: Types.SuppressionImport, options?: CallOptions): Promise<Types.Imported> {
    return this.#connection.json({ method: 'POST', path: '/v1/suppressions/import', body }, options)
  }
}

export class Topics {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a topic. Any number of topics may be default topics. Needs the permission `topics:write`. */
  async create(body: Types.TopicCreate, options?: KeyedCallOptions): Promise<Types.Topic> {
    return this.#connection.json({ method: 'POST', path: '/v1/topics', repeat: 'keyed', body }, options)
  }

  /** List topics. Newest first. Needs the permission `contacts:read`. */
  list(query?: Types.ListTopicsQuery, options?: CallOptions): Pages<Types.TopicPage, Types.Topic> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/topics', query: { ...query, ...cursor } }, options))
  }

  /** Read a topic. Needs the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Topic> {
    return this.#connection.json({ method: 'GET', path: `/v1/topics/${segment('id', id)}` }, options)
  }

  /** Update a topic. Only fields that are given are changed. Needs the permission `topics:write`. */
  async update(id: string, body: Types.TopicUpdate, options?: CallOptions): Promise<Types.Topic> {
    return this.#connection.json({ method: 'PUT', path: `/v1/topics/${segment('id', id)}`, body }, options)
  }

  /** Delete a topic. Permanent; it cannot be undone. Contacts stay, their subscription to the topic goes. Refused while a segment asks for it. Needs the permission `topics:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/topics/${segment('id', id)}` }, options)
  }
}

export class Broadcasts {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a broadcast. A draft of one message to many contacts. Content is Liquid with the recipient as contact.*. Nothing is sent before POST /v1/broadcasts/{id}/send. Needs the permission `broadcasts:write`. */
  async create(body: Types.BroadcastCreate, options?: KeyedCallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'POST', path: '/v1/broadcasts', repeat: 'keyed', body }, options)
  }

  /** List broadcasts. Newest first. Needs the permission `broadcasts:read`. */
  list(query?: Types.ListBroadcastsQuery, options?: CallOptions): Pages<Types.BroadcastPage, Types.BroadcastListItem> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/broadcasts', query: { ...query, ...cursor } }, options))
  }

  /** Read a broadcast. With how far it is and what came of it. Needs the permission `broadcasts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'GET', path: `/v1/broadcasts/${segment('id', id)}` }, options)
  }

  /** Change a broadcast. A draft, or one that is scheduled. Once it has begun only its name and its pace can be changed. Needs the permission `broadcasts:write`. */
  async update(id: string, body: Types.BroadcastUpdate, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/broadcasts/${segment('id', id)}`, body }, options)
  }

  /** Delete a broadcast. Only one that has never begun: messages that were sent are made of its content. Needs the permission `broadcasts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/broadcasts/${segment('id', id)}` }, options)
  }

  /** See what would become of a broadcast. Who would get it and who not, what it costs, how three recipients would see it, and what receivers will say of it. Nothing is sent. Needs the permission `broadcasts:write`. */
  async preview(id: string, options?: CallOptions): Promise<Types.BroadcastPreview> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/preview` }, options)
  }

  /** Send a broadcast to yourself. Sends it as one contact would get it, with [Test] before the subject, and charges it like any message. Needs the permission `broadcasts:write`. */
  async test(id: string, body: Types.BroadcastTest, options?: CallOptions): Promise<Types.BroadcastTested> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/test`, repeat: 'once', body }, options)
  }

  /** Send a broadcast. Now, at a time, or when the clock of each recipient says a time. Everything is checked first; a 400 names what is missing. One that is scheduled gets another time. Once it has begun, asking again changes nothing, so a lost answer can be asked for again. Needs the permission `broadcasts:write`. */
  async send(id: string, body: Types.BroadcastSend, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/send`, body }, options)
  }

  /** Pause a broadcast. Nothing more leaves but what a worker has in hand at this moment. Needs the permission `broadcasts:write`. */
  async pause(id: string, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/pause` }, options)
  }

  /** Resume a broadcast. It goes on where it stopped: nobody gets it twice, and nobody is left out. Needs the permission `broadcasts:write`. */
  async resume(id: string, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/resume` }, options)
  }

  /** Cancel a broadcast. For good. What has not left does not leave, and is not charged: credits come back within a minute. Needs the permission `broadcasts:write`. */
  async cancel(id: string, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/cancel` }, options)
  }

  /** List recipients by outcome. Newest first, as far as messages were made. Filters combine. Needs the permission `broadcasts:read`. */
  listRecipients(id: string, query?: Types.ListBroadcastRecipientsQuery, options?: CallOptions): Pages<Types.BroadcastRecipientPage, Types.BroadcastRecipient> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/broadcasts/${segment('id', id)}/recipients`, query: { ...query, ...cursor } }, options))
  }

  /** List clicked links. Needs track_clicks. Needs the permission `broadcasts:read`. */
  async listLinks(id: string, options?: CallOptions): Promise<Types.BroadcastLinks> {
    return this.#connection.json({ method: 'GET', path: `/v1/broadcasts/${segment('id', id)}/links` }, options)
  }

  /** Read what came of a broadcast over time and by receiver. Counted from its messages as long as they are kept. Needs the permission `broadcasts:read`. */
  async getAnalytics(id: string, options?: CallOptions): Promise<Types.BroadcastAnalytics> {
    return this.#connection.json({ method: 'GET', path: `/v1/broadcasts/${segment('id', id)}/analytics` }, options)
  }
}

export class Workflows {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a workflow. A draft unless status says otherwise. To become active, its trigger and its definition must be valid; each fault is reported with its path. Needs the permission `workflows:write`. */
  async create(body: Types.WorkflowCreate, options?: KeyedCallOptions): Promise<Types.Workflow> {
    return this.#connection.json({ method: 'POST', path: '/v1/workflows', repeat: 'keyed', body }, options)
  }

  /** List workflows. Newest first. Needs the permission `workflows:write`. */
  list(query?: Types.ListWorkflowsQuery, options?: CallOptions): Pages<Types.WorkflowPage, Types.Workflow> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/workflows', query: { ...query, ...cursor } }, options))
  }

  /** Read a workflow. Needs the permission `workflows:write`. */
  async get(id: string, options?: CallOptions): Promise<Types.Workflow> {
    return this.#connection.json({ method: 'GET', path: `/v1/workflows/${segment('id', id)}` }, options)
  }

  /** Update a workflow. Only fields that are given are changed. Runs that have started stay on the version they started with. Needs the permission `workflows:write`. */
  async update(id: string, body: Types.WorkflowUpdate, options?: CallOptions): Promise<Types.Workflow> {
    return this.#connection.json({ method: 'PUT', path: `/v1/workflows/${segment('id', id)}`, body }, options)
  }

  /** Delete a workflow. Permanent; it cannot be undone. Runs under way stop where they are. Needs the permission `workflows:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/workflows/${segment('id', id)}` }, options)
  }

  /** List the runs of a workflow. Newest first, each with where it stands and the steps it took. Needs the permission `workflows:write`. */
  listRuns(id: string, query?: Types.ListWorkflowRunsQuery, options?: CallOptions): Pages<Types.WorkflowRunPage, Types.WorkflowRun> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/workflows/${segment('id', id)}/runs`, query: { ...query, ...cursor } }, options))
  }

  /** Stop a run. It goes no further. One that has ended stays as it is, and stopping again is fine. Needs the permission `workflows:write`. */
  async stopRun(id: string, runId: string, options?: CallOptions): Promise<Types.WorkflowRun> {
    return this.#connection.json({ method: 'POST', path: `/v1/workflows/${segment('id', id)}/runs/${segment('runId', runId)}/stop` }, options)
  }

  /** Rehearse a workflow. Walks one contact through the workflow as it stands, with a clock of its own and without any effect: each step, when it would happen, what would be sent, which way it goes and why. A draft is checked as if it became active. Needs the permission `workflows:write`. */
  async simulate(id: string, body: Types.WorkflowSimulate, options?: CallOptions): Promise<Types.WorkflowSimulation> {
    return this.#connection.json({ method: 'POST', path: `/v1/workflows/${segment('id', id)}/simulate`, body }, options)
  }
}

export class Test {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Advance the clock of the test environment. With a test key only: scheduled messages and delays of workflows become due as if that time had passed, so a sequence of days can be tested in a second. It does not go back. Needs the permission `workflows:write`. */
  async advanceClock(body: Types.ClockAdvance, options?: CallOptions): Promise<Types.ClockAdvanced> {
    return this.#connection.json({ method: 'POST', path: '/v1/test/clock/advance', repeat: 'once', body }, options)
  }
}

export class Webhooks {
  readonly #connection: Connection
  /** Checks that a delivery is from your Posthorn, and gives its event. */
  readonly unwrap = unwrapWebhook

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a webhook. The answer holds the secret, this once. There are 1,000 at the most. Each delivery is signed with it as Standard Webhooks 1.0.0 describes, so you can tell our requests from others. Needs the permission `webhooks:write`. */
  async create(body: Types.WebhookCreate, options?: KeyedCallOptions): Promise<Types.Webhook> {
    return this.#connection.json({ method: 'POST', path: '/v1/webhooks', repeat: 'keyed', body }, options)
  }

  /** List webhooks. All of them, newest first: this list has no pages. Needs the permission `webhooks:read`. */
  async list(options?: CallOptions): Promise<Types.WebhookList> {
    return this.#connection.json({ method: 'GET', path: '/v1/webhooks' }, options)
  }

  /** Read a webhook. Needs the permission `webhooks:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Webhook> {
    return this.#connection.json({ method: 'GET', path: `/v1/webhooks/${segment('id', id)}` }, options)
  }

  /** Update a webhook. Only fields that are given are changed. Setting status to active takes an inactive one up again. Needs the permission `webhooks:write`. */
  async update(id: string, body: Types.WebhookUpdate, options?: CallOptions): Promise<Types.Webhook> {
    return this.#connection.json({ method: 'PUT', path: `/v1/webhooks/${segment('id', id)}`, body }, options)
  }

  /** Test a webhook. Sends one webhook.test event at once, also to an inactive webhook, and waits for the receiver. success says whether it answered with 2xx; the deliveries say more. At most ten a minute for an organization. Needs the permission `webhooks:write`. */
  async test(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'POST', path: `/v1/webhooks/${segment('id', id)}/test`, repeat: 'once' }, options)
  }

  /** Rotate the secret of a webhook. The answer holds the new secret, this once. For 24 hours each delivery is signed with both, the old one and the new, so nothing is lost while you change it. Needs the permission `webhooks:write`. */
  async rotateSecret(id: string, options?: CallOptions): Promise<Types.Webhook> {
    return this.#connection.json({ method: 'POST', path: `/v1/webhooks/${segment('id', id)}/rotate-secret`, repeat: 'once' }, options)
  }

  /** List the deliveries of a webhook. Newest first, each with all of its attempts. Kept as long as events are: 90 days unless told otherwise. Needs the permission `webhooks:read`. */
  listDeliveries(id: string, query?: Types.ListWebhookDeliveriesQuery, options?: CallOptions): Pages<Types.WebhookDeliveryPage, Types.WebhookDelivery> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/webhooks/${segment('id', id)}/deliveries`, query: { ...query, ...cursor } }, options))
  }

  /** Read a delivery of a webhook. By the id of its event, which is sent as webhook-id with every attempt. Needs the permission `webhooks:read`. */
  async getDelivery(id: string, event_id: string, options?: CallOptions): Promise<Types.WebhookDelivery> {
    return this.#connection.json({ method: 'GET', path: `/v1/webhooks/${segment('id', id)}/deliveries/${segment('event_id', event_id)}` }, options)
  }

  /** Send again what failed. Every event since that time that has not been delivered is sent again at once, with the same webhook-id and a new series of attempts. The webhook must be active. Needs the permission `webhooks:write`. */
  async replay(id: string, body: Types.WebhookReplay, options?: CallOptions): Promise<Types.WebhookReplayed> {
    return this.#connection.json({ method: 'POST', path: `/v1/webhooks/${segment('id', id)}/replay`, repeat: 'once', body }, options)
  }

  /** Send one event again. Also one that was delivered: it is sent again at once, with the same webhook-id and a new series of attempts. One that is on its way at this moment is left alone. The webhook must be active. Needs the permission `webhooks:write`. */
  async replayDelivery(id: string, event_id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'POST', path: `/v1/webhooks/${segment('id', id)}/deliveries/${segment('event_id', event_id)}/replay`, repeat: 'once' }, options)
  }

  /** Delete a webhook. Permanent; it cannot be undone. Deliveries still waiting are dropped. Needs the permission `webhooks:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/webhooks/${segment('id', id)}` }, options)
  }
}

export class Events {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read what happened. Oldest first, in one fixed order, with the bodies that webhooks receive; the last 30 days. Keep next_cursor and come back with it: nothing is missed and nothing comes twice. Needs the permission `webhooks:read`. */
  list(query?: Types.ListEventsQuery, options?: CallOptions): Pages<Types.EventPage, Types.Event> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/events', query: { ...query, ...cursor } }, options))
  }

  /** Watch what happens. Server-sent events that do not end: each has the id to go on from, the type as its event, and the body that webhooks receive as its data. Begins now, or behind the Last-Event-ID that is given. A line of comment comes every 15 seconds when nothing happens. Needs the permission `webhooks:read`. */
  stream(query?: Types.StreamEventsQuery, options?: CallOptions): EventStream {
    return new EventStream(this.#connection, '/v1/events/stream', query?.cursor, options)
  }
}

export class RateLimit {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read the rate limit status. What may still be sent today, and what this key may still ask this hour. Needs the permission `account:read`. */
  async get(options?: CallOptions): Promise<Types.RateLimit> {
    return this.#connection.json({ method: 'GET', path: '/v1/rate-limit' }, options)
  }
}

export class Credits {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read the credit balance and usage. Test keys never move these figures. Needs the permission `account:read`. */
  async get(options?: CallOptions): Promise<Types.Credits> {
    return this.#connection.json({ method: 'GET', path: '/v1/credits' }, options)
  }
}

export class Analytics {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read email analytics. Over everything in the environment unless a filter says otherwise. Filters combine. Needs the permission `account:read`. */
  async get(query?: Types.GetAnalyticsQuery, options?: CallOptions): Promise<Types.Analytics> {
    return this.#connection.json({ method: 'GET', path: '/v1/analytics', query }, options)
  }

  /** Read what receivers say of your mail. By sender domain, receiver and stream, in recipients, those with the most mail first; 1,000 rows at most. Counted in the hour in which the mail left, and kept for 90 days. Large receivers have a name, such as google or outlook; all others are one, called other. Needs the permission `account:read`. */
  async getReceivers(query?: Types.GetReceiverAnalyticsQuery, options?: CallOptions): Promise<Types.ReceiverAnalytics> {
    return this.#connection.json({ method: 'GET', path: '/v1/analytics/receivers', query }, options)
  }
}

export class ApiKeys {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** List API keys. Those of the environment, revoked ones too, newest first: this list has no pages. Needs the permission `keys:write`. */
  async list(options?: CallOptions): Promise<Types.ApiKeyList> {
    return this.#connection.json({ method: 'GET', path: '/v1/api-keys' }, options)
  }

  /** Create an API key. For the same environment. It may do what the key in use may, or less. The answer holds the key, this once. Needs the permission `keys:write`. */
  async create(body: Types.ApiKeyCreate, options?: CallOptions): Promise<Types.CreatedApiKey> {
    return this.#connection.json({ method: 'POST', path: '/v1/api-keys', repeat: 'once', body }, options)
  }

  /** Read an API key. Needs the permission `keys:write`. */
  async get(id: string, options?: CallOptions): Promise<Types.ApiKey> {
    return this.#connection.json({ method: 'GET', path: `/v1/api-keys/${segment('id', id)}` }, options)
  }

  /** Rename an API key. What it may do cannot be changed: make another one. Needs the permission `keys:write`. */
  async update(id: string, body: Types.ApiKeyUpdate, options?: CallOptions): Promise<Types.ApiKey> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/api-keys/${segment('id', id)}`, body }, options)
  }

  /** Revoke an API key. When this answers, no process takes the key any more. Needs the permission `keys:write`. */
  async revoke(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/api-keys/${segment('id', id)}` }, options)
  }
}

export class Key {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read what the key in use may do. Whose it is, which environment it opens and what it may do. Any key may ask. Needs the permission `null`. */
  async get(options?: CallOptions): Promise<Types.KeyInUse> {
    return this.#connection.json({ method: 'GET', path: '/v1/key' }, options)
  }
}

export class Retention {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read how long data is kept. In the environment of the key, with an estimate of what that takes. Needs the permission `account:read`. */
  async get(options?: CallOptions): Promise<Types.Retention> {
    return this.#connection.json({ method: 'GET', path: '/v1/retention' }, options)
  }

  /** Change how long data is kept. Only fields that are given are changed. What is older than that is not shown any more at once, and deleted soon after; it cannot be undone. With preview nothing is changed. Needs the permission `retention:write`. */
  async update(body: Types.RetentionUpdate, options?: CallOptions): Promise<Types.Retention> {
    return this.#connection.json({ method: 'PUT', path: '/v1/retention', body }, options)
  }
}

export class Requests {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read the latest requests. What keys of this environment have asked for in the last days, newest first, a second or so after the answer. Bodies and answers are not kept, but for the reason of a refusal. Above some hundred in a minute only a sample is kept, of refusals more than of others; left_out says how many are missing. Filters combine. Needs the permission `requests:read`. */
  list(query?: Types.ListRequestsQuery, options?: CallOptions): Pages<Types.LoggedRequestPage, Types.LoggedRequest> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/requests', query: { ...query, ...cursor } }, options))
  }

  /** Read a request. Needs the permission `requests:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.LoggedRequest> {
    return this.#connection.json({ method: 'GET', path: `/v1/requests/${segment('id', id)}` }, options)
  }
}

export class AuditLog {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read who changed what. Changes to how the organization is set up, by people, keys and the operator, and sign-ins; newest first. Filters combine. A live key reads all of it, a test key what belongs to the test environment. Needs the permission `audit:read`. */
  list(query?: Types.ListAuditLogQuery, options?: CallOptions): Pages<Types.AuditEntryPage, Types.AuditEntry> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/audit-log', query: { ...query, ...cursor } }, options))
  }
}

/** Everything that the API can do, by resource. */
export class Resources {
  readonly emails: Emails
  readonly sms: Sms
  readonly domains: Domains
  readonly templates: Templates
  readonly contacts: Contacts
  readonly contactFields: ContactFields
  readonly segments: Segments
  readonly erasures: Erasures
  readonly consent: Consent
  readonly signupForms: SignupForms
  readonly suppressions: Suppressions
  readonly topics: Topics
  readonly broadcasts: Broadcasts
  readonly workflows: Workflows
  readonly test: Test
  readonly webhooks: Webhooks
  readonly events: Events
  readonly rateLimit: RateLimit
  readonly credits: Credits
  readonly analytics: Analytics
  readonly apiKeys: ApiKeys
  readonly key: Key
  readonly retention: Retention
  readonly requests: Requests
  readonly auditLog: AuditLog

  constructor(connection: Connection) {
    this.emails = new Emails(connection)
    this.sms = new Sms(connection)
    this.domains = new Domains(connection)
    this.templates = new Templates(connection)
    this.contacts = new Contacts(connection)
    this.contactFields = new ContactFields(connection)
    this.segments = new Segments(connection)
    this.erasures = new Erasures(connection)
    this.consent = new Consent(connection)
    this.signupForms = new SignupForms(connection)
    this.suppressions = new Suppressions(connection)
    this.topics = new Topics(connection)
    this.broadcasts = new Broadcasts(connection)
    this.workflows = new Workflows(connection)
    this.test = new Test(connection)
    this.webhooks = new Webhooks(connection)
    this.events = new Events(connection)
    this.rateLimit = new RateLimit(connection)
    this.credits = new Credits(connection)
    this.analytics = new Analytics(connection)
    this.apiKeys = new ApiKeys(connection)
    this.key = new Key(connection)
    this.retention = new Retention(connection)
    this.requests = new Requests(connection)
    this.auditLog = new AuditLog(connection)
  }
}
