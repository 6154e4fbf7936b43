"""Generated from the contract by `npm run generate`; do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union


class Attachment(TypedDict):
    """A file to attach. All attachments together are at most 10 MiB in base64."""

    # The name of the file, at most 255 bytes. No path, no control characters.
    filename: str
    # The file in base64. Links and paths are not followed.
    content: str
    # The media type.
    type: NotRequired[str]
    # Makes the file inline, so html can refer to it as cid:… Must be unique within the email.
    contentId: NotRequired[str]
    # inline: the file is shown in the message.
    disposition: NotRequired[Literal['attachment', 'inline']]


# The text message, by the rules of POST /v1/sms. Requires body or media_urls.
FallbackSms = TypedDict(
    "FallbackSms",
    {
        # The sender: your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has assigned to your organization, if the recipient’s country allows it.
        "from": "str",
        # The number of the recipient, in E.164. Default: the number of the contact with the email’s address, which requires the permission contacts:read.
        "to": NotRequired["str"],
        # The text, at most 1,600 characters and 10 segments. A single character outside the GSM alphabet shortens segments from 160 to 70 characters. Can be empty only with media.
        "body": NotRequired["str"],
        # The URLs of pictures and files to attach. Makes the message an MMS.
        "media_urls": NotRequired["list[str]"],
        # How long the message is valid, in seconds, counted from scheduled_for for a scheduled message. A message not sent by then fails and its credits are refunded. Carriers that support it are told to drop the message. Default: retries for ten hours.
        "validity_seconds": NotRequired["int"],
        # Whether to send during the quiet hours of the recipient too, if the operator has set any. For messages that the recipient waits for, such as a code.
        "ignore_quiet_hours": NotRequired["bool"],
    },
)


class EmailFallback(TypedDict):
    """A text message that is sent when the email is not delivered, or not opened, in time, and at once when the email bounces, fails or is suppressed. Only for transactional email with one recipient. Requires the permission sms:send. It is validated with the email and charged when it is sent."""

    sms: FallbackSms
    # The condition that makes the fallback unnecessary. opened: a person opened the email or clicked a link in it; machines do not count. Requires track_opens or track_clicks.
    unless: NotRequired[Literal['delivered', 'opened']]
    # How long to wait for the condition, in minutes or hours such as 10m or 2h. From 1m to 72h.
    within: str


# Requires content: html, text or both, or a template.
EmailSend = TypedDict(
    "EmailSend",
    {
        # The address the email is sent from, with or without a name: ada@example.com or Ada Lovelace <ada@example.com>.
        "from": "str",
        # The name of the sender. Takes precedence over the name in from.
        "from_name": NotRequired["str"],
        # The recipients. At most 50 addresses in to, cc and bcc together. An address given twice gets one copy.
        "to": "str | list[str]",
        # Recipients of a visible copy.
        "cc": NotRequired["str | list[str]"],
        # Recipients of a hidden copy. They appear in no header.
        "bcc": NotRequired["str | list[str]"],
        # The addresses that replies go to.
        "reply_to": NotRequired["str | list[str]"],
        # The subject. Required unless a template supplies it.
        "subject": NotRequired["str"],
        # The HTML content, at most 5 MiB.
        "html": NotRequired["str"],
        # The plain text content, at most 5 MiB. Derived from html when left out.
        "text": NotRequired["str"],
        # The id of a template to use instead of html and text.
        "template_id": NotRequired["str"],
        # The friendly name of a template, instead of template_id.
        "template_friendly_name": NotRequired["str"],
        # Values for the template: any JSON, at most 32 levels deep. The contact of the recipient is available as contact.*, for keys with the permission contacts:read.
        "variables": NotRequired["dict[str, Any]"],
        # Your own labels, to filter lists and analytics by.
        "tags": NotRequired["list[str]"],
        # Additional headers. Headers that the service sets itself, such as From, Subject or Content-Type, are refused, and so are headers that control a relay, such as X-SMTPAPI, X-MC-* or X-SES-*.
        "headers": NotRequired["dict[str, str]"],
        "attachments": NotRequired["list[Attachment]"],
        # When to send the email, at any time in the future. Times up to 5 minutes in the past mean now.
        "scheduled_for": NotRequired["str"],
        # Your own name for a group of emails.
        "batch_id": NotRequired["str"],
        # Whether to count opens through a hidden image.
        "track_opens": NotRequired["bool"],
        # Whether to count clicks by rewriting the links in html. The first 1,000 links are rewritten.
        "track_clicks": NotRequired["bool"],
        # Whether to send only over TLS. A mail host without TLS is retried like an unreachable one, until the email fails. A sender domain can require TLS for all its email; false does not override that.
        "require_tls": NotRequired["bool"],
        # broadcast: skips contacts that are not subscribed, yields to transactional email, and adds List-Unsubscribe headers for one-click unsubscribe.
        "message_stream": NotRequired["Literal['transactional', 'broadcast']"],
        # For message_stream broadcast: skip contacts that are not subscribed to this topic.
        "topic_id": NotRequired["str"],
        "fallback": NotRequired["EmailFallback"],
    },
)


class FallbackStatus(TypedDict):
    """The status of the fallback of an email."""

    # waiting: waits for the email until due_at. sent: the text message was sent. not_needed: the condition was met in time. cancelled: the email was canceled. failed: the text message was refused; reason says why.
    state: Literal['waiting', 'sent', 'not_needed', 'cancelled', 'failed']
    # When the fallback is, or was, decided.
    due_at: str
    # The id of the text message. Null unless it was sent.
    sms_id: str | None
    reason: str | None


# The accepted email. It is stored and will be sent, even if the service restarts.
EmailAccepted = TypedDict(
    "EmailAccepted",
    {
        # UUIDv7.
        "id": "str",
        # The address the email is sent from, with its name if it has one.
        "from": "str",
        "to": "list[str]",
        "subject": "str",
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # The time the email is scheduled for. Null when it is sent at once.
        "scheduled_for": "str | None",
        # Recipients on the suppression list. Nothing is sent to them and nothing is charged for them.
        "suppressed_recipients": "list[str]",
        # Always processing: delivery continues after this answer.
        "status": "Literal['processing']",
        # The id of the durable workflow that delivers the email.
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
    # Why the recipient would not get the email.
    reason: NotRequired[str]


class EmailPreflightFallback(TypedDict):
    # The number that the text message would be sent to.
    to: str
    segments_count: float
    # What the text message costs if it is sent. 0 with a test key.
    credits: float


class EmailPreflightAuthenticationDkim(TypedDict):
    domain: str
    selector: str
    # The algorithm, such as rsa-sha256.
    algorithm: str
    result: Literal['pass', 'fail', 'no_key', 'no_answer']
    # Whether the signing domain is aligned with the domain of From.
    aligned: bool


class EmailPreflightAuthenticationSpf(TypedDict):
    # The domain of the return path.
    domain: str
    # The sending IP address. Of several, the one with the worst result.
    address: str
    result: Literal['pass', 'fail', 'neutral', 'softfail', 'none', 'several_records', 'too_many_lookups', 'too_many_void_lookups', 'broken', 'no_answer']
    aligned: bool


class EmailPreflightAuthenticationDmarc(TypedDict):
    # none: there is no valid record.
    result: Literal['pass', 'fail', 'none', 'no_answer']
    # What receivers are asked to do with mail that fails: none, quarantine or reject.
    policy: str | None
    # The domain that has the record.
    domain: str | None


class EmailPreflightAuthentication(TypedDict):
    # The DKIM signatures. Empty when the message is not signed.
    dkim: list[EmailPreflightAuthenticationDkim]
    # Null when the sending address is unknown, as with a relay.
    spf: EmailPreflightAuthenticationSpf | None
    dmarc: EmailPreflightAuthenticationDmarc


class EmailPreflightChecks(TypedDict):
    # What was checked, such as dkim, bulk_rules, size, links or images.
    about: str
    # problem: receivers reject such mail or put it into spam. advice: an improvement is recommended.
    verdict: Literal['fine', 'advice', 'problem']
    # The result, and what to do.
    what: str
    # The individual findings.
    details: NotRequired[list[str]]


class EmailPreflight(TypedDict):
    """The result of a preflight. Nothing is sent."""

    # Whether POST /v1/emails would accept the email now.
    accepted: bool
    # The error that POST /v1/emails would answer. Null when it would accept the email.
    refusal: EmailPreflightRefusal | None
    recipients: list[EmailPreflightRecipients]
    # What the email costs. 0 with a test key.
    credits: float
    # For an email with a fallback. Its cost is not part of credits above, because it is charged only when it is sent.
    fallback: NotRequired[EmailPreflightFallback]
    # The size of the message as sent, in bytes.
    size: float
    # The copy of the first recipient as it would be sent, with asterisks in place of the DKIM signature values. Its tracking and unsubscribe links do not work yet. Null when it is larger than 1 MiB.
    message: str | None
    # How receivers would authenticate the message, based on the current DNS records. Null when the email would be refused.
    authentication: EmailPreflightAuthentication | None
    checks: list[EmailPreflightChecks]


class EmailBatchAcceptedData(TypedDict):
    # UUIDv7.
    id: str


class EmailBatchAccepted(TypedDict):
    # The ids of the emails, in the order of the request.
    data: list[EmailBatchAcceptedData]


EmailListItem = TypedDict(
    "EmailListItem",
    {
        # UUIDv7.
        "id": "str",
        # The address the email is sent from, without a name.
        "from": "str",
        "to": "list[str]",
        "cc": NotRequired["list[str]"],
        "bcc": NotRequired["list[str]"],
        "reply_to": NotRequired["list[str]"],
        # The topic the email was sent for.
        "topic_id": NotRequired["str"],
        # The Message-ID header, without < and >.
        "message_id": "str",
        "subject": "str",
        "message_stream": "Literal['transactional', 'broadcast']",
        # Whether opens are counted.
        "track_opens": "bool",
        # Whether clicks are counted.
        "track_clicks": "bool",
        # The status of the email. With several recipients: the worst status that is still open, otherwise the best status reached.
        "status": "Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']",
        # True when the email was captured instead of sent, because no transport is configured. Nobody received it, it is not charged, and it does not count in any rate.
        "captured": NotRequired["bool"],
        # The template the email was rendered from. Left out if there is none.
        "template_id": NotRequired["str"],
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # The time the email was scheduled for. Null when it was sent at once.
        "scheduled_for": "str | None",
        "sent_at": "str | None",
        # The time of the first open.
        "opened_at": "str | None",
        # The time of the first click.
        "clicked_at": "str | None",
        # Why the message has not been sent yet, in words: its relay, receiver or carrier fails or is busy.
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
    # Whether a person or a machine opened or clicked, as far as known.
    by: NotRequired[Literal['human', 'machine']]
    # Why the open or click is attributed to a machine, such as apple_mail_privacy.
    because: NotRequired[str]
    # The recipient that the event is about.
    recipient: NotRequired[str]
    # The number of the attempt, from 1.
    attempt: NotRequired[float]
    # The transport, such as relay, direct or capture.
    transport: NotRequired[str]
    # The mail server of the attempt.
    host: NotRequired[str]
    # The protocol of an encrypted connection, such as TLSv1.3.
    tls: NotRequired[str]
    # The reply of the server, unchanged.
    reply: NotRequired[str]
    # The duration of the attempt in milliseconds.
    duration_ms: NotRequired[float]
    # ISO 8601 in UTC, ending in Z.
    next_attempt_at: NotRequired[str]
    # Why the email was rejected: unknown_mailbox, disabled_mailbox, mailbox_full, bad_domain, rate_limited, blocked, authentication, relay_denied, policy, content, too_large or other. More values may be added.
    bounce_class: NotRequired[str]
    # The reason, in words.
    reason: NotRequired[str]


class EmailEvent(TypedDict):
    """An event of an email."""

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
        # The address the email is sent from, with its name if it has one.
        "from": "str",
        "to": "list[str]",
        "cc": NotRequired["list[str]"],
        "bcc": NotRequired["list[str]"],
        "reply_to": NotRequired["list[str]"],
        # The topic the email was sent for.
        "topic_id": NotRequired["str"],
        # The Message-ID header, without < and >.
        "message_id": "str",
        "subject": "str",
        "message_stream": "Literal['transactional', 'broadcast']",
        # Whether opens are counted.
        "track_opens": "bool",
        # Whether clicks are counted.
        "track_clicks": "bool",
        "html": NotRequired["str"],
        "text": NotRequired["str"],
        # True when html and text were deleted at the end of their retention (see GET /v1/retention).
        "content_deleted": NotRequired["bool"],
        # The status of the email. With several recipients: the worst status that is still open, otherwise the best status reached.
        "status": "Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']",
        # True when the email was captured instead of sent, because no transport is configured. Nobody received it, it is not charged, and it does not count in any rate.
        "captured": NotRequired["bool"],
        # The template the email was rendered from. Left out if there is none.
        "template_id": NotRequired["str"],
        # The broadcast the email is part of.
        "broadcast_id": NotRequired["str"],
        # The tags of the email. Left out when there are none.
        "tags": NotRequired["list[str]"],
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # The time the email was scheduled for. Null when it was sent at once.
        "scheduled_for": "str | None",
        "sent_at": "str | None",
        "delivered_at": "str | None",
        # The time of the first open.
        "opened_at": "str | None",
        # The time of the first click.
        "clicked_at": "str | None",
        # The number of opens. The first 1,000 are listed in events.
        "open_count": "float",
        # The number of clicks. The first 1,000 are listed in events.
        "click_count": "float",
        # The number of opens, not counting known machine opens.
        "human_open_count": "float",
        # The number of clicks, not counting known machine clicks.
        "human_click_count": "float",
        # The events of the email, oldest first.
        "events": "list[EmailEvent]",
        # Why the message has not been sent yet, in words: its relay, receiver or carrier fails or is busy.
        "waiting_for": NotRequired["str"],
        "fallback": NotRequired["FallbackStatus"],
    },
)


ExplanationWaiting = TypedDict(
    "ExplanationWaiting",
    {
        # What the message waits for, such as "the relay smtp.example.com:587".
        "for": "str",
        # Since when it has been failing. Null when it is only busy.
        "failing_since": "str | None",
        "last_reply": "str | None",
        "cap": "str | None",
        "next_attempt_at": "str | None",
        # How many other messages of this environment wait for the same. Counted up to 10,000.
        "behind": "float",
    },
)


class ExplanationSteps(TypedDict):
    # ISO 8601 in UTC, ending in Z.
    at: str
    # The recipient that the step is about, if any.
    recipient: NotRequired[str]
    # What happened, in words.
    what: str
    # The reply of the server or carrier, unchanged.
    heard: NotRequired[str]
    # What the reply means.
    meaning: NotRequired[str]
    # How to fix it.
    advice: NotRequired[str]


class Explanation(TypedDict):
    """What happened to a message, in words."""

    # UUIDv7.
    id: str
    # The status of the message.
    status: str
    # A summary in words: the state of the message, why, and what to do.
    summary: str
    # What the message waits for now. Null when it waits for nothing.
    waiting: ExplanationWaiting | None
    # The steps so far, oldest first.
    steps: list[ExplanationSteps]


class EmailWorkflowJobStatus(TypedDict):
    state: Literal['pending', 'running', 'finished']
    # The number of delivery attempts so far.
    previousAttempts: float
    # ISO 8601 in UTC, ending in Z.
    nextAttemptAt: NotRequired[str]


class EmailWorkflow(TypedDict):
    # UUIDv7.
    emailId: str
    # The status of the email. With several recipients: the worst status that is still open, otherwise the best status reached.
    status: Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']
    # The state of the durable workflow.
    jobStatus: EmailWorkflowJobStatus
    # ISO 8601 in UTC, ending in Z.
    created_at: str


class Acknowledgment(TypedDict):
    """Whether the operation succeeded, with a message."""

    success: bool
    message: str


class EmailReschedule(TypedDict):
    """The new time."""

    # ISO 8601 in UTC, ending in Z.
    scheduled_for: str


class EmailRescheduled(TypedDict):
    # UUIDv7.
    id: str
    # The status of the email. With several recipients: the worst status that is still open, otherwise the best status reached.
    status: Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']
    # ISO 8601 in UTC, ending in Z.
    scheduled_for: str


class EmailAttachment(TypedDict):
    """An attachment of an email."""

    # UUIDv7.
    id: str
    filename: str
    # The media type.
    type: str
    # The size in bytes.
    size: int
    # inline: the file is shown in the message.
    disposition: Literal['attachment', 'inline']
    # The name by which html refers to the file, as cid:name.
    contentId: NotRequired[str]
    # The address to download the file from, without an API key, until expires_at.
    download_url: str
    # When download_url expires: an hour from now. Repeat the request for a new address.
    expires_at: str


class EmailAttachmentList(TypedDict):
    data: list[EmailAttachment]


class SmsCallback(TypedDict):
    """A callback for each change of the status: queued, sent, then delivered or undelivered; or failed. Calls are in order, at least once, with up to five attempts each. For the statuses of all messages use webhooks."""

    # twilio: a form with the fields of Twilio’s StatusCallback, signed in X-Twilio-Signature.
    format: Literal['twilio']
    # The URL to POST to. Must have a public address, unless the operator allows others.
    url: str
    # The AccountSid to send in each call.
    account: str
    # The secret that calls are signed with: the auth token that your receiver expects. Stored encrypted until the last call, and never returned.
    secret: str


# Requires body or media_urls. from and to must differ.
SmsSend = TypedDict(
    "SmsSend",
    {
        # The sender: your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has assigned to your organization, if the recipient’s country allows it.
        "from": "str",
        # The number of the recipient, in E.164.
        "to": "str",
        # The text, at most 1,600 characters and 10 segments. A single character outside the GSM alphabet shortens segments from 160 to 70 characters. Can be empty only with media.
        "body": NotRequired["str"],
        # The URLs of pictures and files to attach. Makes the message an MMS.
        "media_urls": NotRequired["list[str]"],
        # How long the message is valid, in seconds, counted from scheduled_for for a scheduled message. A message not sent by then fails and its credits are refunded. Carriers that support it are told to drop the message. Default: retries for ten hours.
        "validity_seconds": NotRequired["int"],
        # Whether to send during the quiet hours of the recipient too, if the operator has set any. For messages that the recipient waits for, such as a code.
        "ignore_quiet_hours": NotRequired["bool"],
        "callback": NotRequired["SmsCallback"],
        # When to send the message, at any time in the future. Times up to 5 minutes in the past mean now.
        "scheduled_for": NotRequired["str"],
    },
)


# The accepted message. It is stored and charged, and will be sent.
SmsAccepted = TypedDict(
    "SmsAccepted",
    {
        # UUIDv7.
        "id": "str",
        "from": "str",
        # E.164.
        "to": "str",
        "body": "str",
        # The number of segments. 1 for an MMS.
        "segments_count": "float",
        # The credits charged for the message. 0 once they were refunded. With a test key: what the message would cost.
        "credits_consumed": "float",
        # Always processing: delivery continues after this answer.
        "status": "Literal['processing']",
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # The time the message is scheduled for. Null when it is sent at once.
        "scheduled_for": "str | None",
        # The id of the durable workflow that delivers the message.
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
        # The number of segments. 1 for an MMS.
        "segments_count": "float",
        # The credits charged for the message. 0 once they were refunded. With a test key: what the message would cost.
        "credits_consumed": "float",
        # True when the message was captured instead of sent, because no carrier is configured. Nobody received it. It is charged like a sent message.
        "captured": NotRequired["bool"],
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # The time the message was scheduled for. Null when it was sent at once.
        "scheduled_for": "str | None",
        "sent_at": "str | None",
        "direction": "Literal['outbound', 'inbound']",
        "media_urls": "list[str]",
        # Why the message has not been sent yet, in words: its relay, receiver or carrier fails or is busy.
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
    # The number of the attempt, from 1.
    attempt: NotRequired[float]
    # The carrier, such as smpp, twilio or capture.
    carrier: NotRequired[str]
    # The server of the attempt.
    host: NotRequired[str]
    # The protocol of an encrypted connection, such as TLSv1.3.
    tls: NotRequired[str]
    # The reply of the carrier, unchanged.
    reply: NotRequired[str]
    # The duration of the attempt in milliseconds.
    duration_ms: NotRequired[float]
    # ISO 8601 in UTC, ending in Z.
    next_attempt_at: NotRequired[str]
    # The reason, in words.
    reason: NotRequired[str]


class SmsEvent(TypedDict):
    """An event of a text message."""

    type: Literal['scheduled', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'received', 'opted_out', 'opted_in', 'delivery_delayed', 'possible_duplicate', 'unconfirmed', 'callback_failed']
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    data: SmsEventData


# A text message with its cost. With a test key the dollar amounts are 0.
Sms = TypedDict(
    "Sms",
    {
        # UUIDv7.
        "id": "str",
        "from": "str",
        "to": "str",
        "body": "str",
        "status": "Literal['scheduled', 'processing', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'received']",
        # The number of segments. 1 for an MMS.
        "segments_count": "float",
        # The credits charged for the message. 0 once they were refunded. With a test key: what the message would cost.
        "credits_consumed": "float",
        # True when the message was captured instead of sent, because no carrier is configured. Nobody received it. It is charged like a sent message.
        "captured": NotRequired["bool"],
        # ISO 8601 in UTC, ending in Z.
        "created_at": "str",
        # The time the message was scheduled for. Null when it was sent at once.
        "scheduled_for": "str | None",
        "sent_at": "str | None",
        "delivered_at": "str | None",
        # The amount charged, in dollars.
        "customer_charge_dollars": "float",
        # The cost of the carrier, in dollars.
        "carrier_total_cost": "float",
        # The charge minus the cost, in dollars.
        "margin_dollars": "float",
        "direction": "Literal['outbound', 'inbound']",
        "media_urls": "list[str]",
        # The events of the message, oldest first.
        "events": "list[SmsEvent]",
        # Why the message has not been sent yet, in words: its relay, receiver or carrier fails or is busy.
        "waiting_for": NotRequired["str"],
        # The email that did not arrive in time. Left out if the message is not a fallback.
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
    # The names of their records.
    names: list[str]
    # ISO 8601 in UTC, ending in Z.
    replaced_at: str
    # ISO 8601 in UTC, ending in Z.
    removable_at: str


class DomainRecords(TypedDict):
    purpose: Literal['dkim_rsa', 'dkim_ed25519', 'next_dkim_rsa', 'next_dkim_ed25519', 'return_path', 'spf', 'dmarc', 'tls_rpt']
    type: Literal['TXT', 'MX']
    name: str
    # The value that DNS must have.
    value: str
    # The record as a line of a zone file.
    zone_line: str


class Domain(TypedDict):
    """A sender domain."""

    # UUIDv7.
    id: str
    name: str
    # Since when the DKIM key of the domain is known to be in DNS.
    verified_at: str | None
    return_path_verified_at: str | None
    checked_at: str | None
    # Since when the domain counts as failed: DNS confirmed twice that a record that was there is gone.
    failed_at: str | None
    # What is missing in DNS while the domain counts as failed.
    failing: list[Literal['dkim', 'return_path']]
    # The previous keys. Keep their records in DNS while mail signed with them is in transit.
    old_keys: DomainOldKeys | None
    tracking_host: str | None
    # Whether email from this domain is sent only over TLS, whatever a request says.
    require_tls: bool
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # The records that DNS must have.
    records: list[DomainRecords]


class DomainList(TypedDict):
    data: list[Domain]


class DomainAdd(TypedDict):
    name: str


class CheckedDomainOldKeys(TypedDict):
    # The names of their records.
    names: list[str]
    # ISO 8601 in UTC, ending in Z.
    replaced_at: str
    # ISO 8601 in UTC, ending in Z.
    removable_at: str


class CheckedDomainRecords(TypedDict):
    purpose: Literal['dkim_rsa', 'dkim_ed25519', 'next_dkim_rsa', 'next_dkim_ed25519', 'return_path', 'spf', 'dmarc', 'tls_rpt']
    type: Literal['TXT', 'MX']
    name: str
    # The value that DNS must have.
    value: str
    # The record as a line of a zone file.
    zone_line: str
    state: Literal['found', 'missing', 'different', 'no_answer']
    # What DNS has instead.
    seen: list[str]


class CheckedDomainChecks(TypedDict):
    about: Literal['dkim_rsa', 'dkim_ed25519', 'next_dkim_rsa', 'next_dkim_ed25519', 'spf_return_path', 'spf_domain', 'dmarc', 'bimi', 'tls_rpt', 'mta_sts', 'hostname', 'reverse_dns', 'port_25', 'tracking_host']
    # The DNS name or the host that was checked.
    name: str
    # unknown: DNS did not answer.
    level: Literal['good', 'advice', 'fault', 'unknown']
    # The result as a code, such as several_records.
    result: str
    seen: list[str]
    # What is expected, as a sentence.
    wanted: str
    # The line to copy into a zone file.
    line: str | None


class CheckedDomain(TypedDict):
    # UUIDv7.
    id: str
    name: str
    # Since when the DKIM key of the domain is known to be in DNS.
    verified_at: str | None
    return_path_verified_at: str | None
    checked_at: str | None
    # Since when the domain counts as failed: DNS confirmed twice that a record that was there is gone.
    failed_at: str | None
    # What is missing in DNS while the domain counts as failed.
    failing: list[Literal['dkim', 'return_path']]
    # The previous keys. Keep their records in DNS while mail signed with them is in transit.
    old_keys: CheckedDomainOldKeys | None
    tracking_host: str | None
    # Whether email from this domain is sent only over TLS, whatever a request says.
    require_tls: bool
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    records: list[CheckedDomainRecords]
    # How receivers evaluate the domain. The checks are advice and do not affect sending.
    checks: list[CheckedDomainChecks]


class DomainUpdate(TypedDict):
    tracking_host: NotRequired[str | None]
    require_tls: NotRequired[bool]


class TemplateCreate(TypedDict):
    """Requires content: html or mjml, or text. Give only one of html and mjml."""

    # Your own name for the template, unique ignoring case. Emails refer to it as template_friendly_name.
    friendly_name: str
    description: NotRequired[str]
    # The subject, in Liquid, such as Hello {{ first_name }}.
    subject: str
    # The HTML content, in Liquid. At most 1 MiB.
    html: NotRequired[str]
    # The plain text content (derived from html when left out), in Liquid. At most 1 MiB.
    text: NotRequired[str]
    # The content as MJML, converted to html when the template is published, in Liquid. At most 256 KiB.
    mjml: NotRequired[str]
    # A draft can be changed and previewed. Only published content is sent. Default: published.
    status: NotRequired[Literal['draft', 'published']]


class Template(TypedDict):
    """A template with its newest version."""

    # UUIDv7.
    id: str
    # Your own name for the template, unique ignoring case. Emails refer to it as template_friendly_name.
    friendly_name: str
    description: NotRequired[str]
    # The status of the newest version, whose content is shown.
    status: Literal['draft', 'published']
    # The number of the newest version.
    version: float
    # The version that emails are rendered from.
    published_version: NotRequired[float]
    # The subject, in Liquid, such as Hello {{ first_name }}.
    subject: str
    # The HTML content, in Liquid. At most 1 MiB.
    html: NotRequired[str]
    # The plain text content (derived from html when left out), in Liquid. At most 1 MiB.
    text: NotRequired[str]
    # The content as MJML, converted to html when the template is published, in Liquid. At most 256 KiB.
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
    # Your own name for the template, unique ignoring case. Emails refer to it as template_friendly_name.
    friendly_name: str
    description: NotRequired[str]
    status: Literal['draft', 'published']
    version: float
    published_version: NotRequired[float]
    # The subject, in Liquid, such as Hello {{ first_name }}.
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
    """Only the fields you give are changed. A change of content creates a new version, or changes the draft. Status published publishes it. Without status the template stays a draft or published, as it was."""

    # Your own name for the template, unique ignoring case. Emails refer to it as template_friendly_name.
    friendly_name: NotRequired[str]
    description: NotRequired[str]
    # The subject, in Liquid, such as Hello {{ first_name }}.
    subject: NotRequired[str]
    # The HTML content, in Liquid. At most 1 MiB.
    html: NotRequired[str]
    # The plain text content (derived from html when left out), in Liquid. At most 1 MiB.
    text: NotRequired[str]
    # The content as MJML, converted to html when the template is published, in Liquid. At most 256 KiB.
    mjml: NotRequired[str]
    # A draft can be changed and previewed. Only published content is sent. Default: published.
    status: NotRequired[Literal['draft', 'published']]


class TemplateRender(TypedDict):
    # Values for the template: any JSON, at most 32 levels deep and 10,000 values.
    variables: NotRequired[dict[str, Any]]
    # A recipient. If it is a contact, its fields are available as contact.*, for keys with the permission contacts:read.
    email: NotRequired[str]
    # The version to render. Default: the newest.
    version: NotRequired[float]


class RenderedTemplate(TypedDict):
    """The rendered content."""

    subject: str
    html: NotRequired[str]
    text: NotRequired[str]


class ContactCreate(TypedDict):
    """Requires email, phone_number or both."""

    email: NotRequired[str]
    # E.164.
    phone_number: NotRequired[str]
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field.
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
    # Whether the contact receives broadcast email.
    email_subscribed: bool
    # Whether the contact receives SMS.
    sms_subscribed: bool
    # Values of your contact fields, by key. Left out when there are none.
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
    """Only the fields you give are changed."""

    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field.
    properties: NotRequired[dict[str, str | float | bool | None]]


class Membership(TypedDict):
    """The subscription of a contact to a topic after the operation."""

    success: bool
    message: str
    # UUIDv7.
    contact_id: str
    # UUIDv7.
    topic_id: str
    subscribed: bool
    # True when the topic requires a confirmation that was requested and has not arrived.
    pending: NotRequired[bool]


class ContactPut(TypedDict):
    """Only the fields you give are changed."""

    email: str
    # Used only for a new contact. E.164.
    phone_number: NotRequired[str]
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field.
    properties: NotRequired[dict[str, str | float | bool | None]]
    # Static segments to add the contact to. It stays in its other segments.
    segment_ids: NotRequired[list[str]]
    # Subscriptions by topic id: true subscribes, or requests the confirmation that the topic requires; false unsubscribes.
    topics: NotRequired[dict[str, bool]]


class ItemError(TypedDict):
    """Why this item was refused. It does not affect the other items."""

    code: str
    message: str
    details: NotRequired[Any]


class ContactBatchData(TypedDict):
    # UUIDv7.
    id: NotRequired[str]
    error: NotRequired[ItemError]


class ContactBatch(TypedDict):
    # In the order of the request: the id of each contact, or the reason why it was refused.
    data: list[ContactBatchData]


class ContactCount(TypedDict):
    count: float
    # False if there are more contacts than count.
    is_exact: bool


TopicConfirmation = TypedDict(
    "TopicConfirmation",
    {
        # The sender of the confirmation, such as Acme <news@acme.com>.
        "from": "str",
        # A template that prints {{ confirm_url }}, and optionally {{ topics }}. Without a template, or while it is unpublished or does not print the link, a built-in plain text is sent.
        "template_id": NotRequired["str"],
        # After how many hours a single reminder is sent. Default: no reminder.
        "reminder_after_hours": NotRequired["int"],
        # After how many hours an unconfirmed request expires. Default: 168.
        "expires_after_hours": NotRequired["int"],
    },
)


class ContactTopic(TypedDict):
    # UUIDv7.
    id: str
    name: str
    description: NotRequired[str]
    # Whether new contacts are subscribed to the topic.
    is_default_topic: bool
    # Whether a subscription requires a confirmation.
    confirm: NotRequired[bool]
    confirmation: NotRequired[TopicConfirmation]
    # The order for your own pages, lowest first. Lists of this API are ordered newest first.
    display_order: float
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str
    # Whether the contact is subscribed to the topic.
    subscribed: bool
    # True while the confirmation of the contact is pending.
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
    # Values of your contact fields, by key. Each is parsed as the type of its field.
    properties: NotRequired[dict[str, str]]
    # Subscriptions by topic id: true subscribes, unless the person left the topic before; false unsubscribes.
    topics: NotRequired[dict[str, bool]]


class ContactImport(TypedDict):
    rows: list[ContactRow]
    # A static segment to add all contacts of these rows to.
    segment_id: NotRequired[str]
    # If true, nothing is changed and the answer says what would happen.
    dry_run: NotRequired[bool]


class ImportedRefused(TypedDict):
    # The index of the row in the request, from 0.
    row: float
    message: str


class Imported(TypedDict):
    created: float
    updated: float
    unchanged: float
    # The rows that were refused, and why. All other rows were imported.
    refused: list[ImportedRefused]


class ContactFileColumns(TypedDict):
    # The column with the email addresses.
    email: NotRequired[str]
    # The column with the phone numbers.
    phone_number: NotRequired[str]
    # The column with the first names.
    first_name: NotRequired[str]
    # The column with the last names.
    last_name: NotRequired[str]
    # The column with the email subscription: yes or no, in any common language, or true or false.
    email_subscribed: NotRequired[str]
    # The column that says yes for people who are not subscribed to email.
    unsubscribed: NotRequired[str]
    # The column with the SMS subscription: yes or no, in any common language, or true or false.
    sms_subscribed: NotRequired[str]
    # The columns of your contact fields, by field key.
    properties: NotRequired[dict[str, str]]


class ContactFile(TypedDict):
    # The content of the file, at most 10 MiB. The first line names the columns. Columns are separated by commas, semicolons or tabs; a line before it such as sep=; names which.
    csv: str
    # Maps fields to columns, by the names in the first line. Fields that are not mapped use the column with their own name.
    columns: NotRequired[ContactFileColumns]
    # What to do with contacts that already exist.
    existing: NotRequired[Literal['update', 'skip']]
    # Static segments to add all contacts of the file to.
    segment_ids: NotRequired[list[str]]
    # Subscriptions by topic id: true subscribes all contacts of the file, except those who left the topic before; false unsubscribes them.
    topics: NotRequired[dict[str, bool]]


class ContactFileImportCounts(TypedDict):
    # Rows read so far.
    total: float
    created: float
    updated: float
    # Existing contacts that were not changed.
    unchanged: float
    refused: float


class ContactFileImportRefused(TypedDict):
    # The number of the row in the file. The first row below the column names is 1.
    row: float
    message: str


class ContactFileImport(TypedDict):
    """The import of a file of contacts."""

    # UUIDv7.
    id: str
    # failed: the file could not be read to the end. Rows imported until then stay.
    status: Literal['queued', 'running', 'completed', 'failed']
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # When the import finished. Null until then.
    finished_at: str | None
    counts: ContactFileImportCounts
    # The first hundred rows that were refused, and why.
    refused: list[ContactFileImportRefused]
    # Why the import failed.
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
        # first_name, last_name, or a contact field such as properties.plan.
        "field": "str",
        "from": "str | float | bool | None",
        "to": "str | float | bool | None",
    },
)


class ContactHistoryEvent(TypedDict):
    # UUIDv7.
    id: str
    type: Literal['contact.created', 'contact.updated', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed'] | str
    # The channels that were subscribed or unsubscribed. For a new contact: its initial subscriptions.
    channels: NotRequired[list[Literal['email', 'sms']]]
    # The topic. It may have been deleted since.
    topic_id: NotRequired[str]
    # The changed fields. Null means not set.
    changes: NotRequired[list[ContactHistoryEventChanges]]
    # The data of a custom event.
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
    # The name of the event: words of lowercase letters, digits and underscores, separated by dots. The event log, webhooks and workflows use custom.<name>.
    event: str
    # Any data about the event: at most 4,096 bytes of JSON, 5 levels deep.
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
    """Identify the contact by either email or contact_id."""

    # The name of the event: words of lowercase letters, digits and underscores, separated by dots. The event log, webhooks and workflows use custom.<name>.
    event: str
    email: NotRequired[str]
    # The id of the contact.
    contact_id: NotRequired[str]
    # Any data about the event: at most 4,096 bytes of JSON, 5 levels deep.
    data: NotRequired[dict[str, Any]]


class CustomEventBatchData(TypedDict):
    # UUIDv7.
    id: NotRequired[str]
    error: NotRequired[ItemError]


class CustomEventBatch(TypedDict):
    # In the order of the request: the id of each event, or the reason why it was refused.
    data: list[CustomEventBatchData]


class ContactFieldCreate(TypedDict):
    # The key of the field: at most 50 lowercase letters, digits and underscores, starting with a letter. Cannot be changed.
    key: str
    # The type of the values. Cannot be changed.
    type: Literal['string', 'number', 'boolean', 'date']
    # What templates print for a contact without a value. Must match the type of the field.
    fallback: NotRequired[str | float | bool]


class ContactField(TypedDict):
    """A custom field. Contacts have its values in their properties."""

    # UUIDv7.
    id: str
    # The key of the field: at most 50 lowercase letters, digits and underscores, starting with a letter. Cannot be changed.
    key: str
    # The type of the values. Cannot be changed.
    type: Literal['string', 'number', 'boolean', 'date']
    # What templates print for a contact without a value. Must match the type of the field.
    fallback: NotRequired[str | float | bool]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class ContactFieldList(TypedDict):
    data: list[ContactField]


class ContactFieldUpdate(TypedDict):
    # What templates print for a contact without a value. Must match the type of the field. Null removes it.
    fallback: str | float | bool | None


# One of all, any, not, field with operator, topic_id, segment_id, event or activity. At most 5 levels deep, and 50 conditions in total.
SegmentFilter = TypedDict(
    "SegmentFilter",
    {
        # True when all of these conditions are true.
        "all": NotRequired["list[SegmentFilter]"],
        # True when any of these conditions is true.
        "any": NotRequired["list[SegmentFilter]"],
        # True when this condition is false.
        "not": NotRequired["SegmentFilter"],
        # email, phone_number, first_name, last_name, email_subscribed, sms_subscribed, created_at, updated_at, source, or a contact field such as properties.plan.
        "field": NotRequired["str"],
        # How to compare. The allowed operators depend on the field. exists and is_empty take no value; in_last_days, more_than_days_ago and in_next_days take a number of days. For a field that is not set, only neq and is_empty are true.
        "operator": NotRequired["Literal['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'contains', 'starts_with', 'ends_with', 'in_last_days', 'more_than_days_ago', 'in_next_days', 'exists', 'is_empty']"],
        # The value to compare the field with, of the same type. Dates are a day or a timestamp in UTC.
        "value": NotRequired["str | float | bool"],
        # True for contacts subscribed to this topic.
        "topic_id": NotRequired["str"],
        # True for contacts in this static segment.
        "segment_id": NotRequired["str"],
        # True for contacts with this custom event.
        "event": NotRequired["str"],
        # For an event: the minimum number of times.
        "at_least": NotRequired["int"],
        # For an event or an activity: within this number of last days (of 24 hours). Default: at any time.
        "within_days": NotRequired["int"],
        # True for contacts with this outcome for an email to them. Opens and clicks by machines do not count, nor does anything before the contact was created.
        "activity": NotRequired["Literal['opened', 'clicked', 'bounced', 'complained']"],
        # For an activity: only emails with this tag.
        "tag": NotRequired["str"],
    },
)


class SegmentCreate(TypedDict):
    """With a filter the segment is dynamic, without a filter it is a static list."""

    # The name, unique ignoring case.
    name: str
    description: NotRequired[str]
    filter: NotRequired[SegmentFilter]


class Segment(TypedDict):
    """A group of contacts."""

    # UUIDv7.
    id: str
    # The name, unique ignoring case.
    name: str
    description: NotRequired[str]
    # dynamic: all contacts that match the filter. static: a list that contacts are added to and removed from.
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
    """Give either filter or segment_id."""

    filter: NotRequired[SegmentFilter]
    segment_id: NotRequired[str]


class SegmentPreview(TypedDict):
    # The number of contacts in the segment.
    count: int
    # False when counting took too long. The count is then an estimate from a sample of the contacts, and at least the number of contacts in sample.
    is_exact: bool
    # At most 10 contacts of the segment, newest first.
    sample: list[Contact]


class SegmentUpdate(TypedDict):
    """Only the fields you give are changed. A static segment cannot become dynamic."""

    # The name, unique ignoring case.
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
    """Contacts, either by id or by address."""

    contact_ids: NotRequired[list[str]]
    emails: NotRequired[list[str]]


class SegmentMembersChanged(TypedDict):
    # How many contacts were added or removed.
    changed: int
    # How many contacts were already on the list, or were not on it.
    unchanged: int
    # The ids or addresses that match no contact.
    not_found: list[str]


class ExplainedCondition(TypedDict):
    # 0 for the filter itself, plus one for each enclosing all, any or not.
    depth: int
    # The condition, in words.
    asked: str
    # The value of the contact, in words. Left out for all, any and not.
    has: NotRequired[str]
    is_met: bool


class SegmentExplanation(TypedDict):
    is_member: bool
    # The reason, in a sentence.
    message: str
    # The conditions of the filter. Empty for a static segment.
    conditions: list[ExplainedCondition]


class Erasure(TypedDict):
    """The erasure of everything about one person."""

    # UUIDv7.
    id: str
    # The contact to erase, if there was one.
    contact_id: NotRequired[str]
    status: Literal['running', 'finished']
    # ISO 8601 in UTC, ending in Z.
    requested_at: str
    # When the erasure finished. Null until then.
    finished_at: str | None


class ConsentEntry(TypedDict):
    """One change of consent. Entries are never changed or deleted."""

    # UUIDv7.
    id: str
    # email for an email address, sms for a phone number.
    channel: Literal['email', 'sms']
    # channel: all broadcasts, or all text messages. topic: only the topic. suppression_list: all email, because the address was added to the suppression list or removed from it.
    scope: Literal['channel', 'topic', 'suppression_list']
    # The topic. It may have been deleted since.
    topic_id: NotRequired[str]
    # requested: a confirmation was requested, and nothing is sent until it arrives. expired: the confirmation did not arrive in time.
    action: Literal['given', 'withdrawn', 'requested', 'expired']
    # How the consent changed.
    method: Literal['api_key', 'person', 'import', 'workflow', 'form', 'confirmation_link', 'unsubscribe_link', 'one_click', 'unsubscribe_mail', 'sms_keyword', 'carrier', 'complaint', 'expiry']
    # Depends on method: the API key, the dashboard user, the key or user who imported the contact, the workflow run, the signup form, the confirmation, the email whose link was used or that was reported as spam, or the text message.
    source_id: NotRequired[str]
    # The text that the person agreed to, as shown to them.
    wording: NotRequired[str]
    # The IP address of the person, if they used a page. Removed when the person is erased.
    ip_address: NotRequired[str]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # The position in the chain of this address or number, from 1.
    position: int
    # The hash of the previous entry. Null for the first entry.
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
    # The text that people agree to. It is shown on the hosted page and stored in the consent ledger. Show it on your own form too.
    wording: str
    # The topics that new signups are subscribed to. Topics that require a confirmation are pending until it arrives. Without a confirmation, anyone can subscribe anyone.
    topic_ids: NotRequired[list[str]]
    # Keys of the contact fields that the form accepts, besides email, first_name and last_name.
    fields: NotRequired[list[str]]
    # The origins of the sites that can post to the form. Requests from browsers on other sites are refused.
    allowed_origins: NotRequired[list[str]]
    # Where the browser is redirected after posting the form. Default: a page of this service.
    redirect_url: NotRequired[str]


class SignupForm(TypedDict):
    # UUIDv7.
    id: str
    # The heading of the hosted page.
    name: str
    # The topics that new signups are subscribed to. Topics that require a confirmation are pending until it arrives. Without a confirmation, anyone can subscribe anyone.
    topic_ids: list[str]
    # Keys of the contact fields that the form accepts, besides email, first_name and last_name.
    fields: list[str]
    # The text that people agree to. It is shown on the hosted page and stored in the consent ledger. Show it on your own form too.
    wording: str
    # The origins of the sites that can post to the form. Requests from browsers on other sites are refused.
    allowed_origins: list[str]
    # Where the browser is redirected after posting the form. Default: a page of this service.
    redirect_url: NotRequired[str]
    # The address of the hosted page. Forms are posted to it too.
    url: str
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str


class SignupFormList(TypedDict):
    data: list[SignupForm]


class SignupFormUpdate(TypedDict):
    """Only the fields you give are changed."""

    # The heading of the hosted page.
    name: NotRequired[str]
    # The text that people agree to. It is shown on the hosted page and stored in the consent ledger. Show it on your own form too.
    wording: NotRequired[str]
    # The topics that new signups are subscribed to. Topics that require a confirmation are pending until it arrives. Without a confirmation, anyone can subscribe anyone.
    topic_ids: NotRequired[list[str]]
    # Keys of the contact fields that the form accepts, besides email, first_name and last_name.
    fields: NotRequired[list[str]]
    # The origins of the sites that can post to the form. Requests from browsers on other sites are refused.
    allowed_origins: NotRequired[list[str]]
    # Where the browser is redirected after posting the form. Default: a page of this service. Null removes it.
    redirect_url: NotRequired[str | None]


class SuppressionCreate(TypedDict):
    email: str
    reason: NotRequired[Literal['hard_bounce', 'complaint', 'manual', 'unsubscribe']]


class Suppression(TypedDict):
    """An address that no email is sent to."""

    # UUIDv7.
    id: str
    # The suppressed address. Left out when the person was erased.
    email: NotRequired[str]
    # True when the person was erased. Only a hash of the address is kept, to suppress further email.
    erased: NotRequired[bool]
    # Why the address is suppressed.
    reason: Literal['hard_bounce', 'complaint', 'manual', 'unsubscribe']
    # The email that caused the suppression.
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
    # If true, nothing is changed and the answer says what would happen.
    dry_run: NotRequired[bool]


class TopicCreate(TypedDict):
    """The default of display_order is the highest existing one plus 1."""

    name: str
    description: NotRequired[str]
    is_default_topic: NotRequired[bool]
    # Requires a confirmation. A new subscriber gets an email with a link and is pending until they confirm on the linked page. Until then they receive nothing about the topic. Not for default topics.
    confirm: NotRequired[bool]
    confirmation: NotRequired[TopicConfirmation]
    # The order for your own pages, lowest first. Lists of this API are ordered newest first.
    display_order: NotRequired[float]


class Topic(TypedDict):
    """A topic that contacts can subscribe to."""

    # UUIDv7.
    id: str
    name: str
    description: NotRequired[str]
    # Whether new contacts are subscribed to the topic.
    is_default_topic: bool
    # Whether a subscription requires a confirmation.
    confirm: NotRequired[bool]
    confirmation: NotRequired[TopicConfirmation]
    # The order for your own pages, lowest first. Lists of this API are ordered newest first.
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
    """Only the fields you give are changed."""

    name: NotRequired[str]
    description: NotRequired[str]
    is_default_topic: NotRequired[bool]
    # Requires a confirmation. A new subscriber gets an email with a link and is pending until they confirm on the linked page. Until then they receive nothing about the topic. Not for default topics.
    confirm: NotRequired[bool]
    confirmation: NotRequired[TopicConfirmation]
    # The order for your own pages, lowest first. Lists of this API are ordered newest first.
    display_order: NotRequired[float]


class BroadcastPace(TypedDict):
    """How fast the broadcast is sent. Give per_hour or over, not both. Without a pace it is sent as fast as possible."""

    # The maximum number of messages per hour.
    per_hour: NotRequired[int]
    # Spreads the messages evenly over this time, in minutes or hours such as 90m or 6h. At most 168h.
    over: NotRequired[str]


class BroadcastVariant(TypedDict):
    """The fields in which variant b differs. Fields you leave out are the same as in variant a."""

    # The subject, in Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it.
    subject: NotRequired[str]
    # The text that mail programs show after the subject. Added as hidden text at the beginning of the html.
    preview_text: NotRequired[str]
    # The HTML content, in Liquid with the recipient as contact.*. At most 1 MiB.
    html: NotRequired[str]
    # The plain text content. Derived from html when left out.
    text: NotRequired[str]
    # A published template to use in place of html and text. Its content is copied when the broadcast is sent or scheduled.
    template_id: NotRequired[str]


class BroadcastAbTest(TypedDict):
    """Tries another subject or content on a share of the recipients. The broadcast itself is variant a. For email only."""

    # The percentage of recipients who take part in the test, half of them in each variant. The others get the winner.
    share_percent: int
    # What decides: the share of recipients who opened, or who clicked. Opens and clicks by machines do not count.
    winner_by: Literal['opens', 'clicks']
    # How long to wait for opens or clicks before the winner is chosen, once most messages of the test have left, such as 30m or 4h. At most 168h.
    wait: str
    b: BroadcastVariant


# A draft. Only the name is required; POST …/preview lists what is still missing.
BroadcastCreate = TypedDict(
    "BroadcastCreate",
    {
        # The internal name. Recipients do not see it.
        "name": "str",
        "channel": NotRequired["Literal['email', 'sms']"],
        # Sends to all contacts subscribed to email, or to text messages. Must be true if neither topic_id nor segment_id is given, so a missing field does not send to everyone by accident.
        "everyone": NotRequired["bool"],
        # The sender, such as Acme <news@acme.test>. For channel sms: one of your phone numbers or sender ids.
        "from": NotRequired["str"],
        # The addresses that replies go to.
        "reply_to": NotRequired["list[str]"],
        # The subject, in Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it.
        "subject": NotRequired["str"],
        # The text that mail programs show after the subject. Added as hidden text at the beginning of the html.
        "preview_text": NotRequired["str"],
        # The HTML content, in Liquid with the recipient as contact.*. At most 1 MiB.
        "html": NotRequired["str"],
        # The plain text content. Derived from html when left out.
        "text": NotRequired["str"],
        # A published template to use in place of html and text. Its content is copied when the broadcast is sent or scheduled.
        "template_id": NotRequired["str"],
        # The text message, in Liquid with the recipient as contact.*. For channel sms only. {{ unsubscribe_url }} and {{ preferences_url }} are links of emails: write how to opt out, such as Reply STOP to unsubscribe.
        "body": NotRequired["str"],
        # Values for the content, the same for all recipients. Any JSON of at most 32 KiB.
        "variables": NotRequired["dict[str, Any]"],
        # Only contacts subscribed to this topic. The unsubscribe link unsubscribes from it.
        "topic_id": NotRequired["str"],
        # Only contacts in this segment at the time their message is created.
        "segment_id": NotRequired["str"],
        # Whether to count opens through a hidden image.
        "track_opens": NotRequired["bool"],
        # Whether to count clicks by rewriting the links in html.
        "track_clicks": NotRequired["bool"],
        "pace": NotRequired["BroadcastPace"],
        "ab_test": NotRequired["BroadcastAbTest"],
        # The broadcast pauses automatically above this rate of bounces, in percent. Default: the rule of the organization.
        "max_bounce_percent": NotRequired["float"],
        # The broadcast pauses automatically above this rate of spam reports, in percent. Default: the rule of the organization.
        "max_complaint_percent": NotRequired["float"],
    },
)


class BroadcastFigures(TypedDict):
    """Exact at the time of reading. Each figure counts a recipient once."""

    # Messages created so far, one per recipient.
    messages: float
    # Messages not attempted yet.
    waiting: float
    # Messages accepted or rejected by the receiver.
    sent: float
    delivered: float
    # Messages that bounced. For channel sms: undelivered.
    bounced: float
    # Messages reported as spam.
    complained: float
    failed: float
    # Messages not sent because the recipient is on the suppression list, unsubscribed or opted out.
    suppressed: float
    canceled: float
    # Recipients who opened it. People only.
    opened: float
    # Recipients whose message was opened only by a machine, such as a mail filter.
    machine_opened: float
    # Recipients who clicked a link. People only.
    clicked: float
    # Recipients whose message had a link followed only by a machine.
    machine_clicked: float
    # Recipients who unsubscribed through a link in this message.
    unsubscribed: float
    # Credits charged so far, minus returned credits.
    credits: float


class BroadcastAbTestStatus(TypedDict):
    """The status of the A/B test. The remaining recipients are counted with the winner."""

    # waiting: the test has not begun. testing: the variants are being sent, and the winner is chosen at decides_at. decided: the winner is chosen.
    state: Literal['waiting', 'testing', 'decided']
    # When the winner is chosen. Null until all messages of the test are created, and once it is decided; moves on until most of them have left.
    decides_at: str | None
    winner: Literal['a', 'b'] | None
    a: BroadcastFigures
    b: BroadcastFigures


Broadcast = TypedDict(
    "Broadcast",
    {
        # UUIDv7.
        "id": "str",
        # The internal name. Recipients do not see it.
        "name": "str",
        "channel": "Literal['email', 'sms']",
        # sending: messages are being created and sent. paused: nothing is sent until the broadcast is resumed; paused_because says why. completed: every message was attempted.
        "state": "Literal['draft', 'scheduled', 'sending', 'paused', 'completed', 'canceled']",
        # Sends to all contacts subscribed to email, or to text messages. Must be true if neither topic_id nor segment_id is given, so a missing field does not send to everyone by accident.
        "everyone": NotRequired["bool"],
        # The sender, such as Acme <news@acme.test>. For channel sms: one of your phone numbers or sender ids.
        "from": NotRequired["str"],
        # The addresses that replies go to.
        "reply_to": NotRequired["list[str]"],
        # The subject, in Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it.
        "subject": NotRequired["str"],
        # The text that mail programs show after the subject. Added as hidden text at the beginning of the html.
        "preview_text": NotRequired["str"],
        # The HTML content, in Liquid with the recipient as contact.*. At most 1 MiB.
        "html": NotRequired["str"],
        # The plain text content. Derived from html when left out.
        "text": NotRequired["str"],
        # A published template to use in place of html and text. Its content is copied when the broadcast is sent or scheduled.
        "template_id": NotRequired["str"],
        # The text message, in Liquid with the recipient as contact.*. For channel sms only. {{ unsubscribe_url }} and {{ preferences_url }} are links of emails: write how to opt out, such as Reply STOP to unsubscribe.
        "body": NotRequired["str"],
        # Values for the content, the same for all recipients. Any JSON of at most 32 KiB.
        "variables": NotRequired["dict[str, Any]"],
        # Only contacts subscribed to this topic. The unsubscribe link unsubscribes from it.
        "topic_id": NotRequired["str"],
        # Only contacts in this segment at the time their message is created.
        "segment_id": NotRequired["str"],
        # Whether to count opens through a hidden image.
        "track_opens": NotRequired["bool"],
        # Whether to count clicks by rewriting the links in html.
        "track_clicks": NotRequired["bool"],
        "pace": NotRequired["BroadcastPace"],
        "ab_test": NotRequired["BroadcastAbTest"],
        # The broadcast pauses automatically above this rate of bounces, in percent. Default: the rule of the organization.
        "max_bounce_percent": NotRequired["float"],
        # The broadcast pauses automatically above this rate of spam reports, in percent. Default: the rule of the organization.
        "max_complaint_percent": NotRequired["float"],
        # Why the broadcast is paused, in words. Only while it is paused.
        "paused_because": NotRequired["str"],
        # When the broadcast begins or began. Null for a draft.
        "scheduled_for": "str | None",
        # The local time at each recipient.
        "local_time": NotRequired["str"],
        "timezone": NotRequired["str"],
        "timezone_field": NotRequired["str"],
        "started_at": "str | None",
        # When the broadcast was completed or canceled.
        "completed_at": "str | None",
        # How many contacts the audience had when the broadcast began. Contacts who unsubscribe meanwhile receive nothing.
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
    # The internal name. Recipients do not see it.
    name: str
    channel: Literal['email', 'sms']
    state: Literal['draft', 'scheduled', 'sending', 'paused', 'completed', 'canceled']
    # The subject, in Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it.
    subject: NotRequired[str]
    # Only contacts subscribed to this topic. The unsubscribe link unsubscribes from it.
    topic_id: NotRequired[str]
    # Only contacts in this segment at the time their message is created.
    segment_id: NotRequired[str]
    # When the broadcast begins or began. Null for a draft.
    scheduled_for: str | None
    started_at: str | None
    # When the broadcast was completed or canceled.
    completed_at: str | None
    # How many contacts the audience had when the broadcast began. Contacts who unsubscribe meanwhile receive nothing.
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


# Only the fields you give are changed. Null removes a field.
BroadcastUpdate = TypedDict(
    "BroadcastUpdate",
    {
        # The internal name. Recipients do not see it.
        "name": NotRequired["str"],
        # Sends to all contacts subscribed to email, or to text messages. Must be true if neither topic_id nor segment_id is given, so a missing field does not send to everyone by accident.
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
    # Segments of the text message.
    segments: NotRequired[float]
    # Why the content cannot be rendered for this contact. Replaces the content.
    problem: NotRequired[str]


class BroadcastPreviewProblems(TypedDict):
    path: str
    message: str
    # The line in the source, for example of a template.
    line: NotRequired[int]
    column: NotRequired[int]


class BroadcastPreviewExcluded(TypedDict):
    # unsubscribed: from the channel or the topic. suppressed: on the suppression list, or opted out. no_address: the contact has no email address, or no phone number.
    reason: Literal['unsubscribed', 'suppressed', 'no_address']
    count: float


class BroadcastPreview(TypedDict):
    """The preview of a broadcast. Nothing is sent."""

    # What POST …/send would refuse. Empty when the broadcast can be sent.
    problems: list[BroadcastPreviewProblems]
    # How many contacts would receive it now.
    recipients: float
    # Contacts of the audience who would not receive it, and why.
    excluded: list[BroadcastPreviewExcluded]
    # The estimated cost, based on the samples. 0 with a test key.
    credits: float
    # The message as up to three contacts would receive it. Empty for keys without the permission contacts:read.
    samples: list[BroadcastSample]
    # The checks of POST /v1/emails/preflight on the first sample. Null without a sample, and for sms.
    preflight: EmailPreflight | None


class BroadcastTest(TypedDict):
    # Your own email addresses, or phone numbers for channel sms.
    to: list[str]
    variant: NotRequired[Literal['a', 'b']]
    # The contact to render the content for. Default: the first contact of the audience.
    contact_id: NotRequired[str]


class BroadcastTestedData(TypedDict):
    # UUIDv7.
    id: str
    to: str


class BroadcastTested(TypedDict):
    # The test messages. Read them with GET /v1/emails/{id} or GET /v1/sms/{id}.
    data: list[BroadcastTestedData]


class BroadcastSend(TypedDict):
    """When to send. An empty object means now."""

    # When to begin. Default: now.
    scheduled_for: NotRequired[str]
    # In place of scheduled_for: the local time at which each recipient gets the message, such as 2027-01-31T09:00. Requires timezone. Recipients for whom this time has passed get it at once.
    local_time: NotRequired[str]
    # The time zone of contacts whose own is unknown, such as Europe/Berlin. Only with local_time.
    timezone: NotRequired[str]
    # The contact field that holds the time zone of a contact. Default: timezone.
    timezone_field: NotRequired[str]


class BroadcastRecipient(TypedDict):
    # The id of the message. Read it with GET /v1/emails/{id} or GET /v1/sms/{id}.
    id: str
    # Null when the contact was deleted.
    contact_id: str | None
    to: str
    variant: Literal['a', 'b']
    outcome: Literal['waiting', 'delayed', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']
    # Whether a person opened the message.
    opened: bool
    # Whether a person clicked a link.
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
    # Clicks by people.
    clicks: float
    machine_clicks: float
    # Recipients who clicked the link. People only.
    recipients: float


class BroadcastLinks(TypedDict):
    # The 100 links that most people clicked, most clicked first.
    data: list[BroadcastLink]


class BroadcastHour(TypedDict):
    # ISO 8601 in UTC, ending in Z.
    start: str
    # Messages sent.
    sent: float
    delivered: float
    # Recipients who opened it. People only. 0 for sms.
    opened: float
    # Recipients who clicked a link. People only. 0 for sms.
    clicked: float


class BroadcastReceiver(TypedDict):
    # The receiver, such as google. Small receivers are grouped as other.
    receiver: str
    # Messages created for this receiver.
    recipients: float
    # Messages accepted or rejected by the receiver.
    sent: float
    delivered: float
    # Recipients who opened it. People only. 0 for sms.
    opened: float
    # Recipients who clicked a link. People only. 0 for sms.
    clicked: float
    bounced: float
    complained: float


class BroadcastAnalytics(TypedDict):
    # The hours (UTC) of the first 30 days in which something happened, oldest first.
    series: list[BroadcastHour]
    # Receivers, most recipients first. Empty for sms.
    receivers: list[BroadcastReceiver]


class ContactCreatedTrigger(TypedDict):
    type: Literal['contact_created']
    # once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished.
    reentry: NotRequired[Literal['once', 'after_finish']]


ContactPropertyChangedTrigger = TypedDict(
    "ContactPropertyChangedTrigger",
    {
        "type": "Literal['contact_property_changed']",
        # first_name, last_name, email_subscribed, sms_subscribed, or a contact field such as properties.plan.
        "property": "str",
        # Only changes from this value. Null means not set.
        "from": NotRequired["str | float | bool | None"],
        # Only changes to this value.
        "to": NotRequired["str | float | bool | None"],
        # once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished.
        "reentry": NotRequired["Literal['once', 'after_finish']"],
    },
)


class ContactAddedToTopicTrigger(TypedDict):
    type: Literal['contact_added_to_topic']
    # Only this topic. Default: any topic.
    topic_id: NotRequired[str]
    # once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished.
    reentry: NotRequired[Literal['once', 'after_finish']]


class ContactRemovedFromTopicTrigger(TypedDict):
    type: Literal['contact_removed_from_topic']
    # Only this topic. Default: any topic.
    topic_id: NotRequired[str]
    # once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished.
    reentry: NotRequired[Literal['once', 'after_finish']]


class EventTrigger(TypedDict):
    type: Literal['event']
    # The name of a custom event, as in POST /v1/contacts/{id}/events.
    event: str
    # once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished.
    reentry: NotRequired[Literal['once', 'after_finish']]


class TimeBasedTrigger(TypedDict):
    type: Literal['time_based']
    # A cron expression of minute, hour, day of the month, month and day of the week, or a name such as @daily.
    cron: str
    # The name of the time zone, such as Europe/Berlin or UTC.
    timezone: str
    # Only contacts of this topic. Default: all contacts.
    topic_id: NotRequired[str]
    # Only contacts that belong to this segment when the trigger fires. Default: all contacts.
    segment_id: NotRequired[str]
    # once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished.
    reentry: NotRequired[Literal['once', 'after_finish']]


# The trigger that starts a run.
WorkflowTrigger: TypeAlias = Union["ContactCreatedTrigger", "ContactPropertyChangedTrigger", "ContactAddedToTopicTrigger", "ContactRemovedFromTopicTrigger", "EventTrigger", "TimeBasedTrigger"]


SendEmailStepConfig = TypedDict(
    "SendEmailStepConfig",
    {
        # The address the email is sent from, with or without a name: ada@example.com or Ada Lovelace <ada@example.com>.
        "from": "str",
        # The name of the sender. Takes precedence over the name in from.
        "from_name": NotRequired["str"],
        # The addresses that replies go to.
        "reply_to": NotRequired["str | list[str]"],
        # The subject. Required unless a template supplies it. In Liquid, with contact and trigger.
        "subject": NotRequired["str"],
        # The HTML content. In Liquid, with contact and trigger.
        "html": NotRequired["str"],
        # The plain text content. In Liquid, with contact and trigger.
        "text": NotRequired["str"],
        # The id of a template to use instead of html and text.
        "template_id": NotRequired["str"],
        # The friendly name of a template, instead of template_id.
        "template_friendly_name": NotRequired["str"],
        # Values for the template: any JSON, at most 32 levels deep. The contact of the recipient is available as contact.*, for keys with the permission contacts:read.
        "variables": NotRequired["dict[str, Any]"],
        # Your own labels, to filter lists and analytics by.
        "tags": NotRequired["list[str]"],
        # Additional headers. Headers that the service sets itself, such as From, Subject or Content-Type, are refused, and so are headers that control a relay, such as X-SMTPAPI, X-MC-* or X-SES-*.
        "headers": NotRequired["dict[str, str]"],
        # Whether to count opens through a hidden image.
        "track_opens": NotRequired["bool"],
        # Whether to count clicks by rewriting the links in html. The first 1,000 links are rewritten.
        "track_clicks": NotRequired["bool"],
        # Default: broadcast, so recipients can unsubscribe.
        "message_stream": NotRequired["Literal['transactional', 'broadcast']"],
        # For message_stream broadcast: skip contacts that are not subscribed to this topic.
        "topic_id": NotRequired["str"],
    },
)


class SendEmailStep(TypedDict):
    # The key of the step, used in connections and conditions. Unique within the workflow.
    key: str
    type: Literal['send_email']
    # Sends an email to the contact, by the rules of POST /v1/emails. Templates also get contact and trigger.
    config: SendEmailStepConfig


SendSmsStepConfig = TypedDict(
    "SendSmsStepConfig",
    {
        # The sender: your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has assigned to your organization, if the recipient’s country allows it.
        "from": "str",
        # The text. In Liquid, with contact and trigger.
        "body": NotRequired["str"],
        # The URLs of pictures and files to attach. Makes the message an MMS.
        "media_urls": NotRequired["list[str]"],
    },
)


class SendSmsStep(TypedDict):
    # The key of the step, used in connections and conditions. Unique within the workflow.
    key: str
    type: Literal['send_sms']
    # Sends a text message to the number of the contact, by the rules of POST /v1/sms.
    config: SendSmsStepConfig


class DelayStepConfigUntil(TypedDict):
    # The local time in the time zone, as HH:MM.
    time: str
    # The name of the time zone, such as Europe/Berlin or UTC.
    timezone: str
    # Only on these days. Default: any day.
    weekdays: NotRequired[list[Literal['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']]]


class DelayStepConfig(TypedDict):
    # The number of seconds. Can be a fraction such as 0.5.
    seconds: NotRequired[float]
    # The number of minutes. Can be a fraction such as 0.5.
    minutes: NotRequired[float]
    # The number of hours. Can be a fraction such as 0.5.
    hours: NotRequired[float]
    # The number of days of 24 hours. Can be a fraction such as 0.5.
    days: NotRequired[float]
    # An ISO 8601 duration of weeks, days, hours, minutes and seconds, such as P3DT2H.
    duration: NotRequired[str]
    # Waits until this local time in the time zone.
    until: NotRequired[DelayStepConfigUntil]


class DelayStep(TypedDict):
    # The key of the step, used in connections and conditions. Unique within the workflow.
    key: str
    type: Literal['delay']
    # How long to wait, or until when. Give exactly one of these. At least a second, at most 366 days.
    config: DelayStepConfig


class WorkflowDuration(TypedDict):
    """A duration in exactly one of these units. At least a second, at most 366 days."""

    # The number of seconds. Can be a fraction such as 0.5.
    seconds: NotRequired[float]
    # The number of minutes. Can be a fraction such as 0.5.
    minutes: NotRequired[float]
    # The number of hours. Can be a fraction such as 0.5.
    hours: NotRequired[float]
    # The number of days of 24 hours. Can be a fraction such as 0.5.
    days: NotRequired[float]
    # An ISO 8601 duration of weeks, days, hours, minutes and seconds, such as P3DT2H.
    duration: NotRequired[str]


class WaitForEventStepConfig(TypedDict):
    # The event or events to wait for. Any one of them ends the wait.
    event: Literal['email.opened', 'email.clicked', 'email.delivered', 'email.bounced', 'email.complained', 'email.unsubscribed', 'email.sent', 'email.unconfirmed', 'email.delivery_delayed', 'email.failed', 'email.suppressed', 'email.canceled', 'sms.delivered', 'sms.sent', 'sms.unconfirmed', 'sms.delivery_delayed', 'sms.undelivered', 'sms.failed', 'contact.updated', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed', 'sms.received', 'sms.opted_out', 'sms.opted_in'] | str | list[Literal['email.opened', 'email.clicked', 'email.delivered', 'email.bounced', 'email.complained', 'email.unsubscribed', 'email.sent', 'email.unconfirmed', 'email.delivery_delayed', 'email.failed', 'email.suppressed', 'email.canceled', 'sms.delivered', 'sms.sent', 'sms.unconfirmed', 'sms.delivery_delayed', 'sms.undelivered', 'sms.failed', 'contact.updated', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed', 'sms.received', 'sms.opted_out', 'sms.opted_in'] | str]
    # For message events: the step whose message to wait for. Required if there is more than one candidate.
    step: NotRequired[str]
    # For contact.topic_… events: only this topic. Default: any topic.
    topic_id: NotRequired[str]
    timeout: WorkflowDuration


class WaitForEventStep(TypedDict):
    # The key of the step, used in connections and conditions. Unique within the workflow.
    key: str
    type: Literal['wait_for_event']
    # Waits for an event of a message sent by an earlier step, or of the contact.
    config: WaitForEventStepConfig


class WorkflowCondition(TypedDict):
    """A field with an operator, or all, or any. At most 5 levels deep."""

    # True when all of these conditions are true.
    all: NotRequired[list[WorkflowCondition]]
    # True when any of these conditions is true.
    any: NotRequired[list[WorkflowCondition]]
    # A field of contact, trigger or steps.<key>, such as contact.first_name, contact.properties.plan or steps.tips.opened. contact.segments contains the ids of the segments that the contact belongs to.
    field: NotRequired[str]
    # How to compare. The allowed operators depend on the field. exists and is_empty take no value.
    operator: NotRequired[Literal['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'contains', 'starts_with', 'ends_with', 'exists', 'is_empty']]
    # The value to compare the field with, of the same type. Dates are a day or a timestamp in UTC.
    value: NotRequired[str | float | bool]


class ConditionStep(TypedDict):
    # The key of the step, used in connections and conditions. Unique within the workflow.
    key: str
    type: Literal['condition']
    config: WorkflowCondition


class UpdateContactStepConfig(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field.
    properties: NotRequired[dict[str, str | float | bool | None]]


class UpdateContactStep(TypedDict):
    # The key of the step, used in connections and conditions. Unique within the workflow.
    key: str
    type: Literal['update_contact']
    # Changes the contact. Give at least one field.
    config: UpdateContactStepConfig


class AddToTopicStepConfig(TypedDict):
    # The id of a topic.
    topic_id: str


class AddToTopicStep(TypedDict):
    # The key of the step, used in connections and conditions. Unique within the workflow.
    key: str
    type: Literal['add_to_topic']
    config: AddToTopicStepConfig


class RemoveFromTopicStepConfig(TypedDict):
    # The id of a topic.
    topic_id: str


class RemoveFromTopicStep(TypedDict):
    # The key of the step, used in connections and conditions. Unique within the workflow.
    key: str
    type: Literal['remove_from_topic']
    config: RemoveFromTopicStepConfig


class WebhookStepConfig(TypedDict):
    url: str
    # Additional headers, except those that Posthorn sets itself.
    headers: NotRequired[dict[str, str]]
    # Any JSON with at most 1,000 strings, each in Liquid with contact and trigger. Default: contact and trigger.
    body: NotRequired[Any]


class WebhookStep(TypedDict):
    # The key of the step, used in connections and conditions. Unique within the workflow.
    key: str
    type: Literal['webhook']
    # Sends a POST request, signed like every webhook.
    config: WebhookStepConfig


class ExitStepConfig(TypedDict):
    # The reason, shown with the run.
    reason: NotRequired[str]


class ExitStep(TypedDict):
    # The key of the step, used in connections and conditions. Unique within the workflow.
    key: str
    type: Literal['exit']
    config: NotRequired[ExitStepConfig]


# A step of the workflow. It can have other fields too, such as its position in an editor.
WorkflowStep: TypeAlias = Union["SendEmailStep", "SendSmsStep", "DelayStep", "WaitForEventStep", "ConditionStep", "UpdateContactStep", "AddToTopicStep", "RemoveFromTopicStep", "WebhookStep", "ExitStep"]


WorkflowConnection = TypedDict(
    "WorkflowConnection",
    {
        # The key of the step that the connection starts at.
        "from": "str",
        # The key of the step that the connection leads to.
        "to": "str",
        # The exit of the step: condition_met or condition_not_met for a condition, event_received or timeout for a wait, default for all others. An exit without a connection ends the run.
        "type": NotRequired["Literal['default', 'condition_met', 'condition_not_met', 'timeout', 'event_received']"],
    },
)


class WorkflowDefinition(TypedDict):
    """The steps and the connections between them. A run begins with the one step that no connection leads to. Every other step must be reachable from it, and a loop must contain a delay."""

    steps: list[WorkflowStep]
    # The connections. A single step needs none.
    connections: NotRequired[list[WorkflowConnection]]


class WorkflowCreate(TypedDict):
    """At most 256 KiB."""

    name: str
    description: NotRequired[str]
    # The same as type in trigger_config.
    trigger_type: NotRequired[Literal['contact_created', 'contact_property_changed', 'contact_added_to_topic', 'contact_removed_from_topic', 'event', 'time_based']]
    # The trigger, with type and its settings. Validated when the workflow becomes active.
    trigger_config: NotRequired[WorkflowTrigger | Any]
    # The steps and the connections between them. Validated when the workflow becomes active.
    workflow_definition: NotRequired[WorkflowDefinition | Any]
    # The status. active is refused while the workflow has faults.
    status: NotRequired[Literal['draft', 'active', 'paused']]


class Workflow(TypedDict):
    """An automation: a trigger, and the steps for each contact."""

    # UUIDv7.
    id: str
    name: str
    description: NotRequired[str]
    # draft: the content can be anything. active: contacts can enter. paused: no contact can enter, and existing runs wait.
    status: Literal['draft', 'active', 'paused']
    # Null for a draft without a trigger.
    trigger_type: Literal['contact_created', 'contact_property_changed', 'contact_added_to_topic', 'contact_removed_from_topic', 'event', 'time_based'] | None
    # The trigger, with type and its settings. Validated when the workflow becomes active.
    trigger_config: WorkflowTrigger | Any
    # The steps and the connections between them. Validated when the workflow becomes active.
    workflow_definition: WorkflowDefinition | Any
    # Increases with each change of the trigger or the definition. A run stays on the version it started with.
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
    """Only the fields you give are changed. At most 256 KiB."""

    name: NotRequired[str]
    description: NotRequired[str]
    # The same as type in trigger_config.
    trigger_type: NotRequired[Literal['contact_created', 'contact_property_changed', 'contact_added_to_topic', 'contact_removed_from_topic', 'event', 'time_based']]
    # The trigger, with type and its settings. Validated when the workflow becomes active.
    trigger_config: NotRequired[WorkflowTrigger | Any]
    # The steps and the connections between them. Validated when the workflow becomes active.
    workflow_definition: NotRequired[WorkflowDefinition | Any]
    # draft: the content can be anything. active: contacts can enter. paused: no contact can enter, and existing runs wait.
    status: NotRequired[Literal['draft', 'active', 'paused']]


class WorkflowRunStep(TypedDict):
    # The key of the step.
    step: str
    # The type of the step.
    type: str
    # ISO 8601 in UTC, ending in Z.
    entered_at: str
    left_at: str | None
    # Null while the run is in this step, and at the end.
    left_by: str | None
    # What the step did, such as the id of the message it sent, or why a condition was met.
    detail: NotRequired[dict[str, Any]]


class WorkflowRun(TypedDict):
    """The run of a workflow for one contact."""

    # UUIDv7.
    id: str
    # UUIDv7.
    workflow_id: str
    # The version of the workflow that the run stays on.
    version: float
    # UUIDv7.
    contact_id: str
    # waiting: in a delay or for an event. running: between two steps. completed: at the end or at an exit step. failed: see error. stopped: by you, or because the workflow or the contact was deleted.
    state: Literal['running', 'waiting', 'completed', 'failed', 'stopped']
    # The key of the current step. Null when the run has ended.
    current_step: str | None
    # When a waiting run continues by itself.
    next_at: str | None
    # ISO 8601 in UTC, ending in Z.
    started_at: str
    finished_at: str | None
    # Why the run failed.
    error: str | None
    # What started the run.
    trigger: dict[str, Any]
    # The last 200 steps of the run, oldest first.
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
    # Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field.
    properties: NotRequired[dict[str, str | float | bool | None]]
    topic_ids: NotRequired[list[str]]


# Give either contact_id or contact.
WorkflowSimulate = TypedDict(
    "WorkflowSimulate",
    {
        # An existing contact. Requires the permission contacts:read.
        "contact_id": NotRequired["str"],
        # A made-up contact.
        "contact": NotRequired["WorkflowSimulateContact"],
        # For an event trigger: the data of the event, as in POST /v1/contacts/{id}/events. Default: {}.
        "trigger_data": NotRequired["dict[str, Any]"],
        # When the run begins. Default: now.
        "from": NotRequired["str"],
        # The exit to take, by step key. Without it a condition is evaluated and a wait ends with its timeout.
        "assume": NotRequired["dict[str, Literal['condition_met', 'condition_not_met', 'event_received', 'timeout']]"],
    },
)


class SimulatedStep(TypedDict):
    # The key of the step.
    step: str
    # The type of the step.
    type: str
    # When the step would happen.
    at: str
    # Null while the run is in this step, and at the end.
    left_by: str | None
    # Why this exit was taken.
    because: NotRequired[str]
    # What would be sent (rendered) or changed.
    would: NotRequired[dict[str, Any]]


class WorkflowSimulation(TypedDict):
    # Whether the trigger would start a run for this contact.
    would_start: bool
    steps: list[SimulatedStep]
    # ISO 8601 in UTC, ending in Z.
    ends_at: str
    # How the run ends, in words.
    end: str


class ClockAdvance(TypedDict):
    # The number of seconds to advance the clock.
    seconds: int


class ClockAdvanced(TypedDict):
    success: bool
    message: str
    # The current time of this environment.
    now: str


class WebhookCreate(TypedDict):
    # The URL to send events to. Must have a public address, unless the operator allows others.
    url: str
    # The events to send. email.* means all events of a group, * all events.
    subscribed_events: list[Literal['*', 'email.*', 'sms.*', 'alert.*', 'broadcast.*', 'contact.*', 'domain.*', 'suppression.*', 'workflow.*', 'webhook.*', 'custom.*', 'email.scheduled', 'email.processing', 'email.sent', 'email.delivered', 'email.delivery_delayed', 'email.bounced', 'email.complained', 'email.failed', 'email.suppressed', 'email.canceled', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.possible_duplicate', 'email.unconfirmed', 'sms.scheduled', 'sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.canceled', 'sms.received', 'sms.opted_out', 'sms.opted_in', 'sms.delivery_delayed', 'sms.possible_duplicate', 'sms.unconfirmed', 'sms.callback_failed', 'alert.fired', 'alert.resolved', 'broadcast.started', 'broadcast.paused', 'broadcast.resumed', 'broadcast.completed', 'broadcast.canceled', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed', 'domain.failed', 'domain.recovered', 'suppression.created', 'suppression.deleted', 'workflow.run_completed', 'workflow.run_failed', 'webhook.test'] | str]
    # Your own name for the webhook.
    nickname: NotRequired[str]
    status: NotRequired[Literal['active', 'inactive']]


class Webhook(TypedDict):
    """A URL of yours that events are sent to."""

    # UUIDv7.
    id: str
    url: str
    subscribed_events: list[str]
    # Becomes inactive when your endpoint answers 410, or after five days of failures only.
    status: Literal['active', 'inactive']
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # ISO 8601 in UTC, ending in Z.
    updated_at: str
    # Your own name for the webhook.
    nickname: NotRequired[str]
    # The secret to verify the signature of each delivery with. Returned only when the webhook is created and when the secret is rotated.
    secret: NotRequired[str]
    # The time of the last attempt. Null before the first one.
    last_delivery_at: str | None
    # The number of failed attempts.
    failure_count: float
    # The number of successful attempts.
    success_count: float
    # The number of all attempts.
    total_delivery_count: float


class WebhookList(TypedDict):
    data: list[Webhook]


class WebhookUpdate(TypedDict):
    """Only the fields you give are changed."""

    # The URL to send events to. Must have a public address, unless the operator allows others.
    url: NotRequired[str]
    # The events to send. email.* means all events of a group, * all events.
    subscribed_events: NotRequired[list[Literal['*', 'email.*', 'sms.*', 'alert.*', 'broadcast.*', 'contact.*', 'domain.*', 'suppression.*', 'workflow.*', 'webhook.*', 'custom.*', 'email.scheduled', 'email.processing', 'email.sent', 'email.delivered', 'email.delivery_delayed', 'email.bounced', 'email.complained', 'email.failed', 'email.suppressed', 'email.canceled', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.possible_duplicate', 'email.unconfirmed', 'sms.scheduled', 'sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.canceled', 'sms.received', 'sms.opted_out', 'sms.opted_in', 'sms.delivery_delayed', 'sms.possible_duplicate', 'sms.unconfirmed', 'sms.callback_failed', 'alert.fired', 'alert.resolved', 'broadcast.started', 'broadcast.paused', 'broadcast.resumed', 'broadcast.completed', 'broadcast.canceled', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed', 'domain.failed', 'domain.recovered', 'suppression.created', 'suppression.deleted', 'workflow.run_completed', 'workflow.run_failed', 'webhook.test'] | str]]
    # Your own name for the webhook.
    nickname: NotRequired[str]
    status: NotRequired[Literal['active', 'inactive']]


class WebhookAttempt(TypedDict):
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # The time until the end of the answer or the timeout, in milliseconds.
    duration_ms: float
    success: bool
    # The HTTP status of the answer. Left out when there was no answer.
    status: NotRequired[float]
    # The error when there was no answer.
    error: NotRequired[str]
    # The first 4 KiB of the answer.
    response: NotRequired[str]


class Event(TypedDict):
    """An event."""

    # UUIDv7.
    id: str
    type: Literal['email.scheduled', 'email.processing', 'email.sent', 'email.delivered', 'email.delivery_delayed', 'email.bounced', 'email.complained', 'email.failed', 'email.suppressed', 'email.canceled', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.possible_duplicate', 'email.unconfirmed', 'sms.scheduled', 'sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.canceled', 'sms.received', 'sms.opted_out', 'sms.opted_in', 'sms.delivery_delayed', 'sms.possible_duplicate', 'sms.unconfirmed', 'sms.callback_failed', 'alert.fired', 'alert.resolved', 'broadcast.started', 'broadcast.paused', 'broadcast.resumed', 'broadcast.completed', 'broadcast.canceled', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed', 'contact.topic_unsubscribed', 'domain.failed', 'domain.recovered', 'suppression.created', 'suppression.deleted', 'workflow.run_completed', 'workflow.run_failed', 'webhook.test'] | str
    # ISO 8601 in UTC, ending in Z.
    timestamp: str
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # Grows with each event about the same object, from 1 in its first week and from 100,001 in its second. Sort by it when deliveries arrive out of order. Always 1 in a webhook.test.
    sequence: int
    # Details of the event, depending on its type.
    data: dict[str, Any]


class WebhookDelivery(TypedDict):
    """The delivery of one event to one webhook."""

    # The id of the event, sent as webhook-id with every attempt.
    id: str
    # pending: no attempt has succeeded yet. delivered: an attempt succeeded. failed: the last attempt failed, or the webhook became inactive.
    status: Literal['pending', 'delivered', 'failed']
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # The time of the next attempt. Null when no further attempt is planned.
    next_attempt_at: str | None
    # The attempts, oldest first.
    attempts: list[WebhookAttempt]
    event: Event


class WebhookDeliveryPage(TypedDict):
    data: list[WebhookDelivery]
    # Whether another page follows.
    has_more: bool
    # The cursor of the next page.
    next_cursor: NotRequired[str]


class WebhookReplay(TypedDict):
    # Only events from this time or later are resent.
    since: str


class WebhookReplayed(TypedDict):
    success: bool
    message: str
    # The number of events that will be resent.
    count: float


class EventPage(TypedDict):
    data: list[Event]
    # Whether more events can be read now.
    has_more: bool
    # The position to continue from, now or later. Also present on the last page.
    next_cursor: str


class RateLimit(TypedDict):
    # False only on the Free plan.
    is_paid: bool
    # The daily sending limit, in messages per UTC day.
    daily_limit: float
    # Messages sent today.
    current_daily_usage: float
    # Messages left today.
    remaining_today: float
    # Requests this key has left in the current hour.
    token_balance: float
    # When the current day ends.
    reset_at: str


class Credits(TypedDict):
    """Email is counted per recipient, SMS per message. Hours, days and months are in UTC."""

    # The remaining credits. One credit is 0.001 dollars.
    balance: float
    # Credits used this month.
    monthly_usage: float
    # Credits used in total.
    total_consumed: float
    # Credits used for email in total.
    email_consumed: float
    # Credits used for SMS in total.
    sms_consumed: float
    # The hourly sending limit, in messages.
    hourly_limit: float
    # The daily sending limit, in messages.
    daily_limit: float
    # The monthly sending limit, in messages.
    monthly_limit: float
    # Messages sent in the current hour.
    current_hour_usage: float
    # Messages sent today.
    current_day_usage: float
    # Messages sent this month.
    current_month_usage: float
    # False only on the Free plan.
    is_paid: bool
    # ISO 8601 in UTC, ending in Z.
    hourly_reset_at: str
    # ISO 8601 in UTC, ending in Z.
    daily_reset_at: str
    # ISO 8601 in UTC, ending in Z.
    monthly_reset_at: str


class EmailStats(TypedDict):
    """Each figure counts an email once, at its first such event, in the hour in which the email was accepted. Figures therefore only grow, and both parts of a rate are about the same emails. A rate is 0 when the divisor is 0."""

    # Emails that at least one recipient’s server accepted or rejected.
    emails_sent: float
    # Recipients whose server accepted the email.
    recipients_reached: float
    # Emails delivered to at least one recipient.
    emails_delivered: float
    # Recipients the emails were delivered to.
    recipients_delivered: float
    # Emails opened at least once.
    emails_opened: float
    # Emails clicked at least once.
    emails_clicked: float
    # Emails opened at least once, not counting known machine opens.
    emails_opened_by_people: float
    # Emails clicked at least once, not counting known machine clicks.
    emails_clicked_by_people: float
    # Emails that at least one recipient’s server rejected permanently, at delivery or later.
    emails_bounced: float
    # Emails that at least one recipient reported as spam.
    emails_complained: float
    # emails_delivered divided by emails_sent, from 0 to 1.
    delivery_rate: float
    # emails_opened divided by emails_delivered, from 0 to 1.
    open_rate: float
    # emails_clicked divided by emails_delivered, from 0 to 1.
    click_rate: float
    # emails_bounced divided by emails_sent, from 0 to 1.
    bounce_rate: float
    # emails_complained divided by emails_delivered, from 0 to 1.
    complaint_rate: float
    # Emails that did not arrive in time, so a text message was sent instead. Left out when zero.
    fallbacks_sent: NotRequired[float]
    # Emails that arrived in time, so no text message was sent. Left out when zero.
    fallbacks_not_needed: NotRequired[float]


class AnalyticsSeries(TypedDict):
    # ISO 8601 in UTC, ending in Z.
    start: str
    # Emails that at least one recipient’s server accepted or rejected.
    emails_sent: float
    # Recipients whose server accepted the email.
    recipients_reached: float
    # Emails delivered to at least one recipient.
    emails_delivered: float
    # Recipients the emails were delivered to.
    recipients_delivered: float
    # Emails opened at least once.
    emails_opened: float
    # Emails clicked at least once.
    emails_clicked: float
    # Emails opened at least once, not counting known machine opens.
    emails_opened_by_people: float
    # Emails clicked at least once, not counting known machine clicks.
    emails_clicked_by_people: float
    # Emails that at least one recipient’s server rejected permanently, at delivery or later.
    emails_bounced: float
    # Emails that at least one recipient reported as spam.
    emails_complained: float
    # emails_delivered divided by emails_sent, from 0 to 1.
    delivery_rate: float
    # emails_opened divided by emails_delivered, from 0 to 1.
    open_rate: float
    # emails_clicked divided by emails_delivered, from 0 to 1.
    click_rate: float
    # emails_bounced divided by emails_sent, from 0 to 1.
    bounce_rate: float
    # emails_complained divided by emails_delivered, from 0 to 1.
    complaint_rate: float
    # Emails that did not arrive in time, so a text message was sent instead. Left out when zero.
    fallbacks_sent: NotRequired[float]
    # Emails that arrived in time, so no text message was sent. Left out when zero.
    fallbacks_not_needed: NotRequired[float]


class Analytics(TypedDict):
    stats: EmailStats
    # The same figures per hour or day (UTC), oldest first, from the first period with data to the last. Only with granularity. Requests for more than 10,000 periods are refused.
    series: NotRequired[list[AnalyticsSeries]]


class ReceiverAnalyticsData(TypedDict):
    # The sender domain.
    domain: str
    receiver: str
    message_stream: Literal['transactional', 'broadcast']
    # Recipients whose server accepted or rejected the mail.
    sent: float
    # Recipients that bounced, at delivery or later.
    bounced: float
    # Recipients that reported the mail as spam.
    complained: float
    # bounced divided by sent, from 0 to 1.
    bounce_rate: float
    # complained divided by sent, from 0 to 1.
    complaint_rate: float


class ReceiverAnalytics(TypedDict):
    data: list[ReceiverAnalyticsData]


class ApiKey(TypedDict):
    """An API key of the environment, without its secret."""

    # UUIDv7.
    id: str
    name: str
    # The first characters of the key.
    hint: str
    permissions: list[Literal['emails:send', 'emails:read', 'emails:delete', 'sms:send', 'sms:read', 'contacts:read', 'contacts:write', 'contacts:erase', 'topics:write', 'templates:read', 'templates:write', 'workflows:write', 'broadcasts:read', 'broadcasts:write', 'webhooks:read', 'webhooks:write', 'domains:read', 'domains:write', 'keys:write', 'account:read', 'retention:write', 'requests:read', 'audit:read']]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # Accurate to the minute. Null when the key was never used.
    last_used_at: str | None
    revoked_at: str | None


class ApiKeyList(TypedDict):
    data: list[ApiKey]


class ApiKeyCreate(TypedDict):
    # One line of visible text.
    name: str
    permissions: list[Literal['emails:send', 'emails:read', 'emails:delete', 'sms:send', 'sms:read', 'contacts:read', 'contacts:write', 'contacts:erase', 'topics:write', 'templates:read', 'templates:write', 'workflows:write', 'broadcasts:read', 'broadcasts:write', 'webhooks:read', 'webhooks:write', 'domains:read', 'domains:write', 'keys:write', 'account:read', 'retention:write', 'requests:read', 'audit:read']]


class CreatedApiKey(TypedDict):
    # UUIDv7.
    id: str
    name: str
    # The first characters of the key.
    hint: str
    permissions: list[Literal['emails:send', 'emails:read', 'emails:delete', 'sms:send', 'sms:read', 'contacts:read', 'contacts:write', 'contacts:erase', 'topics:write', 'templates:read', 'templates:write', 'workflows:write', 'broadcasts:read', 'broadcasts:write', 'webhooks:read', 'webhooks:write', 'domains:read', 'domains:write', 'keys:write', 'account:read', 'retention:write', 'requests:read', 'audit:read']]
    # ISO 8601 in UTC, ending in Z.
    created_at: str
    # Accurate to the minute. Null when the key was never used.
    last_used_at: str | None
    revoked_at: str | None
    # The key itself. Shown only once.
    key: str


class ApiKeyUpdate(TypedDict):
    # One line of visible text.
    name: str


class KeyInUseOrganization(TypedDict):
    # UUIDv7.
    id: str
    name: str


class KeyInUseKey(TypedDict):
    # UUIDv7.
    id: str
    name: str
    # The first characters of the key.
    hint: str


class KeyInUse(TypedDict):
    """The owner and the permissions of a key."""

    organization: KeyInUseOrganization
    # The environment that the key gives access to.
    mode: Literal['live', 'test']
    permissions: list[Literal['emails:send', 'emails:read', 'emails:delete', 'sms:send', 'sms:read', 'contacts:read', 'contacts:write', 'contacts:erase', 'topics:write', 'templates:read', 'templates:write', 'workflows:write', 'broadcasts:read', 'broadcasts:write', 'webhooks:read', 'webhooks:write', 'domains:read', 'domains:write', 'keys:write', 'account:read', 'retention:write', 'requests:read', 'audit:read']]
    # Null for a session.
    key: KeyInUseKey | None


class RetentionKeptBodies(TypedDict):
    # The approximate number of emails this covers.
    emails: int
    # The approximate size on disk.
    bytes: int


class RetentionKeptEvents(TypedDict):
    # The approximate number of emails this covers.
    emails: int
    # The approximate size on disk.
    bytes: int


class RetentionKeptMessages(TypedDict):
    # The approximate number of emails this covers.
    emails: int
    # The approximate size on disk.
    bytes: int


class RetentionKept(TypedDict):
    # An estimate for bodies.
    bodies: RetentionKeptBodies
    # An estimate for events.
    events: RetentionKeptEvents
    # An estimate for messages.
    messages: RetentionKeptMessages


class Retention(TypedDict):
    """How many days this environment keeps each kind of data. Analytics, credits and everything still in progress are always kept."""

    # Content and attachments. 0: until the email is finished. Null: forever.
    bodies_days: int | None
    # Events and webhook deliveries. Null: forever.
    events_days: int | None
    # Emails, text messages and workflow runs, without their content. Null: forever.
    messages_days: int | None
    kept: RetentionKept


class RetentionUpdate(TypedDict):
    # Content and attachments. 0: until the email is finished. Null: forever.
    bodies_days: NotRequired[int | None]
    # Events and webhook deliveries. Null: forever.
    events_days: NotRequired[int | None]
    # Emails, text messages and workflow runs, without their content. Null: forever.
    messages_days: NotRequired[int | None]
    # Changes nothing. The answer shows what would be kept.
    preview: NotRequired[bool]


class LoggedRequestError(TypedDict):
    code: str
    # The error message, without addresses and phone numbers.
    message: str


class LoggedRequestKey(TypedDict):
    # UUIDv7.
    id: str
    name: NotRequired[str]
    hint: NotRequired[str]


class LoggedRequest(TypedDict):
    """A request made with a key of this environment, without its body and the body of the answer."""

    # UUIDv7.
    id: str
    # The x-request-id of the answer.
    request_id: str
    method: Literal['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
    # The path of the request. A path parameter that is not an id is replaced by the name of the parameter.
    path: str
    # The query string. Values that may be an address, a phone number or a token are left out.
    query: NotRequired[str]
    # The id of the operation, such as sendEmail.
    operation: str
    status: int
    # Why the request was refused.
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
    # How many requests before this one were not logged, because there were too many in that minute.
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
    # operator: a person who can run commands on the server.
    type: Literal['person', 'key', 'operator']
    # UUIDv7.
    id: NotRequired[str]
    # The name at that time.
    name: NotRequired[str]
    # The email address of a person.
    email: NotRequired[str]
    # The first characters of a key.
    hint: NotRequired[str]


class AuditEntryObject(TypedDict):
    type: Literal['key', 'invitation', 'member', 'person', 'organization', 'alerts', 'branding', 'broadcast_rules', 'broadcasts', 'credits', 'domain', 'number', 'quiet_hours', 'sending_plan', 'retention', 'webhook', 'template', 'workflow', 'broadcast', 'topic', 'contact_field', 'segment', 'signup_form', 'contact', 'suppression', 'email']
    id: NotRequired[str]
    # The name at that time. The address of a recipient is masked.
    name: NotRequired[str]


AuditEntryChanges = TypedDict(
    "AuditEntryChanges",
    {
        "field": "str",
        # The old value. `from` and `to` are left out when the values are long or secret.
        "from": NotRequired["Any"],
        # The new value.
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
    """A change to the configuration of the organization, or a sign-in."""

    # UUIDv7.
    id: str
    action: Literal['key.created', 'key.renamed', 'key.revoked', 'invitation.created', 'invitation.revoked', 'member.joined', 'member.role_changed', 'member.removed', 'member.left', 'person.signed_in', 'person.sign_in_failed', 'person.signed_out_everywhere', 'person.renamed', 'person.password_changed', 'person.two_step_enabled', 'person.two_step_disabled', 'person.backup_codes_renewed', 'person.connected', 'person.reset', 'person.sign_in_link_made', 'organization.created', 'organization.claimed', 'organization.updated', 'alerts.updated', 'branding.updated', 'broadcast_rules.updated', 'broadcasts.resumed', 'credits.added', 'domain.added', 'domain.updated', 'domain.keys_rotated', 'domain.removed', 'number.added', 'number.removed', 'quiet_hours.updated', 'sending_plan.saved', 'sending_plan.removed', 'retention.updated', 'webhook.created', 'webhook.updated', 'webhook.secret_rotated', 'webhook.deleted', 'template.created', 'template.updated', 'template.version_restored', 'template.deleted', 'workflow.created', 'workflow.updated', 'workflow.run_stopped', 'workflow.deleted', 'broadcast.created', 'broadcast.updated', 'broadcast.sent', 'broadcast.paused', 'broadcast.resumed', 'broadcast.canceled', 'broadcast.deleted', 'topic.created', 'topic.updated', 'topic.deleted', 'contact_field.created', 'contact_field.updated', 'contact_field.deleted', 'segment.created', 'segment.updated', 'segment.deleted', 'signup_form.created', 'signup_form.updated', 'signup_form.deleted', 'contact.deleted', 'contact.erased', 'suppression.deleted', 'email.deleted']
    # The entry as a sentence.
    summary: str
    # The person, key or operator who did it.
    actor: AuditEntryActor
    # The changed object.
    object: AuditEntryObject
    # The changed fields.
    changes: list[AuditEntryChanges]
    # Null for changes to the whole organization.
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
        # How many items to return.
        "limit": NotRequired["int"],
        # The next_cursor of the previous page. Keep the filters the same.
        "cursor": NotRequired["str"],
        "status": NotRequired["Literal['scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']"],
        # Only emails to this recipient.
        "to": NotRequired["str"],
        # Only emails from this address.
        "from": NotRequired["str"],
        # Only emails with this tag.
        "tag": NotRequired["str"],
        # Only emails sent with this batch_id.
        "batch_id": NotRequired["str"],
        # Only emails rendered from this template, even if it was deleted.
        "template_id": NotRequired["str"],
        # Part of a subject, a name, an address or a tag, ignoring case, or at least eight digits of an id.
        "search": NotRequired["str"],
        # Only items created after this time.
        "created_after": NotRequired["str"],
        # Only items created before this time.
        "created_before": NotRequired["str"],
    },
)


ListSmsQuery = TypedDict(
    "ListSmsQuery",
    {
        # How many items to return.
        "limit": NotRequired["int"],
        # The next_cursor of the previous page. Keep the filters the same.
        "cursor": NotRequired["str"],
        "status": NotRequired["Literal['scheduled', 'processing', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'received']"],
        # Only messages to this number.
        "to": NotRequired["str"],
        # Only messages from this number.
        "from": NotRequired["str"],
        # The beginning of the sender or recipient number, with + and at least three digits; or at least four digits of one; or at least eight digits of an id. Message texts are not searched.
        "search": NotRequired["str"],
        # Only items created after this time.
        "created_after": NotRequired["str"],
        # Only items created before this time.
        "created_before": NotRequired["str"],
    },
)


class ListTemplatesQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]


class ListContactsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    email_subscribed: NotRequired[bool]
    sms_subscribed: NotRequired[bool]
    # Only contacts subscribed to this topic.
    topic_id: NotRequired[str]
    # Only contacts in this segment.
    segment_id: NotRequired[str]
    # Part of an email address, a phone number or a name, ignoring case, or at least eight digits of an id.
    search: NotRequired[str]
    # Up to ten comparisons of contact fields, separated by commas, such as plan:eq:pro,seats:gte:5. All must match. Operators: eq, neq, gt, gte, lt, lte, starts_with, exists, is_empty; exists and is_empty take no value, starts_with is for strings. Write a comma in a value as \,
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
    # Only contacts in this segment.
    segment_id: NotRequired[str]
    # Part of an email address, a phone number or a name, ignoring case, or at least eight digits of an id.
    search: NotRequired[str]
    # Up to ten comparisons of contact fields, separated by commas, such as plan:eq:pro,seats:gte:5. All must match. Operators: eq, neq, gt, gte, lt, lte, starts_with, exists, is_empty; exists and is_empty take no value, starts_with is for strings. Write a comma in a value as \,
    properties: NotRequired[str]


class ListContactTopicsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    # Only topics that the contact is, or is not, subscribed to.
    subscribed: NotRequired[bool]


class ListContactFileImportsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    # failed: the file could not be read to the end. Rows imported until then stay.
    status: NotRequired[Literal['queued', 'running', 'completed', 'failed']]


class ListContactHistoryQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]


class ListSegmentsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]


class ListSegmentContactsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]


class ListContactSegmentsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]


class ListContactConsentQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]


class ListConsentQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    email: NotRequired[str]
    # E.164.
    phone_number: NotRequired[str]


class ListSuppressionsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    # Only this address, ignoring case.
    email: NotRequired[str]
    # Part of an address, ignoring case. Does not find erased people.
    search: NotRequired[str]
    reason: NotRequired[Literal['hard_bounce', 'complaint', 'manual', 'unsubscribe']]
    # Only items created after this time.
    created_after: NotRequired[str]
    # Only items created before this time.
    created_before: NotRequired[str]


class ListTopicsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]


class ListBroadcastsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    state: NotRequired[Literal['draft', 'scheduled', 'sending', 'paused', 'completed', 'canceled']]
    channel: NotRequired[Literal['email', 'sms']]
    # Only items created after this time.
    created_after: NotRequired[str]
    # Only items created before this time.
    created_before: NotRequired[str]


class ListBroadcastRecipientsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    outcome: NotRequired[Literal['waiting', 'delayed', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled']]
    # Only recipients whose message was, or was not, accepted or rejected by the receiver.
    sent: NotRequired[bool]
    # Only recipients who opened, or did not open, the message. People only.
    opened: NotRequired[bool]
    # Only recipients who clicked, or did not click, a link. People only.
    clicked: NotRequired[bool]
    variant: NotRequired[Literal['a', 'b']]


class ListWorkflowsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    status: NotRequired[Literal['draft', 'active', 'paused']]


class ListWorkflowRunsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    # waiting: in a delay or for an event. running: between two steps. completed: at the end or at an exit step. failed: see error. stopped: by you, or because the workflow or the contact was deleted.
    state: NotRequired[Literal['running', 'waiting', 'completed', 'failed', 'stopped']]
    # Only runs of this contact.
    contact_id: NotRequired[str]


class ListWebhookDeliveriesQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    # pending: no attempt has succeeded yet. delivered: an attempt succeeded. failed: the last attempt failed, or the webhook became inactive.
    status: NotRequired[Literal['pending', 'delivered', 'failed']]


class ListEventsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Without it, the list starts at the beginning.
    cursor: NotRequired[str]


class StreamEventsQuery(TypedDict):
    # Where to start: a next_cursor of the list. Last-Event-ID takes precedence.
    cursor: NotRequired[str]


class GetAnalyticsQuery(TypedDict):
    # Only emails accepted at this time or later.
    start: NotRequired[str]
    # Only emails accepted before this time.
    end: NotRequired[str]
    # Only emails with this tag.
    tag: NotRequired[str]
    message_stream: NotRequired[Literal['transactional', 'broadcast']]
    # Adds series to the answer.
    granularity: NotRequired[Literal['hour', 'day']]


class GetReceiverAnalyticsQuery(TypedDict):
    # Only from this hour on. Default: 30 days before end.
    start: NotRequired[str]
    # Only before this hour. Default: now.
    end: NotRequired[str]


class ListRequestsQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    # The status class. error: 4xx and 5xx.
    status_class: NotRequired[Literal['2xx', '4xx', '5xx', 'error']]
    status: NotRequired[int]
    method: NotRequired[Literal['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']]
    # Only this path and paths below it, such as /v1/emails.
    path: NotRequired[str]
    # Only requests made with this key.
    key_id: NotRequired[str]
    # Only the request with this x-request-id.
    request_id: NotRequired[str]
    # Only requests answered at this time or later.
    start: NotRequired[str]
    # Only requests answered before this time.
    end: NotRequired[str]


class ListAuditLogQuery(TypedDict):
    # How many items to return.
    limit: NotRequired[int]
    # The next_cursor of the previous page. Keep the filters the same.
    cursor: NotRequired[str]
    # Only actions of this person or key.
    actor_id: NotRequired[str]
    actor_type: NotRequired[Literal['person', 'key', 'operator']]
    action: NotRequired[Literal['key.created', 'key.renamed', 'key.revoked', 'invitation.created', 'invitation.revoked', 'member.joined', 'member.role_changed', 'member.removed', 'member.left', 'person.signed_in', 'person.sign_in_failed', 'person.signed_out_everywhere', 'person.renamed', 'person.password_changed', 'person.two_step_enabled', 'person.two_step_disabled', 'person.backup_codes_renewed', 'person.connected', 'person.reset', 'person.sign_in_link_made', 'organization.created', 'organization.claimed', 'organization.updated', 'alerts.updated', 'branding.updated', 'broadcast_rules.updated', 'broadcasts.resumed', 'credits.added', 'domain.added', 'domain.updated', 'domain.keys_rotated', 'domain.removed', 'number.added', 'number.removed', 'quiet_hours.updated', 'sending_plan.saved', 'sending_plan.removed', 'retention.updated', 'webhook.created', 'webhook.updated', 'webhook.secret_rotated', 'webhook.deleted', 'template.created', 'template.updated', 'template.version_restored', 'template.deleted', 'workflow.created', 'workflow.updated', 'workflow.run_stopped', 'workflow.deleted', 'broadcast.created', 'broadcast.updated', 'broadcast.sent', 'broadcast.paused', 'broadcast.resumed', 'broadcast.canceled', 'broadcast.deleted', 'topic.created', 'topic.updated', 'topic.deleted', 'contact_field.created', 'contact_field.updated', 'contact_field.deleted', 'segment.created', 'segment.updated', 'segment.deleted', 'signup_form.created', 'signup_form.updated', 'signup_form.deleted', 'contact.deleted', 'contact.erased', 'suppression.deleted', 'email.deleted']]
    object_type: NotRequired[Literal['key', 'invitation', 'member', 'person', 'organization', 'alerts', 'branding', 'broadcast_rules', 'broadcasts', 'credits', 'domain', 'number', 'quiet_hours', 'sending_plan', 'retention', 'webhook', 'template', 'workflow', 'broadcast', 'topic', 'contact_field', 'segment', 'signup_form', 'contact', 'suppression', 'email']]
    # Only actions on this object.
    object_id: NotRequired[str]
    # Only entries from this time or later.
    start: NotRequired[str]
    # Only entries from before this time.
    end: NotRequired[str]

