"""Generated from the contract by `npm run generate`; do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union


class Attachment(TypedDict):
    """A file sent along. All attachments together are at most 10 MiB in base64."""

    # A plain name, at most 255 bytes: no path, no control characters.
    filename: str
    # The file in base64. A link or a path is never followed.
    content: str
    # The media type.
    type: NotRequired[str]
    # Makes the file inline, so that html can show it as cid:… Used once per email.
    contentId: NotRequired[str]
    # inline shows the file in the message.
    disposition: NotRequired[Literal['attachment', 'inline']]


# The message, by the rules of POST /v1/sms. Either body or media_urls must be given.
FallbackSms = TypedDict(
    "FallbackSms",
    {
        # Your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has given to your organization, where the recipient’s country takes it.
        "from": "str",
        # The number, in E.164. Without it: that of the contact who has the email’s address, for keys that may read contacts (contacts:read).
        "to": NotRequired["str"],
        # The text: at most 1,600 characters and 10 segments. A single character outside the GSM alphabet makes segments shorter (70 instead of 160). May be empty only with media.
        "body": NotRequired["str"],
        # Pictures and files to send along; makes the message an MMS.
        "media_urls": NotRequired["list[str]"],
        # How long the message is of use, in seconds; a scheduled one from its time on. One that has not left by then fails, and its credits come back; carriers that can are told to drop it. Without it: ten hours of tries.
        "validity_seconds": NotRequired["int"],
        # Send it in the quiet hours of the recipient as well, where the operator has set some: for what the recipient waits for, such as a code.
        "ignore_quiet_hours": NotRequired["bool"],
    },
)


class EmailFallback(TypedDict):
    """A text message that is sent when the email is not delivered, or not opened, in time; at once when the email bounces, fails or is suppressed. For transactional email with one recipient. Needs the permission sms:send. Checked with the email, charged when it is sent."""

    sms: FallbackSms
    # What makes it needless. opened: a person opened the email or clicked in it; machines do not count. Needs track_opens or track_clicks.
    unless: NotRequired[Literal['delivered', 'opened']]
    # How long the email has for it: minutes or hours such as 10m or 2h, from 1m to 72h.
    within: str


# Content is required: html, text or both, or else a template.
EmailSend = TypedDict(
    "EmailSend",
    {
        # One sender, with or without a name: ada@example.com or Ada Lovelace <ada@example.com>.
        "from": "str",
        # Wins over the name in from.
        "from_name": NotRequired["str"],
        # The recipients. To, cc and bcc are at most 50 addresses together; one given twice is written to once.
        "to": "str | list[str]",
        # Recipients of a visible copy.
        "cc": NotRequired["str | list[str]"],
        # Recipients of a hidden copy: they show in no header.
        "bcc": NotRequired["str | list[str]"],
        # Where answers go.
        "reply_to": NotRequired["str | list[str]"],
        # Required unless a template supplies it.
        "subject": NotRequired["str"],
        # The HTML content, at most 5 MiB.
        "html": NotRequired["str"],
        # The plain text content, at most 5 MiB. Derived from html when it is missing.
        "text": NotRequired["str"],
        # A template instead of html and text.
        "template_id": NotRequired["str"],
        # A template by its name instead of its id.
        "template_friendly_name": NotRequired["str"],
        # What the template fills in. Any JSON, at most 32 levels deep. The recipient’s contact is there as contact.*, for keys that may read contacts (contacts:read).
        "variables": NotRequired["dict[str, Any]"],
        # Words of your own, to filter lists and analytics by.
        "tags": NotRequired["list[str]"],
        # Extra headers. Those the service writes itself, such as From, Subject or Content-Type, are refused, and so are those that command a relay, such as X-SMTPAPI, X-MC-* or X-SES-*.
        "headers": NotRequired["dict[str, str]"],
        "attachments": NotRequired["list[Attachment]"],
        # Send later, at any time from now on. Up to 5 minutes in the past is sent at once.
        "scheduled_for": NotRequired["str"],
        # A name of your own for emails that belong together.
        "batch_id": NotRequired["str"],
        # Count opens through a hidden image.
        "track_opens": NotRequired["bool"],
        # Count clicks by rewriting the links in html, up to 1,000 of them; the rest stay as they are.
        "track_clicks": NotRequired["bool"],
        # Send over TLS or not at all: a mail host that offers none is tried again like one that is away, until the email bounces. A sender domain can demand it for all of its email; false does not change that.
        "require_tls": NotRequired["bool"],
        # broadcast skips contacts that are not subscribed, lets transactional email pass first, and carries List-Unsubscribe headers: one click, and the reader gets no more.
        "message_stream": NotRequired["Literal['transactional', 'broadcast']"],
        # With broadcast: skip contacts that are not subscribed to this topic.
        "topic_id": NotRequired["str"],
        "fallback": NotRequired["EmailFallback"],
    },
)


class FallbackStatus(TypedDict):
    """What became of the fallback of an email."""

    # waiting: for the email, until due_at. not_needed: the email arrived. cancelled: with the email. failed: the text message was refused; reason says why.
    state: Literal['waiting', 'sent', 'not_needed', 'cancelled', 'failed']
    # When it is decided; once it has been, when that was.
    due_at: str
    # The text message; null unless it was sent.
    sms_id: str | None
    reason: str | None


# The email is stored and will be sent, whatever happens to the service.
EmailAccepted = TypedDict(
    "EmailAccepted",
    {
        # UUIDv7.
        "id": "str",
        # The sender, with its name if it has one.
        "from": "str",
        "to": "list[str]",
        "subject": "str",
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # Null when it is sent at once.
        "scheduled_for": "str | None",
        # Addresses on the suppression list. Nothing is sent to them and nothing is charged.
        "suppressed_recipients": "list[str]",
        # Delivery goes on after this answer.
        "status": "Literal['processing']",
        # Names the durable workflow that carries the email.
        "workflow_id": "str",
        "fallback": NotRequired["FallbackStatus"],
    },
)


class EmailPreflightRefusal(TypedDict):
    code: str
    message: str
    details: NotRequired[Any]


class EmailPreflightRecipients(TypedDict):
    address: str
    gets_it: bool
    # Why not.
    reason: NotRequired[str]


class EmailPreflightFallback(TypedDict):
    # The number that it would go to.
    to: str
    segments_count: float
    # What the text message costs if it is sent. With a test key 0.
    credits: float


class EmailPreflightAuthenticationDkim(TypedDict):
    domain: str
    selector: str
    # Such as rsa-sha256.
    algorithm: str
    result: Literal['pass', 'fail', 'no_key', 'no_answer']
    # Whether it speaks for the domain of From.
    aligned: bool


class EmailPreflightAuthenticationSpf(TypedDict):
    # Of the return path.
    domain: str
    # An address that it would come from: of several, the one with the worst result.
    address: str
    result: Literal['pass', 'fail', 'neutral', 'softfail', 'none', 'several_records', 'too_many_lookups', 'too_many_void_lookups', 'broken', 'no_answer']
    aligned: bool


class EmailPreflightAuthenticationDmarc(TypedDict):
    # none: there is no record that can be read.
    result: Literal['pass', 'fail', 'none', 'no_answer']
    # What receivers are asked to do with what fails: none, quarantine or reject.
    policy: str | None
    # Where the record stands.
    domain: str | None


class EmailPreflightAuthentication(TypedDict):
    # Each signature; empty when it is not signed.
    dkim: list[EmailPreflightAuthenticationDkim]
    # Null when it is not known which address sends, as with a relay.
    spf: EmailPreflightAuthenticationSpf | None
    dmarc: EmailPreflightAuthenticationDmarc


class EmailPreflightChecks(TypedDict):
    # What is looked at, such as dkim, bulk_rules, size, links or images.
    about: str
    # problem: receivers refuse such mail or put it into spam. advice: it would be better otherwise.
    verdict: Literal['fine', 'advice', 'problem']
    # What was found, and what to do.
    what: str
    # The same, one thing each.
    details: NotRequired[list[str]]


class EmailPreflight(TypedDict):
    """What would become of an email, without sending it."""

    # Whether POST /v1/emails would take it now.
    accepted: bool
    # What POST /v1/emails would answer; null when it takes it.
    refusal: EmailPreflightRefusal | None
    recipients: list[EmailPreflightRecipients]
    # What it costs. With a test key 0.
    credits: float
    # For an email with a fallback. It is not part of credits: nobody is charged for it before it is sent.
    fallback: NotRequired[EmailPreflightFallback]
    # Bytes of the message as it leaves.
    size: float
    # The copy of the first recipient as it would leave, with asterisks in place of the values of its DKIM signatures. Its links lead nowhere yet. Null when it is larger than 1 MiB.
    message: str | None
    # The message as receivers authenticate it, by what DNS says now. Null when it would be refused.
    authentication: EmailPreflightAuthentication | None
    checks: list[EmailPreflightChecks]


class EmailBatchAcceptedData(TypedDict):
    # UUIDv7.
    id: str


class EmailBatchAccepted(TypedDict):
    # In the order of the request.
    data: list[EmailBatchAcceptedData]


EmailListItem = TypedDict(
    "EmailListItem",
    {
        # UUIDv7.
        "id": "str",
        # The bare address of the sender.
        "from": "str",
        "to": "list[str]",
        "cc": NotRequired["list[str]"],
        "bcc": NotRequired["list[str]"],
        "reply_to": NotRequired["list[str]"],
        # The topic that it was sent about.
        "topic_id": NotRequired["str"],
        # The Message-ID of its header, without < and >.
        "message_id": "str",
        "subject": "str",
        "message_stream": "Literal['transactional', 'broadcast']",
        # Whether opens are counted.
        "track_opens": "bool",
        # Whether clicks are counted.
        "track_clicks": "bool",
        # With several recipients: the worst that is still open, else the best reached.
        "status": "Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']",
        # True when it was kept here instead of being sent, because no transport is configured. Nobody received it, it costs nothing and counts in no rate.
        "captured": NotRequired["bool"],
        # The template that it was made of; left out where there is none.
        "template_id": NotRequired["str"],
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # Null when it was sent at once.
        "scheduled_for": "str | None",
        "sent_at": "str | None",
        # The first open.
        "opened_at": "str | None",
        # The first click.
        "clicked_at": "str | None",
        # Why it has not left yet, in words: its relay, receiver or carrier fails or is busy.
        "waiting_for": NotRequired["str"],
    },
)


class EmailPage(TypedDict):
    data: list[EmailListItem]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class EmailEventData(TypedDict):
    user_agent: NotRequired[str]
    ip_address: NotRequired[str]
    location: NotRequired[str]
    # The link that was clicked.
    link: NotRequired[str]
    # Who opened or clicked, as far as one can tell.
    by: NotRequired[Literal['human', 'machine']]
    # Why it was taken for a machine, such as apple_mail_privacy.
    because: NotRequired[str]
    # The recipient it is about.
    recipient: NotRequired[str]
    # Which attempt it was, from 1.
    attempt: NotRequired[float]
    # How it left, such as relay, direct or capture.
    transport: NotRequired[str]
    # The server that it was handed to.
    host: NotRequired[str]
    # The protocol of an encrypted connection, such as TLSv1.3.
    tls: NotRequired[str]
    # What the server answered, in its own words.
    reply: NotRequired[str]
    # How long the attempt took.
    duration_ms: NotRequired[float]
    # ISO 8601 in UTC, ending in Z.
    next_attempt_at: NotRequired[str]
    # Why it was refused: unknown_mailbox, disabled_mailbox, mailbox_full, bad_domain, rate_limited, blocked, authentication, relay_denied, policy, content, too_large or other. More may come.
    bounce_class: NotRequired[str]
    # Why, in words.
    reason: NotRequired[str]


class EmailEvent(TypedDict):
    """Something that happened to an email."""

    type: Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'opened', 'clicked', 'unsubscribed', 'possible_duplicate', 'unconfirmed']
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    data: EmailEventData


# An email with its content and its events.
Email = TypedDict(
    "Email",
    {
        # UUIDv7.
        "id": "str",
        # The sender, with its name if it has one.
        "from": "str",
        "to": "list[str]",
        "cc": NotRequired["list[str]"],
        "bcc": NotRequired["list[str]"],
        "reply_to": NotRequired["list[str]"],
        # The topic that it was sent about.
        "topic_id": NotRequired["str"],
        # The Message-ID of its header, without < and >.
        "message_id": "str",
        "subject": "str",
        "message_stream": "Literal['transactional', 'broadcast']",
        # Whether opens are counted.
        "track_opens": "bool",
        # Whether clicks are counted.
        "track_clicks": "bool",
        "html": NotRequired["str"],
        "text": NotRequired["str"],
        # True when html and text are not kept any more; GET /v1/retention says how long they are.
        "content_deleted": NotRequired["bool"],
        # With several recipients: the worst that is still open, else the best reached.
        "status": "Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']",
        # True when it was kept here instead of being sent, because no transport is configured. Nobody received it, it costs nothing and counts in no rate.
        "captured": NotRequired["bool"],
        # The template that it was made of; left out where there is none.
        "template_id": NotRequired["str"],
        # The broadcast that it is part of.
        "broadcast_id": NotRequired["str"],
        # Left out when there are none.
        "tags": NotRequired["list[str]"],
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # Null when it was sent at once.
        "scheduled_for": "str | None",
        "sent_at": "str | None",
        "delivered_at": "str | None",
        # The first open.
        "opened_at": "str | None",
        # The first click.
        "clicked_at": "str | None",
        # All opens. The first 1,000 are among the events.
        "open_count": "float",
        # All clicks. The first 1,000 are among the events.
        "click_count": "float",
        # Opens that no machine is known to have made.
        "human_open_count": "float",
        # Clicks that no machine is known to have made.
        "human_click_count": "float",
        # What happened to it, oldest first.
        "events": "list[EmailEvent]",
        # Why it has not left yet, in words: its relay, receiver or carrier fails or is busy.
        "waiting_for": NotRequired["str"],
        "fallback": NotRequired["FallbackStatus"],
    },
)


ExplanationWaiting = TypedDict(
    "ExplanationWaiting",
    {
        # What it waits for, such as "the relay smtp.example.com:587".
        "for": "str",
        # Null when that is well and only busy.
        "failing_since": "str | None",
        "last_reply": "str | None",
        "cap": "str | None",
        "next_attempt_at": "str | None",
        # How many other messages of this environment wait for the same. Counting ends at 10,000.
        "behind": "float",
    },
)


class ExplanationSteps(TypedDict):
    # ISO 8601 in UTC, ending in Z.
    at: str
    # The recipient it is about, where there is one.
    recipient: NotRequired[str]
    # What happened, in words.
    what: str
    # What the other side said, in its own words.
    heard: NotRequired[str]
    # What that means.
    meaning: NotRequired[str]
    # What you can do about it.
    advice: NotRequired[str]


class Explanation(TypedDict):
    """What happened to a message, in words."""

    # UUIDv7.
    id: str
    # The status of the message.
    status: str
    # Where it stands, why, and what to do: words that can be passed on.
    summary: str
    # What it waits for now; null when it waits for nothing.
    waiting: ExplanationWaiting | None
    # What happened, oldest first.
    steps: list[ExplanationSteps]


class EmailWorkflowJobStatus(TypedDict):
    state: Literal['pending', 'running', 'finished']
    # How often delivery was tried.
    previousAttempts: float
    # ISO 8601 in UTC, ending in Z.
    nextAttemptAt: NotRequired[str]


class EmailWorkflow(TypedDict):
    # UUIDv7.
    emailId: str
    # With several recipients: the worst that is still open, else the best reached.
    status: Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']
    # Where the durable workflow stands.
    jobStatus: EmailWorkflowJobStatus
    # ISO 8601 in UTC, ending in Z.
    created_at: str


class Acknowledgment(TypedDict):
    """Whether it was carried out, and what happened in words."""

    success: bool
    message: str


class EmailReschedule(TypedDict):
    """The new time."""

    # ISO 8601 in UTC, ending in Z.
    scheduled_for: str


class EmailRescheduled(TypedDict):
    # UUIDv7.
    id: str
    # With several recipients: the worst that is still open, else the best reached.
    status: Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']
    # ISO 8601 in UTC, ending in Z.
    scheduled_for: str


class EmailAttachment(TypedDict):
    """A file that an email carries."""

    # UUIDv7.
    id: str
    filename: str
    # Its media type.
    type: str
    # In bytes.
    size: int
    # inline is shown in the message.
    disposition: Literal['attachment', 'inline']
    # The name that html shows it by, as cid:name.
    contentId: NotRequired[str]
    # Gives the file to whoever has this address, without an API key, until expires_at.
    download_url: str
    # An hour from now. Ask again for a new address.
    expires_at: str


class EmailAttachmentList(TypedDict):
    data: list[EmailAttachment]


class SmsCallback(TypedDict):
    """Called at each change of the status: queued, sent, then delivered or undelivered; or failed. In order, at least once, with up to five tries for each. For all messages together there are webhooks."""

    # A form with the fields of Twilio’s StatusCallback, and its signature in X-Twilio-Signature.
    format: Literal['twilio']
    # Called with a POST. Only public addresses are reached.
    url: str
    # The AccountSid that calls name.
    account: str
    # What calls are signed with: what your receiver takes for its auth token. It is kept encrypted until the last call and shown to nobody.
    secret: str


# Either body or media_urls must be given. from and to must differ.
SmsSend = TypedDict(
    "SmsSend",
    {
        # Your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has given to your organization, where the recipient’s country takes it.
        "from": "str",
        # The recipient’s number, in E.164.
        "to": "str",
        # The text: at most 1,600 characters and 10 segments. A single character outside the GSM alphabet makes segments shorter (70 instead of 160). May be empty only with media.
        "body": NotRequired["str"],
        # Pictures and files to send along; makes the message an MMS.
        "media_urls": NotRequired["list[str]"],
        # How long the message is of use, in seconds; a scheduled one from its time on. One that has not left by then fails, and its credits come back; carriers that can are told to drop it. Without it: ten hours of tries.
        "validity_seconds": NotRequired["int"],
        # Send it in the quiet hours of the recipient as well, where the operator has set some: for what the recipient waits for, such as a code.
        "ignore_quiet_hours": NotRequired["bool"],
        "callback": NotRequired["SmsCallback"],
        # Send later, at any time from now on. Up to 5 minutes in the past is sent at once.
        "scheduled_for": NotRequired["str"],
    },
)


# The message is stored, charged and will be sent.
SmsAccepted = TypedDict(
    "SmsAccepted",
    {
        # UUIDv7.
        "id": "str",
        "from": "str",
        # E.164.
        "to": "str",
        "body": "str",
        # How many segments the text takes; 1 for an MMS.
        "segments_count": "float",
        # What the message costs; 0 once it was refunded. With a test key: what it would cost.
        "credits_consumed": "float",
        # Delivery goes on after this answer.
        "status": "Literal['processing']",
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # Null when it is sent at once.
        "scheduled_for": "str | None",
        # Names the durable workflow that carries the message.
        "workflow_id": "str",
    },
)


SmsListItem = TypedDict(
    "SmsListItem",
    {
        # UUIDv7.
        "id": "str",
        "from": "str",
        "to": "str",
        "body": "str",
        "status": "Literal['scheduled', 'processing', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'received']",
        # How many segments the text takes; 1 for an MMS.
        "segments_count": "float",
        # What the message costs; 0 once it was refunded. With a test key: what it would cost.
        "credits_consumed": "float",
        # True when it was kept here instead of being sent, because no carrier is configured. Nobody received it; it is charged as if it had been sent.
        "captured": NotRequired["bool"],
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # Null when it was sent at once.
        "scheduled_for": "str | None",
        "sent_at": "str | None",
        "direction": "Literal['outbound', 'inbound']",
        "media_urls": "list[str]",
        # Why it has not left yet, in words: its relay, receiver or carrier fails or is busy.
        "waiting_for": NotRequired["str"],
    },
)


class SmsPage(TypedDict):
    data: list[SmsListItem]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class SmsEventData(TypedDict):
    # Which attempt it was, from 1.
    attempt: NotRequired[float]
    # Who it was handed to, such as smpp, twilio or capture.
    carrier: NotRequired[str]
    # The server that it was handed to.
    host: NotRequired[str]
    # The protocol of an encrypted connection, such as TLSv1.3.
    tls: NotRequired[str]
    # What the carrier answered, in its own words.
    reply: NotRequired[str]
    # How long the attempt took.
    duration_ms: NotRequired[float]
    # ISO 8601 in UTC, ending in Z.
    next_attempt_at: NotRequired[str]
    # Why, in words.
    reason: NotRequired[str]


class SmsEvent(TypedDict):
    """Something that happened to a text message."""

    type: Literal['scheduled', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'received', 'opted_out', 'opted_in', 'delivery_delayed', 'possible_duplicate', 'unconfirmed', 'callback_failed']
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    data: SmsEventData


# A text message with its cost. With a test key the amounts are 0.
Sms = TypedDict(
    "Sms",
    {
        # UUIDv7.
        "id": "str",
        "from": "str",
        "to": "str",
        "body": "str",
        "status": "Literal['scheduled', 'processing', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'received']",
        # How many segments the text takes; 1 for an MMS.
        "segments_count": "float",
        # What the message costs; 0 once it was refunded. With a test key: what it would cost.
        "credits_consumed": "float",
        # True when it was kept here instead of being sent, because no carrier is configured. Nobody received it; it is charged as if it had been sent.
        "captured": NotRequired["bool"],
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # Null when it was sent at once.
        "scheduled_for": "str | None",
        "sent_at": "str | None",
        "delivered_at": "str | None",
        # What was charged.
        "customer_charge_dollars": "float",
        # What the carrier takes, in dollars.
        "carrier_total_cost": "float",
        # The charge less the cost.
        "margin_dollars": "float",
        "direction": "Literal['outbound', 'inbound']",
        "media_urls": "list[str]",
        # What happened to it, oldest first.
        "events": "list[SmsEvent]",
        # Why it has not left yet, in words: its relay, receiver or carrier fails or is busy.
        "waiting_for": NotRequired["str"],
        # The email that did not arrive in time; left out where there is none.
        "fallback_of": NotRequired["str"],
    },
)


class SmsReschedule(TypedDict):
    """The new time."""

    # ISO 8601 in UTC, ending in Z.
    scheduled_for: str


class SmsRescheduled(TypedDict):
    # UUIDv7.
    id: str
    status: Literal['scheduled', 'processing', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'received']
    # ISO 8601 in UTC, ending in Z.
    scheduled_for: str


class DomainOldKeys(TypedDict):
    # Their records.
    names: list[str]
    # ISO 8601 in UTC, ending in Z.
    replaced_at: str
    # ISO 8601 in UTC, ending in Z.
    removable_at: str


class DomainRecords(TypedDict):
    purpose: Literal['dkim_rsa', 'dkim_ed25519', 'next_dkim_rsa', 'next_dkim_ed25519', 'return_path', 'spf', 'dmarc', 'tls_rpt']
    type: Literal['TXT', 'MX']
    name: str
    # What DNS should say.
    value: str
    # The same as a line of a zone file.
    zone_line: str


class Domain(TypedDict):
    """A domain that email is sent from."""

    # UUIDv7.
    id: str
    name: str
    # Since when its DKIM key is known to be in DNS.
    verified_at: str | None
    return_path_verified_at: str | None
    checked_at: str | None
    # Since when it counts as failed: DNS said clearly, twice, that what was there is not any more.
    failed_at: str | None
    # What is missing of a domain that has failed.
    failing: list[Literal['dkim', 'return_path']]
    # The keys that signed before. Their records stay while mail that they have signed is under way.
    old_keys: DomainOldKeys | None
    tracking_host: str | None
    # Its email goes over TLS or not at all, whatever a request says.
    require_tls: bool
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # What DNS must say.
    records: list[DomainRecords]


class DomainList(TypedDict):
    data: list[Domain]


class DomainAdd(TypedDict):
    name: str


class CheckedDomainOldKeys(TypedDict):
    # Their records.
    names: list[str]
    # ISO 8601 in UTC, ending in Z.
    replaced_at: str
    # ISO 8601 in UTC, ending in Z.
    removable_at: str


class CheckedDomainRecords(TypedDict):
    purpose: Literal['dkim_rsa', 'dkim_ed25519', 'next_dkim_rsa', 'next_dkim_ed25519', 'return_path', 'spf', 'dmarc', 'tls_rpt']
    type: Literal['TXT', 'MX']
    name: str
    # What DNS should say.
    value: str
    # The same as a line of a zone file.
    zone_line: str
    state: Literal['found', 'missing', 'different', 'no_answer']
    # What DNS says instead.
    seen: list[str]


class CheckedDomainChecks(TypedDict):
    about: Literal['dkim_rsa', 'dkim_ed25519', 'next_dkim_rsa', 'next_dkim_ed25519', 'spf_return_path', 'spf_domain', 'dmarc', 'bimi', 'tls_rpt', 'mta_sts', 'hostname', 'reverse_dns', 'port_25', 'tracking_host']
    # Where in DNS, or which host.
    name: str
    # unknown: DNS did not answer.
    level: Literal['good', 'advice', 'fault', 'unknown']
    # One word, such as several_records.
    result: str
    seen: list[str]
    # As a sentence.
    wanted: str
    # A line of a zone file to copy.
    line: str | None


class CheckedDomain(TypedDict):
    # UUIDv7.
    id: str
    name: str
    # Since when its DKIM key is known to be in DNS.
    verified_at: str | None
    return_path_verified_at: str | None
    checked_at: str | None
    # Since when it counts as failed: DNS said clearly, twice, that what was there is not any more.
    failed_at: str | None
    # What is missing of a domain that has failed.
    failing: list[Literal['dkim', 'return_path']]
    # The keys that signed before. Their records stay while mail that they have signed is under way.
    old_keys: CheckedDomainOldKeys | None
    tracking_host: str | None
    # Its email goes over TLS or not at all, whatever a request says.
    require_tls: bool
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    records: list[CheckedDomainRecords]
    # What receivers make of the domain. They advise, and decide nothing.
    checks: list[CheckedDomainChecks]


class DomainUpdate(TypedDict):
    tracking_host: NotRequired[str | None]
    require_tls: NotRequired[bool]


class TemplateCreate(TypedDict):
    """Content is required: html or mjml, or text. Not both html and mjml."""

    # A name of your own, unique whatever its case. Emails can ask for it as template_friendly_name.
    friendly_name: str
    description: NotRequired[str]
    # Liquid, such as Hello {{ first_name }}.
    subject: str
    # HTML, in Liquid; at most 1 MiB.
    html: NotRequired[str]
    # Plain text; derived from html when it is missing, in Liquid; at most 1 MiB.
    text: NotRequired[str]
    # MJML, from which html is made when it is published, in Liquid; at most 256 KiB.
    mjml: NotRequired[str]
    # A draft can be changed and previewed; only what is published is sent. Published unless you say otherwise.
    status: NotRequired[Literal['draft', 'published']]


class Template(TypedDict):
    """A template with its newest version."""

    # UUIDv7.
    id: str
    # A name of your own, unique whatever its case. Emails can ask for it as template_friendly_name.
    friendly_name: str
    description: NotRequired[str]
    # Of the content that is shown: the newest version.
    status: Literal['draft', 'published']
    # Of the content that is shown.
    version: float
    # The version that emails are made of.
    published_version: NotRequired[float]
    # Liquid, such as Hello {{ first_name }}.
    subject: str
    # HTML, in Liquid; at most 1 MiB.
    html: NotRequired[str]
    # Plain text; derived from html when it is missing, in Liquid; at most 1 MiB.
    text: NotRequired[str]
    # MJML, from which html is made when it is published, in Liquid; at most 256 KiB.
    mjml: NotRequired[str]
    # The variables that the content uses, such as user.name.
    variables: list[str]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class TemplateListItem(TypedDict):
    # UUIDv7.
    id: str
    # A name of your own, unique whatever its case. Emails can ask for it as template_friendly_name.
    friendly_name: str
    description: NotRequired[str]
    status: Literal['draft', 'published']
    version: float
    published_version: NotRequired[float]
    # Liquid, such as Hello {{ first_name }}.
    subject: str
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class TemplatePage(TypedDict):
    data: list[TemplateListItem]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class TemplateUpdate(TypedDict):
    """Only fields that are given are changed. A change of content makes a new version, or changes the draft; status published publishes it. Unless you say otherwise a template stays what it was, draft or published."""

    # A name of your own, unique whatever its case. Emails can ask for it as template_friendly_name.
    friendly_name: NotRequired[str]
    description: NotRequired[str]
    # Liquid, such as Hello {{ first_name }}.
    subject: NotRequired[str]
    # HTML, in Liquid; at most 1 MiB.
    html: NotRequired[str]
    # Plain text; derived from html when it is missing, in Liquid; at most 1 MiB.
    text: NotRequired[str]
    # MJML, from which html is made when it is published, in Liquid; at most 256 KiB.
    mjml: NotRequired[str]
    # A draft can be changed and previewed; only what is published is sent. Published unless you say otherwise.
    status: NotRequired[Literal['draft', 'published']]


class TemplateRender(TypedDict):
    # What the template fills in. Any JSON, at most 32 levels deep and 10,000 values.
    variables: NotRequired[dict[str, Any]]
    # A recipient: if it is a contact, its fields are there as contact.*, for keys that may read contacts (contacts:read).
    email: NotRequired[str]
    # Another version than the newest.
    version: NotRequired[float]


class RenderedTemplate(TypedDict):
    """What an email would say."""

    subject: str
    html: NotRequired[str]
    text: NotRequired[str]


class ContactCreate(TypedDict):
    """Either email or phone_number must be given."""

    email: NotRequired[str]
    # E.164.
    phone_number: NotRequired[str]
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one.
    properties: NotRequired[dict[str, str | float | bool | None]]


class Contact(TypedDict):
    """A person you write to. Fields that are not set are left out."""

    # UUIDv7.
    id: str
    email: NotRequired[str]
    # E.164.
    phone_number: NotRequired[str]
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    # Whether broadcast email may be sent.
    email_subscribed: bool
    # Whether SMS may be sent.
    sms_subscribed: bool
    # The values of your own fields, by their keys. Left out when there are none.
    properties: NotRequired[dict[str, str | float | bool]]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class ContactPage(TypedDict):
    data: list[Contact]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class ContactUpdate(TypedDict):
    """Only fields that are given are changed."""

    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one.
    properties: NotRequired[dict[str, str | float | bool | None]]


class Membership(TypedDict):
    """How a contact stands to a topic after the operation."""

    success: bool
    message: str
    # UUIDv7.
    contact_id: str
    # UUIDv7.
    topic_id: str
    subscribed: bool
    # True when the topic asks for a confirmation, which was sent and has not come.
    pending: NotRequired[bool]


class ContactPut(TypedDict):
    """Only fields that are given are changed."""

    email: str
    # Counts for a new contact only. E.164.
    phone_number: NotRequired[str]
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one.
    properties: NotRequired[dict[str, str | float | bool | None]]


class ItemError(TypedDict):
    """Why this item was refused; all others were taken."""

    code: str
    message: str
    details: NotRequired[Any]


class ContactBatchData(TypedDict):
    # UUIDv7.
    id: NotRequired[str]
    error: NotRequired[ItemError]


class ContactBatch(TypedDict):
    # In the order of the request: the id of each contact, or why it was refused.
    data: list[ContactBatchData]


class ContactCount(TypedDict):
    count: float
    # False: there are more than these.
    is_exact: bool


TopicConfirmation = TypedDict(
    "TopicConfirmation",
    {
        # The sender of the confirmation, such as Acme <news@acme.com>.
        "from": "str",
        # A template that prints {{ confirm_url }}, and may print {{ topics }}. Without one, or while it is not published or does not print the link, a plain text of ours is sent.
        "template_id": NotRequired["str"],
        # When those who have not confirmed are reminded, once. Left out: never.
        "reminder_after_hours": NotRequired["int"],
        # When a request that was not confirmed ends; 168 when left out.
        "expires_after_hours": NotRequired["int"],
    },
)


class ContactTopic(TypedDict):
    # UUIDv7.
    id: str
    name: str
    description: NotRequired[str]
    # New contacts are subscribed to it.
    is_default_topic: bool
    # True when subscribing needs a confirmation.
    confirm: NotRequired[bool]
    confirmation: NotRequired[TopicConfirmation]
    # For your own pages: show topics from the lowest to the highest. Lists of this API are newest first.
    display_order: float
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str
    # Whether the contact is subscribed to it.
    subscribed: bool
    # True while a confirmation is waited for.
    pending: NotRequired[bool]


class ContactTopicPage(TypedDict):
    data: list[ContactTopic]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class ContactRow(TypedDict):
    email: NotRequired[str]
    phone_number: NotRequired[str]
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Cells of your own fields, by their keys: each is read as the type of its field says.
    properties: NotRequired[dict[str, str]]
    # By the ids of topics: true subscribes, unless the person has left that topic before; false unsubscribes.
    topics: NotRequired[dict[str, bool]]


class ContactImport(TypedDict):
    rows: list[ContactRow]
    # A static segment that all contacts of these rows are added to.
    segment_id: NotRequired[str]
    # True: the answer says what would happen, and nothing is changed.
    dry_run: NotRequired[bool]


class ImportedRefused(TypedDict):
    # Its place in the request, from 0.
    row: float
    message: str


class Imported(TypedDict):
    created: float
    updated: float
    unchanged: float
    # The rows that could not be taken, and why. All others were.
    refused: list[ImportedRefused]


class ContactFileColumns(TypedDict):
    # The column with the addresses.
    email: NotRequired[str]
    # The column with the numbers.
    phone_number: NotRequired[str]
    # The column with the first names.
    first_name: NotRequired[str]
    # The column with the last names.
    last_name: NotRequired[str]
    # The column that says true or false.
    email_subscribed: NotRequired[str]
    # The column that says true of those who are not subscribed to email.
    unsubscribed: NotRequired[str]
    # The column that says true or false.
    sms_subscribed: NotRequired[str]
    # The columns of your own fields, by the keys of the fields.
    properties: NotRequired[dict[str, str]]


class ContactFile(TypedDict):
    # The file, of at most 10 MiB: its first line names the columns, which are separated by commas, semicolons or tabs.
    csv: str
    # Which column is what, by the names in the first line. Others are known by the names of these fields.
    columns: NotRequired[ContactFileColumns]
    # What becomes of contacts that are there already.
    existing: NotRequired[Literal['update', 'skip']]
    # Static segments that all contacts of the file are added to.
    segment_ids: NotRequired[list[str]]
    # By the ids of topics: true subscribes all contacts of the file, but for those who have left that topic before; false unsubscribes them.
    topics: NotRequired[dict[str, bool]]


class ContactFileImportCounts(TypedDict):
    # Rows that have been read so far.
    total: float
    created: float
    updated: float
    # Contacts that were there and are left as they are.
    unchanged: float
    refused: float


class ContactFileImportRefused(TypedDict):
    # Its place in the file, from 1 for the first below the names of the columns.
    row: float
    message: str


class ContactFileImport(TypedDict):
    """A file of contacts on its way into the list."""

    # UUIDv7.
    id: str
    # failed when it could not be read to its end; what was taken until then stays.
    status: Literal['queued', 'running', 'completed', 'failed']
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # Null until then.
    finished_at: str | None
    counts: ContactFileImportCounts
    # The first hundred rows that could not be taken, and why.
    refused: list[ContactFileImportRefused]
    # Why it failed.
    error: NotRequired[str]


class ContactFileImportPage(TypedDict):
    data: list[ContactFileImport]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


ContactHistoryEventChanges = TypedDict(
    "ContactHistoryEventChanges",
    {
        # first_name, last_name, or a field of your own such as properties.plan.
        "field": "str",
        "from": "str | float | bool | None",
        "to": "str | float | bool | None",
    },
)


class ContactHistoryEvent(TypedDict):
    # UUIDv7.
    id: str
    type: Literal['contact.created', 'contact.updated', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed'] | str
    # What was subscribed or unsubscribed; of a new contact all that it began with.
    channels: NotRequired[list[Literal['email', 'sms']]]
    # The topic, which may be deleted by now.
    topic_id: NotRequired[str]
    # Null: not set.
    changes: NotRequired[list[ContactHistoryEventChanges]]
    # What an event of your own carries.
    data: NotRequired[dict[str, Any]]
    # ISO 8601 in UTC, ending in Z.
    created_at: str


class ContactHistory(TypedDict):
    data: list[ContactHistoryEvent]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class ContactEventCreate(TypedDict):
    # Its name: words of small letters, digits and underscores with dots between them. The log, webhooks and waits know it as custom.<name>.
    event: str
    # Whatever you want to know of it: at most 4,096 bytes of JSON, 5 deep.
    data: NotRequired[dict[str, Any]]


class CustomEvent(TypedDict):
    # UUIDv7.
    id: str
    event: str
    # UUIDv7.
    contact_id: str
    # ISO 8601 in UTC, ending in Z.
    created_at: str


class CustomEventCreate(TypedDict):
    """Either email or contact_id says whose event it is."""

    # Its name: words of small letters, digits and underscores with dots between them. The log, webhooks and waits know it as custom.<name>.
    event: str
    email: NotRequired[str]
    # The id of the contact.
    contact_id: NotRequired[str]
    # Whatever you want to know of it: at most 4,096 bytes of JSON, 5 deep.
    data: NotRequired[dict[str, Any]]


class CustomEventBatchData(TypedDict):
    # UUIDv7.
    id: NotRequired[str]
    error: NotRequired[ItemError]


class CustomEventBatch(TypedDict):
    # In the order of the request: the id of each event, or why it was refused.
    data: list[CustomEventBatchData]


class ContactFieldCreate(TypedDict):
    # Begins with a letter and has at most 50 small letters, digits and underscores. It cannot be changed.
    key: str
    # What its values are. It cannot be changed.
    type: Literal['string', 'number', 'boolean', 'date']
    # What templates print for a contact without a value. It is of the type of the field.
    fallback: NotRequired[str | float | bool]


class ContactField(TypedDict):
    """A field of your own that contacts can have a value of, in their properties."""

    # UUIDv7.
    id: str
    # Begins with a letter and has at most 50 small letters, digits and underscores. It cannot be changed.
    key: str
    # What its values are. It cannot be changed.
    type: Literal['string', 'number', 'boolean', 'date']
    # What templates print for a contact without a value. It is of the type of the field.
    fallback: NotRequired[str | float | bool]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class ContactFieldList(TypedDict):
    data: list[ContactField]


class ContactFieldUpdate(TypedDict):
    # What templates print for a contact without a value. It is of the type of the field. Null removes it.
    fallback: str | float | bool | None


# One of all, any, not, field with operator, topic_id, segment_id, event or activity. At most 5 inside of each other, and 50 conditions in all.
SegmentFilter = TypedDict(
    "SegmentFilter",
    {
        # Met when all of these are.
        "all": NotRequired["list[SegmentFilter]"],
        # Met when any of these is.
        "any": NotRequired["list[SegmentFilter]"],
        # Met when this is not.
        "not": NotRequired["SegmentFilter"],
        # email, phone_number, first_name, last_name, email_subscribed, sms_subscribed, created_at, updated_at, source, or a field of your own such as properties.plan.
        "field": NotRequired["str"],
        # Which of them fit depends on the field. exists and is_empty take no value; in_last_days, more_than_days_ago and in_next_days take a number of days. What is not set meets neq and is_empty alone.
        "operator": NotRequired["Literal['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'contains', 'starts_with', 'ends_with', 'in_last_days', 'more_than_days_ago', 'in_next_days', 'exists', 'is_empty']"],
        # What the field is compared with; of its kind. A moment is a date or a timestamp in UTC.
        "value": NotRequired["str | float | bool"],
        # Met by those who are subscribed to it.
        "topic_id": NotRequired["str"],
        # Met by those on this list: a static segment.
        "segment_id": NotRequired["str"],
        # Met by those for whom this event of your own was recorded.
        "event": NotRequired["str"],
        # So many times, of an event.
        "at_least": NotRequired["int"],
        # Of an event or an activity: within the last so many days of 24 hours; at any time unless given.
        "within_days": NotRequired["int"],
        # What became of emails to the contact. What a machine opened or clicked does not count, nor what happened before the contact was there.
        "activity": NotRequired["Literal['opened', 'clicked', 'bounced', 'complained']"],
        # Of an activity: of emails with this tag alone.
        "tag": NotRequired["str"],
    },
)


class SegmentCreate(TypedDict):
    """With a filter it is dynamic, without one a static list."""

    # Of one segment alone, whatever its case.
    name: str
    description: NotRequired[str]
    filter: NotRequired[SegmentFilter]


class Segment(TypedDict):
    """A part of your contacts."""

    # UUIDv7.
    id: str
    # Of one segment alone, whatever its case.
    name: str
    description: NotRequired[str]
    # dynamic: whoever meets the filter. static: a list that contacts are added to and removed from.
    type: Literal['dynamic', 'static']
    filter: NotRequired[SegmentFilter]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class SegmentPage(TypedDict):
    data: list[Segment]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class SegmentPreviewRequest(TypedDict):
    """Either a filter or a segment."""

    filter: NotRequired[SegmentFilter]
    segment_id: NotRequired[str]


class SegmentPreview(TypedDict):
    # How many contacts belong to it.
    count: int
    # False: counting took too long, and the count is an estimate from a sample of the contacts, and at least as many as are shown.
    is_exact: bool
    # At most 10 of them, the newest first.
    sample: list[Contact]


class SegmentUpdate(TypedDict):
    """Only fields that are given are changed. A list never becomes dynamic."""

    # Of one segment alone, whatever its case.
    name: NotRequired[str]
    description: NotRequired[str]
    filter: NotRequired[SegmentFilter]


class SegmentContactPage(TypedDict):
    data: list[Contact]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class ContactSegmentPage(TypedDict):
    data: list[Segment]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class SegmentMembers(TypedDict):
    """Contacts by their ids or by their addresses."""

    contact_ids: NotRequired[list[str]]
    emails: NotRequired[list[str]]


class SegmentMembersChanged(TypedDict):
    # How many were added, or removed.
    changed: int
    # How many were on the list already, or were not on it.
    unchanged: int
    # The ids or addresses that are no contact.
    not_found: list[str]


class ExplainedCondition(TypedDict):
    # 0 for the filter itself, and one more inside of each all, any or not.
    depth: int
    # What is asked, in words.
    asked: str
    # What the contact has, in words. Left out for all, any and not.
    has: NotRequired[str]
    is_met: bool


class SegmentExplanation(TypedDict):
    is_member: bool
    # Why, in a sentence.
    message: str
    # Of a list there are none.
    conditions: list[ExplainedCondition]


class Erasure(TypedDict):
    """The work of making everything about one person unreadable."""

    # UUIDv7.
    id: str
    # The contact that it was asked for, if there was one.
    contact_id: NotRequired[str]
    status: Literal['running', 'finished']
    # ISO 8601 in UTC, ending in Z.
    requested_at: str
    # Null until then.
    finished_at: str | None


class ConsentEntry(TypedDict):
    """One change of consent. Entries are never changed or deleted."""

    # UUIDv7.
    id: str
    # Email for an address, sms for a number.
    channel: Literal['email', 'sms']
    # channel: all broadcasts, or all text messages. topic: the topic alone. suppression_list: all email, because the address came on the list or was taken off it.
    scope: Literal['channel', 'topic', 'suppression_list']
    # The topic, which may be deleted by now.
    topic_id: NotRequired[str]
    # requested: a confirmation was asked for, and nothing is sent before it. expired: it never came.
    action: Literal['given', 'withdrawn', 'requested', 'expired']
    # How it changed.
    method: Literal['api_key', 'person', 'import', 'workflow', 'form', 'confirmation_link', 'unsubscribe_link', 'one_click', 'unsubscribe_mail', 'sms_keyword', 'complaint', 'expiry']
    # By method: the API key, the person of the dashboard, the key or person who imported, the run of a workflow, the signup form, the confirmation, the email whose link was used or that was complained about, or the text message.
    source_id: NotRequired[str]
    # The text that the person agreed to, as it was shown.
    wording: NotRequired[str]
    # Where the person came from, if they came by a page. Gone once they are erased.
    ip_address: NotRequired[str]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # The place in the chain of this address or number, from 1.
    position: int
    # The hash of the entry before it; null for the first.
    previous_hash: str | None
    # SHA-256 in hexadecimal digits.
    hash: str


class ConsentPage(TypedDict):
    data: list[ConsentEntry]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class SignupFormCreate(TypedDict):
    # The heading of the hosted page.
    name: str
    # What people agree to. It is shown on the hosted page and kept in the consent ledger; show it on your own form, too.
    wording: str
    # What whoever signs up is subscribed to. Those topics that ask for a confirmation are pending until it comes; without one, anybody can subscribe anybody.
    topic_ids: NotRequired[list[str]]
    # Contact fields that may be given beside email, first_name and last_name, by their keys.
    fields: NotRequired[list[str]]
    # Sites whose pages may post to it. A browser elsewhere is refused.
    allowed_origins: NotRequired[list[str]]
    # Where a browser goes that posted a form; a page of ours when left out.
    redirect_url: NotRequired[str]


class SignupForm(TypedDict):
    # UUIDv7.
    id: str
    # The heading of the hosted page.
    name: str
    # What whoever signs up is subscribed to. Those topics that ask for a confirmation are pending until it comes; without one, anybody can subscribe anybody.
    topic_ids: list[str]
    # Contact fields that may be given beside email, first_name and last_name, by their keys.
    fields: list[str]
    # What people agree to. It is shown on the hosted page and kept in the consent ledger; show it on your own form, too.
    wording: str
    # Sites whose pages may post to it. A browser elsewhere is refused.
    allowed_origins: list[str]
    # Where a browser goes that posted a form; a page of ours when left out.
    redirect_url: NotRequired[str]
    # The hosted page, and where forms are posted to.
    url: str
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class SignupFormList(TypedDict):
    data: list[SignupForm]


class SignupFormUpdate(TypedDict):
    """Only fields that are given are changed."""

    # The heading of the hosted page.
    name: NotRequired[str]
    # What people agree to. It is shown on the hosted page and kept in the consent ledger; show it on your own form, too.
    wording: NotRequired[str]
    # What whoever signs up is subscribed to. Those topics that ask for a confirmation are pending until it comes; without one, anybody can subscribe anybody.
    topic_ids: NotRequired[list[str]]
    # Contact fields that may be given beside email, first_name and last_name, by their keys.
    fields: NotRequired[list[str]]
    # Sites whose pages may post to it. A browser elsewhere is refused.
    allowed_origins: NotRequired[list[str]]
    # Where a browser goes that posted a form; a page of ours when left out. Null removes it.
    redirect_url: NotRequired[str | None]


class SuppressionCreate(TypedDict):
    email: str
    reason: NotRequired[Literal['hard_bounce', 'complaint', 'manual', 'unsubscribe']]


class Suppression(TypedDict):
    """An address that no email is sent to."""

    # UUIDv7.
    id: str
    # Left out of an entry that is kept of an erased person.
    email: NotRequired[str]
    # True when the person was erased. Only a hash of the address is kept, so that no email is sent to it.
    erased: NotRequired[bool]
    # Why nothing is sent to the address.
    reason: Literal['hard_bounce', 'complaint', 'manual', 'unsubscribe']
    # The email that led to it.
    email_id: NotRequired[str]
    # ISO 8601 in UTC, ending in Z.
    created_at: str


class SuppressionPage(TypedDict):
    data: list[Suppression]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class SuppressionRow(TypedDict):
    email: NotRequired[str]
    reason: NotRequired[str]


class SuppressionImport(TypedDict):
    rows: list[SuppressionRow]
    # True: the answer says what would happen, and nothing is changed.
    dry_run: NotRequired[bool]


class TopicCreate(TypedDict):
    """display_order defaults to the last one plus 1."""

    name: str
    description: NotRequired[str]
    is_default_topic: NotRequired[bool]
    # Whoever is subscribed gets an email with a link first, and is pending until they confirm on the page behind it. Nothing about the topic is sent to them before. Not for default topics.
    confirm: NotRequired[bool]
    confirmation: NotRequired[TopicConfirmation]
    # For your own pages: show topics from the lowest to the highest. Lists of this API are newest first.
    display_order: NotRequired[float]


class Topic(TypedDict):
    """Something a contact can be subscribed to."""

    # UUIDv7.
    id: str
    name: str
    description: NotRequired[str]
    # New contacts are subscribed to it.
    is_default_topic: bool
    # True when subscribing needs a confirmation.
    confirm: NotRequired[bool]
    confirmation: NotRequired[TopicConfirmation]
    # For your own pages: show topics from the lowest to the highest. Lists of this API are newest first.
    display_order: float
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class TopicPage(TypedDict):
    data: list[Topic]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class TopicUpdate(TypedDict):
    """Only fields that are given are changed."""

    name: NotRequired[str]
    description: NotRequired[str]
    is_default_topic: NotRequired[bool]
    # Whoever is subscribed gets an email with a link first, and is pending until they confirm on the page behind it. Nothing about the topic is sent to them before. Not for default topics.
    confirm: NotRequired[bool]
    confirmation: NotRequired[TopicConfirmation]
    # For your own pages: show topics from the lowest to the highest. Lists of this API are newest first.
    display_order: NotRequired[float]


class BroadcastPace(TypedDict):
    """How fast it goes out: per_hour or over, not both. Without a pace as fast as it can."""

    # At most so many in an hour.
    per_hour: NotRequired[int]
    # Spread evenly over this time, in minutes or hours such as 90m or 6h; at most 168h.
    over: NotRequired[str]


class BroadcastVariant(TypedDict):
    """What variant b says differently. Whatever is missing is as in variant a."""

    # Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it.
    subject: NotRequired[str]
    # What mail programs show after the subject. Put at the beginning of the html, where nobody sees it.
    preview_text: NotRequired[str]
    # Liquid with the recipient as contact.*; at most 1 MiB.
    html: NotRequired[str]
    # The same as plain text. Derived from html when it is missing.
    text: NotRequired[str]
    # A published template in place of html and text. Its content is copied when the broadcast is sent or scheduled.
    template_id: NotRequired[str]


class BroadcastAbTest(TypedDict):
    """Tries another subject or content on a share of the recipients. The broadcast itself is variant a. For email only."""

    # How many of the recipients take part, half of them in each variant. The rest gets the winner.
    share_percent: int
    # What decides: the share of recipients who opened, or who clicked. Only people count, not machines.
    winner_by: Literal['opens', 'clicks']
    # How long to wait for opens or clicks before the winner is chosen, such as 30m or 4h; at most 168h.
    wait: str
    b: BroadcastVariant


# A draft. It may lack anything but its name; POST …/preview says what is still missing before it can be sent.
BroadcastCreate = TypedDict(
    "BroadcastCreate",
    {
        # For you; recipients do not see it.
        "name": "str",
        "channel": NotRequired["Literal['email', 'sms']"],
        # To all contacts that are subscribed to email, or to text messages. Must be said where neither topic_id nor segment_id is given, so that nobody writes to all by leaving something out.
        "everyone": NotRequired["bool"],
        # The sender: Acme <news@acme.test>. For channel sms a phone number or sender id of yours.
        "from": NotRequired["str"],
        # Where answers go.
        "reply_to": NotRequired["list[str]"],
        # Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it.
        "subject": NotRequired["str"],
        # What mail programs show after the subject. Put at the beginning of the html, where nobody sees it.
        "preview_text": NotRequired["str"],
        # Liquid with the recipient as contact.*; at most 1 MiB.
        "html": NotRequired["str"],
        # The same as plain text. Derived from html when it is missing.
        "text": NotRequired["str"],
        # A published template in place of html and text. Its content is copied when the broadcast is sent or scheduled.
        "template_id": NotRequired["str"],
        # The text message, in Liquid with the recipient as contact.*. For channel sms only.
        "body": NotRequired["str"],
        # Values for the content, the same for all recipients. Any JSON of at most 32 KiB.
        "variables": NotRequired["dict[str, Any]"],
        # Only contacts that are subscribed to this topic; the unsubscribe link is about it.
        "topic_id": NotRequired["str"],
        # Only contacts that are in this segment when the message is made.
        "segment_id": NotRequired["str"],
        # Count opens through a hidden image.
        "track_opens": NotRequired["bool"],
        # Count clicks by rewriting the links in html.
        "track_clicks": NotRequired["bool"],
        "pace": NotRequired["BroadcastPace"],
        "ab_test": NotRequired["BroadcastAbTest"],
        # Pauses by itself above this rate of bounces. Without it the rule of the organization holds.
        "max_bounce_percent": NotRequired["float"],
        # Pauses by itself above this rate of spam reports. Without it the rule of the organization holds.
        "max_complaint_percent": NotRequired["float"],
    },
)


class BroadcastFigures(TypedDict):
    """Exact at the moment they are read. Each recipient counts once in each figure."""

    # Messages made so far, one for each recipient.
    messages: float
    # Of these: not tried yet.
    waiting: float
    # Handed over, or refused by the receiver.
    sent: float
    delivered: float
    # For channel sms: undelivered.
    bounced: float
    # Reported as spam.
    complained: float
    failed: float
    # Left out: on the suppression list, unsubscribed or opted out.
    suppressed: float
    canceled: float
    # Recipients who opened it. Only people.
    opened: float
    # Recipients for whom only a machine has opened it, such as a mail filter.
    machine_opened: float
    # Recipients who clicked a link. Only people.
    clicked: float
    # Recipients for whom only a machine has followed a link.
    machine_clicked: float
    # Recipients who unsubscribed by a link of this message.
    unsubscribed: float
    # What was charged so far, less what was given back.
    credits: float


class BroadcastAbTestStatus(TypedDict):
    """How the A/B test stands. The rest of the recipients counts with the winner."""

    # waiting: it has not begun. testing: variants are out, and the winner is chosen at decides_at.
    state: Literal['waiting', 'testing', 'decided']
    # Null until all messages of the test are made, and once it is decided.
    decides_at: str | None
    winner: Literal['a', 'b'] | None
    a: BroadcastFigures
    b: BroadcastFigures


Broadcast = TypedDict(
    "Broadcast",
    {
        # UUIDv7.
        "id": "str",
        # For you; recipients do not see it.
        "name": "str",
        "channel": "Literal['email', 'sms']",
        # sending: messages are being made and sent. paused: nothing more leaves until it is resumed; paused_because says why. completed: every message was tried.
        "state": "Literal['draft', 'scheduled', 'sending', 'paused', 'completed', 'canceled']",
        # To all contacts that are subscribed to email, or to text messages. Must be said where neither topic_id nor segment_id is given, so that nobody writes to all by leaving something out.
        "everyone": NotRequired["bool"],
        # The sender: Acme <news@acme.test>. For channel sms a phone number or sender id of yours.
        "from": NotRequired["str"],
        # Where answers go.
        "reply_to": NotRequired["list[str]"],
        # Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it.
        "subject": NotRequired["str"],
        # What mail programs show after the subject. Put at the beginning of the html, where nobody sees it.
        "preview_text": NotRequired["str"],
        # Liquid with the recipient as contact.*; at most 1 MiB.
        "html": NotRequired["str"],
        # The same as plain text. Derived from html when it is missing.
        "text": NotRequired["str"],
        # A published template in place of html and text. Its content is copied when the broadcast is sent or scheduled.
        "template_id": NotRequired["str"],
        # The text message, in Liquid with the recipient as contact.*. For channel sms only.
        "body": NotRequired["str"],
        # Values for the content, the same for all recipients. Any JSON of at most 32 KiB.
        "variables": NotRequired["dict[str, Any]"],
        # Only contacts that are subscribed to this topic; the unsubscribe link is about it.
        "topic_id": NotRequired["str"],
        # Only contacts that are in this segment when the message is made.
        "segment_id": NotRequired["str"],
        # Count opens through a hidden image.
        "track_opens": NotRequired["bool"],
        # Count clicks by rewriting the links in html.
        "track_clicks": NotRequired["bool"],
        "pace": NotRequired["BroadcastPace"],
        "ab_test": NotRequired["BroadcastAbTest"],
        # Pauses by itself above this rate of bounces. Without it the rule of the organization holds.
        "max_bounce_percent": NotRequired["float"],
        # Pauses by itself above this rate of spam reports. Without it the rule of the organization holds.
        "max_complaint_percent": NotRequired["float"],
        # In words; only while it is paused.
        "paused_because": NotRequired["str"],
        # When it begins or began; null for a draft.
        "scheduled_for": "str | None",
        # When the clock of each recipient says this.
        "local_time": NotRequired["str"],
        "timezone": NotRequired["str"],
        "timezone_field": NotRequired["str"],
        "started_at": "str | None",
        # When it was completed or canceled.
        "completed_at": "str | None",
        # How many contacts were meant when it began. Those who unsubscribe meanwhile get nothing.
        "audience_size": "float | None",
        "figures": "BroadcastFigures",
        "ab_test_status": NotRequired["BroadcastAbTestStatus"],
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # ISO 8601 in UTC, ending in Z.
        "updated_at": "str",
    },
)


class BroadcastListItem(TypedDict):
    """A broadcast without its content."""

    # UUIDv7.
    id: str
    # For you; recipients do not see it.
    name: str
    channel: Literal['email', 'sms']
    state: Literal['draft', 'scheduled', 'sending', 'paused', 'completed', 'canceled']
    # Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it.
    subject: NotRequired[str]
    # Only contacts that are subscribed to this topic; the unsubscribe link is about it.
    topic_id: NotRequired[str]
    # Only contacts that are in this segment when the message is made.
    segment_id: NotRequired[str]
    # When it begins or began; null for a draft.
    scheduled_for: str | None
    started_at: str | None
    # When it was completed or canceled.
    completed_at: str | None
    # How many contacts were meant when it began. Those who unsubscribe meanwhile get nothing.
    audience_size: float | None
    figures: BroadcastFigures
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class BroadcastPage(TypedDict):
    data: list[BroadcastListItem]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


# Only fields that are given are changed; null takes a field away.
BroadcastUpdate = TypedDict(
    "BroadcastUpdate",
    {
        # For you; recipients do not see it.
        "name": NotRequired["str"],
        # To all contacts that are subscribed to email, or to text messages. Must be said where neither topic_id nor segment_id is given, so that nobody writes to all by leaving something out.
        "everyone": NotRequired["bool"],
        "from": NotRequired["str | None"],
        "reply_to": NotRequired["list[str] | None"],
        "subject": NotRequired["str | None"],
        "preview_text": NotRequired["str | None"],
        "html": NotRequired["str | None"],
        "text": NotRequired["str | None"],
        "template_id": NotRequired["str | None"],
        "body": NotRequired["str | None"],
        "variables": NotRequired["dict[str, Any] | None"],
        "topic_id": NotRequired["str | None"],
        "segment_id": NotRequired["str | None"],
        "track_opens": NotRequired["bool | None"],
        "track_clicks": NotRequired["bool | None"],
        "pace": NotRequired["BroadcastPace | None"],
        "ab_test": NotRequired["BroadcastAbTest | None"],
        "max_bounce_percent": NotRequired["float | None"],
        "max_complaint_percent": NotRequired["float | None"],
    },
)


class BroadcastSample(TypedDict):
    # UUIDv7.
    contact_id: str
    to: str
    variant: Literal['a', 'b']
    subject: NotRequired[str]
    html: NotRequired[str]
    # The text message, for channel sms.
    text: NotRequired[str]
    # Of the text message.
    segments: NotRequired[float]
    # Why it cannot be filled in for this contact, in place of the content.
    problem: NotRequired[str]


class BroadcastPreviewProblems(TypedDict):
    path: str
    message: str
    # Of a source such as that of a template.
    line: NotRequired[int]
    column: NotRequired[int]


class BroadcastPreviewExcluded(TypedDict):
    # unsubscribed: from the channel or the topic. suppressed: on the suppression list, or opted out. no_address: the contact has no email address, or no phone number.
    reason: Literal['unsubscribed', 'suppressed', 'no_address']
    count: float


class BroadcastPreview(TypedDict):
    """What would become of a broadcast, without sending it."""

    # What POST …/send would refuse. Empty when it can be sent.
    problems: list[BroadcastPreviewProblems]
    # Who would get it now.
    recipients: float
    # Contacts of the audience who would not get it, and why.
    excluded: list[BroadcastPreviewExcluded]
    # What it would cost, as far as the samples tell. With a test key 0.
    credits: float
    # As up to three contacts would get it. Empty for keys that may not read contacts (contacts:read).
    samples: list[BroadcastSample]
    # The checks of POST /v1/emails/preflight on the first sample. Null where there is none, and for sms.
    preflight: EmailPreflight | None


class BroadcastTest(TypedDict):
    # Your own addresses; phone numbers for channel sms.
    to: list[str]
    variant: NotRequired[Literal['a', 'b']]
    # The contact whose fields are filled in. Without it: the first of the audience.
    contact_id: NotRequired[str]


class BroadcastTestedData(TypedDict):
    # UUIDv7.
    id: str
    to: str


class BroadcastTested(TypedDict):
    # The messages, as GET /v1/emails/{id} or GET /v1/sms/{id} knows them.
    data: list[BroadcastTestedData]


class BroadcastSend(TypedDict):
    """When to send; an empty object means now."""

    # Begin then. Without it at once.
    scheduled_for: NotRequired[str]
    # In place of scheduled_for: when the clock of each recipient says this. Needs timezone. Whoever is past it already gets it at once.
    local_time: NotRequired[str]
    # The zone of contacts whose own is not known, such as Europe/Berlin. With local_time.
    timezone: NotRequired[str]
    # The contact property that holds the zone of a contact. timezone unless you say otherwise.
    timezone_field: NotRequired[str]


class BroadcastRecipient(TypedDict):
    # Of the message: GET /v1/emails/{id} or GET /v1/sms/{id} tells more.
    id: str
    # Null when the contact was deleted.
    contact_id: str | None
    to: str
    variant: Literal['a', 'b']
    outcome: Literal['waiting', 'delayed', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']
    # By a person.
    opened: bool
    # By a person.
    clicked: bool
    # ISO 8601 in UTC, ending in Z.
    created_at: str


class BroadcastRecipientPage(TypedDict):
    data: list[BroadcastRecipient]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class BroadcastLink(TypedDict):
    url: str
    # By people.
    clicks: float
    machine_clicks: float
    # People who clicked it, each once.
    recipients: float


class BroadcastLinks(TypedDict):
    # The 100 links that most people clicked, most first.
    data: list[BroadcastLink]


class BroadcastHour(TypedDict):
    # ISO 8601 in UTC, ending in Z.
    start: str
    # Handed over.
    sent: float
    delivered: float
    # By people, each once. 0 for sms.
    opened: float
    # By people, each once. 0 for sms.
    clicked: float


class BroadcastReceiver(TypedDict):
    # Who runs the mailboxes, such as google; all that are small are called other.
    receiver: str
    # Messages made for them.
    recipients: float
    # Handed over, or refused by the receiver.
    sent: float
    delivered: float
    # By people, each once. 0 for sms.
    opened: float
    # By people, each once. 0 for sms.
    clicked: float
    bounced: float
    complained: float


class BroadcastAnalytics(TypedDict):
    # Hours in UTC in which something happened, in order: those of the first 30 days.
    series: list[BroadcastHour]
    # Those with the most recipients first. Empty for sms.
    receivers: list[BroadcastReceiver]


class ContactCreatedTrigger(TypedDict):
    type: Literal['contact_created']
    # once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time.
    reentry: NotRequired[Literal['once', 'after_finish']]


ContactPropertyChangedTrigger = TypedDict(
    "ContactPropertyChangedTrigger",
    {
        "type": "Literal['contact_property_changed']",
        # first_name, last_name, email_subscribed, sms_subscribed, or a field of your own such as properties.plan.
        "property": "str",
        # Only from this value. Null stands for what is not set.
        "from": NotRequired["str | float | bool | None"],
        # Only to this value.
        "to": NotRequired["str | float | bool | None"],
        # once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time.
        "reentry": NotRequired["Literal['once', 'after_finish']"],
    },
)


class ContactAddedToTopicTrigger(TypedDict):
    type: Literal['contact_added_to_topic']
    # Of this topic; of any unless given.
    topic_id: NotRequired[str]
    # once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time.
    reentry: NotRequired[Literal['once', 'after_finish']]


class ContactRemovedFromTopicTrigger(TypedDict):
    type: Literal['contact_removed_from_topic']
    # Of this topic; of any unless given.
    topic_id: NotRequired[str]
    # once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time.
    reentry: NotRequired[Literal['once', 'after_finish']]


class EventTrigger(TypedDict):
    type: Literal['event']
    # The name of an event of your own, as POST /v1/contacts/{id}/events has it.
    event: str
    # once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time.
    reentry: NotRequired[Literal['once', 'after_finish']]


class TimeBasedTrigger(TypedDict):
    type: Literal['time_based']
    # Minute, hour, day of the month, month and day of the week, or a word such as @daily.
    cron: str
    # By name, such as Europe/Berlin or UTC.
    timezone: str
    # For the contacts of this topic; for all unless given.
    topic_id: NotRequired[str]
    # For those who belong to this segment when it fires; for all unless given.
    segment_id: NotRequired[str]
    # once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time.
    reentry: NotRequired[Literal['once', 'after_finish']]


# What starts a run.
WorkflowTrigger: TypeAlias = Union["ContactCreatedTrigger", "ContactPropertyChangedTrigger", "ContactAddedToTopicTrigger", "ContactRemovedFromTopicTrigger", "EventTrigger", "TimeBasedTrigger"]


SendEmailStepConfig = TypedDict(
    "SendEmailStepConfig",
    {
        # One sender, with or without a name: ada@example.com or Ada Lovelace <ada@example.com>.
        "from": "str",
        # Wins over the name in from.
        "from_name": NotRequired["str"],
        # Where answers go.
        "reply_to": NotRequired["str | list[str]"],
        # Required unless a template supplies it. Liquid, with contact and trigger.
        "subject": NotRequired["str"],
        # The HTML content. Liquid, with contact and trigger.
        "html": NotRequired["str"],
        # The plain text content. Liquid, with contact and trigger.
        "text": NotRequired["str"],
        # A template instead of html and text.
        "template_id": NotRequired["str"],
        # A template by its name instead of its id.
        "template_friendly_name": NotRequired["str"],
        # What the template fills in. Any JSON, at most 32 levels deep. The recipient’s contact is there as contact.*, for keys that may read contacts (contacts:read).
        "variables": NotRequired["dict[str, Any]"],
        # Words of your own, to filter lists and analytics by.
        "tags": NotRequired["list[str]"],
        # Extra headers. Those the service writes itself, such as From, Subject or Content-Type, are refused, and so are those that command a relay, such as X-SMTPAPI, X-MC-* or X-SES-*.
        "headers": NotRequired["dict[str, str]"],
        # Count opens through a hidden image.
        "track_opens": NotRequired["bool"],
        # Count clicks by rewriting the links in html, up to 1,000 of them; the rest stay as they are.
        "track_clicks": NotRequired["bool"],
        # What nobody asked for can be unsubscribed from.
        "message_stream": NotRequired["Literal['transactional', 'broadcast']"],
        # With broadcast: skip contacts that are not subscribed to this topic.
        "topic_id": NotRequired["str"],
    },
)


class SendEmailStep(TypedDict):
    # Names the step in connections and conditions; unique in the workflow.
    key: str
    type: Literal['send_email']
    # An email to the contact, by the rules of POST /v1/emails. A template gets contact and trigger, too.
    config: SendEmailStepConfig


SendSmsStepConfig = TypedDict(
    "SendSmsStepConfig",
    {
        # Your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has given to your organization, where the recipient’s country takes it.
        "from": "str",
        # The text. Liquid, with contact and trigger.
        "body": NotRequired["str"],
        # Pictures and files to send along; makes the message an MMS.
        "media_urls": NotRequired["list[str]"],
    },
)


class SendSmsStep(TypedDict):
    # Names the step in connections and conditions; unique in the workflow.
    key: str
    type: Literal['send_sms']
    # A text message to the contact’s number, by the rules of POST /v1/sms.
    config: SendSmsStepConfig


class DelayStepConfigUntil(TypedDict):
    # HH:MM, by a clock in the time zone.
    time: str
    # By name, such as Europe/Berlin or UTC.
    timezone: str
    # Only on these; any day unless given.
    weekdays: NotRequired[list[Literal['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']]]


class DelayStepConfig(TypedDict):
    # So many seconds; half of one is 0.5.
    seconds: NotRequired[float]
    # So many minutes; half of one is 0.5.
    minutes: NotRequired[float]
    # So many hours; half of one is 0.5.
    hours: NotRequired[float]
    # So many days of 24 hours; half of one is 0.5.
    days: NotRequired[float]
    # ISO 8601, of weeks, days, hours, minutes and seconds, such as P3DT2H.
    duration: NotRequired[str]
    # Until a clock in the time zone shows this time.
    until: NotRequired[DelayStepConfigUntil]


class DelayStep(TypedDict):
    # Names the step in connections and conditions; unique in the workflow.
    key: str
    type: Literal['delay']
    # For how long, or until when: exactly one of these. At least a second, at most 366 days.
    config: DelayStepConfig


class WorkflowDuration(TypedDict):
    """How long something lasts, in one of these units: at least a second, at most 366 days."""

    # So many seconds; half of one is 0.5.
    seconds: NotRequired[float]
    # So many minutes; half of one is 0.5.
    minutes: NotRequired[float]
    # So many hours; half of one is 0.5.
    hours: NotRequired[float]
    # So many days of 24 hours; half of one is 0.5.
    days: NotRequired[float]
    # ISO 8601, of weeks, days, hours, minutes and seconds, such as P3DT2H.
    duration: NotRequired[str]


class WaitForEventStepConfig(TypedDict):
    # Any one of them ends the wait.
    event: Literal['email.opened', 'email.clicked', 'email.delivered', 'email.bounced', 'email.complained', 'email.unsubscribed', 'email.sent', 'email.unconfirmed', 'email.delivery_delayed', 'email.failed', 'email.suppressed', 'email.canceled', 'sms.delivered', 'sms.sent', 'sms.unconfirmed', 'sms.delivery_delayed', 'sms.undelivered', 'sms.failed', 'contact.updated', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed', 'sms.received', 'sms.opted_out', 'sms.opted_in'] | str | list[Literal['email.opened', 'email.clicked', 'email.delivered', 'email.bounced', 'email.complained', 'email.unsubscribed', 'email.sent', 'email.unconfirmed', 'email.delivery_delayed', 'email.failed', 'email.suppressed', 'email.canceled', 'sms.delivered', 'sms.sent', 'sms.unconfirmed', 'sms.delivery_delayed', 'sms.undelivered', 'sms.failed', 'contact.updated', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed', 'sms.received', 'sms.opted_out', 'sms.opted_in'] | str]
    # With events of messages: the step whose message is meant, if there is more than one it can be.
    step: NotRequired[str]
    # With contact.topic_…: of this topic, instead of any.
    topic_id: NotRequired[str]
    timeout: WorkflowDuration


class WaitForEventStep(TypedDict):
    # Names the step in connections and conditions; unique in the workflow.
    key: str
    type: Literal['wait_for_event']
    # Waits for something to happen to a message sent before, or to the contact.
    config: WaitForEventStepConfig


class WorkflowCondition(TypedDict):
    """Either a field with its operator, or all, or any. At most 5 inside of each other."""

    # Met when all of these are.
    all: NotRequired[list[WorkflowCondition]]
    # Met when any of these is.
    any: NotRequired[list[WorkflowCondition]]
    # contact.…, trigger.… or steps.<key>.…, such as contact.first_name, contact.properties.plan or steps.tips.opened. contact.segments contains the id of a segment for whoever belongs to it.
    field: NotRequired[str]
    # Which of them fit depends on the field. exists and is_empty take no value.
    operator: NotRequired[Literal['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'contains', 'starts_with', 'ends_with', 'exists', 'is_empty']]
    # What the field is compared with; of its kind. A moment is a date or a timestamp in UTC.
    value: NotRequired[str | float | bool]


class ConditionStep(TypedDict):
    # Names the step in connections and conditions; unique in the workflow.
    key: str
    type: Literal['condition']
    config: WorkflowCondition


class UpdateContactStepConfig(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one.
    properties: NotRequired[dict[str, str | float | bool | None]]


class UpdateContactStep(TypedDict):
    # Names the step in connections and conditions; unique in the workflow.
    key: str
    type: Literal['update_contact']
    # Changes the contact: at least one field.
    config: UpdateContactStepConfig


class AddToTopicStepConfig(TypedDict):
    # The id of a topic.
    topic_id: str


class AddToTopicStep(TypedDict):
    # Names the step in connections and conditions; unique in the workflow.
    key: str
    type: Literal['add_to_topic']
    config: AddToTopicStepConfig


class RemoveFromTopicStepConfig(TypedDict):
    # The id of a topic.
    topic_id: str


class RemoveFromTopicStep(TypedDict):
    # Names the step in connections and conditions; unique in the workflow.
    key: str
    type: Literal['remove_from_topic']
    config: RemoveFromTopicStepConfig


class WebhookStepConfig(TypedDict):
    url: str
    # Extra headers; not those that Posthorn writes itself.
    headers: NotRequired[dict[str, str]]
    # Any JSON with at most 1,000 texts, which are Liquid, with contact and trigger. Without it: both of them.
    body: NotRequired[Any]


class WebhookStep(TypedDict):
    # Names the step in connections and conditions; unique in the workflow.
    key: str
    type: Literal['webhook']
    # A POST, signed like every webhook.
    config: WebhookStepConfig


class ExitStepConfig(TypedDict):
    # For people: it is shown with the run.
    reason: NotRequired[str]


class ExitStep(TypedDict):
    # Names the step in connections and conditions; unique in the workflow.
    key: str
    type: Literal['exit']
    config: NotRequired[ExitStepConfig]


# What happens to a contact. Beside these fields a step may carry others, such as where an editor draws it.
WorkflowStep: TypeAlias = Union["SendEmailStep", "SendSmsStep", "DelayStep", "WaitForEventStep", "ConditionStep", "UpdateContactStep", "AddToTopicStep", "RemoveFromTopicStep", "WebhookStep", "ExitStep"]


WorkflowConnection = TypedDict(
    "WorkflowConnection",
    {
        # The key of the step it leaves.
        "from": "str",
        # The key of the step it leads to.
        "to": "str",
        # By which way: condition_met or condition_not_met of a condition, event_received or timeout of a wait, default of all others. One that leads nowhere ends the run.
        "type": NotRequired["Literal['default', 'condition_met', 'condition_not_met', 'timeout', 'event_received']"],
    },
)


class WorkflowDefinition(TypedDict):
    """The steps and the connections between them. It begins with the one step that no connection leads to; every other is reached from there, and a loop needs a delay."""

    steps: list[WorkflowStep]
    # A single step needs none.
    connections: NotRequired[list[WorkflowConnection]]


class WorkflowCreate(TypedDict):
    """At most 256 KiB."""

    name: str
    description: NotRequired[str]
    # The same as type in trigger_config.
    trigger_type: NotRequired[Literal['contact_created', 'contact_property_changed', 'contact_added_to_topic', 'contact_removed_from_topic', 'event', 'time_based']]
    # What starts a run, with type and its settings. Checked when the workflow becomes active.
    trigger_config: NotRequired[WorkflowTrigger | Any]
    # The steps and the connections between them. Checked when the workflow becomes active.
    workflow_definition: NotRequired[WorkflowDefinition | Any]
    # active is refused while a fault is left.
    status: NotRequired[Literal['draft', 'active', 'paused']]


class Workflow(TypedDict):
    """An automation: what starts it and what it does for each contact."""

    # UUIDv7.
    id: str
    name: str
    description: NotRequired[str]
    # A draft may hold anything. active takes contacts in; paused takes nobody in, and those inside wait.
    status: Literal['draft', 'active', 'paused']
    # Null while a draft names no trigger.
    trigger_type: Literal['contact_created', 'contact_property_changed', 'contact_added_to_topic', 'contact_removed_from_topic', 'event', 'time_based'] | None
    # What starts a run, with type and its settings. Checked when the workflow becomes active.
    trigger_config: WorkflowTrigger | Any
    # The steps and the connections between them. Checked when the workflow becomes active.
    workflow_definition: WorkflowDefinition | Any
    # Grows with each change of the trigger or the definition. A run stays on the version it started with.
    version: float
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class WorkflowPage(TypedDict):
    data: list[Workflow]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class WorkflowUpdate(TypedDict):
    """Only fields that are given are changed. At most 256 KiB."""

    name: NotRequired[str]
    description: NotRequired[str]
    # The same as type in trigger_config.
    trigger_type: NotRequired[Literal['contact_created', 'contact_property_changed', 'contact_added_to_topic', 'contact_removed_from_topic', 'event', 'time_based']]
    # What starts a run, with type and its settings. Checked when the workflow becomes active.
    trigger_config: NotRequired[WorkflowTrigger | Any]
    # The steps and the connections between them. Checked when the workflow becomes active.
    workflow_definition: NotRequired[WorkflowDefinition | Any]
    # A draft may hold anything. active takes contacts in; paused takes nobody in, and those inside wait.
    status: NotRequired[Literal['draft', 'active', 'paused']]


class WorkflowRunStep(TypedDict):
    # The key of the step.
    step: str
    # The type of the step.
    type: str
    # ISO 8601 in UTC, ending in Z.
    entered_at: str
    left_at: str | None
    # Null while the run is in this step, and at an end.
    left_by: str | None
    # What it did: the id of the message it sent, why a condition was met, …
    detail: NotRequired[dict[str, Any]]


class WorkflowRun(TypedDict):
    """One contact on its way through a workflow."""

    # UUIDv7.
    id: str
    # UUIDv7.
    workflow_id: str
    # The version of the workflow that it stays on.
    version: float
    # UUIDv7.
    contact_id: str
    # waiting in a delay or for an event; running between two steps; completed at the end or an exit; failed with error; stopped by you, or with its workflow or contact.
    state: Literal['running', 'waiting', 'completed', 'failed', 'stopped']
    # Null when it has ended.
    current_step: str | None
    # When it goes on by itself, while it waits.
    next_at: str | None
    # ISO 8601 in UTC, ending in Z.
    started_at: str
    finished_at: str | None
    # Why it failed.
    error: str | None
    # What started it.
    trigger: dict[str, Any]
    # The steps it took, oldest first; the last 200.
    history: list[WorkflowRunStep]


class WorkflowRunPage(TypedDict):
    data: list[WorkflowRun]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class WorkflowSimulateContact(TypedDict):
    email: NotRequired[str]
    # E.164.
    phone_number: NotRequired[str]
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one.
    properties: NotRequired[dict[str, str | float | bool | None]]
    topic_ids: NotRequired[list[str]]


# Either contact_id or contact.
WorkflowSimulate = TypedDict(
    "WorkflowSimulate",
    {
        # A contact of yours; needs the permission contacts:read.
        "contact_id": NotRequired["str"],
        # Or one that does not exist.
        "contact": NotRequired["WorkflowSimulateContact"],
        # When it would begin; now unless given.
        "from": NotRequired["str"],
        # How the run leaves a step, by its key. Without it a condition is evaluated and a wait ends with its timeout.
        "assume": NotRequired["dict[str, Literal['condition_met', 'condition_not_met', 'event_received', 'timeout']]"],
    },
)


class SimulatedStep(TypedDict):
    # The key of the step.
    step: str
    # The type of the step.
    type: str
    # When it would happen.
    at: str
    # Null while the run is in this step, and at an end.
    left_by: str | None
    # Why this way was taken.
    because: NotRequired[str]
    # What would be sent, rendered, or changed.
    would: NotRequired[dict[str, Any]]


class WorkflowSimulation(TypedDict):
    # Whether the trigger takes this contact in.
    would_start: bool
    steps: list[SimulatedStep]
    # ISO 8601 in UTC, ending in Z.
    ends_at: str
    # How it ends, in words.
    end: str


class ClockAdvance(TypedDict):
    # How far the clock goes forward.
    seconds: int


class ClockAdvanced(TypedDict):
    success: bool
    message: str
    # What the clock of this environment shows now.
    now: str


class WebhookCreate(TypedDict):
    # Where events are sent. Only public addresses are reached.
    url: str
    # Names of events; email.* stands for all of a kind and * for everything.
    subscribed_events: list[Literal['*', 'email.*', 'sms.*', 'alert.*', 'broadcast.*', 'contact.*', 'domain.*', 'suppression.*', 'workflow.*', 'webhook.*', 'custom.*', 'email.scheduled', 'email.processing', 'email.sent', 'email.delivered', 'email.delivery_delayed', 'email.bounced', 'email.complained', 'email.failed', 'email.suppressed', 'email.canceled', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.possible_duplicate', 'email.unconfirmed', 'sms.scheduled', 'sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.canceled', 'sms.received', 'sms.opted_out', 'sms.opted_in', 'sms.delivery_delayed', 'sms.possible_duplicate', 'sms.unconfirmed', 'sms.callback_failed', 'alert.fired', 'alert.resolved', 'broadcast.started', 'broadcast.paused', 'broadcast.resumed', 'broadcast.completed', 'broadcast.canceled', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed', 'domain.failed', 'domain.recovered', 'suppression.created', 'suppression.deleted', 'workflow.run_completed', 'workflow.run_failed', 'webhook.test'] | str]
    # A name of your own.
    nickname: NotRequired[str]
    status: NotRequired[Literal['active', 'inactive']]


class Webhook(TypedDict):
    """An address of yours that is told what happens."""

    # UUIDv7.
    id: str
    url: str
    subscribed_events: list[str]
    # Becomes inactive when the receiver answers 410, or after five days of nothing but failures.
    status: Literal['active', 'inactive']
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str
    # A name of your own.
    nickname: NotRequired[str]
    # Only in the answer to its creation and to a rotation. Check the signature of each delivery with it.
    secret: NotRequired[str]
    # Null before the first attempt.
    last_delivery_at: str | None
    # Attempts that failed.
    failure_count: float
    # Attempts that succeeded.
    success_count: float
    # All attempts.
    total_delivery_count: float


class WebhookList(TypedDict):
    data: list[Webhook]


class WebhookUpdate(TypedDict):
    """Only fields that are given are changed."""

    # Where events are sent. Only public addresses are reached.
    url: NotRequired[str]
    # Names of events; email.* stands for all of a kind and * for everything.
    subscribed_events: NotRequired[list[Literal['*', 'email.*', 'sms.*', 'alert.*', 'broadcast.*', 'contact.*', 'domain.*', 'suppression.*', 'workflow.*', 'webhook.*', 'custom.*', 'email.scheduled', 'email.processing', 'email.sent', 'email.delivered', 'email.delivery_delayed', 'email.bounced', 'email.complained', 'email.failed', 'email.suppressed', 'email.canceled', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.possible_duplicate', 'email.unconfirmed', 'sms.scheduled', 'sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.canceled', 'sms.received', 'sms.opted_out', 'sms.opted_in', 'sms.delivery_delayed', 'sms.possible_duplicate', 'sms.unconfirmed', 'sms.callback_failed', 'alert.fired', 'alert.resolved', 'broadcast.started', 'broadcast.paused', 'broadcast.resumed', 'broadcast.completed', 'broadcast.canceled', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed', 'domain.failed', 'domain.recovered', 'suppression.created', 'suppression.deleted', 'workflow.run_completed', 'workflow.run_failed', 'webhook.test'] | str]]
    # A name of your own.
    nickname: NotRequired[str]
    status: NotRequired[Literal['active', 'inactive']]


class WebhookAttempt(TypedDict):
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # Until the end of the answer, or until it was given up.
    duration_ms: float
    success: bool
    # The HTTP status of the answer. Left out when there was none.
    status: NotRequired[float]
    # What happened when there was no answer.
    error: NotRequired[str]
    # The first 4 KiB of the answer.
    response: NotRequired[str]


class Event(TypedDict):
    """Something that happened."""

    # UUIDv7.
    id: str
    type: Literal['email.scheduled', 'email.processing', 'email.sent', 'email.delivered', 'email.delivery_delayed', 'email.bounced', 'email.complained', 'email.failed', 'email.suppressed', 'email.canceled', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.possible_duplicate', 'email.unconfirmed', 'sms.scheduled', 'sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.canceled', 'sms.received', 'sms.opted_out', 'sms.opted_in', 'sms.delivery_delayed', 'sms.possible_duplicate', 'sms.unconfirmed', 'sms.callback_failed', 'alert.fired', 'alert.resolved', 'broadcast.started', 'broadcast.paused', 'broadcast.resumed', 'broadcast.completed', 'broadcast.canceled', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed', 'domain.failed', 'domain.recovered', 'suppression.created', 'suppression.deleted', 'workflow.run_completed', 'workflow.run_failed', 'webhook.test'] | str
    # ISO 8601 in UTC, ending in Z.
    timestamp: str
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # Grows with each event about the same object, from 1 in its first week and from 100,001 in its second: sort by it when deliveries overtake each other. 1 in a webhook.test.
    sequence: int
    # What happened, by type.
    data: dict[str, Any]


class WebhookDelivery(TypedDict):
    """One event on its way to one webhook."""

    # The id of the event, sent as webhook-id with every attempt.
    id: str
    # pending until an attempt succeeds; failed when the last one has failed or the webhook became inactive meanwhile.
    status: Literal['pending', 'delivered', 'failed']
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # Null when no further attempt is planned.
    next_attempt_at: str | None
    # Oldest first.
    attempts: list[WebhookAttempt]
    event: Event


class WebhookDeliveryPage(TypedDict):
    data: list[WebhookDelivery]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class WebhookReplay(TypedDict):
    # Events older than this are left alone.
    since: str


class WebhookReplayed(TypedDict):
    success: bool
    message: str
    # How many events are sent again.
    count: float


class EventPage(TypedDict):
    data: list[Event]
    # Whether more can be read right now.
    has_more: bool
    # Where to go on, now or later: it is there on the last page, too.
    next_cursor: str


class RateLimit(TypedDict):
    # False on the Free plan only.
    is_paid: bool
    # How many messages may be sent in a day (UTC).
    daily_limit: float
    # How many were sent today.
    current_daily_usage: float
    # How many are left today.
    remaining_today: float
    # How many requests this key has left in this hour.
    token_balance: float
    # When the day is over.
    reset_at: str


class Credits(TypedDict):
    """Email counts by recipient, SMS by message. Hours, days and months are those of UTC."""

    # What is left. One credit is 0.001 dollars.
    balance: float
    # Credits used this month.
    monthly_usage: float
    # Credits used in all.
    total_consumed: float
    # Credits used for email in all.
    email_consumed: float
    # Credits used for SMS in all.
    sms_consumed: float
    # How many messages may be sent in an hour.
    hourly_limit: float
    # How many messages may be sent in a day.
    daily_limit: float
    # How many messages may be sent in a month.
    monthly_limit: float
    # How many were sent in this hour.
    current_hour_usage: float
    # How many were sent today.
    current_day_usage: float
    # False on the Free plan only.
    is_paid: bool
    # ISO 8601 in UTC, ending in Z.
    hourly_reset_at: str
    # ISO 8601 in UTC, ending in Z.
    daily_reset_at: str
    # ISO 8601 in UTC, ending in Z.
    monthly_reset_at: str


class EmailStats(TypedDict):
    """An email counts once in each figure, at the first time, in the hour in which it was accepted: so figures only grow, and the parts of a rate are about the same emails. A rate is 0 when there is nothing to divide by."""

    # Emails that at least one recipient’s server has taken or refused.
    emails_sent: float
    # Recipients whose server took them.
    recipients_reached: float
    # Emails that arrived at at least one recipient.
    emails_delivered: float
    # Recipients they arrived at.
    recipients_delivered: float
    # Emails opened at least once.
    emails_opened: float
    # Emails clicked at least once.
    emails_clicked: float
    # Emails opened at least once by somebody who is not known to be a machine.
    emails_opened_by_people: float
    # Emails clicked at least once by somebody who is not known to be a machine.
    emails_clicked_by_people: float
    # Emails that at least one recipient’s server refused for good, at once or later.
    emails_bounced: float
    # Emails that at least one recipient reported as spam.
    emails_complained: float
    # emails_delivered of emails_sent, from 0 to 1.
    delivery_rate: float
    # emails_opened of emails_delivered, from 0 to 1.
    open_rate: float
    # emails_clicked of emails_delivered, from 0 to 1.
    click_rate: float
    # emails_bounced of emails_sent, from 0 to 1.
    bounce_rate: float
    # emails_complained of emails_delivered, from 0 to 1.
    complaint_rate: float
    # Emails that a text message was sent for, since they did not arrive in time. Left out when there are none.
    fallbacks_sent: NotRequired[float]
    # Emails that arrived in time, so that no text message was sent. Left out when there are none.
    fallbacks_not_needed: NotRequired[float]


class AnalyticsSeries(TypedDict):
    # ISO 8601 in UTC, ending in Z.
    start: str
    # Emails that at least one recipient’s server has taken or refused.
    emails_sent: float
    # Recipients whose server took them.
    recipients_reached: float
    # Emails that arrived at at least one recipient.
    emails_delivered: float
    # Recipients they arrived at.
    recipients_delivered: float
    # Emails opened at least once.
    emails_opened: float
    # Emails clicked at least once.
    emails_clicked: float
    # Emails opened at least once by somebody who is not known to be a machine.
    emails_opened_by_people: float
    # Emails clicked at least once by somebody who is not known to be a machine.
    emails_clicked_by_people: float
    # Emails that at least one recipient’s server refused for good, at once or later.
    emails_bounced: float
    # Emails that at least one recipient reported as spam.
    emails_complained: float
    # emails_delivered of emails_sent, from 0 to 1.
    delivery_rate: float
    # emails_opened of emails_delivered, from 0 to 1.
    open_rate: float
    # emails_clicked of emails_delivered, from 0 to 1.
    click_rate: float
    # emails_bounced of emails_sent, from 0 to 1.
    bounce_rate: float
    # emails_complained of emails_delivered, from 0 to 1.
    complaint_rate: float
    # Emails that a text message was sent for, since they did not arrive in time. Left out when there are none.
    fallbacks_sent: NotRequired[float]
    # Emails that arrived in time, so that no text message was sent. Left out when there are none.
    fallbacks_not_needed: NotRequired[float]


class Analytics(TypedDict):
    stats: EmailStats
    # With granularity: the same figures for each hour or day (UTC) from the first that has any to the last, oldest first. More than 10,000 are refused.
    series: NotRequired[list[AnalyticsSeries]]


class ReceiverAnalyticsData(TypedDict):
    # Of the sender.
    domain: str
    receiver: str
    message_stream: Literal['transactional', 'broadcast']
    # Recipients whose mail was handed over or refused.
    sent: float
    # Those that were refused, at once or later.
    bounced: float
    # Those that reported it as spam.
    complained: float
    # bounced of sent, from 0 to 1.
    bounce_rate: float
    # complained of sent, from 0 to 1.
    complaint_rate: float


class ReceiverAnalytics(TypedDict):
    data: list[ReceiverAnalyticsData]


class ApiKey(TypedDict):
    """A key of the environment, without its secret."""

    # UUIDv7.
    id: str
    name: str
    # Its first characters.
    hint: str
    permissions: list[Literal['emails:send', 'emails:read', 'emails:delete', 'sms:send', 'sms:read', 'contacts:read', 'contacts:write', 'contacts:erase', 'topics:write', 'templates:read', 'templates:write', 'workflows:write', 'broadcasts:read', 'broadcasts:write', 'webhooks:read', 'webhooks:write', 'domains:read', 'domains:write', 'keys:write', 'account:read', 'retention:write', 'requests:read', 'audit:read']]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # To the minute; null when it was never used.
    last_used_at: str | None
    revoked_at: str | None


class ApiKeyList(TypedDict):
    data: list[ApiKey]


class ApiKeyCreate(TypedDict):
    name: str
    permissions: list[Literal['emails:send', 'emails:read', 'emails:delete', 'sms:send', 'sms:read', 'contacts:read', 'contacts:write', 'contacts:erase', 'topics:write', 'templates:read', 'templates:write', 'workflows:write', 'broadcasts:read', 'broadcasts:write', 'webhooks:read', 'webhooks:write', 'domains:read', 'domains:write', 'keys:write', 'account:read', 'retention:write', 'requests:read', 'audit:read']]


class CreatedApiKey(TypedDict):
    # UUIDv7.
    id: str
    name: str
    # Its first characters.
    hint: str
    permissions: list[Literal['emails:send', 'emails:read', 'emails:delete', 'sms:send', 'sms:read', 'contacts:read', 'contacts:write', 'contacts:erase', 'topics:write', 'templates:read', 'templates:write', 'workflows:write', 'broadcasts:read', 'broadcasts:write', 'webhooks:read', 'webhooks:write', 'domains:read', 'domains:write', 'keys:write', 'account:read', 'retention:write', 'requests:read', 'audit:read']]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # To the minute; null when it was never used.
    last_used_at: str | None
    revoked_at: str | None
    # The key itself, shown this once.
    key: str


class ApiKeyUpdate(TypedDict):
    name: str


class KeyInUseOrganization(TypedDict):
    # UUIDv7.
    id: str
    name: str


class KeyInUseKey(TypedDict):
    # UUIDv7.
    id: str
    name: str
    # Its first characters.
    hint: str


class KeyInUse(TypedDict):
    """Whose key it is, and what it may do."""

    organization: KeyInUseOrganization
    # The environment that it opens.
    mode: Literal['live', 'test']
    permissions: list[Literal['emails:send', 'emails:read', 'emails:delete', 'sms:send', 'sms:read', 'contacts:read', 'contacts:write', 'contacts:erase', 'topics:write', 'templates:read', 'templates:write', 'workflows:write', 'broadcasts:read', 'broadcasts:write', 'webhooks:read', 'webhooks:write', 'domains:read', 'domains:write', 'keys:write', 'account:read', 'retention:write', 'requests:read', 'audit:read']]
    # Null with a session.
    key: KeyInUseKey | None


class RetentionKeptBodies(TypedDict):
    # About how many emails of the last days it is about.
    emails: int
    # About what that takes on the disk.
    bytes: int


class RetentionKeptEvents(TypedDict):
    # About how many emails of the last days it is about.
    emails: int
    # About what that takes on the disk.
    bytes: int


class RetentionKeptMessages(TypedDict):
    # About how many emails of the last days it is about.
    emails: int
    # About what that takes on the disk.
    bytes: int


class RetentionKept(TypedDict):
    # Of bodies.
    bodies: RetentionKeptBodies
    # Of events.
    events: RetentionKeptEvents
    # Of messages.
    messages: RetentionKeptMessages


class Retention(TypedDict):
    """For how many days this environment keeps what. Analytics, credits and whatever is still under way are always kept."""

    # Content and attachments. 0: until the email has ended. Null: for ever.
    bodies_days: int | None
    # What happened, and deliveries to webhooks. Null: for ever.
    events_days: int | None
    # Emails, text messages and runs of workflows, without their content. Null: for ever.
    messages_days: int | None
    kept: RetentionKept


class RetentionUpdate(TypedDict):
    # Content and attachments. 0: until the email has ended. Null: for ever.
    bodies_days: NotRequired[int | None]
    # What happened, and deliveries to webhooks. Null: for ever.
    events_days: NotRequired[int | None]
    # Emails, text messages and runs of workflows, without their content. Null: for ever.
    messages_days: NotRequired[int | None]
    # Changes nothing: the answer says what would be kept.
    preview: NotRequired[bool]


class LoggedRequestError(TypedDict):
    code: str
    # With addresses and phone numbers left out.
    message: str


class LoggedRequestKey(TypedDict):
    # UUIDv7.
    id: str
    name: NotRequired[str]
    hint: NotRequired[str]


class LoggedRequest(TypedDict):
    """A request with a key of this environment, without its body and its answer."""

    # UUIDv7.
    id: str
    # The x-request-id of the answer.
    request_id: str
    method: Literal['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
    # As it was asked for. What is no id is shown as the name of its place.
    path: str
    # Values that may be an address, a number or a token are left out.
    query: NotRequired[str]
    # What it was taken for, such as sendEmail.
    operation: str
    status: int
    # Why it was refused.
    error: NotRequired[LoggedRequestError]
    duration_ms: float
    key: LoggedRequestKey
    ip_address: str
    # At most 200 characters.
    user_agent: NotRequired[str]
    has_idempotency_key: bool
    # Size of the body.
    request_bytes: NotRequired[int]
    # Size of the answer.
    response_bytes: NotRequired[int]
    # How many requests before this one were not kept, because there were too many in that minute.
    left_out: int
    # ISO 8601 in UTC, ending in Z.
    created_at: str


class LoggedRequestPage(TypedDict):
    data: list[LoggedRequest]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class AuditEntryActor(TypedDict):
    # operator: whoever may run commands on the server.
    type: Literal['person', 'key', 'operator']
    # UUIDv7.
    id: NotRequired[str]
    # As it was then.
    name: NotRequired[str]
    # Of a person.
    email: NotRequired[str]
    # The first characters of a key.
    hint: NotRequired[str]


class AuditEntryObject(TypedDict):
    type: Literal['key', 'invitation', 'member', 'person', 'organization', 'alerts', 'branding', 'broadcast_rules', 'broadcasts', 'credits', 'domain', 'number', 'quiet_hours', 'sending_plan', 'retention', 'webhook', 'template', 'workflow', 'broadcast', 'topic', 'contact_field', 'segment', 'signup_form', 'contact', 'suppression', 'email']
    id: NotRequired[str]
    # As it was then; the address of a recipient is masked.
    name: NotRequired[str]


AuditEntryChanges = TypedDict(
    "AuditEntryChanges",
    {
        "field": "str",
        # Left out with `to` when the values are long or secret.
        "from": NotRequired["Any"],
        "to": NotRequired["Any"],
    },
)


class AuditEntrySource(TypedDict):
    via: Literal['api', 'dashboard', 'command_line']
    ip_address: NotRequired[str]
    # At most 200 characters.
    user_agent: NotRequired[str]
    # The x-request-id of the answer.
    request_id: NotRequired[str]


class AuditEntry(TypedDict):
    """A change to how the organization is set up, or a sign-in."""

    # UUIDv7.
    id: str
    action: Literal['key.created', 'key.renamed', 'key.revoked', 'invitation.created', 'invitation.revoked', 'member.joined', 'member.role_changed', 'member.removed', 'member.left', 'person.signed_in', 'person.sign_in_failed', 'person.signed_out_everywhere', 'person.renamed', 'person.password_changed', 'person.two_step_enabled', 'person.two_step_disabled', 'person.backup_codes_renewed', 'person.reset', 'person.sign_in_link_made', 'organization.created', 'organization.claimed', 'organization.updated', 'alerts.updated', 'branding.updated', 'broadcast_rules.updated', 'broadcasts.resumed', 'credits.added', 'domain.added', 'domain.updated', 'domain.keys_rotated', 'domain.removed', 'number.added', 'number.removed', 'quiet_hours.updated', 'sending_plan.saved', 'sending_plan.removed', 'retention.updated', 'webhook.created', 'webhook.updated', 'webhook.secret_rotated', 'webhook.deleted', 'template.created', 'template.updated', 'template.version_restored', 'template.deleted', 'workflow.created', 'workflow.updated', 'workflow.run_stopped', 'workflow.deleted', 'broadcast.created', 'broadcast.updated', 'broadcast.sent', 'broadcast.paused', 'broadcast.resumed', 'broadcast.canceled', 'broadcast.deleted', 'topic.created', 'topic.updated', 'topic.deleted', 'contact_field.created', 'contact_field.updated', 'contact_field.deleted', 'segment.created', 'segment.updated', 'segment.deleted', 'signup_form.created', 'signup_form.updated', 'signup_form.deleted', 'contact.deleted', 'contact.erased', 'suppression.deleted', 'email.deleted']
    # The same as a sentence.
    summary: str
    # Who did it.
    actor: AuditEntryActor
    # What it was done to.
    object: AuditEntryObject
    # Fields that are different from before.
    changes: list[AuditEntryChanges]
    # Null: the organization as a whole.
    environment: Literal['live', 'test'] | None
    source: AuditEntrySource
    # ISO 8601 in UTC, ending in Z.
    created_at: str


class AuditEntryPage(TypedDict):
    data: list[AuditEntry]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


ListEmailsQuery = TypedDict(
    "ListEmailsQuery",
    {
        # How many to return.
        "limit": NotRequired["int"],
        # The next_cursor of the page before. Keep the filters the same.
        "cursor": NotRequired["str"],
        "status": NotRequired["Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']"],
        # Only emails to this recipient.
        "to": NotRequired["str"],
        # Only emails from this bare address.
        "from": NotRequired["str"],
        # Only emails with this tag.
        "tag": NotRequired["str"],
        # Only emails sent with this batch_id.
        "batch_id": NotRequired["str"],
        # Only emails made of this template, also when it is deleted.
        "template_id": NotRequired["str"],
        # Part of a subject, a name, an address or a tag, in any case, or of an id, eight digits at least.
        "search": NotRequired["str"],
        # Only what was created later than this.
        "created_after": NotRequired["str"],
        # Only what was created earlier than this.
        "created_before": NotRequired["str"],
    },
)


ListSmsQuery = TypedDict(
    "ListSmsQuery",
    {
        # How many to return.
        "limit": NotRequired["int"],
        # The next_cursor of the page before. Keep the filters the same.
        "cursor": NotRequired["str"],
        "status": NotRequired["Literal['scheduled', 'processing', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'received']"],
        # Only messages to this number.
        "to": NotRequired["str"],
        # Only messages from this number.
        "from": NotRequired["str"],
        # The beginning of a number on either side, with its + and three digits at least; or a part of one, four digits at least; or a part of an id, eight digits at least. Texts are not searched.
        "search": NotRequired["str"],
        # Only what was created later than this.
        "created_after": NotRequired["str"],
        # Only what was created earlier than this.
        "created_before": NotRequired["str"],
    },
)


class ListTemplatesQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]


class ListContactsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Only contacts subscribed to this topic.
    topic_id: NotRequired[str]
    # Only contacts of this segment.
    segment_id: NotRequired[str]
    # Part of an address, a number or a name, in any case, or of an id, eight digits at least.
    search: NotRequired[str]
    # Comparisons of fields that all must hold, separated by commas, such as plan:eq:pro,seats:gte:5. Operators: eq, neq, gt, gte, lt, lte, starts_with, exists, is_empty; exists and is_empty take no value, starts_with is for strings. A comma in a value is written \,
    properties: NotRequired[str]


class LookupContactQuery(TypedDict):
    email: NotRequired[str]
    # E.164.
    phone_number: NotRequired[str]


class CountContactsQuery(TypedDict):
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Only contacts subscribed to this topic.
    topic_id: NotRequired[str]
    # Only contacts of this segment.
    segment_id: NotRequired[str]
    # Part of an address, a number or a name, in any case, or of an id, eight digits at least.
    search: NotRequired[str]
    # Comparisons of fields that all must hold, separated by commas, such as plan:eq:pro,seats:gte:5. Operators: eq, neq, gt, gte, lt, lte, starts_with, exists, is_empty; exists and is_empty take no value, starts_with is for strings. A comma in a value is written \,
    properties: NotRequired[str]


class ListContactTopicsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    # Only those that it is, or is not, subscribed to.
    subscribed: NotRequired[bool]


class ListContactFileImportsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    # failed when it could not be read to its end; what was taken until then stays.
    status: NotRequired[Literal['queued', 'running', 'completed', 'failed']]


class ListContactHistoryQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]


class ListSegmentsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]


class ListSegmentContactsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]


class ListContactSegmentsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]


class ListContactConsentQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]


class ListConsentQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    email: NotRequired[str]
    # E.164.
    phone_number: NotRequired[str]


class ListSuppressionsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    # Only this address, in any case.
    email: NotRequired[str]
    # Part of an address, in any case. Erased people are not found by it.
    search: NotRequired[str]
    reason: NotRequired[Literal['hard_bounce', 'complaint', 'manual', 'unsubscribe']]
    # Only what was created later than this.
    created_after: NotRequired[str]
    # Only what was created earlier than this.
    created_before: NotRequired[str]


class ListTopicsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]


class ListBroadcastsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    state: NotRequired[Literal['draft', 'scheduled', 'sending', 'paused', 'completed', 'canceled']]
    channel: NotRequired[Literal['email', 'sms']]
    # Only what was created later than this.
    created_after: NotRequired[str]
    # Only what was created earlier than this.
    created_before: NotRequired[str]


class ListBroadcastRecipientsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    outcome: NotRequired[Literal['waiting', 'delayed', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']]
    # Only those whose message was, or was not, handed over to their receiver or refused by it.
    sent: NotRequired[bool]
    # Only those that a person has, or has not, opened.
    opened: NotRequired[bool]
    # Only those in which a person has, or has not, clicked.
    clicked: NotRequired[bool]
    variant: NotRequired[Literal['a', 'b']]


class ListWorkflowsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    status: NotRequired[Literal['draft', 'active', 'paused']]


class ListWorkflowRunsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    # waiting in a delay or for an event; running between two steps; completed at the end or an exit; failed with error; stopped by you, or with its workflow or contact.
    state: NotRequired[Literal['running', 'waiting', 'completed', 'failed', 'stopped']]
    # Only runs of this contact.
    contact_id: NotRequired[str]


class ListWebhookDeliveriesQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    # pending until an attempt succeeds; failed when the last one has failed or the webhook became inactive meanwhile.
    status: NotRequired[Literal['pending', 'delivered', 'failed']]


class ListEventsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Without it: from the beginning.
    cursor: NotRequired[str]


class StreamEventsQuery(TypedDict):
    # Where to begin: a next_cursor of the list. Last-Event-ID comes before it.
    cursor: NotRequired[str]


class GetAnalyticsQuery(TypedDict):
    # Only emails that were accepted from this moment on.
    start: NotRequired[str]
    # Only emails that were accepted before this moment.
    end: NotRequired[str]
    # Only emails with this tag.
    tag: NotRequired[str]
    message_stream: NotRequired[Literal['transactional', 'broadcast']]
    # Adds series.
    granularity: NotRequired[Literal['hour', 'day']]


class GetReceiverAnalyticsQuery(TypedDict):
    # From this hour on; 30 days before the end when left out.
    start: NotRequired[str]
    # Before this hour; now when left out.
    end: NotRequired[str]


class ListRequestsQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    # error: 4xx and 5xx.
    status_class: NotRequired[Literal['2xx', '4xx', '5xx', 'error']]
    status: NotRequired[int]
    method: NotRequired[Literal['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']]
    # Only this path and those below it, such as /v1/emails.
    path: NotRequired[str]
    # Only with this key.
    key_id: NotRequired[str]
    # Only the one with this x-request-id.
    request_id: NotRequired[str]
    # Only what was answered at this time or later.
    start: NotRequired[str]
    # Only what was answered before this time.
    end: NotRequired[str]


class ListAuditLogQuery(TypedDict):
    # How many to return.
    limit: NotRequired[int]
    # The next_cursor of the page before. Keep the filters the same.
    cursor: NotRequired[str]
    # Only by this person or key.
    actor_id: NotRequired[str]
    actor_type: NotRequired[Literal['person', 'key', 'operator']]
    action: NotRequired[Literal['key.created', 'key.renamed', 'key.revoked', 'invitation.created', 'invitation.revoked', 'member.joined', 'member.role_changed', 'member.removed', 'member.left', 'person.signed_in', 'person.sign_in_failed', 'person.signed_out_everywhere', 'person.renamed', 'person.password_changed', 'person.two_step_enabled', 'person.two_step_disabled', 'person.backup_codes_renewed', 'person.reset', 'person.sign_in_link_made', 'organization.created', 'organization.claimed', 'organization.updated', 'alerts.updated', 'branding.updated', 'broadcast_rules.updated', 'broadcasts.resumed', 'credits.added', 'domain.added', 'domain.updated', 'domain.keys_rotated', 'domain.removed', 'number.added', 'number.removed', 'quiet_hours.updated', 'sending_plan.saved', 'sending_plan.removed', 'retention.updated', 'webhook.created', 'webhook.updated', 'webhook.secret_rotated', 'webhook.deleted', 'template.created', 'template.updated', 'template.version_restored', 'template.deleted', 'workflow.created', 'workflow.updated', 'workflow.run_stopped', 'workflow.deleted', 'broadcast.created', 'broadcast.updated', 'broadcast.sent', 'broadcast.paused', 'broadcast.resumed', 'broadcast.canceled', 'broadcast.deleted', 'topic.created', 'topic.updated', 'topic.deleted', 'contact_field.created', 'contact_field.updated', 'contact_field.deleted', 'segment.created', 'segment.updated', 'segment.deleted', 'signup_form.created', 'signup_form.updated', 'signup_form.deleted', 'contact.deleted', 'contact.erased', 'suppression.deleted', 'email.deleted']]
    object_type: NotRequired[Literal['key', 'invitation', 'member', 'person', 'organization', 'alerts', 'branding', 'broadcast_rules', 'broadcasts', 'credits', 'domain', 'number', 'quiet_hours', 'sending_plan', 'retention', 'webhook', 'template', 'workflow', 'broadcast', 'topic', 'contact_field', 'segment', 'signup_form', 'contact', 'suppression', 'email']]
    # Only what was done to this object.
    object_id: NotRequired[str]
    # Only what happened at this time or later.
    start: NotRequired[str]
    # Only what happened before this time.
    end: NotRequired[str]

