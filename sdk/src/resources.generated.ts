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

  /** Send an email. Answers once the email is stored. It is then sent, retried and reported, even if the service restarts. Recipients on the suppression list are skipped and named in the answer; if all recipients are on it, nothing is sent or charged. Requires the permission `emails:send`. */
  async send(body: Types.EmailSend, options?: KeyedCallOptions): Promise<Types.EmailAccepted> {
    return this.#connection.json({ method: 'POST', path: '/v1/emails', repeat: 'keyed', body }, options)
  }

  /** Preflight an email. Takes the body of POST /v1/emails and sends nothing. Returns whether the email would be accepted, who would receive it and who would not, what it costs, the message itself, how receivers will authenticate it, and checks for problems they may have with it. Requires the permission `emails:send`. */
  async preflight(body: Types.EmailSend, options?: CallOptions): Promise<Types.EmailPreflight> {
    return this.#connection.json({ method: 'POST', path: '/v1/emails/preflight', body }, options)
  }

  /** Send up to 100 emails. All or nothing: if one email is invalid, the whole batch is refused, and the path of the fault starts with its index. Each email can have its own content and its own scheduled_for. Requires the permission `emails:send`. */
  async sendBatch(body: Types.EmailSend[], options?: KeyedCallOptions): Promise<Types.EmailBatchAccepted> {
    return this.#connection.json({ method: 'POST', path: '/v1/emails/batch', repeat: 'keyed', body }, options)
  }

  /** List emails. Returns emails, newest first. Filters can be combined. Requires the permission `emails:read`. */
  list(query?: Types.ListEmailsQuery, options?: CallOptions): Pages<Types.EmailPage, Types.EmailListItem> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/emails', query: { ...query, ...cursor } }, options))
  }

  /** Read an email. Returns the email with its content, its counts and its events. Requires the permission `emails:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Email> {
    return this.#connection.json({ method: 'GET', path: `/v1/emails/${segment('id', id)}` }, options)
  }

  /** Read the raw message of an email. Returns the whole MIME message with its headers and attachments. Of a captured email, this is the copy of the first recipient as it would have left. Of any other email, the message is composed again from the accepted request, without DKIM signatures and without what is added for each recipient, such as tracked links. Requires the permission `emails:read`. */
  async getRaw(id: string, options?: CallOptions): Promise<Response> {
    return this.#connection.response({ method: 'GET', path: `/v1/emails/${segment('id', id)}/raw` }, options)
  }

  /** Explain what happened to an email. Returns in words, in order, what happened to the email: what it waits for and why, the reply to each attempt, what it means and what to do. Requires the permission `emails:read`. */
  async explain(id: string, options?: CallOptions): Promise<Types.Explanation> {
    return this.#connection.json({ method: 'GET', path: `/v1/emails/${segment('id', id)}/explain` }, options)
  }

  /** Read the workflow status of an email. Returns the state of the durable job that delivers the email, its attempts and the time of the next one. Requires the permission `emails:read`. */
  async getWorkflow(id: string, options?: CallOptions): Promise<Types.EmailWorkflow> {
    return this.#connection.json({ method: 'GET', path: `/v1/emails/${segment('id', id)}/workflow` }, options)
  }

  /** Cancel a scheduled email. Cancels an email that has not been sent. After a success no copy is ever sent. Canceling again also succeeds, so it is safe to retry after a lost answer. Requires the permission `emails:send`. */
  async cancel(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'POST', path: `/v1/emails/${segment('id', id)}/cancel` }, options)
  }

  /** Reschedule an email. Moves a scheduled email to another time. An email that is already being sent cannot be moved. Requires the permission `emails:send`. */
  async reschedule(id: string, body: Types.EmailReschedule, options?: CallOptions): Promise<Types.EmailRescheduled> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/emails/${segment('id', id)}`, body }, options)
  }

  /** Delete an email. Deletes the email permanently, with its content, its recipients and its events. This cannot be undone. Analytics and credits do not change. Cancel a scheduled email first; wait for an email in delivery to finish. Requires the permission `emails:delete`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/emails/${segment('id', id)}` }, options)
  }

  /** List the attachments of an email. Returns all attachments, in their order in the email. This list has no pages. Attachments are kept as long as the content of the email; see GET /v1/retention. Requires the permission `emails:read`. */
  async listAttachments(id: string, options?: CallOptions): Promise<Types.EmailAttachmentList> {
    return this.#connection.json({ method: 'GET', path: `/v1/emails/${segment('id', id)}/attachments` }, options)
  }

  /** Read an attachment of an email. Returns the attachment with a new address to download it from. Requires the permission `emails:read`. */
  async getAttachment(id: string, attachment_id: string, options?: CallOptions): Promise<Types.EmailAttachment> {
    return this.#connection.json({ method: 'GET', path: `/v1/emails/${segment('id', id)}/attachments/${segment('attachment_id', attachment_id)}` }, options)
  }
}

export class Sms {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Send a text message. Credits are charged when the message is accepted, so an accepted message is always paid for. If it fails before the carrier accepts it, they are refunded. Requires the permission `sms:send`. */
  async send(body: Types.SmsSend, options?: KeyedCallOptions): Promise<Types.SmsAccepted> {
    return this.#connection.json({ method: 'POST', path: '/v1/sms', repeat: 'keyed', body }, options)
  }

  /** List text messages. Returns sent and received messages, newest first. Filters can be combined. Requires the permission `sms:read`. */
  list(query?: Types.ListSmsQuery, options?: CallOptions): Pages<Types.SmsPage, Types.SmsListItem> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/sms', query: { ...query, ...cursor } }, options))
  }

  /** Explain what happened to a text message. Returns in words, in order, what happened to the message: what it waits for and why, the reply to each attempt, and what to do. Requires the permission `sms:read`. */
  async explain(id: string, options?: CallOptions): Promise<Types.Explanation> {
    return this.#connection.json({ method: 'GET', path: `/v1/sms/${segment('id', id)}/explain` }, options)
  }

  /** Read a text message. Requires the permission `sms:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Sms> {
    return this.#connection.json({ method: 'GET', path: `/v1/sms/${segment('id', id)}` }, options)
  }

  /** Cancel a scheduled text message. Cancels a message that has not been sent and refunds its credits. After a success it is never sent. Canceling again also succeeds, so it is safe to retry after a lost answer. Requires the permission `sms:send`. */
  async cancel(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'POST', path: `/v1/sms/${segment('id', id)}/cancel` }, options)
  }

  /** Reschedule a text message. Moves a scheduled text message to another time. A message that is already being sent cannot be moved. Requires the permission `sms:send`. */
  async reschedule(id: string, body: Types.SmsReschedule, options?: CallOptions): Promise<Types.SmsRescheduled> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/sms/${segment('id', id)}`, body }, options)
  }
}

export class Domains {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** List the sender domains. Returns all sender domains, ordered by name, with the DNS records they require. Domains belong to the organization and are for live email. With a test key the list is empty and no domain can be added. Requires the permission `domains:read`. */
  async list(options?: CallOptions): Promise<Types.DomainList> {
    return this.#connection.json({ method: 'GET', path: '/v1/domains' }, options)
  }

  /** Add a sender domain. Creates DKIM keys for the domain, which are used once their records are in DNS. If the domain exists, the existing one is returned. Domains belong to the organization and are for live email. With a test key the list is empty and no domain can be added. Requires the permission `domains:write`. */
  async add(body: Types.DomainAdd, options?: CallOptions): Promise<Types.Domain> {
    return this.#connection.json({ method: 'POST', path: '/v1/domains', body }, options)
  }

  /** Read a sender domain. Requires the permission `domains:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Domain> {
    return this.#connection.json({ method: 'GET', path: `/v1/domains/${segment('id', id)}` }, options)
  }

  /** Verify a sender domain. Looks up the records of the domain in DNS and evaluates them as receivers do. Takes up to ten seconds. Requires the permission `domains:write`. */
  async verify(id: string, options?: CallOptions): Promise<Types.CheckedDomain> {
    return this.#connection.json({ method: 'POST', path: `/v1/domains/${segment('id', id)}/verify` }, options)
  }

  /** Update a sender domain. Changes the host of tracking links and whether email requires TLS. Only the fields you give are changed. Requires the permission `domains:write`. */
  async update(id: string, body: Types.DomainUpdate, options?: CallOptions): Promise<Types.Domain> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/domains/${segment('id', id)}`, body }, options)
  }

  /** Remove a sender domain. Removes the domain and its keys. Email from it is no longer signed. Requires the permission `domains:write`. */
  async remove(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/domains/${segment('id', id)}` }, options)
  }
}

export class Templates {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a template. The content is Liquid: {{ name }} prints a variable, escaped in html; {{ name | default: "you" }} prints a default when it is missing. {{ unsubscribe_url }} and {{ preferences_url }} are the links of each recipient. Requires the permission `templates:write`. */
  async create(body: Types.TemplateCreate, options?: KeyedCallOptions): Promise<Types.Template> {
    return this.#connection.json({ method: 'POST', path: '/v1/templates', repeat: 'keyed', body }, options)
  }

  /** List templates. Returns templates, newest first. Requires the permission `templates:read`. */
  list(query?: Types.ListTemplatesQuery, options?: CallOptions): Pages<Types.TemplatePage, Types.TemplateListItem> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/templates', query: { ...query, ...cursor } }, options))
  }

  /** Read a template. Requires the permission `templates:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Template> {
    return this.#connection.json({ method: 'GET', path: `/v1/templates/${segment('id', id)}` }, options)
  }

  /** Update a template. Emails accepted earlier keep their content. A new name is refused while a workflow sends the template by its old one. Requires the permission `templates:write`. */
  async update(id: string, body: Types.TemplateUpdate, options?: CallOptions): Promise<Types.Template> {
    return this.#connection.json({ method: 'PUT', path: `/v1/templates/${segment('id', id)}`, body }, options)
  }

  /** Delete a template. Deletes the template permanently. This cannot be undone. Emails rendered from it stay. Refused while a workflow sends it. Requires the permission `templates:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/templates/${segment('id', id)}` }, options)
  }

  /** Preview a template. Returns the newest version as rendered, even if it is a draft. Nothing is sent. Requires the permission `templates:read`. */
  async render(id: string, body: Types.TemplateRender, options?: CallOptions): Promise<Types.RenderedTemplate> {
    return this.#connection.json({ method: 'POST', path: `/v1/templates/${segment('id', id)}/render`, body }, options)
  }
}

export class Contacts {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a contact. Requires an email address or a phone number. Each can belong to only one contact of the environment; the case of an address does not matter. The contact is subscribed to every default topic. If the number has replied STOP, sms_subscribed is false whatever you send. Requires the permission `contacts:write`. */
  async create(body: Types.ContactCreate, options?: KeyedCallOptions): Promise<Types.Contact> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts', repeat: 'keyed', body }, options)
  }

  /** List contacts. Returns contacts, newest first. Filters can be combined. Requires the permission `contacts:read`. */
  list(query?: Types.ListContactsQuery, options?: CallOptions): Pages<Types.ContactPage, Types.Contact> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/contacts', query: { ...query, ...cursor } }, options))
  }

  /** Find a contact by email or phone number. Returns the contact with this email address or phone number. Give exactly one of the two. Requires the permission `contacts:read`. */
  async lookup(query?: Types.LookupContactQuery, options?: CallOptions): Promise<Types.Contact> {
    return this.#connection.json({ method: 'GET', path: '/v1/contacts/lookup', query }, options)
  }

  /** Read a contact. Requires the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Contact> {
    return this.#connection.json({ method: 'GET', path: `/v1/contacts/${segment('id', id)}` }, options)
  }

  /** Update a contact. Only the fields you give are changed. Email and phone number cannot be changed. After a STOP, only a START from the number itself sets sms_subscribed to true again. Requires the permission `contacts:write`. */
  async update(id: string, body: Types.ContactUpdate, options?: CallOptions): Promise<Types.Contact> {
    return this.#connection.json({ method: 'PUT', path: `/v1/contacts/${segment('id', id)}`, body }, options)
  }

  /** Delete a contact. Deletes the contact permanently. This cannot be undone. Requires the permission `contacts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/contacts/${segment('id', id)}` }, options)
  }

  /** Subscribe a contact to a topic. Repeating the request changes nothing. If the topic requires a confirmation, the contact is pending until it confirms. A repeated request after an hour or more sends another confirmation email, at most five a day. Requires the permission `contacts:write`. */
  async subscribeToTopic(contactId: string, topicId: string, options?: CallOptions): Promise<Types.Membership> {
    return this.#connection.json({ method: 'POST', path: `/v1/contacts/${segment('contactId', contactId)}/topics/${segment('topicId', topicId)}` }, options)
  }

  /** Unsubscribe a contact from a topic. Repeating the request changes nothing. Requires the permission `contacts:write`. */
  async unsubscribeFromTopic(contactId: string, topicId: string, options?: CallOptions): Promise<Types.Membership> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/contacts/${segment('contactId', contactId)}/topics/${segment('topicId', topicId)}` }, options)
  }

  /** Create or update a contact by email. Updates the contact with this address as PUT /v1/contacts/{id} does, or creates one if there is none. If the request is refused, for example because a segment or a topic does not exist, nothing has changed. Repeating the request changes nothing. Requires the permission `contacts:write`. */
  async upsert(body: Types.ContactPut, options?: CallOptions): Promise<Types.Contact> {
    return this.#connection.json({ method: 'PUT', path: '/v1/contacts', body }, options)
  }

  /** Create up to 1,000 contacts. Each contact is created on its own. A contact whose address is taken is refused, with the id of the existing contact, and the others are still created. Requires the permission `contacts:write`. */
  async createBatch(body: Types.ContactCreate[], options?: KeyedCallOptions): Promise<Types.ContactBatch> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts/batch', repeat: 'keyed', body }, options)
  }

  /** Count contacts. Counts contacts, up to 10,000. Takes the same filters as the list. Requires the permission `contacts:read`. */
  async count(query?: Types.CountContactsQuery, options?: CallOptions): Promise<Types.ContactCount> {
    return this.#connection.json({ method: 'GET', path: '/v1/contacts/count', query }, options)
  }

  /** List the topics of a contact. Returns all topics, newest first, and whether the contact is subscribed to each. Requires the permission `contacts:read`. */
  listTopics(id: string, query?: Types.ListContactTopicsQuery, options?: CallOptions): Pages<Types.ContactTopicPage, Types.ContactTopic> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/contacts/${segment('id', id)}/topics`, query: { ...query, ...cursor } }, options))
  }

  /** Import up to 500 contacts. Creates contacts and updates existing ones. A row is matched to a contact by its email or its phone number. Empty cells change nothing. If several rows match the same contact, the last one wins. People who unsubscribed are not subscribed again. Refused rows are listed in the answer and do not affect the others. Sending the same rows again changes nothing. Requires the permission `contacts:write`. */
  async importRows(body: Types.ContactImport, options?: CallOptions): Promise<Types.Imported> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts/import', body }, options)
  }

  /** Import a file of contacts. Answers once the file is stored, and then imports it in the background by the rules of POST /v1/contacts/import. The import survives a restart of the service. Five files can wait at a time, and the last hundred imports can be listed. Requires the permission `contacts:write`. */
  async importFile(body: Types.ContactFile, options?: KeyedCallOptions): Promise<Types.ContactFileImport> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts/imports', repeat: 'keyed', body }, options)
  }

  /** List file imports. Returns the imports, newest first. Requires the permission `contacts:read`. */
  listFileImports(query?: Types.ListContactFileImportsQuery, options?: CallOptions): Pages<Types.ContactFileImportPage, Types.ContactFileImport> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/contacts/imports', query: { ...query, ...cursor } }, options))
  }

  /** Read a file import. Requires the permission `contacts:read`. */
  async getFileImport(id: string, options?: CallOptions): Promise<Types.ContactFileImport> {
    return this.#connection.json({ method: 'GET', path: `/v1/contacts/imports/${segment('id', id)}` }, options)
  }

  /** List the history of a contact. Returns the history of the contact, newest first: its creation, changes, subscriptions, unsubscribes and custom events. It goes back as far as events are kept. Requires the permission `contacts:read`. */
  listHistory(id: string, query?: Types.ListContactHistoryQuery, options?: CallOptions): Pages<Types.ContactHistory, Types.ContactHistoryEvent> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/contacts/${segment('id', id)}/history`, query: { ...query, ...cursor } }, options))
  }

  /** Record an event of a contact. The event is stored in the event log as custom.<name> and sent to webhooks that subscribe to it. It starts workflows that begin with it and continues runs that wait for it. Requires the permission `contacts:write`. */
  async recordEvent(id: string, body: Types.ContactEventCreate, options?: KeyedCallOptions): Promise<Types.CustomEvent> {
    return this.#connection.json({ method: 'POST', path: `/v1/contacts/${segment('id', id)}/events`, repeat: 'keyed', body }, options)
  }

  /** Record an event of a contact by email. Like recording an event by the id of the contact, but with its email address. Does not create a contact. Requires the permission `contacts:write`. */
  async recordEventByEmail(body: Types.CustomEventCreate, options?: KeyedCallOptions): Promise<Types.CustomEvent> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts/events', repeat: 'keyed', body }, options)
  }

  /** Record up to 100 events. Each event is recorded on its own. An event for an unknown contact is refused and does not affect the others. Requires the permission `contacts:write`. */
  async recordEvents(body: Types.CustomEventCreate[], options?: KeyedCallOptions): Promise<Types.CustomEventBatch> {
    return this.#connection.json({ method: 'POST', path: '/v1/contacts/events/batch', repeat: 'keyed', body }, options)
  }

  /** List the static segments of a contact. Returns the static segments that the contact was added to, newest first. For a dynamic segment, use GET /v1/segments/{id}/contacts/{contact_id}/explain. Requires the permission `contacts:read`. */
  listSegments(id: string, query?: Types.ListContactSegmentsQuery, options?: CallOptions): Pages<Types.ContactSegmentPage, Types.Segment> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/contacts/${segment('id', id)}/segments`, query: { ...query, ...cursor } }, options))
  }

  /** Erase everything about a person. Deletes the contact at once. Messages not yet sent to its address and its number are canceled. Then everything in this environment that names them is made unreadable: messages and their content, events, workflow runs. An email to several people stays, with this person replaced. Figures and credits do not change. An address that was suppressed or unsubscribed stays suppressed, as a hash. This cannot be undone. Repeating the request returns the same erasure. Requires the permission `contacts:erase`. */
  async erase(id: string, options?: CallOptions): Promise<Types.Erasure> {
    return this.#connection.json({ method: 'POST', path: `/v1/contacts/${segment('id', id)}/erase` }, options)
  }

  /** Export everything about a person. Returns a zip file with the contact, its topics, suppressions, emails, text messages, events and runs as JSON, and the emails sent to it as .eml files. The file includes the content of messages, so it requires the same permission as erasing. Requires the permission `contacts:erase`. */
  async export(id: string, options?: CallOptions): Promise<Response> {
    return this.#connection.response({ method: 'GET', path: `/v1/contacts/${segment('id', id)}/export` }, options)
  }

  /** List the consent of a contact. Returns every change of consent for the address and the number of the contact, newest first, including changes from before the contact was created. Requires the permission `contacts:read`. */
  listConsent(id: string, query?: Types.ListContactConsentQuery, options?: CallOptions): Pages<Types.ConsentPage, Types.ConsentEntry> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/contacts/${segment('id', id)}/consent`, query: { ...query, ...cursor } }, options))
  }
}

export class ContactFields {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a contact field. Contacts can then have a value of the field in their properties, lists can be filtered by it, and templates print it as contact.properties.<key>. An environment can have 100 fields. Requires the permission `contacts:write`. */
  async create(body: Types.ContactFieldCreate, options?: KeyedCallOptions): Promise<Types.ContactField> {
    return this.#connection.json({ method: 'POST', path: '/v1/contact-fields', repeat: 'keyed', body }, options)
  }

  /** List contact fields. Returns all fields, ordered by key. Requires the permission `contacts:read`. */
  async list(options?: CallOptions): Promise<Types.ContactFieldList> {
    return this.#connection.json({ method: 'GET', path: '/v1/contact-fields' }, options)
  }

  /** Read a contact field. Requires the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.ContactField> {
    return this.#connection.json({ method: 'GET', path: `/v1/contact-fields/${segment('id', id)}` }, options)
  }

  /** Update the fallback of a contact field. Key and type cannot be changed, because contacts already have values. Requires the permission `contacts:write`. */
  async update(id: string, body: Types.ContactFieldUpdate, options?: CallOptions): Promise<Types.ContactField> {
    return this.#connection.json({ method: 'PUT', path: `/v1/contact-fields/${segment('id', id)}`, body }, options)
  }

  /** Delete a contact field. Deletes the field permanently. This cannot be undone. The field disappears at once; its values are removed from contacts in the background, page by page. The key is free again when the last value is removed. Refused while a segment, a workflow, a signup form or a broadcast on its way uses the field. Requires the permission `contacts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/contact-fields/${segment('id', id)}` }, options)
  }
}

export class Segments {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a segment. A dynamic segment is evaluated on each use, so it is always up to date. An environment can have 500 segments. Requires the permission `contacts:write`. */
  async create(body: Types.SegmentCreate, options?: KeyedCallOptions): Promise<Types.Segment> {
    return this.#connection.json({ method: 'POST', path: '/v1/segments', repeat: 'keyed', body }, options)
  }

  /** List segments. Returns segments, newest first. Requires the permission `contacts:read`. */
  list(query?: Types.ListSegmentsQuery, options?: CallOptions): Pages<Types.SegmentPage, Types.Segment> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/segments', query: { ...query, ...cursor } }, options))
  }

  /** Preview a segment or a filter. Returns the count and a sample of the contacts that match a filter, or belong to a segment. Answers within about a second; if counting would take longer, the count is an estimate. Requires the permission `contacts:read`. */
  async preview(body: Types.SegmentPreviewRequest, options?: CallOptions): Promise<Types.SegmentPreview> {
    return this.#connection.json({ method: 'POST', path: '/v1/segments/preview', body }, options)
  }

  /** Read a segment. Requires the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Segment> {
    return this.#connection.json({ method: 'GET', path: `/v1/segments/${segment('id', id)}` }, options)
  }

  /** Update a segment. Only the fields you give are changed. Everything that uses the segment uses the new filter from then on. Requires the permission `contacts:write`. */
  async update(id: string, body: Types.SegmentUpdate, options?: CallOptions): Promise<Types.Segment> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/segments/${segment('id', id)}`, body }, options)
  }

  /** Delete a segment. Deletes the segment permanently. This cannot be undone. The contacts stay. Refused while another segment, a workflow, or a broadcast that is scheduled, sending or paused uses the segment; the error names it. Requires the permission `contacts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/segments/${segment('id', id)}` }, options)
  }

  /** List the contacts of a segment. Returns the contacts of the segment, newest first. To combine it with other filters, use GET /v1/contacts with segment_id. Requires the permission `contacts:read`. */
  listContacts(id: string, query?: Types.ListSegmentContactsQuery, options?: CallOptions): Pages<Types.SegmentContactPage, Types.Contact> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/segments/${segment('id', id)}/contacts`, query: { ...query, ...cursor } }, options))
  }

  /** Add contacts to a static segment. Adds up to 1,000 contacts. Repeating the request changes nothing. Requires the permission `contacts:write`. */
  async addContacts(id: string, body: Types.SegmentMembers, options?: CallOptions): Promise<Types.SegmentMembersChanged> {
    return this.#connection.json({ method: 'POST', path: `/v1/segments/${segment('id', id)}/contacts`, body }, options)
  }

  /** Remove contacts from a static segment. Removes up to 1,000 contacts from the segment. The contacts themselves stay. Repeating the request changes nothing. Requires the permission `contacts:write`. */
  async removeContacts(id: string, body: Types.SegmentMembers, options?: CallOptions): Promise<Types.SegmentMembersChanged> {
    return this.#connection.json({ method: 'POST', path: `/v1/segments/${segment('id', id)}/contacts/remove`, body }, options)
  }

  /** Explain whether a contact belongs to a segment. Requires the permission `contacts:read`. */
  async explainContact(id: string, contact_id: string, options?: CallOptions): Promise<Types.SegmentExplanation> {
    return this.#connection.json({ method: 'GET', path: `/v1/segments/${segment('id', id)}/contacts/${segment('contact_id', contact_id)}/explain` }, options)
  }
}

export class Erasures {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read an erasure. Once the status is finished, nothing in this environment names the person any more. Requires the permission `contacts:erase`. */
  async get(id: string, options?: CallOptions): Promise<Types.Erasure> {
    return this.#connection.json({ method: 'GET', path: `/v1/erasures/${segment('id', id)}` }, options)
  }
}

export class Consent {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** List the consent of an address or a number. Returns every change of consent for an address or a number, newest first, whether or not a contact has it. Give exactly one of the two. The list is empty for an unknown address. Requires the permission `contacts:read`. */
  list(query?: Types.ListConsentQuery, options?: CallOptions): Pages<Types.ConsentPage, Types.ConsentEntry> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/consent', query: { ...query, ...cursor } }, options))
  }
}

export class SignupForms {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a signup form. The url of the form is a page where people sign up. It also accepts POST requests from the allowed sites, as application/json or application/x-www-form-urlencoded. The answer is the same whether or not the address is known. An environment can have 100 forms. Requires the permission `contacts:write`. */
  async create(body: Types.SignupFormCreate, options?: KeyedCallOptions): Promise<Types.SignupForm> {
    return this.#connection.json({ method: 'POST', path: '/v1/signup-forms', repeat: 'keyed', body }, options)
  }

  /** List signup forms. Returns all signup forms, newest first. Requires the permission `contacts:read`. */
  async list(options?: CallOptions): Promise<Types.SignupFormList> {
    return this.#connection.json({ method: 'GET', path: '/v1/signup-forms' }, options)
  }

  /** Read a signup form. Requires the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.SignupForm> {
    return this.#connection.json({ method: 'GET', path: `/v1/signup-forms/${segment('id', id)}` }, options)
  }

  /** Update a signup form. Only the fields you give are changed. Requires the permission `contacts:write`. */
  async update(id: string, body: Types.SignupFormUpdate, options?: CallOptions): Promise<Types.SignupForm> {
    return this.#connection.json({ method: 'PUT', path: `/v1/signup-forms/${segment('id', id)}`, body }, options)
  }

  /** Delete a signup form. Nobody can sign up with the form any more. Contacts and their entries in the consent ledger stay. Requires the permission `contacts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/signup-forms/${segment('id', id)}` }, options)
  }
}

export class Suppressions {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Suppress an address. No more email is sent to the address. An address is on the list only once, ignoring case: if it is already there, the existing entry is returned. Its reason changes only when a wish of the person, unsubscribe or complaint, replaces a weaker one. Requires the permission `contacts:write`. */
  async create(body: Types.SuppressionCreate, options?: KeyedCallOptions): Promise<Types.Suppression> {
    return this.#connection.json({ method: 'POST', path: '/v1/suppressions', repeat: 'keyed', body }, options)
  }

  /** List suppressed addresses. Returns suppressed addresses, newest first. Filters can be combined. An address is added automatically when its mailbox does not exist or its owner reports spam. People who unsubscribe are not on this list: their contact has email_subscribed false or left a topic, and they still receive email that is not a broadcast. The entry of an erased person has no address, but the filter email still finds it. Requires the permission `contacts:read`. */
  list(query?: Types.ListSuppressionsQuery, options?: CallOptions): Pages<Types.SuppressionPage, Types.Suppression> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/suppressions', query: { ...query, ...cursor } }, options))
  }

  /** Read a suppression list entry. Requires the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Suppression> {
    return this.#connection.json({ method: 'GET', path: `/v1/suppressions/${segment('id', id)}` }, options)
  }

  /** Remove an address from the suppression list. Email is sent to the address again. Requires the permission `contacts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/suppressions/${segment('id', id)}` }, options)
  }

  /** Suppress up to 500 addresses. The reason is one of hard_bounce, complaint, manual, unsubscribe; the default is manual. An address that is already on the list is unchanged, but unsubscribe and complaint replace a weaker reason. Refused rows are listed in the answer and do not affect the others. Sending the same rows again changes nothing. Requires the permission `contacts:write`. */
  async importRows(body: Types.SuppressionImport, options?: CallOptions): Promise<Types.Imported> {
    return this.#connection.json({ method: 'POST', path: '/v1/suppressions/import', body }, options)
  }
}

export class Topics {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a topic. Any number of topics can be default topics. Requires the permission `topics:write`. */
  async create(body: Types.TopicCreate, options?: KeyedCallOptions): Promise<Types.Topic> {
    return this.#connection.json({ method: 'POST', path: '/v1/topics', repeat: 'keyed', body }, options)
  }

  /** List topics. Returns topics, newest first. Requires the permission `contacts:read`. */
  list(query?: Types.ListTopicsQuery, options?: CallOptions): Pages<Types.TopicPage, Types.Topic> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/topics', query: { ...query, ...cursor } }, options))
  }

  /** Read a topic. Requires the permission `contacts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Topic> {
    return this.#connection.json({ method: 'GET', path: `/v1/topics/${segment('id', id)}` }, options)
  }

  /** Update a topic. Only the fields you give are changed. Requires the permission `topics:write`. */
  async update(id: string, body: Types.TopicUpdate, options?: CallOptions): Promise<Types.Topic> {
    return this.#connection.json({ method: 'PUT', path: `/v1/topics/${segment('id', id)}`, body }, options)
  }

  /** Delete a topic. Deletes the topic and its subscriptions permanently. This cannot be undone. Contacts stay. Refused while a segment, a signup form, a workflow, or a broadcast that is scheduled, sending or paused uses the topic; the error names it. Requires the permission `topics:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/topics/${segment('id', id)}` }, options)
  }
}

export class Broadcasts {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a broadcast. Creates a draft of one message to many contacts. The content is Liquid, with the recipient as contact.*. Nothing is sent until POST /v1/broadcasts/{id}/send. Requires the permission `broadcasts:write`. */
  async create(body: Types.BroadcastCreate, options?: KeyedCallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'POST', path: '/v1/broadcasts', repeat: 'keyed', body }, options)
  }

  /** List broadcasts. Returns broadcasts, newest first. Requires the permission `broadcasts:read`. */
  list(query?: Types.ListBroadcastsQuery, options?: CallOptions): Pages<Types.BroadcastPage, Types.BroadcastListItem> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/broadcasts', query: { ...query, ...cursor } }, options))
  }

  /** Read a broadcast. Returns the broadcast with its progress and its results. Requires the permission `broadcasts:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'GET', path: `/v1/broadcasts/${segment('id', id)}` }, options)
  }

  /** Update a broadcast. Changes a draft or a scheduled broadcast. Once it has begun, only its name, its pace, max_bounce_percent and max_complaint_percent can be changed. Requires the permission `broadcasts:write`. */
  async update(id: string, body: Types.BroadcastUpdate, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/broadcasts/${segment('id', id)}`, body }, options)
  }

  /** Delete a broadcast. Only for a broadcast that has never begun, because sent messages are rendered from its content. Requires the permission `broadcasts:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/broadcasts/${segment('id', id)}` }, options)
  }

  /** Preview a broadcast. Returns who would receive it and who would not, what it costs, samples for three recipients, and the preflight checks. Nothing is sent. Requires the permission `broadcasts:write`. */
  async preview(id: string, options?: CallOptions): Promise<Types.BroadcastPreview> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/preview` }, options)
  }

  /** Send a test of a broadcast. Sends the broadcast to your own addresses as one contact would get it, with [Test] before the subject. It is charged like any message. Requires the permission `broadcasts:write`. */
  async test(id: string, body: Types.BroadcastTest, options?: KeyedCallOptions): Promise<Types.BroadcastTested> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/test`, repeat: 'keyed', body }, options)
  }

  /** Send a broadcast. Sends now, at a given time, or at a local time of each recipient. Everything is checked first; a 400 names what is missing. A scheduled broadcast is rescheduled. Once it has begun, repeating the request changes nothing, so it is safe to retry after a lost answer. Requires the permission `broadcasts:write`. */
  async send(id: string, body: Types.BroadcastSend, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/send`, body }, options)
  }

  /** Pause a broadcast. Stops sending. Messages that a worker holds at this moment are still sent. Requires the permission `broadcasts:write`. */
  async pause(id: string, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/pause` }, options)
  }

  /** Resume a broadcast. Continues where the broadcast stopped. Nobody gets it twice and nobody is left out. Requires the permission `broadcasts:write`. */
  async resume(id: string, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/resume` }, options)
  }

  /** Cancel a broadcast. Cancels the broadcast permanently. Messages not yet sent are not sent and not charged; their credits are returned within a minute. Requires the permission `broadcasts:write`. */
  async cancel(id: string, options?: CallOptions): Promise<Types.Broadcast> {
    return this.#connection.json({ method: 'POST', path: `/v1/broadcasts/${segment('id', id)}/cancel` }, options)
  }

  /** List the recipients of a broadcast. Returns the recipients whose messages were created so far, newest first. Filters can be combined. Requires the permission `broadcasts:read`. */
  listRecipients(id: string, query?: Types.ListBroadcastRecipientsQuery, options?: CallOptions): Pages<Types.BroadcastRecipientPage, Types.BroadcastRecipient> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/broadcasts/${segment('id', id)}/recipients`, query: { ...query, ...cursor } }, options))
  }

  /** List the clicked links of a broadcast. Returns the links that recipients clicked. Requires track_clicks. Requires the permission `broadcasts:read`. */
  async listLinks(id: string, options?: CallOptions): Promise<Types.BroadcastLinks> {
    return this.#connection.json({ method: 'GET', path: `/v1/broadcasts/${segment('id', id)}/links` }, options)
  }

  /** Read the analytics of a broadcast. Returns the results of the broadcast over time and by receiver, counted from its messages as long as they are kept. Requires the permission `broadcasts:read`. */
  async getAnalytics(id: string, options?: CallOptions): Promise<Types.BroadcastAnalytics> {
    return this.#connection.json({ method: 'GET', path: `/v1/broadcasts/${segment('id', id)}/analytics` }, options)
  }
}

export class Workflows {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a workflow. Creates a draft by default. For status active the trigger and the definition must be valid; each fault is reported with its path. Requires the permission `workflows:write`. */
  async create(body: Types.WorkflowCreate, options?: KeyedCallOptions): Promise<Types.Workflow> {
    return this.#connection.json({ method: 'POST', path: '/v1/workflows', repeat: 'keyed', body }, options)
  }

  /** List workflows. Returns workflows, newest first. Requires the permission `workflows:write`. */
  list(query?: Types.ListWorkflowsQuery, options?: CallOptions): Pages<Types.WorkflowPage, Types.Workflow> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/workflows', query: { ...query, ...cursor } }, options))
  }

  /** Read a workflow. Requires the permission `workflows:write`. */
  async get(id: string, options?: CallOptions): Promise<Types.Workflow> {
    return this.#connection.json({ method: 'GET', path: `/v1/workflows/${segment('id', id)}` }, options)
  }

  /** Update a workflow. Only the fields you give are changed. Existing runs stay on the version they started with. Requires the permission `workflows:write`. */
  async update(id: string, body: Types.WorkflowUpdate, options?: CallOptions): Promise<Types.Workflow> {
    return this.#connection.json({ method: 'PUT', path: `/v1/workflows/${segment('id', id)}`, body }, options)
  }

  /** Delete a workflow. Deletes the workflow permanently. This cannot be undone. Its runs stop. Requires the permission `workflows:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/workflows/${segment('id', id)}` }, options)
  }

  /** List the runs of a workflow. Returns runs with their state and the steps they took, newest first. Requires the permission `workflows:write`. */
  listRuns(id: string, query?: Types.ListWorkflowRunsQuery, options?: CallOptions): Pages<Types.WorkflowRunPage, Types.WorkflowRun> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/workflows/${segment('id', id)}/runs`, query: { ...query, ...cursor } }, options))
  }

  /** Stop a run. Stops the run. A run that has ended does not change, and repeating the request is safe. Requires the permission `workflows:write`. */
  async stopRun(id: string, runId: string, options?: CallOptions): Promise<Types.WorkflowRun> {
    return this.#connection.json({ method: 'POST', path: `/v1/workflows/${segment('id', id)}/runs/${segment('runId', runId)}/stop` }, options)
  }

  /** Simulate a workflow. Simulates a run of the current workflow for one contact, with its own clock and without side effects. Returns each step, when it would happen, what would be sent, which exit is taken and why. A draft is validated as if it became active. Requires the permission `workflows:write`. */
  async simulate(id: string, body: Types.WorkflowSimulate, options?: CallOptions): Promise<Types.WorkflowSimulation> {
    return this.#connection.json({ method: 'POST', path: `/v1/workflows/${segment('id', id)}/simulate`, body }, options)
  }
}

export class Test {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Advance the clock of the test environment. Requires a test key. Scheduled messages and workflow delays become due as if the time had passed, so a sequence of days can be tested in a second. The clock cannot go back. Requires the permission `workflows:write`. */
  async advanceClock(body: Types.ClockAdvance, options?: CallOptions): Promise<Types.ClockAdvanced> {
    return this.#connection.json({ method: 'POST', path: '/v1/test/clock/advance', repeat: 'once', body }, options)
  }
}

export class Webhooks {
  readonly #connection: Connection
  /** Checks that a delivery is from your Posthorn, and returns its event. */
  readonly unwrap = unwrapWebhook

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Create a webhook. The answer contains the secret, this once. Each delivery is signed with it according to Standard Webhooks 1.0.0, so you can verify where it comes from. There can be 1,000 webhooks. Requires the permission `webhooks:write`. */
  async create(body: Types.WebhookCreate, options?: KeyedCallOptions): Promise<Types.Webhook> {
    return this.#connection.json({ method: 'POST', path: '/v1/webhooks', repeat: 'keyed', body }, options)
  }

  /** List webhooks. Returns all webhooks, newest first. This list has no pages. Requires the permission `webhooks:read`. */
  async list(options?: CallOptions): Promise<Types.WebhookList> {
    return this.#connection.json({ method: 'GET', path: '/v1/webhooks' }, options)
  }

  /** Read a webhook. Requires the permission `webhooks:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.Webhook> {
    return this.#connection.json({ method: 'GET', path: `/v1/webhooks/${segment('id', id)}` }, options)
  }

  /** Update a webhook. Only the fields you give are changed. Setting status to active resumes an inactive webhook. Requires the permission `webhooks:write`. */
  async update(id: string, body: Types.WebhookUpdate, options?: CallOptions): Promise<Types.Webhook> {
    return this.#connection.json({ method: 'PUT', path: `/v1/webhooks/${segment('id', id)}`, body }, options)
  }

  /** Test a webhook. Sends one webhook.test event at once, even to an inactive webhook, and waits for your endpoint. success says whether it answered with 2xx; the deliveries have the details. At most ten per minute and organization. Requires the permission `webhooks:write`. */
  async test(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'POST', path: `/v1/webhooks/${segment('id', id)}/test`, repeat: 'once' }, options)
  }

  /** Rotate the secret of a webhook. The answer contains the new secret, this once. For 24 hours each delivery is signed with both the old and the new secret, so nothing is lost while you change it. Requires the permission `webhooks:write`. */
  async rotateSecret(id: string, options?: CallOptions): Promise<Types.Webhook> {
    return this.#connection.json({ method: 'POST', path: `/v1/webhooks/${segment('id', id)}/rotate-secret`, repeat: 'once' }, options)
  }

  /** List the deliveries of a webhook. Returns deliveries with all their attempts, newest first. They are kept as long as events: 90 days by default. Requires the permission `webhooks:read`. */
  listDeliveries(id: string, query?: Types.ListWebhookDeliveriesQuery, options?: CallOptions): Pages<Types.WebhookDeliveryPage, Types.WebhookDelivery> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: `/v1/webhooks/${segment('id', id)}/deliveries`, query: { ...query, ...cursor } }, options))
  }

  /** Read a delivery of a webhook. Returns a delivery by the id of its event, which is sent as webhook-id with every attempt. Requires the permission `webhooks:read`. */
  async getDelivery(id: string, event_id: string, options?: CallOptions): Promise<Types.WebhookDelivery> {
    return this.#connection.json({ method: 'GET', path: `/v1/webhooks/${segment('id', id)}/deliveries/${segment('event_id', event_id)}` }, options)
  }

  /** Replay failed events. Sends every undelivered event since the given time again at once, with the same webhook-id and a new series of attempts. The webhook must be active. Requires the permission `webhooks:write`. */
  async replay(id: string, body: Types.WebhookReplay, options?: CallOptions): Promise<Types.WebhookReplayed> {
    return this.#connection.json({ method: 'POST', path: `/v1/webhooks/${segment('id', id)}/replay`, repeat: 'once', body }, options)
  }

  /** Replay one event. Sends one event again at once, even if it was delivered, with the same webhook-id and a new series of attempts. An event that is being sent at this moment is not sent again. The webhook must be active. Requires the permission `webhooks:write`. */
  async replayDelivery(id: string, event_id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'POST', path: `/v1/webhooks/${segment('id', id)}/deliveries/${segment('event_id', event_id)}/replay`, repeat: 'once' }, options)
  }

  /** Delete a webhook. Deletes the webhook permanently. This cannot be undone. Pending deliveries are dropped. Requires the permission `webhooks:write`. */
  async delete(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/webhooks/${segment('id', id)}` }, options)
  }
}

export class Events {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** List events. Returns the events of the last 30 days, oldest first, in a fixed order, with the bodies that webhooks receive. Store next_cursor and send it with the next call: no event is missed or repeated. Requires the permission `webhooks:read`. */
  list(query?: Types.ListEventsQuery, options?: CallOptions): Pages<Types.EventPage, Types.Event> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/events', query: { ...query, ...cursor } }, options))
  }

  /** Stream events. Returns an endless stream of server-sent events. Each has the cursor to continue from as its id, the type as its event, and the body that webhooks receive as its data. The stream starts now, or after the given Last-Event-ID. When nothing happens, a comment line is sent every 15 seconds. Requires the permission `webhooks:read`. */
  stream(query?: Types.StreamEventsQuery, options?: CallOptions): EventStream {
    return new EventStream(this.#connection, '/v1/events/stream', query?.cursor, options)
  }
}

export class RateLimit {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read the rate limit status. Returns the messages you can still send today and the requests this key can still make this hour. Requires the permission `account:read`. */
  async get(options?: CallOptions): Promise<Types.RateLimit> {
    return this.#connection.json({ method: 'GET', path: '/v1/rate-limit' }, options)
  }
}

export class Credits {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read the credit balance and usage. Returns the balance, the usage and the sending limits. Test keys never change these figures. Requires the permission `account:read`. */
  async get(options?: CallOptions): Promise<Types.Credits> {
    return this.#connection.json({ method: 'GET', path: '/v1/credits' }, options)
  }
}

export class Analytics {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read email analytics. Returns figures for all emails of the environment. Filters narrow them down and can be combined. Requires the permission `account:read`. */
  async get(query?: Types.GetAnalyticsQuery, options?: CallOptions): Promise<Types.Analytics> {
    return this.#connection.json({ method: 'GET', path: '/v1/analytics', query }, options)
  }

  /** Read analytics by receiver. Returns recipient counts by sender domain, receiver and stream, most mail first, 1,000 rows at most. Each recipient is counted in the hour the mail left, and figures are kept for 90 days. Large receivers have a name, such as google or outlook; all others are grouped as other. Requires the permission `account:read`. */
  async getReceivers(query?: Types.GetReceiverAnalyticsQuery, options?: CallOptions): Promise<Types.ReceiverAnalytics> {
    return this.#connection.json({ method: 'GET', path: '/v1/analytics/receivers', query }, options)
  }
}

export class ApiKeys {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** List API keys. Returns all keys of the environment, including revoked ones, newest first. This list has no pages. Requires the permission `keys:write`. */
  async list(options?: CallOptions): Promise<Types.ApiKeyList> {
    return this.#connection.json({ method: 'GET', path: '/v1/api-keys' }, options)
  }

  /** Create an API key. Creates a key for the same environment. It cannot have permissions that the key in use lacks. The key itself is returned only in this answer. Requires the permission `keys:write`. */
  async create(body: Types.ApiKeyCreate, options?: CallOptions): Promise<Types.CreatedApiKey> {
    return this.#connection.json({ method: 'POST', path: '/v1/api-keys', repeat: 'once', body }, options)
  }

  /** Read an API key. Requires the permission `keys:write`. */
  async get(id: string, options?: CallOptions): Promise<Types.ApiKey> {
    return this.#connection.json({ method: 'GET', path: `/v1/api-keys/${segment('id', id)}` }, options)
  }

  /** Rename an API key. The permissions of a key cannot be changed. Create another key instead. Requires the permission `keys:write`. */
  async update(id: string, body: Types.ApiKeyUpdate, options?: CallOptions): Promise<Types.ApiKey> {
    return this.#connection.json({ method: 'PATCH', path: `/v1/api-keys/${segment('id', id)}`, body }, options)
  }

  /** Revoke an API key. Once this request is answered, every process rejects the key. Requires the permission `keys:write`. */
  async revoke(id: string, options?: CallOptions): Promise<Types.Acknowledgment> {
    return this.#connection.json({ method: 'DELETE', path: `/v1/api-keys/${segment('id', id)}` }, options)
  }
}

export class Key {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read the key in use. Returns the organization, the environment and the permissions of the key in use. Any key can call this. Requires the permission `null`. */
  async get(options?: CallOptions): Promise<Types.KeyInUse> {
    return this.#connection.json({ method: 'GET', path: '/v1/key' }, options)
  }
}

export class Retention {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Read how long data is kept. Returns the retention of the environment of the key, with an estimate of the disk space it takes. Requires the permission `account:read`. */
  async get(options?: CallOptions): Promise<Types.Retention> {
    return this.#connection.json({ method: 'GET', path: '/v1/retention' }, options)
  }

  /** Change how long data is kept. Only the fields you give are changed. Older data is hidden at once and deleted soon after. This cannot be undone. With preview nothing is changed. Requires the permission `retention:write`. */
  async update(body: Types.RetentionUpdate, options?: CallOptions): Promise<Types.Retention> {
    return this.#connection.json({ method: 'PUT', path: '/v1/retention', body }, options)
  }
}

export class Requests {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** List requests. Returns the requests that keys of this environment made in the last days, newest first. A request appears about a second after its answer. Bodies are not logged, except for the reason of a refusal. Above a few hundred requests per minute only a sample is logged, with more refusals than successes; left_out says how many are missing. Filters can be combined. Requires the permission `requests:read`. */
  list(query?: Types.ListRequestsQuery, options?: CallOptions): Pages<Types.LoggedRequestPage, Types.LoggedRequest> {
    return new Pages(cursor => this.#connection.json({ method: 'GET', path: '/v1/requests', query: { ...query, ...cursor } }, options))
  }

  /** Read a request. Requires the permission `requests:read`. */
  async get(id: string, options?: CallOptions): Promise<Types.LoggedRequest> {
    return this.#connection.json({ method: 'GET', path: `/v1/requests/${segment('id', id)}` }, options)
  }
}

export class AuditLog {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** List audit log entries. Returns sign-ins and changes to the configuration of the organization by people, keys and the operator, newest first. Filters can be combined. A live key reads all entries, a test key those of the test environment. Requires the permission `audit:read`. */
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
