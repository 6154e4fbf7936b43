"""Generated from the contract by `npm run generate`; do not edit."""

from __future__ import annotations

import builtins
from http.client import HTTPResponse
from typing import Unpack

from . import types
from .connection import CallOptions, Connection, KeyedCallOptions, segment
from .event_stream import EventStream
from .pages import Page
from .webhooks import unwrap_webhook

VERSION = "0.1.0"


class Emails:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, body: types.EmailSend, **options: Unpack[KeyedCallOptions]) -> types.EmailAccepted:
        """Send an email. Answers once the email is stored. It is then sent, retried and reported, even if the service restarts. Recipients on the suppression list are skipped and named in the answer; if all recipients are on it, nothing is sent or charged. Requires the permission `emails:send`."""
        return self._connection.json("POST", "/v1/emails", options, repeat="keyed", body=body)

    def preflight(self, body: types.EmailSend, **options: Unpack[CallOptions]) -> types.EmailPreflight:
        """Preflight an email. Takes the body of POST /v1/emails and sends nothing. Returns whether the email would be accepted, who would receive it and who would not, what it costs, the message itself, how receivers will authenticate it, and checks for problems they may have with it. Requires the permission `emails:send`."""
        return self._connection.json("POST", "/v1/emails/preflight", options, body=body)

    def send_batch(self, body: builtins.list[types.EmailSend], **options: Unpack[KeyedCallOptions]) -> types.EmailBatchAccepted:
        """Send up to 100 emails. All or nothing: if one email is invalid, the whole batch is refused, and the path of the fault starts with its index. Each email can have its own content and its own scheduled_for. Requires the permission `emails:send`."""
        return self._connection.json("POST", "/v1/emails/batch", options, repeat="keyed", body=body)

    def list(self, query: types.ListEmailsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.EmailListItem]:
        """List emails. Returns emails, newest first. Filters can be combined. Requires the permission `emails:read`."""
        return self._connection.page("GET", "/v1/emails", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Email:
        """Read an email. Returns the email with its content, its counts and its events. Requires the permission `emails:read`."""
        return self._connection.json("GET", f'/v1/emails/{segment("id", id)}', options)

    def get_raw(self, id: str, **options: Unpack[CallOptions]) -> HTTPResponse:
        """Read the raw message of an email. Returns the whole MIME message with its headers and attachments. Of a captured email, this is the copy of the first recipient as it would have left. Of any other email, the message is composed again from the accepted request, without DKIM signatures and without what is added for each recipient, such as tracked links. Requires the permission `emails:read`."""
        return self._connection.response("GET", f'/v1/emails/{segment("id", id)}/raw', options)

    def explain(self, id: str, **options: Unpack[CallOptions]) -> types.Explanation:
        """Explain what happened to an email. Returns in words, in order, what happened to the email: what it waits for and why, the reply to each attempt, what it means and what to do. Requires the permission `emails:read`."""
        return self._connection.json("GET", f'/v1/emails/{segment("id", id)}/explain', options)

    def get_workflow(self, id: str, **options: Unpack[CallOptions]) -> types.EmailWorkflow:
        """Read the workflow status of an email. Returns the state of the durable job that delivers the email, its attempts and the time of the next one. Requires the permission `emails:read`."""
        return self._connection.json("GET", f'/v1/emails/{segment("id", id)}/workflow', options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Cancel a scheduled email. Cancels an email that has not been sent. After a success no copy is ever sent. Canceling again also succeeds, so it is safe to retry after a lost answer. Requires the permission `emails:send`."""
        return self._connection.json("POST", f'/v1/emails/{segment("id", id)}/cancel', options)

    def reschedule(self, id: str, body: types.EmailReschedule, **options: Unpack[CallOptions]) -> types.EmailRescheduled:
        """Reschedule an email. Moves a scheduled email to another time. An email that is already being sent cannot be moved. Requires the permission `emails:send`."""
        return self._connection.json("PATCH", f'/v1/emails/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete an email. Deletes the email permanently, with its content, its recipients and its events. This cannot be undone. Analytics and credits do not change. Cancel a scheduled email first; wait for an email in delivery to finish. Requires the permission `emails:delete`."""
        return self._connection.json("DELETE", f'/v1/emails/{segment("id", id)}', options)

    def list_attachments(self, id: str, **options: Unpack[CallOptions]) -> types.EmailAttachmentList:
        """List the attachments of an email. Returns all attachments, in their order in the email. This list has no pages. Attachments are kept as long as the content of the email; see GET /v1/retention. Requires the permission `emails:read`."""
        return self._connection.json("GET", f'/v1/emails/{segment("id", id)}/attachments', options)

    def get_attachment(self, id: str, attachment_id: str, **options: Unpack[CallOptions]) -> types.EmailAttachment:
        """Read an attachment of an email. Returns the attachment with a new address to download it from. Requires the permission `emails:read`."""
        return self._connection.json("GET", f'/v1/emails/{segment("id", id)}/attachments/{segment("attachment_id", attachment_id)}', options)


class Sms:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, body: types.SmsSend, **options: Unpack[KeyedCallOptions]) -> types.SmsAccepted:
        """Send a text message. Credits are charged when the message is accepted, so an accepted message is always paid for. If it fails before the carrier accepts it, they are refunded. Requires the permission `sms:send`."""
        return self._connection.json("POST", "/v1/sms", options, repeat="keyed", body=body)

    def list(self, query: types.ListSmsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.SmsListItem]:
        """List text messages. Returns sent and received messages, newest first. Filters can be combined. Requires the permission `sms:read`."""
        return self._connection.page("GET", "/v1/sms", options, query=query)

    def explain(self, id: str, **options: Unpack[CallOptions]) -> types.Explanation:
        """Explain what happened to a text message. Returns in words, in order, what happened to the message: what it waits for and why, the reply to each attempt, and what to do. Requires the permission `sms:read`."""
        return self._connection.json("GET", f'/v1/sms/{segment("id", id)}/explain', options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Sms:
        """Read a text message. Requires the permission `sms:read`."""
        return self._connection.json("GET", f'/v1/sms/{segment("id", id)}', options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Cancel a scheduled text message. Cancels a message that has not been sent and refunds its credits. After a success it is never sent. Canceling again also succeeds, so it is safe to retry after a lost answer. Requires the permission `sms:send`."""
        return self._connection.json("POST", f'/v1/sms/{segment("id", id)}/cancel', options)

    def reschedule(self, id: str, body: types.SmsReschedule, **options: Unpack[CallOptions]) -> types.SmsRescheduled:
        """Reschedule a text message. Moves a scheduled text message to another time. A message that is already being sent cannot be moved. Requires the permission `sms:send`."""
        return self._connection.json("PATCH", f'/v1/sms/{segment("id", id)}', options, body=body)


class Domains:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, **options: Unpack[CallOptions]) -> types.DomainList:
        """List the sender domains. Returns all sender domains, ordered by name, with the DNS records they require. Domains belong to the organization and are for live email. With a test key the list is empty and no domain can be added. Requires the permission `domains:read`."""
        return self._connection.json("GET", "/v1/domains", options)

    def add(self, body: types.DomainAdd, **options: Unpack[CallOptions]) -> types.Domain:
        """Add a sender domain. Creates DKIM keys for the domain, which are used once their records are in DNS. If the domain exists, the existing one is returned. Domains belong to the organization and are for live email. With a test key the list is empty and no domain can be added. Requires the permission `domains:write`."""
        return self._connection.json("POST", "/v1/domains", options, body=body)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Domain:
        """Read a sender domain. Requires the permission `domains:read`."""
        return self._connection.json("GET", f'/v1/domains/{segment("id", id)}', options)

    def verify(self, id: str, **options: Unpack[CallOptions]) -> types.CheckedDomain:
        """Verify a sender domain. Looks up the records of the domain in DNS and evaluates them as receivers do. Takes up to ten seconds. Requires the permission `domains:write`."""
        return self._connection.json("POST", f'/v1/domains/{segment("id", id)}/verify', options)

    def update(self, id: str, body: types.DomainUpdate, **options: Unpack[CallOptions]) -> types.Domain:
        """Update a sender domain. Changes the host of tracking links and whether email requires TLS. Only the fields you give are changed. Requires the permission `domains:write`."""
        return self._connection.json("PATCH", f'/v1/domains/{segment("id", id)}', options, body=body)

    def remove(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Remove a sender domain. Removes the domain and its keys. Email from it is no longer signed. Requires the permission `domains:write`."""
        return self._connection.json("DELETE", f'/v1/domains/{segment("id", id)}', options)


class Templates:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.TemplateCreate, **options: Unpack[KeyedCallOptions]) -> types.Template:
        """Create a template. The content is Liquid: {{ name }} prints a variable, escaped in html; {{ name | default: "you" }} prints a default when it is missing. {{ unsubscribe_url }} and {{ preferences_url }} are the links of each recipient. Requires the permission `templates:write`."""
        return self._connection.json("POST", "/v1/templates", options, repeat="keyed", body=body)

    def list(self, query: types.ListTemplatesQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.TemplateListItem]:
        """List templates. Returns templates, newest first. Requires the permission `templates:read`."""
        return self._connection.page("GET", "/v1/templates", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Template:
        """Read a template. Requires the permission `templates:read`."""
        return self._connection.json("GET", f'/v1/templates/{segment("id", id)}', options)

    def update(self, id: str, body: types.TemplateUpdate, **options: Unpack[CallOptions]) -> types.Template:
        """Update a template. Emails accepted earlier keep their content. A new name is refused while a workflow sends the template by its old one. Requires the permission `templates:write`."""
        return self._connection.json("PUT", f'/v1/templates/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a template. Deletes the template permanently. This cannot be undone. Emails rendered from it stay. Refused while a workflow sends it. Requires the permission `templates:write`."""
        return self._connection.json("DELETE", f'/v1/templates/{segment("id", id)}', options)

    def render(self, id: str, body: types.TemplateRender, **options: Unpack[CallOptions]) -> types.RenderedTemplate:
        """Preview a template. Returns the newest version as rendered, even if it is a draft. Nothing is sent. Requires the permission `templates:read`."""
        return self._connection.json("POST", f'/v1/templates/{segment("id", id)}/render', options, body=body)


class Contacts:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.ContactCreate, **options: Unpack[KeyedCallOptions]) -> types.Contact:
        """Create a contact. Requires an email address or a phone number. Each can belong to only one contact of the environment; the case of an address does not matter. The contact is subscribed to every default topic. If the number has replied STOP, sms_subscribed is false whatever you send. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts", options, repeat="keyed", body=body)

    def list(self, query: types.ListContactsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Contact]:
        """List contacts. Returns contacts, newest first. Filters can be combined. Requires the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/contacts", options, query=query)

    def lookup(self, query: types.LookupContactQuery | None = None, **options: Unpack[CallOptions]) -> types.Contact:
        """Find a contact by email or phone number. Returns the contact with this email address or phone number. Give exactly one of the two. Requires the permission `contacts:read`."""
        return self._connection.json("GET", "/v1/contacts/lookup", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Contact:
        """Read a contact. Requires the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/contacts/{segment("id", id)}', options)

    def update(self, id: str, body: types.ContactUpdate, **options: Unpack[CallOptions]) -> types.Contact:
        """Update a contact. Only the fields you give are changed. Email and phone number cannot be changed. After a STOP, only a START from the number itself sets sms_subscribed to true again. Requires the permission `contacts:write`."""
        return self._connection.json("PUT", f'/v1/contacts/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a contact. Deletes the contact permanently. This cannot be undone. Requires the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/contacts/{segment("id", id)}', options)

    def subscribe_to_topic(self, contact_id: str, topic_id: str, **options: Unpack[CallOptions]) -> types.Membership:
        """Subscribe a contact to a topic. Repeating the request changes nothing. If the topic requires a confirmation, the contact is pending until it confirms. A repeated request after an hour or more sends another confirmation email, at most five a day. Requires the permission `contacts:write`."""
        return self._connection.json("POST", f'/v1/contacts/{segment("contact_id", contact_id)}/topics/{segment("topic_id", topic_id)}', options)

    def unsubscribe_from_topic(self, contact_id: str, topic_id: str, **options: Unpack[CallOptions]) -> types.Membership:
        """Unsubscribe a contact from a topic. Repeating the request changes nothing. Requires the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/contacts/{segment("contact_id", contact_id)}/topics/{segment("topic_id", topic_id)}', options)

    def upsert(self, body: types.ContactPut, **options: Unpack[CallOptions]) -> types.Contact:
        """Create or update a contact by email. Updates the contact with this address as PUT /v1/contacts/{id} does, or creates one if there is none. If the request is refused, for example because a segment or a topic does not exist, nothing has changed. Repeating the request changes nothing. Requires the permission `contacts:write`."""
        return self._connection.json("PUT", "/v1/contacts", options, body=body)

    def create_batch(self, body: builtins.list[types.ContactCreate], **options: Unpack[KeyedCallOptions]) -> types.ContactBatch:
        """Create up to 1,000 contacts. Each contact is created on its own. A contact whose address is taken is refused, with the id of the existing contact, and the others are still created. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts/batch", options, repeat="keyed", body=body)

    def count(self, query: types.CountContactsQuery | None = None, **options: Unpack[CallOptions]) -> types.ContactCount:
        """Count contacts. Counts contacts, up to 10,000. Takes the same filters as the list. Requires the permission `contacts:read`."""
        return self._connection.json("GET", "/v1/contacts/count", options, query=query)

    def list_topics(self, id: str, query: types.ListContactTopicsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.ContactTopic]:
        """List the topics of a contact. Returns all topics, newest first, and whether the contact is subscribed to each. Requires the permission `contacts:read`."""
        return self._connection.page("GET", f'/v1/contacts/{segment("id", id)}/topics', options, query=query)

    def import_rows(self, body: types.ContactImport, **options: Unpack[CallOptions]) -> types.Imported:
        """Import up to 500 contacts. Creates contacts and updates existing ones. A row is matched to a contact by its email or its phone number. Empty cells change nothing. If several rows match the same contact, the last one wins. People who unsubscribed are not subscribed again. Refused rows are listed in the answer and do not affect the others. Sending the same rows again changes nothing. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts/import", options, body=body)

    def import_file(self, body: types.ContactFile, **options: Unpack[KeyedCallOptions]) -> types.ContactFileImport:
        """Import a file of contacts. Answers once the file is stored, and then imports it in the background by the rules of POST /v1/contacts/import. The import survives a restart of the service. Five files can wait at a time, and the last hundred imports can be listed. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts/imports", options, repeat="keyed", body=body)

    def list_file_imports(self, query: types.ListContactFileImportsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.ContactFileImport]:
        """List file imports. Returns the imports, newest first. Requires the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/contacts/imports", options, query=query)

    def get_file_import(self, id: str, **options: Unpack[CallOptions]) -> types.ContactFileImport:
        """Read a file import. Requires the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/contacts/imports/{segment("id", id)}', options)

    def list_history(self, id: str, query: types.ListContactHistoryQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.ContactHistoryEvent]:
        """List the history of a contact. Returns the history of the contact, newest first: its creation, changes, subscriptions, unsubscribes and custom events. It goes back as far as events are kept. Requires the permission `contacts:read`."""
        return self._connection.page("GET", f'/v1/contacts/{segment("id", id)}/history', options, query=query)

    def record_event(self, id: str, body: types.ContactEventCreate, **options: Unpack[KeyedCallOptions]) -> types.CustomEvent:
        """Record an event of a contact. The event is stored in the event log as custom.<name> and sent to webhooks that subscribe to it. It starts workflows that begin with it and continues runs that wait for it. Requires the permission `contacts:write`."""
        return self._connection.json("POST", f'/v1/contacts/{segment("id", id)}/events', options, repeat="keyed", body=body)

    def record_event_by_email(self, body: types.CustomEventCreate, **options: Unpack[KeyedCallOptions]) -> types.CustomEvent:
        """Record an event of a contact by email. Like recording an event by the id of the contact, but with its email address. Does not create a contact. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts/events", options, repeat="keyed", body=body)

    def record_events(self, body: builtins.list[types.CustomEventCreate], **options: Unpack[KeyedCallOptions]) -> types.CustomEventBatch:
        """Record up to 100 events. Each event is recorded on its own. An event for an unknown contact is refused and does not affect the others. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts/events/batch", options, repeat="keyed", body=body)

    def list_segments(self, id: str, query: types.ListContactSegmentsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Segment]:
        """List the static segments of a contact. Returns the static segments that the contact was added to, newest first. For a dynamic segment, use GET /v1/segments/{id}/contacts/{contact_id}/explain. Requires the permission `contacts:read`."""
        return self._connection.page("GET", f'/v1/contacts/{segment("id", id)}/segments', options, query=query)

    def erase(self, id: str, **options: Unpack[CallOptions]) -> types.Erasure:
        """Erase everything about a person. Deletes the contact at once. Messages not yet sent to its address and its number are canceled. Then everything in this environment that names them is made unreadable: messages and their content, events, workflow runs. An email to several people stays, with this person replaced. Figures and credits do not change. An address that was suppressed or unsubscribed stays suppressed, as a hash. This cannot be undone. Repeating the request returns the same erasure. Requires the permission `contacts:erase`."""
        return self._connection.json("POST", f'/v1/contacts/{segment("id", id)}/erase', options)

    def export(self, id: str, **options: Unpack[CallOptions]) -> HTTPResponse:
        """Export everything about a person. Returns a zip file with the contact, its topics, suppressions, emails, text messages, events and runs as JSON, and the emails sent to it as .eml files. The file includes the content of messages, so it requires the same permission as erasing. Requires the permission `contacts:erase`."""
        return self._connection.response("GET", f'/v1/contacts/{segment("id", id)}/export', options)

    def list_consent(self, id: str, query: types.ListContactConsentQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.ConsentEntry]:
        """List the consent of a contact. Returns every change of consent for the address and the number of the contact, newest first, including changes from before the contact was created. Requires the permission `contacts:read`."""
        return self._connection.page("GET", f'/v1/contacts/{segment("id", id)}/consent', options, query=query)


class ContactFields:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.ContactFieldCreate, **options: Unpack[KeyedCallOptions]) -> types.ContactField:
        """Create a contact field. Contacts can then have a value of the field in their properties, lists can be filtered by it, and templates print it as contact.properties.<key>. An environment can have 100 fields. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contact-fields", options, repeat="keyed", body=body)

    def list(self, **options: Unpack[CallOptions]) -> types.ContactFieldList:
        """List contact fields. Returns all fields, ordered by key. Requires the permission `contacts:read`."""
        return self._connection.json("GET", "/v1/contact-fields", options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.ContactField:
        """Read a contact field. Requires the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/contact-fields/{segment("id", id)}', options)

    def update(self, id: str, body: types.ContactFieldUpdate, **options: Unpack[CallOptions]) -> types.ContactField:
        """Update the fallback of a contact field. Key and type cannot be changed, because contacts already have values. Requires the permission `contacts:write`."""
        return self._connection.json("PUT", f'/v1/contact-fields/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a contact field. Deletes the field permanently. This cannot be undone. The field disappears at once; its values are removed from contacts in the background, page by page. The key is free again when the last value is removed. Refused while a segment, a workflow, a signup form or a broadcast on its way uses the field. Requires the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/contact-fields/{segment("id", id)}', options)


class Segments:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.SegmentCreate, **options: Unpack[KeyedCallOptions]) -> types.Segment:
        """Create a segment. A dynamic segment is evaluated on each use, so it is always up to date. An environment can have 500 segments. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/segments", options, repeat="keyed", body=body)

    def list(self, query: types.ListSegmentsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Segment]:
        """List segments. Returns segments, newest first. Requires the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/segments", options, query=query)

    def preview(self, body: types.SegmentPreviewRequest, **options: Unpack[CallOptions]) -> types.SegmentPreview:
        """Preview a segment or a filter. Returns the count and a sample of the contacts that match a filter, or belong to a segment. Answers within about a second; if counting would take longer, the count is an estimate. Requires the permission `contacts:read`."""
        return self._connection.json("POST", "/v1/segments/preview", options, body=body)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Segment:
        """Read a segment. Requires the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/segments/{segment("id", id)}', options)

    def update(self, id: str, body: types.SegmentUpdate, **options: Unpack[CallOptions]) -> types.Segment:
        """Update a segment. Only the fields you give are changed. Everything that uses the segment uses the new filter from then on. Requires the permission `contacts:write`."""
        return self._connection.json("PATCH", f'/v1/segments/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a segment. Deletes the segment permanently. This cannot be undone. The contacts stay. Refused while another segment, a workflow, or a broadcast that is scheduled, sending or paused uses the segment; the error names it. Requires the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/segments/{segment("id", id)}', options)

    def list_contacts(self, id: str, query: types.ListSegmentContactsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Contact]:
        """List the contacts of a segment. Returns the contacts of the segment, newest first. To combine it with other filters, use GET /v1/contacts with segment_id. Requires the permission `contacts:read`."""
        return self._connection.page("GET", f'/v1/segments/{segment("id", id)}/contacts', options, query=query)

    def add_contacts(self, id: str, body: types.SegmentMembers, **options: Unpack[CallOptions]) -> types.SegmentMembersChanged:
        """Add contacts to a static segment. Adds up to 1,000 contacts. Repeating the request changes nothing. Requires the permission `contacts:write`."""
        return self._connection.json("POST", f'/v1/segments/{segment("id", id)}/contacts', options, body=body)

    def remove_contacts(self, id: str, body: types.SegmentMembers, **options: Unpack[CallOptions]) -> types.SegmentMembersChanged:
        """Remove contacts from a static segment. Removes up to 1,000 contacts from the segment. The contacts themselves stay. Repeating the request changes nothing. Requires the permission `contacts:write`."""
        return self._connection.json("POST", f'/v1/segments/{segment("id", id)}/contacts/remove', options, body=body)

    def explain_contact(self, id: str, contact_id: str, **options: Unpack[CallOptions]) -> types.SegmentExplanation:
        """Explain whether a contact belongs to a segment. Requires the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/segments/{segment("id", id)}/contacts/{segment("contact_id", contact_id)}/explain', options)


class Erasures:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Erasure:
        """Read an erasure. Once the status is finished, nothing in this environment names the person any more. Requires the permission `contacts:erase`."""
        return self._connection.json("GET", f'/v1/erasures/{segment("id", id)}', options)


class Consent:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, query: types.ListConsentQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.ConsentEntry]:
        """List the consent of an address or a number. Returns every change of consent for an address or a number, newest first, whether or not a contact has it. Give exactly one of the two. The list is empty for an unknown address. Requires the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/consent", options, query=query)


class SignupForms:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.SignupFormCreate, **options: Unpack[KeyedCallOptions]) -> types.SignupForm:
        """Create a signup form. The url of the form is a page where people sign up. It also accepts POST requests from the allowed sites, as application/json or application/x-www-form-urlencoded. The answer is the same whether or not the address is known. An environment can have 100 forms. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/signup-forms", options, repeat="keyed", body=body)

    def list(self, **options: Unpack[CallOptions]) -> types.SignupFormList:
        """List signup forms. Returns all signup forms, newest first. Requires the permission `contacts:read`."""
        return self._connection.json("GET", "/v1/signup-forms", options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.SignupForm:
        """Read a signup form. Requires the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/signup-forms/{segment("id", id)}', options)

    def update(self, id: str, body: types.SignupFormUpdate, **options: Unpack[CallOptions]) -> types.SignupForm:
        """Update a signup form. Only the fields you give are changed. Requires the permission `contacts:write`."""
        return self._connection.json("PUT", f'/v1/signup-forms/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a signup form. Nobody can sign up with the form any more. Contacts and their entries in the consent ledger stay. Requires the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/signup-forms/{segment("id", id)}', options)


class Suppressions:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.SuppressionCreate, **options: Unpack[KeyedCallOptions]) -> types.Suppression:
        """Suppress an address. No more email is sent to the address. An address is on the list only once, ignoring case: if it is already there, the existing entry is returned. Its reason changes only when a wish of the person, unsubscribe or complaint, replaces a weaker one. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/suppressions", options, repeat="keyed", body=body)

    def list(self, query: types.ListSuppressionsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Suppression]:
        """List suppressed addresses. Returns suppressed addresses, newest first. Filters can be combined. An address is added automatically when its mailbox does not exist or its owner reports spam. People who unsubscribe are not on this list: their contact has email_subscribed false or left a topic, and they still receive email that is not a broadcast. The entry of an erased person has no address, but the filter email still finds it. Requires the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/suppressions", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Suppression:
        """Read a suppression list entry. Requires the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/suppressions/{segment("id", id)}', options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Remove an address from the suppression list. Email is sent to the address again. Requires the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/suppressions/{segment("id", id)}', options)

    def import_rows(self, body: types.SuppressionImport, **options: Unpack[CallOptions]) -> types.Imported:
        """Suppress up to 500 addresses. The reason is one of hard_bounce, complaint, manual, unsubscribe; the default is manual. An address that is already on the list is unchanged, but unsubscribe and complaint replace a weaker reason. Refused rows are listed in the answer and do not affect the others. Sending the same rows again changes nothing. Requires the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/suppressions/import", options, body=body)


class Topics:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.TopicCreate, **options: Unpack[KeyedCallOptions]) -> types.Topic:
        """Create a topic. Any number of topics can be default topics. Requires the permission `topics:write`."""
        return self._connection.json("POST", "/v1/topics", options, repeat="keyed", body=body)

    def list(self, query: types.ListTopicsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Topic]:
        """List topics. Returns topics, newest first. Requires the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/topics", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Topic:
        """Read a topic. Requires the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/topics/{segment("id", id)}', options)

    def update(self, id: str, body: types.TopicUpdate, **options: Unpack[CallOptions]) -> types.Topic:
        """Update a topic. Only the fields you give are changed. Requires the permission `topics:write`."""
        return self._connection.json("PUT", f'/v1/topics/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a topic. Deletes the topic and its subscriptions permanently. This cannot be undone. Contacts stay. Refused while a segment, a signup form, a workflow, or a broadcast that is scheduled, sending or paused uses the topic; the error names it. Requires the permission `topics:write`."""
        return self._connection.json("DELETE", f'/v1/topics/{segment("id", id)}', options)


class Broadcasts:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.BroadcastCreate, **options: Unpack[KeyedCallOptions]) -> types.Broadcast:
        """Create a broadcast. Creates a draft of one message to many contacts. The content is Liquid, with the recipient as contact.*. Nothing is sent until POST /v1/broadcasts/{id}/send. Requires the permission `broadcasts:write`."""
        return self._connection.json("POST", "/v1/broadcasts", options, repeat="keyed", body=body)

    def list(self, query: types.ListBroadcastsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.BroadcastListItem]:
        """List broadcasts. Returns broadcasts, newest first. Requires the permission `broadcasts:read`."""
        return self._connection.page("GET", "/v1/broadcasts", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Read a broadcast. Returns the broadcast with its progress and its results. Requires the permission `broadcasts:read`."""
        return self._connection.json("GET", f'/v1/broadcasts/{segment("id", id)}', options)

    def update(self, id: str, body: types.BroadcastUpdate, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Update a broadcast. Changes a draft or a scheduled broadcast. Once it has begun, only its name, its pace, max_bounce_percent and max_complaint_percent can be changed. Requires the permission `broadcasts:write`."""
        return self._connection.json("PATCH", f'/v1/broadcasts/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a broadcast. Only for a broadcast that has never begun, because sent messages are rendered from its content. Requires the permission `broadcasts:write`."""
        return self._connection.json("DELETE", f'/v1/broadcasts/{segment("id", id)}', options)

    def preview(self, id: str, **options: Unpack[CallOptions]) -> types.BroadcastPreview:
        """Preview a broadcast. Returns who would receive it and who would not, what it costs, samples for three recipients, and the preflight checks. Nothing is sent. Requires the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/preview', options)

    def test(self, id: str, body: types.BroadcastTest, **options: Unpack[KeyedCallOptions]) -> types.BroadcastTested:
        """Send a test of a broadcast. Sends the broadcast to your own addresses as one contact would get it, with [Test] before the subject. It is charged like any message. Requires the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/test', options, repeat="keyed", body=body)

    def send(self, id: str, body: types.BroadcastSend, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Send a broadcast. Sends now, at a given time, or at a local time of each recipient. Everything is checked first; a 400 names what is missing. A scheduled broadcast is rescheduled. Once it has begun, repeating the request changes nothing, so it is safe to retry after a lost answer. Requires the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/send', options, body=body)

    def pause(self, id: str, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Pause a broadcast. Stops sending. Messages that a worker holds at this moment are still sent. Requires the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/pause', options)

    def resume(self, id: str, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Resume a broadcast. Continues where the broadcast stopped. Nobody gets it twice and nobody is left out. Requires the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/resume', options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Cancel a broadcast. Cancels the broadcast permanently. Messages not yet sent are not sent and not charged; their credits are returned within a minute. Requires the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/cancel', options)

    def list_recipients(self, id: str, query: types.ListBroadcastRecipientsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.BroadcastRecipient]:
        """List the recipients of a broadcast. Returns the recipients whose messages were created so far, newest first. Filters can be combined. Requires the permission `broadcasts:read`."""
        return self._connection.page("GET", f'/v1/broadcasts/{segment("id", id)}/recipients', options, query=query)

    def list_links(self, id: str, **options: Unpack[CallOptions]) -> types.BroadcastLinks:
        """List the clicked links of a broadcast. Returns the links that recipients clicked. Requires track_clicks. Requires the permission `broadcasts:read`."""
        return self._connection.json("GET", f'/v1/broadcasts/{segment("id", id)}/links', options)

    def get_analytics(self, id: str, **options: Unpack[CallOptions]) -> types.BroadcastAnalytics:
        """Read the analytics of a broadcast. Returns the results of the broadcast over time and by receiver, counted from its messages as long as they are kept. Requires the permission `broadcasts:read`."""
        return self._connection.json("GET", f'/v1/broadcasts/{segment("id", id)}/analytics', options)


class Workflows:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.WorkflowCreate, **options: Unpack[KeyedCallOptions]) -> types.Workflow:
        """Create a workflow. Creates a draft by default. For status active the trigger and the definition must be valid; each fault is reported with its path. Requires the permission `workflows:write`."""
        return self._connection.json("POST", "/v1/workflows", options, repeat="keyed", body=body)

    def list(self, query: types.ListWorkflowsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Workflow]:
        """List workflows. Returns workflows, newest first. Requires the permission `workflows:write`."""
        return self._connection.page("GET", "/v1/workflows", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Workflow:
        """Read a workflow. Requires the permission `workflows:write`."""
        return self._connection.json("GET", f'/v1/workflows/{segment("id", id)}', options)

    def update(self, id: str, body: types.WorkflowUpdate, **options: Unpack[CallOptions]) -> types.Workflow:
        """Update a workflow. Only the fields you give are changed. Existing runs stay on the version they started with. Requires the permission `workflows:write`."""
        return self._connection.json("PUT", f'/v1/workflows/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a workflow. Deletes the workflow permanently. This cannot be undone. Its runs stop. Requires the permission `workflows:write`."""
        return self._connection.json("DELETE", f'/v1/workflows/{segment("id", id)}', options)

    def list_runs(self, id: str, query: types.ListWorkflowRunsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.WorkflowRun]:
        """List the runs of a workflow. Returns runs with their state and the steps they took, newest first. Requires the permission `workflows:write`."""
        return self._connection.page("GET", f'/v1/workflows/{segment("id", id)}/runs', options, query=query)

    def stop_run(self, id: str, run_id: str, **options: Unpack[CallOptions]) -> types.WorkflowRun:
        """Stop a run. Stops the run. A run that has ended does not change, and repeating the request is safe. Requires the permission `workflows:write`."""
        return self._connection.json("POST", f'/v1/workflows/{segment("id", id)}/runs/{segment("run_id", run_id)}/stop', options)

    def simulate(self, id: str, body: types.WorkflowSimulate, **options: Unpack[CallOptions]) -> types.WorkflowSimulation:
        """Simulate a workflow. Simulates a run of the current workflow for one contact, with its own clock and without side effects. Returns each step, when it would happen, what would be sent, which exit is taken and why. A draft is validated as if it became active. Requires the permission `workflows:write`."""
        return self._connection.json("POST", f'/v1/workflows/{segment("id", id)}/simulate', options, body=body)


class Test:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def advance_clock(self, body: types.ClockAdvance, **options: Unpack[CallOptions]) -> types.ClockAdvanced:
        """Advance the clock of the test environment. Requires a test key. Scheduled messages and workflow delays become due as if the time had passed, so a sequence of days can be tested in a second. The clock cannot go back. Requires the permission `workflows:write`."""
        return self._connection.json("POST", "/v1/test/clock/advance", options, repeat="once", body=body)


class Webhooks:
    unwrap = staticmethod(unwrap_webhook)

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.WebhookCreate, **options: Unpack[KeyedCallOptions]) -> types.Webhook:
        """Create a webhook. The answer contains the secret, this once. Each delivery is signed with it according to Standard Webhooks 1.0.0, so you can verify where it comes from. There can be 1,000 webhooks. Requires the permission `webhooks:write`."""
        return self._connection.json("POST", "/v1/webhooks", options, repeat="keyed", body=body)

    def list(self, **options: Unpack[CallOptions]) -> types.WebhookList:
        """List webhooks. Returns all webhooks, newest first. This list has no pages. Requires the permission `webhooks:read`."""
        return self._connection.json("GET", "/v1/webhooks", options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Webhook:
        """Read a webhook. Requires the permission `webhooks:read`."""
        return self._connection.json("GET", f'/v1/webhooks/{segment("id", id)}', options)

    def update(self, id: str, body: types.WebhookUpdate, **options: Unpack[CallOptions]) -> types.Webhook:
        """Update a webhook. Only the fields you give are changed. Setting status to active resumes an inactive webhook. Requires the permission `webhooks:write`."""
        return self._connection.json("PUT", f'/v1/webhooks/{segment("id", id)}', options, body=body)

    def test(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Test a webhook. Sends one webhook.test event at once, even to an inactive webhook, and waits for your endpoint. success says whether it answered with 2xx; the deliveries have the details. At most ten per minute and organization. Requires the permission `webhooks:write`."""
        return self._connection.json("POST", f'/v1/webhooks/{segment("id", id)}/test', options, repeat="once")

    def rotate_secret(self, id: str, **options: Unpack[CallOptions]) -> types.Webhook:
        """Rotate the secret of a webhook. The answer contains the new secret, this once. For 24 hours each delivery is signed with both the old and the new secret, so nothing is lost while you change it. Requires the permission `webhooks:write`."""
        return self._connection.json("POST", f'/v1/webhooks/{segment("id", id)}/rotate-secret', options, repeat="once")

    def list_deliveries(self, id: str, query: types.ListWebhookDeliveriesQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.WebhookDelivery]:
        """List the deliveries of a webhook. Returns deliveries with all their attempts, newest first. They are kept as long as events: 90 days by default. Requires the permission `webhooks:read`."""
        return self._connection.page("GET", f'/v1/webhooks/{segment("id", id)}/deliveries', options, query=query)

    def get_delivery(self, id: str, event_id: str, **options: Unpack[CallOptions]) -> types.WebhookDelivery:
        """Read a delivery of a webhook. Returns a delivery by the id of its event, which is sent as webhook-id with every attempt. Requires the permission `webhooks:read`."""
        return self._connection.json("GET", f'/v1/webhooks/{segment("id", id)}/deliveries/{segment("event_id", event_id)}', options)

    def replay(self, id: str, body: types.WebhookReplay, **options: Unpack[CallOptions]) -> types.WebhookReplayed:
        """Replay failed events. Sends every undelivered event since the given time again at once, with the same webhook-id and a new series of attempts. The webhook must be active. Requires the permission `webhooks:write`."""
        return self._connection.json("POST", f'/v1/webhooks/{segment("id", id)}/replay', options, repeat="once", body=body)

    def replay_delivery(self, id: str, event_id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Replay one event. Sends one event again at once, even if it was delivered, with the same webhook-id and a new series of attempts. An event that is being sent at this moment is not sent again. The webhook must be active. Requires the permission `webhooks:write`."""
        return self._connection.json("POST", f'/v1/webhooks/{segment("id", id)}/deliveries/{segment("event_id", event_id)}/replay', options, repeat="once")

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a webhook. Deletes the webhook permanently. This cannot be undone. Pending deliveries are dropped. Requires the permission `webhooks:write`."""
        return self._connection.json("DELETE", f'/v1/webhooks/{segment("id", id)}', options)


class Events:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, query: types.ListEventsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Event]:
        """List events. Returns the events of the last 30 days, oldest first, in a fixed order, with the bodies that webhooks receive. Store next_cursor and send it with the next call: no event is missed or repeated. Requires the permission `webhooks:read`."""
        return self._connection.page("GET", "/v1/events", options, query=query)

    def stream(self, query: types.StreamEventsQuery | None = None, **options: Unpack[CallOptions]) -> EventStream:
        """Stream events. Returns an endless stream of server-sent events. Each has the cursor to continue from as its id, the type as its event, and the body that webhooks receive as its data. The stream starts now, or after the given Last-Event-ID. When nothing happens, a comment line is sent every 15 seconds. Requires the permission `webhooks:read`."""
        return EventStream(self._connection, "/v1/events/stream", query, options)


class RateLimit:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, **options: Unpack[CallOptions]) -> types.RateLimit:
        """Read the rate limit status. Returns the messages you can still send today and the requests this key can still make this hour. Requires the permission `account:read`."""
        return self._connection.json("GET", "/v1/rate-limit", options)


class Credits:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, **options: Unpack[CallOptions]) -> types.Credits:
        """Read the credit balance and usage. Returns the balance, the usage and the sending limits. Test keys never change these figures. Requires the permission `account:read`."""
        return self._connection.json("GET", "/v1/credits", options)


class Analytics:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, query: types.GetAnalyticsQuery | None = None, **options: Unpack[CallOptions]) -> types.Analytics:
        """Read email analytics. Returns figures for all emails of the environment. Filters narrow them down and can be combined. Requires the permission `account:read`."""
        return self._connection.json("GET", "/v1/analytics", options, query=query)

    def get_receivers(self, query: types.GetReceiverAnalyticsQuery | None = None, **options: Unpack[CallOptions]) -> types.ReceiverAnalytics:
        """Read analytics by receiver. Returns recipient counts by sender domain, receiver and stream, most mail first, 1,000 rows at most. Each recipient is counted in the hour the mail left, and figures are kept for 90 days. Large receivers have a name, such as google or outlook; all others are grouped as other. Requires the permission `account:read`."""
        return self._connection.json("GET", "/v1/analytics/receivers", options, query=query)


class ApiKeys:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, **options: Unpack[CallOptions]) -> types.ApiKeyList:
        """List API keys. Returns all keys of the environment, including revoked ones, newest first. This list has no pages. Requires the permission `keys:write`."""
        return self._connection.json("GET", "/v1/api-keys", options)

    def create(self, body: types.ApiKeyCreate, **options: Unpack[CallOptions]) -> types.CreatedApiKey:
        """Create an API key. Creates a key for the same environment. It cannot have permissions that the key in use lacks. The key itself is returned only in this answer. Requires the permission `keys:write`."""
        return self._connection.json("POST", "/v1/api-keys", options, repeat="once", body=body)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.ApiKey:
        """Read an API key. Requires the permission `keys:write`."""
        return self._connection.json("GET", f'/v1/api-keys/{segment("id", id)}', options)

    def update(self, id: str, body: types.ApiKeyUpdate, **options: Unpack[CallOptions]) -> types.ApiKey:
        """Rename an API key. The permissions of a key cannot be changed. Create another key instead. Requires the permission `keys:write`."""
        return self._connection.json("PATCH", f'/v1/api-keys/{segment("id", id)}', options, body=body)

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Revoke an API key. Once this request is answered, every process rejects the key. Requires the permission `keys:write`."""
        return self._connection.json("DELETE", f'/v1/api-keys/{segment("id", id)}', options)


class Key:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, **options: Unpack[CallOptions]) -> types.KeyInUse:
        """Read the key in use. Returns the organization, the environment and the permissions of the key in use. Any key can call this. Requires the permission `null`."""
        return self._connection.json("GET", "/v1/key", options)


class Retention:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, **options: Unpack[CallOptions]) -> types.Retention:
        """Read how long data is kept. Returns the retention of the environment of the key, with an estimate of the disk space it takes. Requires the permission `account:read`."""
        return self._connection.json("GET", "/v1/retention", options)

    def update(self, body: types.RetentionUpdate, **options: Unpack[CallOptions]) -> types.Retention:
        """Change how long data is kept. Only the fields you give are changed. Older data is hidden at once and deleted soon after. This cannot be undone. With preview nothing is changed. Requires the permission `retention:write`."""
        return self._connection.json("PUT", "/v1/retention", options, body=body)


class Requests:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, query: types.ListRequestsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.LoggedRequest]:
        """List requests. Returns the requests that keys of this environment made in the last days, newest first. A request appears about a second after its answer. Bodies are not logged, except for the reason of a refusal. Above a few hundred requests per minute only a sample is logged, with more refusals than successes; left_out says how many are missing. Filters can be combined. Requires the permission `requests:read`."""
        return self._connection.page("GET", "/v1/requests", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.LoggedRequest:
        """Read a request. Requires the permission `requests:read`."""
        return self._connection.json("GET", f'/v1/requests/{segment("id", id)}', options)


class AuditLog:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, query: types.ListAuditLogQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.AuditEntry]:
        """List audit log entries. Returns sign-ins and changes to the configuration of the organization by people, keys and the operator, newest first. Filters can be combined. A live key reads all entries, a test key those of the test environment. Requires the permission `audit:read`."""
        return self._connection.page("GET", "/v1/audit-log", options, query=query)


class Resources:
    """Everything that the API can do, by resource."""

    def __init__(self, connection: Connection) -> None:
        self.emails = Emails(connection)
        self.sms = Sms(connection)
        self.domains = Domains(connection)
        self.templates = Templates(connection)
        self.contacts = Contacts(connection)
        self.contact_fields = ContactFields(connection)
        self.segments = Segments(connection)
        self.erasures = Erasures(connection)
        self.consent = Consent(connection)
        self.signup_forms = SignupForms(connection)
        self.suppressions = Suppressions(connection)
        self.topics = Topics(connection)
        self.broadcasts = Broadcasts(connection)
        self.workflows = Workflows(connection)
        self.test = Test(connection)
        self.webhooks = Webhooks(connection)
        self.events = Events(connection)
        self.rate_limit = RateLimit(connection)
        self.credits = Credits(connection)
        self.analytics = Analytics(connection)
        self.api_keys = ApiKeys(connection)
        self.key = Key(connection)
        self.retention = Retention(connection)
        self.requests = Requests(connection)
        self.audit_log = AuditLog(connection)
