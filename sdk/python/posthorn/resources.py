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
        """Send an email. Answers once the email is stored; from then on it is sent, retried and reported whatever happens to the service. Recipients on the suppression list are named in the answer and left out; if all are, nothing is sent or charged. Needs the permission `emails:send`."""
        return self._connection.json("POST", "/v1/emails", options, repeat="keyed", body=body)

    def preflight(self, body: types.EmailSend, **options: Unpack[CallOptions]) -> types.EmailPreflight:
        """See what would become of an email. Takes the body of POST /v1/emails and sends nothing: whether it would be accepted, who would get it and who not, what it costs, the message itself, how receivers will authenticate it, and what they will say of it. Needs the permission `emails:send`."""
        return self._connection.json("POST", "/v1/emails/preflight", options, body=body)

    def send_batch(self, body: builtins.list[types.EmailSend], **options: Unpack[KeyedCallOptions]) -> types.EmailBatchAccepted:
        """Send up to 100 emails. All or nothing: one email that is not valid refuses the whole batch, and the path of the fault starts with its index. Each email may have its own content and its own scheduled_for. Needs the permission `emails:send`."""
        return self._connection.json("POST", "/v1/emails/batch", options, repeat="keyed", body=body)

    def list(self, query: types.ListEmailsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.EmailListItem]:
        """List emails. Newest first. Filters combine. Needs the permission `emails:read`."""
        return self._connection.page("GET", "/v1/emails", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Email:
        """Read an email. With its content, its counts and everything that happened to it. Needs the permission `emails:read`."""
        return self._connection.json("GET", f'/v1/emails/{segment("id", id)}', options)

    def get_raw(self, id: str, **options: Unpack[CallOptions]) -> HTTPResponse:
        """Read an email as it goes over the wire. The whole MIME message with its headers and attachments. For a captured email it is the very message that was kept; otherwise it is composed again from what was accepted, without the signatures of its way. Needs the permission `emails:read`."""
        return self._connection.response("GET", f'/v1/emails/{segment("id", id)}/raw', options)

    def explain(self, id: str, **options: Unpack[CallOptions]) -> types.Explanation:
        """Explain what happened to an email. What happened to it, in order and in words: what it waits for and why, what each attempt heard, what that means and what to do. Needs the permission `emails:read`."""
        return self._connection.json("GET", f'/v1/emails/{segment("id", id)}/explain', options)

    def get_workflow(self, id: str, **options: Unpack[CallOptions]) -> types.EmailWorkflow:
        """Read the workflow status of an email. How far the durable job behind the email is, how often it tried and when it tries again. Needs the permission `emails:read`."""
        return self._connection.json("GET", f'/v1/emails/{segment("id", id)}/workflow', options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Cancel a scheduled email. Only before it is sent. Success means that no copy ever leaves; cancelling again is a success as well, so a lost answer can be asked for again. Needs the permission `emails:send`."""
        return self._connection.json("POST", f'/v1/emails/{segment("id", id)}/cancel', options)

    def reschedule(self, id: str, body: types.EmailReschedule, **options: Unpack[CallOptions]) -> types.EmailRescheduled:
        """Reschedule an email. Moves a scheduled email to another time. One that has begun to leave cannot be moved. Needs the permission `emails:send`."""
        return self._connection.json("PATCH", f'/v1/emails/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete an email. Permanent; it cannot be undone. Its content, its recipients and what happened to it are gone; analytics and credits stay as they are. One that is scheduled must be cancelled first, and one that is on its way must have ended. Needs the permission `emails:delete`."""
        return self._connection.json("DELETE", f'/v1/emails/{segment("id", id)}', options)

    def list_attachments(self, id: str, **options: Unpack[CallOptions]) -> types.EmailAttachmentList:
        """List the attachments of an email. All of them, in their order: this list has no pages. They are kept as long as the content of the email is; GET /v1/retention says how long. Needs the permission `emails:read`."""
        return self._connection.json("GET", f'/v1/emails/{segment("id", id)}/attachments', options)

    def get_attachment(self, id: str, attachment_id: str, **options: Unpack[CallOptions]) -> types.EmailAttachment:
        """Read an attachment of an email. With a new address to download it from. Needs the permission `emails:read`."""
        return self._connection.json("GET", f'/v1/emails/{segment("id", id)}/attachments/{segment("attachment_id", attachment_id)}', options)


class Sms:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, body: types.SmsSend, **options: Unpack[KeyedCallOptions]) -> types.SmsAccepted:
        """Send a text message. The credits are taken in the moment the message is accepted, so a message you were told about is paid for. If it fails before the carrier takes it, they come back. Needs the permission `sms:send`."""
        return self._connection.json("POST", "/v1/sms", options, repeat="keyed", body=body)

    def list(self, query: types.ListSmsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.SmsListItem]:
        """List text messages. Sent and received, newest first. Filters combine. Needs the permission `sms:read`."""
        return self._connection.page("GET", "/v1/sms", options, query=query)

    def explain(self, id: str, **options: Unpack[CallOptions]) -> types.Explanation:
        """Explain what happened to a text message. What happened to it, in order and in words: what it waits for and why, what each attempt heard, and what to do. Needs the permission `sms:read`."""
        return self._connection.json("GET", f'/v1/sms/{segment("id", id)}/explain', options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Sms:
        """Read a text message. Needs the permission `sms:read`."""
        return self._connection.json("GET", f'/v1/sms/{segment("id", id)}', options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Cancel a scheduled text message. Only before it is sent; its credits come back. Success means that it never leaves; cancelling again is a success as well, so a lost answer can be asked for again. Needs the permission `sms:send`."""
        return self._connection.json("POST", f'/v1/sms/{segment("id", id)}/cancel', options)

    def reschedule(self, id: str, body: types.SmsReschedule, **options: Unpack[CallOptions]) -> types.SmsRescheduled:
        """Reschedule a text message. Moves a scheduled text message to another time. One that has begun to leave cannot be moved. Needs the permission `sms:send`."""
        return self._connection.json("PATCH", f'/v1/sms/{segment("id", id)}', options, body=body)


class Domains:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, **options: Unpack[CallOptions]) -> types.DomainList:
        """List the sender domains. All of them, by name, with the records that DNS must show. Domains belong to the organization and are for live email: with a test key there are none, and none can be added. Needs the permission `domains:read`."""
        return self._connection.json("GET", "/v1/domains", options)

    def add(self, body: types.DomainAdd, **options: Unpack[CallOptions]) -> types.Domain:
        """Add a sender domain. With keys of its own, which sign once DNS shows them. When it is there already, it is shown again. Domains belong to the organization and are for live email: with a test key there are none, and none can be added. Needs the permission `domains:write`."""
        return self._connection.json("POST", "/v1/domains", options, body=body)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Domain:
        """Read a sender domain. Needs the permission `domains:read`."""
        return self._connection.json("GET", f'/v1/domains/{segment("id", id)}', options)

    def verify(self, id: str, **options: Unpack[CallOptions]) -> types.CheckedDomain:
        """Verify a sender domain. Looks for its records in DNS, and evaluates them as receivers do. It takes up to ten seconds. Needs the permission `domains:write`."""
        return self._connection.json("POST", f'/v1/domains/{segment("id", id)}/verify', options)

    def update(self, id: str, body: types.DomainUpdate, **options: Unpack[CallOptions]) -> types.Domain:
        """Update a sender domain. Where links in its emails lead, and whether they need TLS. Only fields that are given are changed. Needs the permission `domains:write`."""
        return self._connection.json("PATCH", f'/v1/domains/{segment("id", id)}', options, body=body)

    def remove(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Remove a sender domain. With its keys. Email from it is signed no more. Needs the permission `domains:write`."""
        return self._connection.json("DELETE", f'/v1/domains/{segment("id", id)}', options)


class Templates:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.TemplateCreate, **options: Unpack[KeyedCallOptions]) -> types.Template:
        """Create a template. The content is Liquid: {{ name }} prints a variable, escaped in html; {{ name | default: "you" }} has something else to say when it is missing. {{ unsubscribe_url }} and {{ preferences_url }} are links of each recipient. Needs the permission `templates:write`."""
        return self._connection.json("POST", "/v1/templates", options, repeat="keyed", body=body)

    def list(self, query: types.ListTemplatesQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.TemplateListItem]:
        """List templates. Newest first. Needs the permission `templates:read`."""
        return self._connection.page("GET", "/v1/templates", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Template:
        """Read a template. Needs the permission `templates:read`."""
        return self._connection.json("GET", f'/v1/templates/{segment("id", id)}', options)

    def update(self, id: str, body: types.TemplateUpdate, **options: Unpack[CallOptions]) -> types.Template:
        """Update a template. Emails that were accepted before keep their content. Needs the permission `templates:write`."""
        return self._connection.json("PUT", f'/v1/templates/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a template. Permanent; it cannot be undone. Emails that were made of it stay. Needs the permission `templates:write`."""
        return self._connection.json("DELETE", f'/v1/templates/{segment("id", id)}', options)

    def render(self, id: str, body: types.TemplateRender, **options: Unpack[CallOptions]) -> types.RenderedTemplate:
        """Preview a template. Renders the newest version, a draft too. Nothing is sent. Needs the permission `templates:read`."""
        return self._connection.json("POST", f'/v1/templates/{segment("id", id)}/render', options, body=body)


class Contacts:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.ContactCreate, **options: Unpack[KeyedCallOptions]) -> types.Contact:
        """Create a contact. Needs an email address or a phone number; each may belong to one contact of the environment (the case of an address does not matter). The contact is subscribed to every default topic. With a number that has said STOP it takes no SMS, whatever is asked. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts", options, repeat="keyed", body=body)

    def list(self, query: types.ListContactsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Contact]:
        """List contacts. Newest first. Filters combine. Needs the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/contacts", options, query=query)

    def lookup(self, query: types.LookupContactQuery | None = None, **options: Unpack[CallOptions]) -> types.Contact:
        """Find a contact by email or phone number. Give exactly one of the two. Needs the permission `contacts:read`."""
        return self._connection.json("GET", "/v1/contacts/lookup", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Contact:
        """Read a contact. Needs the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/contacts/{segment("id", id)}', options)

    def update(self, id: str, body: types.ContactUpdate, **options: Unpack[CallOptions]) -> types.Contact:
        """Update a contact. Only fields that are given are changed. Email and phone number cannot be changed. After a STOP only a START from the number itself makes sms_subscribed true again. Needs the permission `contacts:write`."""
        return self._connection.json("PUT", f'/v1/contacts/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a contact. Permanent; it cannot be undone. Needs the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/contacts/{segment("id", id)}', options)

    def subscribe_to_topic(self, contact_id: str, topic_id: str, **options: Unpack[CallOptions]) -> types.Membership:
        """Subscribe a contact to a topic. Doing it again changes nothing. Where the topic asks for a confirmation, the contact is pending until it comes; asked again after an hour, another email with the link is sent, at most five a day. Needs the permission `contacts:write`."""
        return self._connection.json("POST", f'/v1/contacts/{segment("contact_id", contact_id)}/topics/{segment("topic_id", topic_id)}', options)

    def unsubscribe_from_topic(self, contact_id: str, topic_id: str, **options: Unpack[CallOptions]) -> types.Membership:
        """Unsubscribe a contact from a topic. Doing it again changes nothing. Needs the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/contacts/{segment("contact_id", contact_id)}/topics/{segment("topic_id", topic_id)}', options)

    def upsert(self, body: types.ContactPut, **options: Unpack[CallOptions]) -> types.Contact:
        """Create or change a contact by email. The contact with this address is changed as PUT /v1/contacts/{id} does it; if there is none, it is created. Sending it again changes nothing. Needs the permission `contacts:write`."""
        return self._connection.json("PUT", "/v1/contacts", options, body=body)

    def create_batch(self, body: builtins.list[types.ContactCreate], **options: Unpack[KeyedCallOptions]) -> types.ContactBatch:
        """Create up to 1,000 contacts. Each stands alone: one whose address is taken is refused, with the id of its holder, and harms no other. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts/batch", options, repeat="keyed", body=body)

    def count(self, query: types.CountContactsQuery | None = None, **options: Unpack[CallOptions]) -> types.ContactCount:
        """Count contacts. With the filters of the list. Up to 10,000 are counted. Needs the permission `contacts:read`."""
        return self._connection.json("GET", "/v1/contacts/count", options, query=query)

    def list_topics(self, id: str, query: types.ListContactTopicsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.ContactTopic]:
        """List the topics of a contact. All topics, newest first, and whether the contact is subscribed to them. Needs the permission `contacts:read`."""
        return self._connection.page("GET", f'/v1/contacts/{segment("id", id)}/topics', options, query=query)

    def import_rows(self, body: types.ContactImport, **options: Unpack[CallOptions]) -> types.Imported:
        """Create contacts, and fill in those that exist. A row belongs to the contact with its email, or with its number. Empty cells change nothing. A later row of the same contact wins. Nobody who has unsubscribed is subscribed again. A row that cannot be taken is named in the answer and harms no other; sending the same rows again changes nothing. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts/import", options, body=body)

    def import_file(self, body: types.ContactFile, **options: Unpack[KeyedCallOptions]) -> types.ContactFileImport:
        """Import a file of contacts. Answers once the file is stored; it is read after that, by the rules of POST /v1/contacts/import, whatever happens to the service. Five files can wait at a time, and the last hundred imports can be looked up. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts/imports", options, repeat="keyed", body=body)

    def list_file_imports(self, query: types.ListContactFileImportsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.ContactFileImport]:
        """List imports of files. Newest first. Needs the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/contacts/imports", options, query=query)

    def get_file_import(self, id: str, **options: Unpack[CallOptions]) -> types.ContactFileImport:
        """Read how far an import is. Needs the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/contacts/imports/{segment("id", id)}', options)

    def list_history(self, id: str, query: types.ListContactHistoryQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.ContactHistoryEvent]:
        """List what became of a contact. Newest first: what it was created with, what changed, what it subscribed to and left, and events of your own. As long as events are kept. Needs the permission `contacts:read`."""
        return self._connection.page("GET", f'/v1/contacts/{segment("id", id)}/history', options, query=query)

    def record_event(self, id: str, body: types.ContactEventCreate, **options: Unpack[KeyedCallOptions]) -> types.CustomEvent:
        """Record an event of a contact. It is kept in the event log as custom.<name>, webhooks that subscribe to it are told, and workflows that start with it or wait for it go on. Needs the permission `contacts:write`."""
        return self._connection.json("POST", f'/v1/contacts/{segment("id", id)}/events', options, repeat="keyed", body=body)

    def record_event_by_email(self, body: types.CustomEventCreate, **options: Unpack[KeyedCallOptions]) -> types.CustomEvent:
        """Record an event of a contact by email. The same for whoever knows the address of the contact. Nobody becomes a contact by it. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts/events", options, repeat="keyed", body=body)

    def record_events(self, body: builtins.list[types.CustomEventCreate], **options: Unpack[KeyedCallOptions]) -> types.CustomEventBatch:
        """Record up to 100 events. Each stands alone: one of somebody who is no contact is refused and harms no other. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contacts/events/batch", options, repeat="keyed", body=body)

    def list_segments(self, id: str, query: types.ListContactSegmentsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Segment]:
        """List the static segments of a contact. Those that the contact was added to, newest first. Who belongs to a dynamic segment is found out when it is asked: GET /v1/segments/{id}/contacts/{contact_id}/explain says it of one contact. Needs the permission `contacts:read`."""
        return self._connection.page("GET", f'/v1/contacts/{segment("id", id)}/segments', options, query=query)

    def erase(self, id: str, **options: Unpack[CallOptions]) -> types.Erasure:
        """Erase everything about a person. The contact is gone at once. Whatever was still to be sent to its address and its number is canceled, and then everything in this environment that names them is made unreadable: messages and their content, events, runs of workflows. An email to several people stays, with this one replaced. Figures and credits stay as they are. An address that was suppressed or unsubscribed stays suppressed, as a hash. It cannot be undone. Asking again answers the same erasure. Needs the permission `contacts:erase`."""
        return self._connection.json("POST", f'/v1/contacts/{segment("id", id)}/erase', options)

    def export(self, id: str, **options: Unpack[CallOptions]) -> HTTPResponse:
        """Export everything about a person. A zip file: the contact, its topics, suppressions, emails, text messages, events and runs as JSON, and what was sent to it as .eml files. It shows the content of messages, so it needs the same permission as erasing. Needs the permission `contacts:erase`."""
        return self._connection.response("GET", f'/v1/contacts/{segment("id", id)}/export', options)

    def list_consent(self, id: str, query: types.ListContactConsentQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.ConsentEntry]:
        """List the consent of a contact. Newest first: every change of consent of its address and its number, also from before the contact was created. Needs the permission `contacts:read`."""
        return self._connection.page("GET", f'/v1/contacts/{segment("id", id)}/consent', options, query=query)


class ContactFields:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.ContactFieldCreate, **options: Unpack[KeyedCallOptions]) -> types.ContactField:
        """Declare a field of contacts. At most 100 of an environment. From then on contacts can have a value of it in their properties, lists can be filtered by it, and templates print it as contact.properties.<key>. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/contact-fields", options, repeat="keyed", body=body)

    def list(self, **options: Unpack[CallOptions]) -> types.ContactFieldList:
        """List the fields of contacts. All of them, by their keys. Needs the permission `contacts:read`."""
        return self._connection.json("GET", "/v1/contact-fields", options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.ContactField:
        """Read a field. Needs the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/contact-fields/{segment("id", id)}', options)

    def update(self, id: str, body: types.ContactFieldUpdate, **options: Unpack[CallOptions]) -> types.ContactField:
        """Change the fallback of a field. Key and type stay as they are: contacts have values of them. Needs the permission `contacts:write`."""
        return self._connection.json("PUT", f'/v1/contact-fields/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a field. Permanent; it cannot be undone. The field is gone at once; its values leave the contacts behind the answer, page by page. Its key is free again when the last is gone. Refused while a segment asks for it. Needs the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/contact-fields/{segment("id", id)}', options)


class Segments:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.SegmentCreate, **options: Unpack[KeyedCallOptions]) -> types.Segment:
        """Create a segment. At most 500 of an environment. Who belongs to a dynamic segment is found out whenever somebody asks: it is never out of date. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/segments", options, repeat="keyed", body=body)

    def list(self, query: types.ListSegmentsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Segment]:
        """List segments. Newest first. Needs the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/segments", options, query=query)

    def preview(self, body: types.SegmentPreviewRequest, **options: Unpack[CallOptions]) -> types.SegmentPreview:
        """Count and show who meets a filter. Of a filter that is not kept yet, or of a segment. Within about a second: where counting would take longer, the count is an estimate. Needs the permission `contacts:read`."""
        return self._connection.json("POST", "/v1/segments/preview", options, body=body)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Segment:
        """Read a segment. Needs the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/segments/{segment("id", id)}', options)

    def update(self, id: str, body: types.SegmentUpdate, **options: Unpack[CallOptions]) -> types.Segment:
        """Change a segment. Only fields that are given are changed. What uses the segment uses the new filter from then on. Needs the permission `contacts:write`."""
        return self._connection.json("PATCH", f'/v1/segments/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a segment. Permanent; it cannot be undone. The contacts stay. Refused while something uses it, with the names of what does. Needs the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/segments/{segment("id", id)}', options)

    def list_contacts(self, id: str, query: types.ListSegmentContactsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Contact]:
        """List the contacts of a segment. Newest first. GET /v1/contacts with segment_id combines it with other filters. Needs the permission `contacts:read`."""
        return self._connection.page("GET", f'/v1/segments/{segment("id", id)}/contacts', options, query=query)

    def add_contacts(self, id: str, body: types.SegmentMembers, **options: Unpack[CallOptions]) -> types.SegmentMembersChanged:
        """Add contacts to a list. Up to 1,000 to a static segment. Doing it again changes nothing. Needs the permission `contacts:write`."""
        return self._connection.json("POST", f'/v1/segments/{segment("id", id)}/contacts', options, body=body)

    def remove_contacts(self, id: str, body: types.SegmentMembers, **options: Unpack[CallOptions]) -> types.SegmentMembersChanged:
        """Remove contacts from a list. Up to 1,000 from a static segment. The contacts stay. Doing it again changes nothing. Needs the permission `contacts:write`."""
        return self._connection.json("POST", f'/v1/segments/{segment("id", id)}/contacts/remove', options, body=body)

    def explain_contact(self, id: str, contact_id: str, **options: Unpack[CallOptions]) -> types.SegmentExplanation:
        """Explain why a contact belongs to a segment, or does not. Needs the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/segments/{segment("id", id)}/contacts/{segment("contact_id", contact_id)}/explain', options)


class Erasures:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Erasure:
        """Read how far an erasure is. From finished on, nothing in this environment names the person any more. Needs the permission `contacts:erase`."""
        return self._connection.json("GET", f'/v1/erasures/{segment("id", id)}', options)


class Consent:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, query: types.ListConsentQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.ConsentEntry]:
        """List the consent of an address or a number. Newest first, whether or not a contact has it. Give exactly one of the two. An address that nothing is known of has an empty list. Needs the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/consent", options, query=query)


class SignupForms:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.SignupFormCreate, **options: Unpack[KeyedCallOptions]) -> types.SignupForm:
        """Create a signup form. At most 100 of an environment. Its url is a page where people sign up, and takes POST from the sites that are allowed, as application/json or application/x-www-form-urlencoded. The answer is the same whether or not the address is known. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/signup-forms", options, repeat="keyed", body=body)

    def list(self, **options: Unpack[CallOptions]) -> types.SignupFormList:
        """List signup forms. All of them, newest first. Needs the permission `contacts:read`."""
        return self._connection.json("GET", "/v1/signup-forms", options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.SignupForm:
        """Read a signup form. Needs the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/signup-forms/{segment("id", id)}', options)

    def update(self, id: str, body: types.SignupFormUpdate, **options: Unpack[CallOptions]) -> types.SignupForm:
        """Change a signup form. Only fields that are given are changed. Needs the permission `contacts:write`."""
        return self._connection.json("PUT", f'/v1/signup-forms/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a signup form. From then on nobody signs up with it. Contacts stay, and so do their entries in the consent ledger. Needs the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/signup-forms/{segment("id", id)}', options)


class Suppressions:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.SuppressionCreate, **options: Unpack[KeyedCallOptions]) -> types.Suppression:
        """Suppress an address. From now on no email is sent to it. An address is on the list once, whatever its case: if it is there already, the answer is the existing entry, unchanged. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/suppressions", options, repeat="keyed", body=body)

    def list(self, query: types.ListSuppressionsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Suppression]:
        """List suppressed addresses. Newest first. Filters combine. Addresses come here by themselves when a mailbox does not exist or its owner complains. Whoever unsubscribes is a contact with email_subscribed false, or left a topic, and still gets what is not a broadcast. The entry of an erased person has no address; it is found by the filter email all the same. Needs the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/suppressions", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Suppression:
        """Read an entry of the suppression list. Needs the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/suppressions/{segment("id", id)}', options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Take an address off the suppression list. From now on email is sent to it again. Needs the permission `contacts:write`."""
        return self._connection.json("DELETE", f'/v1/suppressions/{segment("id", id)}', options)

    def import_rows(self, body: types.SuppressionImport, **options: Unpack[CallOptions]) -> types.Imported:
        """Suppress up to 500 addresses. The reason is one of hard_bounce, complaint, manual, unsubscribe; without one it is manual. An address that is on the list already stays there as it is. A row that cannot be taken is named in the answer and harms no other; sending the same rows again changes nothing. Needs the permission `contacts:write`."""
        return self._connection.json("POST", "/v1/suppressions/import", options, body=body)


class Topics:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.TopicCreate, **options: Unpack[KeyedCallOptions]) -> types.Topic:
        """Create a topic. Any number of topics may be default topics. Needs the permission `topics:write`."""
        return self._connection.json("POST", "/v1/topics", options, repeat="keyed", body=body)

    def list(self, query: types.ListTopicsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Topic]:
        """List topics. Newest first. Needs the permission `contacts:read`."""
        return self._connection.page("GET", "/v1/topics", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Topic:
        """Read a topic. Needs the permission `contacts:read`."""
        return self._connection.json("GET", f'/v1/topics/{segment("id", id)}', options)

    def update(self, id: str, body: types.TopicUpdate, **options: Unpack[CallOptions]) -> types.Topic:
        """Update a topic. Only fields that are given are changed. Needs the permission `topics:write`."""
        return self._connection.json("PUT", f'/v1/topics/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a topic. Permanent; it cannot be undone. Contacts stay, their subscription to the topic goes. Refused while a segment asks for it. Needs the permission `topics:write`."""
        return self._connection.json("DELETE", f'/v1/topics/{segment("id", id)}', options)


class Broadcasts:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.BroadcastCreate, **options: Unpack[KeyedCallOptions]) -> types.Broadcast:
        """Create a broadcast. A draft of one message to many contacts. Content is Liquid with the recipient as contact.*. Nothing is sent before POST /v1/broadcasts/{id}/send. Needs the permission `broadcasts:write`."""
        return self._connection.json("POST", "/v1/broadcasts", options, repeat="keyed", body=body)

    def list(self, query: types.ListBroadcastsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.BroadcastListItem]:
        """List broadcasts. Newest first. Needs the permission `broadcasts:read`."""
        return self._connection.page("GET", "/v1/broadcasts", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Read a broadcast. With how far it is and what came of it. Needs the permission `broadcasts:read`."""
        return self._connection.json("GET", f'/v1/broadcasts/{segment("id", id)}', options)

    def update(self, id: str, body: types.BroadcastUpdate, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Change a broadcast. A draft, or one that is scheduled. Once it has begun only its name and its pace can be changed. Needs the permission `broadcasts:write`."""
        return self._connection.json("PATCH", f'/v1/broadcasts/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a broadcast. Only one that has never begun: messages that were sent are made of its content. Needs the permission `broadcasts:write`."""
        return self._connection.json("DELETE", f'/v1/broadcasts/{segment("id", id)}', options)

    def preview(self, id: str, **options: Unpack[CallOptions]) -> types.BroadcastPreview:
        """See what would become of a broadcast. Who would get it and who not, what it costs, how three recipients would see it, and what receivers will say of it. Nothing is sent. Needs the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/preview', options)

    def test(self, id: str, body: types.BroadcastTest, **options: Unpack[CallOptions]) -> types.BroadcastTested:
        """Send a broadcast to yourself. Sends it as one contact would get it, with [Test] before the subject, and charges it like any message. Needs the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/test', options, repeat="once", body=body)

    def send(self, id: str, body: types.BroadcastSend, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Send a broadcast. Now, at a time, or when the clock of each recipient says a time. Everything is checked first; a 400 names what is missing. One that is scheduled gets another time. Once it has begun, asking again changes nothing, so a lost answer can be asked for again. Needs the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/send', options, body=body)

    def pause(self, id: str, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Pause a broadcast. Nothing more leaves but what a worker has in hand at this moment. Needs the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/pause', options)

    def resume(self, id: str, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Resume a broadcast. It goes on where it stopped: nobody gets it twice, and nobody is left out. Needs the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/resume', options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> types.Broadcast:
        """Cancel a broadcast. For good. What has not left does not leave, and is not charged: credits come back within a minute. Needs the permission `broadcasts:write`."""
        return self._connection.json("POST", f'/v1/broadcasts/{segment("id", id)}/cancel', options)

    def list_recipients(self, id: str, query: types.ListBroadcastRecipientsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.BroadcastRecipient]:
        """List recipients by outcome. Newest first, as far as messages were made. Filters combine. Needs the permission `broadcasts:read`."""
        return self._connection.page("GET", f'/v1/broadcasts/{segment("id", id)}/recipients', options, query=query)

    def list_links(self, id: str, **options: Unpack[CallOptions]) -> types.BroadcastLinks:
        """List clicked links. Needs track_clicks. Needs the permission `broadcasts:read`."""
        return self._connection.json("GET", f'/v1/broadcasts/{segment("id", id)}/links', options)

    def get_analytics(self, id: str, **options: Unpack[CallOptions]) -> types.BroadcastAnalytics:
        """Read what came of a broadcast over time and by receiver. Counted from its messages as long as they are kept. Needs the permission `broadcasts:read`."""
        return self._connection.json("GET", f'/v1/broadcasts/{segment("id", id)}/analytics', options)


class Workflows:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.WorkflowCreate, **options: Unpack[KeyedCallOptions]) -> types.Workflow:
        """Create a workflow. A draft unless status says otherwise. To become active, its trigger and its definition must be valid; each fault is reported with its path. Needs the permission `workflows:write`."""
        return self._connection.json("POST", "/v1/workflows", options, repeat="keyed", body=body)

    def list(self, query: types.ListWorkflowsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Workflow]:
        """List workflows. Newest first. Needs the permission `workflows:write`."""
        return self._connection.page("GET", "/v1/workflows", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Workflow:
        """Read a workflow. Needs the permission `workflows:write`."""
        return self._connection.json("GET", f'/v1/workflows/{segment("id", id)}', options)

    def update(self, id: str, body: types.WorkflowUpdate, **options: Unpack[CallOptions]) -> types.Workflow:
        """Update a workflow. Only fields that are given are changed. Runs that have started stay on the version they started with. Needs the permission `workflows:write`."""
        return self._connection.json("PUT", f'/v1/workflows/{segment("id", id)}', options, body=body)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a workflow. Permanent; it cannot be undone. Runs under way stop where they are. Needs the permission `workflows:write`."""
        return self._connection.json("DELETE", f'/v1/workflows/{segment("id", id)}', options)

    def list_runs(self, id: str, query: types.ListWorkflowRunsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.WorkflowRun]:
        """List the runs of a workflow. Newest first, each with where it stands and the steps it took. Needs the permission `workflows:write`."""
        return self._connection.page("GET", f'/v1/workflows/{segment("id", id)}/runs', options, query=query)

    def stop_run(self, id: str, run_id: str, **options: Unpack[CallOptions]) -> types.WorkflowRun:
        """Stop a run. It goes no further. One that has ended stays as it is, and stopping again is fine. Needs the permission `workflows:write`."""
        return self._connection.json("POST", f'/v1/workflows/{segment("id", id)}/runs/{segment("run_id", run_id)}/stop', options)

    def simulate(self, id: str, body: types.WorkflowSimulate, **options: Unpack[CallOptions]) -> types.WorkflowSimulation:
        """Rehearse a workflow. Walks one contact through the workflow as it stands, with a clock of its own and without any effect: each step, when it would happen, what would be sent, which way it goes and why. A draft is checked as if it became active. Needs the permission `workflows:write`."""
        return self._connection.json("POST", f'/v1/workflows/{segment("id", id)}/simulate', options, body=body)


class Test:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def advance_clock(self, body: types.ClockAdvance, **options: Unpack[CallOptions]) -> types.ClockAdvanced:
        """Advance the clock of the test environment. With a test key only: scheduled messages and delays of workflows become due as if that time had passed, so a sequence of days can be tested in a second. It does not go back. Needs the permission `workflows:write`."""
        return self._connection.json("POST", "/v1/test/clock/advance", options, repeat="once", body=body)


class Webhooks:
    unwrap = staticmethod(unwrap_webhook)

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, body: types.WebhookCreate, **options: Unpack[KeyedCallOptions]) -> types.Webhook:
        """Create a webhook. The answer holds the secret, this once. There are 1,000 at the most. Each delivery is signed with it as Standard Webhooks 1.0.0 describes, so you can tell our requests from others. Needs the permission `webhooks:write`."""
        return self._connection.json("POST", "/v1/webhooks", options, repeat="keyed", body=body)

    def list(self, **options: Unpack[CallOptions]) -> types.WebhookList:
        """List webhooks. All of them, newest first: this list has no pages. Needs the permission `webhooks:read`."""
        return self._connection.json("GET", "/v1/webhooks", options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.Webhook:
        """Read a webhook. Needs the permission `webhooks:read`."""
        return self._connection.json("GET", f'/v1/webhooks/{segment("id", id)}', options)

    def update(self, id: str, body: types.WebhookUpdate, **options: Unpack[CallOptions]) -> types.Webhook:
        """Update a webhook. Only fields that are given are changed. Setting status to active takes an inactive one up again. Needs the permission `webhooks:write`."""
        return self._connection.json("PUT", f'/v1/webhooks/{segment("id", id)}', options, body=body)

    def test(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Test a webhook. Sends one webhook.test event at once, also to an inactive webhook, and waits for the receiver. success says whether it answered with 2xx; the deliveries say more. At most ten a minute for an organization. Needs the permission `webhooks:write`."""
        return self._connection.json("POST", f'/v1/webhooks/{segment("id", id)}/test', options, repeat="once")

    def rotate_secret(self, id: str, **options: Unpack[CallOptions]) -> types.Webhook:
        """Rotate the secret of a webhook. The answer holds the new secret, this once. For 24 hours each delivery is signed with both, the old one and the new, so nothing is lost while you change it. Needs the permission `webhooks:write`."""
        return self._connection.json("POST", f'/v1/webhooks/{segment("id", id)}/rotate-secret', options, repeat="once")

    def list_deliveries(self, id: str, query: types.ListWebhookDeliveriesQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.WebhookDelivery]:
        """List the deliveries of a webhook. Newest first, each with all of its attempts. Kept as long as events are: 90 days unless told otherwise. Needs the permission `webhooks:read`."""
        return self._connection.page("GET", f'/v1/webhooks/{segment("id", id)}/deliveries', options, query=query)

    def get_delivery(self, id: str, event_id: str, **options: Unpack[CallOptions]) -> types.WebhookDelivery:
        """Read a delivery of a webhook. By the id of its event, which is sent as webhook-id with every attempt. Needs the permission `webhooks:read`."""
        return self._connection.json("GET", f'/v1/webhooks/{segment("id", id)}/deliveries/{segment("event_id", event_id)}', options)

    def replay(self, id: str, body: types.WebhookReplay, **options: Unpack[CallOptions]) -> types.WebhookReplayed:
        """Send again what failed. Every event since that time that has not been delivered is sent again at once, with the same webhook-id and a new series of attempts. The webhook must be active. Needs the permission `webhooks:write`."""
        return self._connection.json("POST", f'/v1/webhooks/{segment("id", id)}/replay', options, repeat="once", body=body)

    def replay_delivery(self, id: str, event_id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Send one event again. Also one that was delivered: it is sent again at once, with the same webhook-id and a new series of attempts. One that is on its way at this moment is left alone. The webhook must be active. Needs the permission `webhooks:write`."""
        return self._connection.json("POST", f'/v1/webhooks/{segment("id", id)}/deliveries/{segment("event_id", event_id)}/replay', options, repeat="once")

    def delete(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Delete a webhook. Permanent; it cannot be undone. Deliveries still waiting are dropped. Needs the permission `webhooks:write`."""
        return self._connection.json("DELETE", f'/v1/webhooks/{segment("id", id)}', options)


class Events:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, query: types.ListEventsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.Event]:
        """Read what happened. Oldest first, in one fixed order, with the bodies that webhooks receive; the last 30 days. Keep next_cursor and come back with it: nothing is missed and nothing comes twice. Needs the permission `webhooks:read`."""
        return self._connection.page("GET", "/v1/events", options, query=query)

    def stream(self, query: types.StreamEventsQuery | None = None, **options: Unpack[CallOptions]) -> EventStream:
        """Watch what happens. Server-sent events that do not end: each has the id to go on from, the type as its event, and the body that webhooks receive as its data. Begins now, or behind the Last-Event-ID that is given. A line of comment comes every 15 seconds when nothing happens. Needs the permission `webhooks:read`."""
        return EventStream(self._connection, "/v1/events/stream", query, options)


class RateLimit:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, **options: Unpack[CallOptions]) -> types.RateLimit:
        """Read the rate limit status. What may still be sent today, and what this key may still ask this hour. Needs the permission `account:read`."""
        return self._connection.json("GET", "/v1/rate-limit", options)


class Credits:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, **options: Unpack[CallOptions]) -> types.Credits:
        """Read the credit balance and usage. Test keys never move these figures. Needs the permission `account:read`."""
        return self._connection.json("GET", "/v1/credits", options)


class Analytics:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, query: types.GetAnalyticsQuery | None = None, **options: Unpack[CallOptions]) -> types.Analytics:
        """Read email analytics. Over everything in the environment unless a filter says otherwise. Filters combine. Needs the permission `account:read`."""
        return self._connection.json("GET", "/v1/analytics", options, query=query)

    def get_receivers(self, query: types.GetReceiverAnalyticsQuery | None = None, **options: Unpack[CallOptions]) -> types.ReceiverAnalytics:
        """Read what receivers say of your mail. By sender domain, receiver and stream, in recipients, those with the most mail first; 1,000 rows at most. Counted in the hour in which the mail left, and kept for 90 days. Large receivers have a name, such as google or outlook; all others are one, called other. Needs the permission `account:read`."""
        return self._connection.json("GET", "/v1/analytics/receivers", options, query=query)


class ApiKeys:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, **options: Unpack[CallOptions]) -> types.ApiKeyList:
        """List API keys. Those of the environment, revoked ones too, newest first: this list has no pages. Needs the permission `keys:write`."""
        return self._connection.json("GET", "/v1/api-keys", options)

    def create(self, body: types.ApiKeyCreate, **options: Unpack[CallOptions]) -> types.CreatedApiKey:
        """Create an API key. For the same environment. It may do what the key in use may, or less. The answer holds the key, this once. Needs the permission `keys:write`."""
        return self._connection.json("POST", "/v1/api-keys", options, repeat="once", body=body)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.ApiKey:
        """Read an API key. Needs the permission `keys:write`."""
        return self._connection.json("GET", f'/v1/api-keys/{segment("id", id)}', options)

    def update(self, id: str, body: types.ApiKeyUpdate, **options: Unpack[CallOptions]) -> types.ApiKey:
        """Rename an API key. What it may do cannot be changed: make another one. Needs the permission `keys:write`."""
        return self._connection.json("PATCH", f'/v1/api-keys/{segment("id", id)}', options, body=body)

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> types.Acknowledgment:
        """Revoke an API key. When this answers, no process takes the key any more. Needs the permission `keys:write`."""
        return self._connection.json("DELETE", f'/v1/api-keys/{segment("id", id)}', options)


class Key:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, **options: Unpack[CallOptions]) -> types.KeyInUse:
        """Read what the key in use may do. Whose it is, which environment it opens and what it may do. Any key may ask. Needs the permission `null`."""
        return self._connection.json("GET", "/v1/key", options)


class Retention:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, **options: Unpack[CallOptions]) -> types.Retention:
        """Read how long data is kept. In the environment of the key, with an estimate of what that takes. Needs the permission `account:read`."""
        return self._connection.json("GET", "/v1/retention", options)

    def update(self, body: types.RetentionUpdate, **options: Unpack[CallOptions]) -> types.Retention:
        """Change how long data is kept. Only fields that are given are changed. What is older than that is not shown any more at once, and deleted soon after; it cannot be undone. With preview nothing is changed. Needs the permission `retention:write`."""
        return self._connection.json("PUT", "/v1/retention", options, body=body)


class Requests:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, query: types.ListRequestsQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.LoggedRequest]:
        """Read the latest requests. What keys of this environment have asked for in the last days, newest first, a second or so after the answer. Bodies and answers are not kept, but for the reason of a refusal. Above some hundred in a minute only a sample is kept, of refusals more than of others; left_out says how many are missing. Filters combine. Needs the permission `requests:read`."""
        return self._connection.page("GET", "/v1/requests", options, query=query)

    def get(self, id: str, **options: Unpack[CallOptions]) -> types.LoggedRequest:
        """Read a request. Needs the permission `requests:read`."""
        return self._connection.json("GET", f'/v1/requests/{segment("id", id)}', options)


class AuditLog:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, query: types.ListAuditLogQuery | None = None, **options: Unpack[CallOptions]) -> Page[types.AuditEntry]:
        """Read who changed what. Changes to how the organization is set up, by people, keys and the operator, and sign-ins; newest first. Filters combine. A live key reads all of it, a test key what belongs to the test environment. Needs the permission `audit:read`."""
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
