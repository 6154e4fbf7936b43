/** Generated from the contract by `npm run generate`; do not edit. */

/** What the service refuses with, and its status. */
export type ErrorCode =
  | 'validation_error' // 400
  | 'invalid_json' // 400
  | 'invalid_request' // 400
  | 'invalid_cursor' // 400
  | 'invalid_state' // 400
  | 'message_too_long' // 400
  | 'recipient_opted_out' // 400
  | 'invalid_idempotency_key' // 400
  | 'missing_variable' // 400
  | 'unauthorized' // 401
  | 'insufficient_credits' // 402
  | 'forbidden' // 403
  | 'domain_not_verified' // 403
  | 'not_found' // 404
  | 'method_not_allowed' // 405
  | 'request_timeout' // 408
  | 'contact_exists' // 409
  | 'invalid_idempotent_request' // 409
  | 'concurrent_idempotent_requests' // 409
  | 'payload_too_large' // 413
  | 'unsupported_media_type' // 415
  | 'rate_limit_exceeded' // 429
  | 'hourly_quota_exceeded' // 429
  | 'daily_quota_exceeded' // 429
  | 'monthly_quota_exceeded' // 429
  | 'headers_too_large' // 431
  | 'internal_error' // 500
  | 'service_unavailable' // 503

/** A file sent along. All attachments together are at most 10 MiB in base64. */
export type Attachment = {
  /** A plain name, at most 255 bytes: no path, no control characters. */
  filename: string
  /** The file in base64. A link or a path is never followed. */
  content: string
  /** The media type. */
  type?: string | undefined
  /** Makes the file inline, so that html can show it as cid:… Used once per email. */
  contentId?: string | undefined
  /** inline shows the file in the message. */
  disposition?: 'attachment' | 'inline' | undefined
}

/** The message, by the rules of POST /v1/sms. Either body or media_urls must be given. */
export type FallbackSms = {
  /** Your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has given to your organization, where the recipient’s country takes it. */
  from: string
  /** The number, in E.164. Without it: that of the contact who has the email’s address, for keys that may read contacts (contacts:read). */
  to?: string | undefined
  /** The text: at most 1,600 characters and 10 segments. A single character outside the GSM alphabet makes segments shorter (70 instead of 160). May be empty only with media. */
  body?: string | undefined
  /** Pictures and files to send along; makes the message an MMS. */
  media_urls?: string[] | undefined
  /** How long the message is of use, in seconds; a scheduled one from its time on. One that has not left by then fails, and its credits come back; carriers that can are told to drop it. Without it: ten hours of tries. */
  validity_seconds?: number | undefined
  /** Send it in the quiet hours of the recipient as well, where the operator has set some: for what the recipient waits for, such as a code. */
  ignore_quiet_hours?: boolean | undefined
}

/** A text message that is sent when the email is not delivered, or not opened, in time; at once when the email bounces, fails or is suppressed. For transactional email with one recipient. Needs the permission sms:send. Checked with the email, charged when it is sent. */
export type EmailFallback = {
  sms: FallbackSms
  /** What makes it needless. opened: a person opened the email or clicked in it; machines do not count. Needs track_opens or track_clicks. */
  unless?: 'delivered' | 'opened' | undefined
  /** How long the email has for it: minutes or hours such as 10m or 2h, from 1m to 72h. */
  within: string
}

/** Content is required: html, text or both, or else a template. */
export type EmailSend = {
  /** One sender, with or without a name: ada@example.com or Ada Lovelace <ada@example.com>. */
  from: string
  /** Wins over the name in from. */
  from_name?: string | undefined
  /** The recipients. To, cc and bcc are at most 50 addresses together; one given twice is written to once. */
  to: string | string[]
  /** Recipients of a visible copy. */
  cc?: string | string[] | undefined
  /** Recipients of a hidden copy: they show in no header. */
  bcc?: string | string[] | undefined
  /** Where answers go. */
  reply_to?: string | string[] | undefined
  /** Required unless a template supplies it. */
  subject?: string | undefined
  /** The HTML content, at most 5 MiB. */
  html?: string | undefined
  /** The plain text content, at most 5 MiB. Derived from html when it is missing. */
  text?: string | undefined
  /** A template instead of html and text. */
  template_id?: string | undefined
  /** A template by its name instead of its id. */
  template_friendly_name?: string | undefined
  /** What the template fills in. Any JSON, at most 32 levels deep. The recipient’s contact is there as contact.*, for keys that may read contacts (contacts:read). */
  variables?: { [name: string]: unknown } | undefined
  /** Words of your own, to filter lists and analytics by. */
  tags?: string[] | undefined
  /** Extra headers. Those the service writes itself, such as From, Subject or Content-Type, are refused, and so are those that command a relay, such as X-SMTPAPI, X-MC-* or X-SES-*. */
  headers?: { [name: string]: string } | undefined
  attachments?: Attachment[] | undefined
  /** Send later, at any time from now on. Up to 5 minutes in the past is sent at once. */
  scheduled_for?: string | undefined
  /** A name of your own for emails that belong together. */
  batch_id?: string | undefined
  /** Count opens through a hidden image. */
  track_opens?: boolean | undefined
  /** Count clicks by rewriting the links in html, up to 1,000 of them; the rest stay as they are. */
  track_clicks?: boolean | undefined
  /** Send over TLS or not at all: a mail host that offers none is tried again like one that is away, until the email bounces. A sender domain can demand it for all of its email; false does not change that. */
  require_tls?: boolean | undefined
  /** broadcast skips contacts that are not subscribed, lets transactional email pass first, and carries List-Unsubscribe headers: one click, and the reader gets no more. */
  message_stream?: 'transactional' | 'broadcast' | undefined
  /** With broadcast: skip contacts that are not subscribed to this topic. */
  topic_id?: string | undefined
  fallback?: EmailFallback | undefined
}

/** What became of the fallback of an email. */
export type FallbackStatus = {
  /** waiting: for the email, until due_at. not_needed: the email arrived. cancelled: with the email. failed: the text message was refused; reason says why. */
  state: 'waiting' | 'sent' | 'not_needed' | 'cancelled' | 'failed'
  /** When it is decided; once it has been, when that was. */
  due_at: string
  /** The text message; null unless it was sent. */
  sms_id: string | null
  reason: string | null
}

/** The email is stored and will be sent, whatever happens to the service. */
export type EmailAccepted = {
  /** UUIDv7. */
  id: string
  /** The sender, with its name if it has one. */
  from: string
  to: string[]
  subject: string
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Null when it is sent at once. */
  scheduled_for: string | null
  /** Addresses on the suppression list. Nothing is sent to them and nothing is charged. */
  suppressed_recipients: string[]
  /** Delivery goes on after this answer. */
  status: 'processing'
  /** Names the durable workflow that carries the email. */
  workflow_id: string
  fallback?: FallbackStatus | undefined
}

/** What would become of an email, without sending it. */
export type EmailPreflight = {
  /** Whether POST /v1/emails would take it now. */
  accepted: boolean
  /** What POST /v1/emails would answer; null when it takes it. */
  refusal: {
    code: string
    message: string
    details?: unknown
  } | null
  recipients: {
    address: string
    gets_it: boolean
    /** Why not. */
    reason?: string | undefined
  }[]
  /** What it costs. With a test key 0. */
  credits: number
  /** For an email with a fallback. It is not part of credits: nobody is charged for it before it is sent. */
  fallback?: {
    /** The number that it would go to. */
    to: string
    segments_count: number
    /** What the text message costs if it is sent. With a test key 0. */
    credits: number
  } | undefined
  /** Bytes of the message as it leaves. */
  size: number
  /** The copy of the first recipient as it would leave, with asterisks in place of the values of its DKIM signatures. Its links lead nowhere yet. Null when it is larger than 1 MiB. */
  message: string | null
  /** The message as receivers authenticate it, by what DNS says now. Null when it would be refused. */
  authentication: {
    /** Each signature; empty when it is not signed. */
    dkim: {
      domain: string
      selector: string
      /** Such as rsa-sha256. */
      algorithm: string
      result: 'pass' | 'fail' | 'no_key' | 'no_answer'
      /** Whether it speaks for the domain of From. */
      aligned: boolean
    }[]
    /** Null when it is not known which address sends, as with a relay. */
    spf: {
      /** Of the return path. */
      domain: string
      /** An address that it would come from: of several, the one with the worst result. */
      address: string
      result: 'pass' | 'fail' | 'neutral' | 'softfail' | 'none' | 'several_records' | 'too_many_lookups' | 'too_many_void_lookups' | 'broken' | 'no_answer'
      aligned: boolean
    } | null
    dmarc: {
      /** none: there is no record that can be read. */
      result: 'pass' | 'fail' | 'none' | 'no_answer'
      /** What receivers are asked to do with what fails: none, quarantine or reject. */
      policy: string | null
      /** Where the record stands. */
      domain: string | null
    }
  } | null
  checks: {
    /** What is looked at, such as dkim, bulk_rules, size, links or images. */
    about: string
    /** problem: receivers refuse such mail or put it into spam. advice: it would be better otherwise. */
    verdict: 'fine' | 'advice' | 'problem'
    /** What was found, and what to do. */
    what: string
    /** The same, one thing each. */
    details?: string[] | undefined
  }[]
}

export type EmailBatchAccepted = {
  /** In the order of the request. */
  data: {
    /** UUIDv7. */
    id: string
  }[]
}

export type EmailListItem = {
  /** UUIDv7. */
  id: string
  /** The bare address of the sender. */
  from: string
  to: string[]
  cc?: string[] | undefined
  bcc?: string[] | undefined
  reply_to?: string[] | undefined
  /** The topic that it was sent about. */
  topic_id?: string | undefined
  /** The Message-ID of its header, without < and >. */
  message_id: string
  subject: string
  message_stream: 'transactional' | 'broadcast'
  /** Whether opens are counted. */
  track_opens: boolean
  /** Whether clicks are counted. */
  track_clicks: boolean
  /** With several recipients: the worst that is still open, else the best reached. */
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled'
  /** True when it was kept here instead of being sent, because no transport is configured. Nobody received it, it costs nothing and counts in no rate. */
  captured?: boolean | undefined
  /** The template that it was made of; left out where there is none. */
  template_id?: string | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Null when it was sent at once. */
  scheduled_for: string | null
  sent_at: string | null
  /** The first open. */
  opened_at: string | null
  /** The first click. */
  clicked_at: string | null
  /** Why it has not left yet, in words: its relay, receiver or carrier fails or is busy. */
  waiting_for?: string | undefined
}

export type EmailPage = {
  data: EmailListItem[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Something that happened to an email. */
export type EmailEvent = {
  type: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled' | 'opened' | 'clicked' | 'unsubscribed' | 'possible_duplicate' | 'unconfirmed'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  data: {
    user_agent?: string | undefined
    ip_address?: string | undefined
    location?: string | undefined
    /** The link that was clicked. */
    link?: string | undefined
    /** Who opened or clicked, as far as one can tell. */
    by?: 'human' | 'machine' | undefined
    /** Why it was taken for a machine, such as apple_mail_privacy. */
    because?: string | undefined
    /** The recipient it is about. */
    recipient?: string | undefined
    /** Which attempt it was, from 1. */
    attempt?: number | undefined
    /** How it left, such as relay, direct or capture. */
    transport?: string | undefined
    /** The server that it was handed to. */
    host?: string | undefined
    /** The protocol of an encrypted connection, such as TLSv1.3. */
    tls?: string | undefined
    /** What the server answered, in its own words. */
    reply?: string | undefined
    /** How long the attempt took. */
    duration_ms?: number | undefined
    /** ISO 8601 in UTC, ending in Z. */
    next_attempt_at?: string | undefined
    /** Why it was refused: unknown_mailbox, disabled_mailbox, mailbox_full, bad_domain, rate_limited, blocked, authentication, relay_denied, policy, content, too_large or other. More may come. */
    bounce_class?: string | undefined
    /** Why, in words. */
    reason?: string | undefined
  }
}

/** An email with its content and its events. */
export type Email = {
  /** UUIDv7. */
  id: string
  /** The sender, with its name if it has one. */
  from: string
  to: string[]
  cc?: string[] | undefined
  bcc?: string[] | undefined
  reply_to?: string[] | undefined
  /** The topic that it was sent about. */
  topic_id?: string | undefined
  /** The Message-ID of its header, without < and >. */
  message_id: string
  subject: string
  message_stream: 'transactional' | 'broadcast'
  /** Whether opens are counted. */
  track_opens: boolean
  /** Whether clicks are counted. */
  track_clicks: boolean
  html?: string | undefined
  text?: string | undefined
  /** True when html and text are not kept any more; GET /v1/retention says how long they are. */
  content_deleted?: boolean | undefined
  /** With several recipients: the worst that is still open, else the best reached. */
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled'
  /** True when it was kept here instead of being sent, because no transport is configured. Nobody received it, it costs nothing and counts in no rate. */
  captured?: boolean | undefined
  /** The template that it was made of; left out where there is none. */
  template_id?: string | undefined
  /** The broadcast that it is part of. */
  broadcast_id?: string | undefined
  /** Left out when there are none. */
  tags?: string[] | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Null when it was sent at once. */
  scheduled_for: string | null
  sent_at: string | null
  delivered_at: string | null
  /** The first open. */
  opened_at: string | null
  /** The first click. */
  clicked_at: string | null
  /** All opens. The first 1,000 are among the events. */
  open_count: number
  /** All clicks. The first 1,000 are among the events. */
  click_count: number
  /** Opens that no machine is known to have made. */
  human_open_count: number
  /** Clicks that no machine is known to have made. */
  human_click_count: number
  /** What happened to it, oldest first. */
  events: EmailEvent[]
  /** Why it has not left yet, in words: its relay, receiver or carrier fails or is busy. */
  waiting_for?: string | undefined
  fallback?: FallbackStatus | undefined
}

/** What happened to a message, in words. */
export type Explanation = {
  /** UUIDv7. */
  id: string
  /** The status of the message. */
  status: string
  /** Where it stands, why, and what to do: words that can be passed on. */
  summary: string
  /** What it waits for now; null when it waits for nothing. */
  waiting: {
    /** What it waits for, such as "the relay smtp.example.com:587". */
    for: string
    /** Null when that is well and only busy. */
    failing_since: string | null
    last_reply: string | null
    cap: string | null
    next_attempt_at: string | null
    /** How many other messages of this environment wait for the same. Counting ends at 10,000. */
    behind: number
  } | null
  /** What happened, oldest first. */
  steps: {
    /** ISO 8601 in UTC, ending in Z. */
    at: string
    /** The recipient it is about, where there is one. */
    recipient?: string | undefined
    /** What happened, in words. */
    what: string
    /** What the other side said, in its own words. */
    heard?: string | undefined
    /** What that means. */
    meaning?: string | undefined
    /** What you can do about it. */
    advice?: string | undefined
  }[]
}

export type EmailWorkflow = {
  /** UUIDv7. */
  emailId: string
  /** With several recipients: the worst that is still open, else the best reached. */
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled'
  /** Where the durable workflow stands. */
  jobStatus: {
    state: 'pending' | 'running' | 'finished'
    /** How often delivery was tried. */
    previousAttempts: number
    /** ISO 8601 in UTC, ending in Z. */
    nextAttemptAt?: string | undefined
  }
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
}

/** Whether it was carried out, and what happened in words. */
export type Acknowledgment = {
  success: boolean
  message: string
}

/** The new time. */
export type EmailReschedule = {
  /** ISO 8601 in UTC, ending in Z. */
  scheduled_for: string
}

export type EmailRescheduled = {
  /** UUIDv7. */
  id: string
  /** With several recipients: the worst that is still open, else the best reached. */
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled'
  /** ISO 8601 in UTC, ending in Z. */
  scheduled_for: string
}

/** A file that an email carries. */
export type EmailAttachment = {
  /** UUIDv7. */
  id: string
  filename: string
  /** Its media type. */
  type: string
  /** In bytes. */
  size: number
  /** inline is shown in the message. */
  disposition: 'attachment' | 'inline'
  /** The name that html shows it by, as cid:name. */
  contentId?: string | undefined
  /** Gives the file to whoever has this address, without an API key, until expires_at. */
  download_url: string
  /** An hour from now. Ask again for a new address. */
  expires_at: string
}

export type EmailAttachmentList = {
  data: EmailAttachment[]
}

/** Called at each change of the status: queued, sent, then delivered or undelivered; or failed. In order, at least once, with up to five tries for each. For all messages together there are webhooks. */
export type SmsCallback = {
  /** A form with the fields of Twilio’s StatusCallback, and its signature in X-Twilio-Signature. */
  format: 'twilio'
  /** Called with a POST. Only public addresses are reached. */
  url: string
  /** The AccountSid that calls name. */
  account: string
  /** What calls are signed with: what your receiver takes for its auth token. It is kept encrypted until the last call and shown to nobody. */
  secret: string
}

/** Either body or media_urls must be given. from and to must differ. */
export type SmsSend = {
  /** Your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has given to your organization, where the recipient’s country takes it. */
  from: string
  /** The recipient’s number, in E.164. */
  to: string
  /** The text: at most 1,600 characters and 10 segments. A single character outside the GSM alphabet makes segments shorter (70 instead of 160). May be empty only with media. */
  body?: string | undefined
  /** Pictures and files to send along; makes the message an MMS. */
  media_urls?: string[] | undefined
  /** How long the message is of use, in seconds; a scheduled one from its time on. One that has not left by then fails, and its credits come back; carriers that can are told to drop it. Without it: ten hours of tries. */
  validity_seconds?: number | undefined
  /** Send it in the quiet hours of the recipient as well, where the operator has set some: for what the recipient waits for, such as a code. */
  ignore_quiet_hours?: boolean | undefined
  callback?: SmsCallback | undefined
  /** Send later, at any time from now on. Up to 5 minutes in the past is sent at once. */
  scheduled_for?: string | undefined
}

/** The message is stored, charged and will be sent. */
export type SmsAccepted = {
  /** UUIDv7. */
  id: string
  from: string
  /** E.164. */
  to: string
  body: string
  /** How many segments the text takes; 1 for an MMS. */
  segments_count: number
  /** What the message costs; 0 once it was refunded. With a test key: what it would cost. */
  credits_consumed: number
  /** Delivery goes on after this answer. */
  status: 'processing'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Null when it is sent at once. */
  scheduled_for: string | null
  /** Names the durable workflow that carries the message. */
  workflow_id: string
}

export type SmsListItem = {
  /** UUIDv7. */
  id: string
  from: string
  to: string
  body: string
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'received'
  /** How many segments the text takes; 1 for an MMS. */
  segments_count: number
  /** What the message costs; 0 once it was refunded. With a test key: what it would cost. */
  credits_consumed: number
  /** True when it was kept here instead of being sent, because no carrier is configured. Nobody received it; it is charged as if it had been sent. */
  captured?: boolean | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Null when it was sent at once. */
  scheduled_for: string | null
  sent_at: string | null
  direction: 'outbound' | 'inbound'
  media_urls: string[]
  /** Why it has not left yet, in words: its relay, receiver or carrier fails or is busy. */
  waiting_for?: string | undefined
}

export type SmsPage = {
  data: SmsListItem[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Something that happened to a text message. */
export type SmsEvent = {
  type: 'scheduled' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'received' | 'opted_out' | 'opted_in' | 'delivery_delayed' | 'possible_duplicate' | 'unconfirmed' | 'callback_failed'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  data: {
    /** Which attempt it was, from 1. */
    attempt?: number | undefined
    /** Who it was handed to, such as smpp, twilio or capture. */
    carrier?: string | undefined
    /** The server that it was handed to. */
    host?: string | undefined
    /** The protocol of an encrypted connection, such as TLSv1.3. */
    tls?: string | undefined
    /** What the carrier answered, in its own words. */
    reply?: string | undefined
    /** How long the attempt took. */
    duration_ms?: number | undefined
    /** ISO 8601 in UTC, ending in Z. */
    next_attempt_at?: string | undefined
    /** Why, in words. */
    reason?: string | undefined
  }
}

/** A text message with its cost. With a test key the amounts are 0. */
export type Sms = {
  /** UUIDv7. */
  id: string
  from: string
  to: string
  body: string
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'received'
  /** How many segments the text takes; 1 for an MMS. */
  segments_count: number
  /** What the message costs; 0 once it was refunded. With a test key: what it would cost. */
  credits_consumed: number
  /** True when it was kept here instead of being sent, because no carrier is configured. Nobody received it; it is charged as if it had been sent. */
  captured?: boolean | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Null when it was sent at once. */
  scheduled_for: string | null
  sent_at: string | null
  delivered_at: string | null
  /** What was charged. */
  customer_charge_dollars: number
  /** What the carrier takes, in dollars. */
  carrier_total_cost: number
  /** The charge less the cost. */
  margin_dollars: number
  direction: 'outbound' | 'inbound'
  media_urls: string[]
  /** What happened to it, oldest first. */
  events: SmsEvent[]
  /** Why it has not left yet, in words: its relay, receiver or carrier fails or is busy. */
  waiting_for?: string | undefined
  /** The email that did not arrive in time; left out where there is none. */
  fallback_of?: string | undefined
}

/** The new time. */
export type SmsReschedule = {
  /** ISO 8601 in UTC, ending in Z. */
  scheduled_for: string
}

export type SmsRescheduled = {
  /** UUIDv7. */
  id: string
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'received'
  /** ISO 8601 in UTC, ending in Z. */
  scheduled_for: string
}

/** A domain that email is sent from. */
export type Domain = {
  /** UUIDv7. */
  id: string
  name: string
  /** Since when its DKIM key is known to be in DNS. */
  verified_at: string | null
  return_path_verified_at: string | null
  checked_at: string | null
  /** Since when it counts as failed: DNS said clearly, twice, that what was there is not any more. */
  failed_at: string | null
  /** What is missing of a domain that has failed. */
  failing: ('dkim' | 'return_path')[]
  /** The keys that signed before. Their records stay while mail that they have signed is under way. */
  old_keys: {
    /** Their records. */
    names: string[]
    /** ISO 8601 in UTC, ending in Z. */
    replaced_at: string
    /** ISO 8601 in UTC, ending in Z. */
    removable_at: string
  } | null
  tracking_host: string | null
  /** Its email goes over TLS or not at all, whatever a request says. */
  require_tls: boolean
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** What DNS must say. */
  records: {
    purpose: 'dkim_rsa' | 'dkim_ed25519' | 'next_dkim_rsa' | 'next_dkim_ed25519' | 'return_path' | 'spf' | 'dmarc' | 'tls_rpt'
    type: 'TXT' | 'MX'
    name: string
    /** What DNS should say. */
    value: string
    /** The same as a line of a zone file. */
    zone_line: string
  }[]
}

export type DomainList = {
  data: Domain[]
}

export type DomainAdd = {
  name: string
}

export type CheckedDomain = {
  /** UUIDv7. */
  id: string
  name: string
  /** Since when its DKIM key is known to be in DNS. */
  verified_at: string | null
  return_path_verified_at: string | null
  checked_at: string | null
  /** Since when it counts as failed: DNS said clearly, twice, that what was there is not any more. */
  failed_at: string | null
  /** What is missing of a domain that has failed. */
  failing: ('dkim' | 'return_path')[]
  /** The keys that signed before. Their records stay while mail that they have signed is under way. */
  old_keys: {
    /** Their records. */
    names: string[]
    /** ISO 8601 in UTC, ending in Z. */
    replaced_at: string
    /** ISO 8601 in UTC, ending in Z. */
    removable_at: string
  } | null
  tracking_host: string | null
  /** Its email goes over TLS or not at all, whatever a request says. */
  require_tls: boolean
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  records: {
    purpose: 'dkim_rsa' | 'dkim_ed25519' | 'next_dkim_rsa' | 'next_dkim_ed25519' | 'return_path' | 'spf' | 'dmarc' | 'tls_rpt'
    type: 'TXT' | 'MX'
    name: string
    /** What DNS should say. */
    value: string
    /** The same as a line of a zone file. */
    zone_line: string
    state: 'found' | 'missing' | 'different' | 'no_answer'
    /** What DNS says instead. */
    seen: string[]
  }[]
  /** What receivers make of the domain. They advise, and decide nothing. */
  checks: {
    about: 'dkim_rsa' | 'dkim_ed25519' | 'next_dkim_rsa' | 'next_dkim_ed25519' | 'spf_return_path' | 'spf_domain' | 'dmarc' | 'bimi' | 'tls_rpt' | 'mta_sts' | 'hostname' | 'reverse_dns' | 'port_25' | 'tracking_host'
    /** Where in DNS, or which host. */
    name: string
    /** unknown: DNS did not answer. */
    level: 'good' | 'advice' | 'fault' | 'unknown'
    /** One word, such as several_records. */
    result: string
    seen: string[]
    /** As a sentence. */
    wanted: string
    /** A line of a zone file to copy. */
    line: string | null
  }[]
}

export type DomainUpdate = {
  tracking_host?: string | null | undefined
  require_tls?: boolean | undefined
}

/** Content is required: html or mjml, or text. Not both html and mjml. */
export type TemplateCreate = {
  /** A name of your own, unique whatever its case. Emails can ask for it as template_friendly_name. */
  friendly_name: string
  description?: string | undefined
  /** Liquid, such as Hello {{ first_name }}. */
  subject: string
  /** HTML, in Liquid; at most 1 MiB. */
  html?: string | undefined
  /** Plain text; derived from html when it is missing, in Liquid; at most 1 MiB. */
  text?: string | undefined
  /** MJML, from which html is made when it is published, in Liquid; at most 256 KiB. */
  mjml?: string | undefined
  /** A draft can be changed and previewed; only what is published is sent. Published unless you say otherwise. */
  status?: 'draft' | 'published' | undefined
}

/** A template with its newest version. */
export type Template = {
  /** UUIDv7. */
  id: string
  /** A name of your own, unique whatever its case. Emails can ask for it as template_friendly_name. */
  friendly_name: string
  description?: string | undefined
  /** Of the content that is shown: the newest version. */
  status: 'draft' | 'published'
  /** Of the content that is shown. */
  version: number
  /** The version that emails are made of. */
  published_version?: number | undefined
  /** Liquid, such as Hello {{ first_name }}. */
  subject: string
  /** HTML, in Liquid; at most 1 MiB. */
  html?: string | undefined
  /** Plain text; derived from html when it is missing, in Liquid; at most 1 MiB. */
  text?: string | undefined
  /** MJML, from which html is made when it is published, in Liquid; at most 256 KiB. */
  mjml?: string | undefined
  /** The variables that the content uses, such as user.name. */
  variables: string[]
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

export type TemplateListItem = {
  /** UUIDv7. */
  id: string
  /** A name of your own, unique whatever its case. Emails can ask for it as template_friendly_name. */
  friendly_name: string
  description?: string | undefined
  status: 'draft' | 'published'
  version: number
  published_version?: number | undefined
  /** Liquid, such as Hello {{ first_name }}. */
  subject: string
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

export type TemplatePage = {
  data: TemplateListItem[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Only fields that are given are changed. A change of content makes a new version, or changes the draft; status published publishes it. Unless you say otherwise a template stays what it was, draft or published. */
export type TemplateUpdate = {
  /** A name of your own, unique whatever its case. Emails can ask for it as template_friendly_name. */
  friendly_name?: string | undefined
  description?: string | undefined
  /** Liquid, such as Hello {{ first_name }}. */
  subject?: string | undefined
  /** HTML, in Liquid; at most 1 MiB. */
  html?: string | undefined
  /** Plain text; derived from html when it is missing, in Liquid; at most 1 MiB. */
  text?: string | undefined
  /** MJML, from which html is made when it is published, in Liquid; at most 256 KiB. */
  mjml?: string | undefined
  /** A draft can be changed and previewed; only what is published is sent. Published unless you say otherwise. */
  status?: 'draft' | 'published' | undefined
}

export type TemplateRender = {
  /** What the template fills in. Any JSON, at most 32 levels deep and 10,000 values. */
  variables?: { [name: string]: unknown } | undefined
  /** A recipient: if it is a contact, its fields are there as contact.*, for keys that may read contacts (contacts:read). */
  email?: string | undefined
  /** Another version than the newest. */
  version?: number | undefined
}

/** What an email would say. */
export type RenderedTemplate = {
  subject: string
  html?: string | undefined
  text?: string | undefined
}

/** Either email or phone_number must be given. */
export type ContactCreate = {
  email?: string | undefined
  /** E.164. */
  phone_number?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one. */
  properties?: { [name: string]: string | number | boolean | null } | undefined
}

/** A person you write to. Fields that are not set are left out. */
export type Contact = {
  /** UUIDv7. */
  id: string
  email?: string | undefined
  /** E.164. */
  phone_number?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  /** Whether broadcast email may be sent. */
  email_subscribed: boolean
  /** Whether SMS may be sent. */
  sms_subscribed: boolean
  /** The values of your own fields, by their keys. Left out when there are none. */
  properties?: { [name: string]: string | number | boolean } | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

export type ContactPage = {
  data: Contact[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Only fields that are given are changed. */
export type ContactUpdate = {
  first_name?: string | undefined
  last_name?: string | undefined
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one. */
  properties?: { [name: string]: string | number | boolean | null } | undefined
}

/** How a contact stands to a topic after the operation. */
export type Membership = {
  success: boolean
  message: string
  /** UUIDv7. */
  contact_id: string
  /** UUIDv7. */
  topic_id: string
  subscribed: boolean
  /** True when the topic asks for a confirmation, which was sent and has not come. */
  pending?: boolean | undefined
}

/** Only fields that are given are changed. */
export type ContactPut = {
  email: string
  /** Counts for a new contact only. E.164. */
  phone_number?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one. */
  properties?: { [name: string]: string | number | boolean | null } | undefined
}

/** Why this item was refused; all others were taken. */
export type ItemError = {
  code: string
  message: string
  details?: unknown
}

export type ContactBatch = {
  /** In the order of the request: the id of each contact, or why it was refused. */
  data: {
    /** UUIDv7. */
    id?: string | undefined
    error?: ItemError | undefined
  }[]
}

export type ContactCount = {
  count: number
  /** False: there are more than these. */
  is_exact: boolean
}

export type TopicConfirmation = {
  /** The sender of the confirmation, such as Acme <news@acme.com>. */
  from: string
  /** A template that prints {{ confirm_url }}, and may print {{ topics }}. Without one, or while it is not published or does not print the link, a plain text of ours is sent. */
  template_id?: string | undefined
  /** When those who have not confirmed are reminded, once. Left out: never. */
  reminder_after_hours?: number | undefined
  /** When a request that was not confirmed ends; 168 when left out. */
  expires_after_hours?: number | undefined
}

export type ContactTopic = {
  /** UUIDv7. */
  id: string
  name: string
  description?: string | undefined
  /** New contacts are subscribed to it. */
  is_default_topic: boolean
  /** True when subscribing needs a confirmation. */
  confirm?: boolean | undefined
  confirmation?: TopicConfirmation | undefined
  /** For your own pages: show topics from the lowest to the highest. Lists of this API are newest first. */
  display_order: number
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
  /** Whether the contact is subscribed to it. */
  subscribed: boolean
  /** True while a confirmation is waited for. */
  pending?: boolean | undefined
}

export type ContactTopicPage = {
  data: ContactTopic[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

export type ContactRow = {
  email?: string | undefined
  phone_number?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Cells of your own fields, by their keys: each is read as the type of its field says. */
  properties?: { [name: string]: string } | undefined
  /** By the ids of topics: true subscribes, unless the person has left that topic before; false unsubscribes. */
  topics?: { [name: string]: boolean } | undefined
}

export type ContactImport = {
  rows: ContactRow[]
  /** A static segment that all contacts of these rows are added to. */
  segment_id?: string | undefined
  /** True: the answer says what would happen, and nothing is changed. */
  dry_run?: boolean | undefined
}

export type Imported = {
  created: number
  updated: number
  unchanged: number
  /** The rows that could not be taken, and why. All others were. */
  refused: {
    /** Its place in the request, from 0. */
    row: number
    message: string
  }[]
}

export type ContactFile = {
  /** The file, of at most 10 MiB: its first line names the columns, which are separated by commas, semicolons or tabs. */
  csv: string
  /** Which column is what, by the names in the first line. Others are known by the names of these fields. */
  columns?: {
    /** The column with the addresses. */
    email?: string | undefined
    /** The column with the numbers. */
    phone_number?: string | undefined
    /** The column with the first names. */
    first_name?: string | undefined
    /** The column with the last names. */
    last_name?: string | undefined
    /** The column that says true or false. */
    email_subscribed?: string | undefined
    /** The column that says true of those who are not subscribed to email. */
    unsubscribed?: string | undefined
    /** The column that says true or false. */
    sms_subscribed?: string | undefined
    /** The columns of your own fields, by the keys of the fields. */
    properties?: { [name: string]: string } | undefined
  } | undefined
  /** What becomes of contacts that are there already. */
  existing?: 'update' | 'skip' | undefined
  /** Static segments that all contacts of the file are added to. */
  segment_ids?: string[] | undefined
  /** By the ids of topics: true subscribes all contacts of the file, but for those who have left that topic before; false unsubscribes them. */
  topics?: { [name: string]: boolean } | undefined
}

/** A file of contacts on its way into the list. */
export type ContactFileImport = {
  /** UUIDv7. */
  id: string
  /** failed when it could not be read to its end; what was taken until then stays. */
  status: 'queued' | 'running' | 'completed' | 'failed'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Null until then. */
  finished_at: string | null
  counts: {
    /** Rows that have been read so far. */
    total: number
    created: number
    updated: number
    /** Contacts that were there and are left as they are. */
    unchanged: number
    refused: number
  }
  /** The first hundred rows that could not be taken, and why. */
  refused: {
    /** Its place in the file, from 1 for the first below the names of the columns. */
    row: number
    message: string
  }[]
  /** Why it failed. */
  error?: string | undefined
}

export type ContactFileImportPage = {
  data: ContactFileImport[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

export type ContactHistoryEvent = {
  /** UUIDv7. */
  id: string
  type: 'contact.created' | 'contact.updated' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | string
  /** What was subscribed or unsubscribed; of a new contact all that it began with. */
  channels?: ('email' | 'sms')[] | undefined
  /** The topic, which may be deleted by now. */
  topic_id?: string | undefined
  /** Null: not set. */
  changes?: {
    /** first_name, last_name, or a field of your own such as properties.plan. */
    field: string
    from: string | number | boolean | null
    to: string | number | boolean | null
  }[] | undefined
  /** What an event of your own carries. */
  data?: { [name: string]: unknown } | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
}

export type ContactHistory = {
  data: ContactHistoryEvent[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

export type ContactEventCreate = {
  /** Its name: words of small letters, digits and underscores with dots between them. The log, webhooks and waits know it as custom.<name>. */
  event: string
  /** Whatever you want to know of it: at most 4,096 bytes of JSON, 5 deep. */
  data?: { [name: string]: unknown } | undefined
}

export type CustomEvent = {
  /** UUIDv7. */
  id: string
  event: string
  /** UUIDv7. */
  contact_id: string
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
}

/** Either email or contact_id says whose event it is. */
export type CustomEventCreate = {
  /** Its name: words of small letters, digits and underscores with dots between them. The log, webhooks and waits know it as custom.<name>. */
  event: string
  email?: string | undefined
  /** The id of the contact. */
  contact_id?: string | undefined
  /** Whatever you want to know of it: at most 4,096 bytes of JSON, 5 deep. */
  data?: { [name: string]: unknown } | undefined
}

export type CustomEventBatch = {
  /** In the order of the request: the id of each event, or why it was refused. */
  data: {
    /** UUIDv7. */
    id?: string | undefined
    error?: ItemError | undefined
  }[]
}

export type ContactFieldCreate = {
  /** Begins with a letter and has at most 50 small letters, digits and underscores. It cannot be changed. */
  key: string
  /** What its values are. It cannot be changed. */
  type: 'string' | 'number' | 'boolean' | 'date'
  /** What templates print for a contact without a value. It is of the type of the field. */
  fallback?: string | number | boolean | undefined
}

/** A field of your own that contacts can have a value of, in their properties. */
export type ContactField = {
  /** UUIDv7. */
  id: string
  /** Begins with a letter and has at most 50 small letters, digits and underscores. It cannot be changed. */
  key: string
  /** What its values are. It cannot be changed. */
  type: 'string' | 'number' | 'boolean' | 'date'
  /** What templates print for a contact without a value. It is of the type of the field. */
  fallback?: string | number | boolean | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

export type ContactFieldList = {
  data: ContactField[]
}

export type ContactFieldUpdate = {
  /** What templates print for a contact without a value. It is of the type of the field. Null removes it. */
  fallback: string | number | boolean | null
}

/** One of all, any, not, field with operator, topic_id, segment_id, event or activity. At most 5 inside of each other, and 50 conditions in all. */
export type SegmentFilter = {
  /** Met when all of these are. */
  all?: SegmentFilter[] | undefined
  /** Met when any of these is. */
  any?: SegmentFilter[] | undefined
  /** Met when this is not. */
  not?: SegmentFilter | undefined
  /** email, phone_number, first_name, last_name, email_subscribed, sms_subscribed, created_at, updated_at, source, or a field of your own such as properties.plan. */
  field?: string | undefined
  /** Which of them fit depends on the field. exists and is_empty take no value; in_last_days, more_than_days_ago and in_next_days take a number of days. What is not set meets neq and is_empty alone. */
  operator?: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'starts_with' | 'ends_with' | 'in_last_days' | 'more_than_days_ago' | 'in_next_days' | 'exists' | 'is_empty' | undefined
  /** What the field is compared with; of its kind. A moment is a date or a timestamp in UTC. */
  value?: string | number | boolean | undefined
  /** Met by those who are subscribed to it. */
  topic_id?: string | undefined
  /** Met by those on this list: a static segment. */
  segment_id?: string | undefined
  /** Met by those for whom this event of your own was recorded. */
  event?: string | undefined
  /** So many times, of an event. */
  at_least?: number | undefined
  /** Of an event or an activity: within the last so many days of 24 hours; at any time unless given. */
  within_days?: number | undefined
  /** What became of emails to the contact. What a machine opened or clicked does not count, nor what happened before the contact was there. */
  activity?: 'opened' | 'clicked' | 'bounced' | 'complained' | undefined
  /** Of an activity: of emails with this tag alone. */
  tag?: string | undefined
}

/** With a filter it is dynamic, without one a static list. */
export type SegmentCreate = {
  /** Of one segment alone, whatever its case. */
  name: string
  description?: string | undefined
  filter?: SegmentFilter | undefined
}

/** A part of your contacts. */
export type Segment = {
  /** UUIDv7. */
  id: string
  /** Of one segment alone, whatever its case. */
  name: string
  description?: string | undefined
  /** dynamic: whoever meets the filter. static: a list that contacts are added to and removed from. */
  type: 'dynamic' | 'static'
  filter?: SegmentFilter | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

export type SegmentPage = {
  data: Segment[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Either a filter or a segment. */
export type SegmentPreviewRequest = {
  filter?: SegmentFilter | undefined
  segment_id?: string | undefined
}

export type SegmentPreview = {
  /** How many contacts belong to it. */
  count: number
  /** False: counting took too long, and the count is an estimate from a sample of the contacts, and at least as many as are shown. */
  is_exact: boolean
  /** At most 10 of them, the newest first. */
  sample: Contact[]
}

/** Only fields that are given are changed. A list never becomes dynamic. */
export type SegmentUpdate = {
  /** Of one segment alone, whatever its case. */
  name?: string | undefined
  description?: string | undefined
  filter?: SegmentFilter | undefined
}

export type SegmentContactPage = {
  data: Contact[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

export type ContactSegmentPage = {
  data: Segment[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Contacts by their ids or by their addresses. */
export type SegmentMembers = {
  contact_ids?: string[] | undefined
  emails?: string[] | undefined
}

export type SegmentMembersChanged = {
  /** How many were added, or removed. */
  changed: number
  /** How many were on the list already, or were not on it. */
  unchanged: number
  /** The ids or addresses that are no contact. */
  not_found: string[]
}

export type ExplainedCondition = {
  /** 0 for the filter itself, and one more inside of each all, any or not. */
  depth: number
  /** What is asked, in words. */
  asked: string
  /** What the contact has, in words. Left out for all, any and not. */
  has?: string | undefined
  is_met: boolean
}

export type SegmentExplanation = {
  is_member: boolean
  /** Why, in a sentence. */
  message: string
  /** Of a list there are none. */
  conditions: ExplainedCondition[]
}

/** The work of making everything about one person unreadable. */
export type Erasure = {
  /** UUIDv7. */
  id: string
  /** The contact that it was asked for, if there was one. */
  contact_id?: string | undefined
  status: 'running' | 'finished'
  /** ISO 8601 in UTC, ending in Z. */
  requested_at: string
  /** Null until then. */
  finished_at: string | null
}

/** One change of consent. Entries are never changed or deleted. */
export type ConsentEntry = {
  /** UUIDv7. */
  id: string
  /** Email for an address, sms for a number. */
  channel: 'email' | 'sms'
  /** channel: all broadcasts, or all text messages. topic: the topic alone. suppression_list: all email, because the address came on the list or was taken off it. */
  scope: 'channel' | 'topic' | 'suppression_list'
  /** The topic, which may be deleted by now. */
  topic_id?: string | undefined
  /** requested: a confirmation was asked for, and nothing is sent before it. expired: it never came. */
  action: 'given' | 'withdrawn' | 'requested' | 'expired'
  /** How it changed. */
  method: 'api_key' | 'person' | 'import' | 'workflow' | 'form' | 'confirmation_link' | 'unsubscribe_link' | 'one_click' | 'unsubscribe_mail' | 'sms_keyword' | 'complaint' | 'expiry'
  /** By method: the API key, the person of the dashboard, the key or person who imported, the run of a workflow, the signup form, the confirmation, the email whose link was used or that was complained about, or the text message. */
  source_id?: string | undefined
  /** The text that the person agreed to, as it was shown. */
  wording?: string | undefined
  /** Where the person came from, if they came by a page. Gone once they are erased. */
  ip_address?: string | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The place in the chain of this address or number, from 1. */
  position: number
  /** The hash of the entry before it; null for the first. */
  previous_hash: string | null
  /** SHA-256 in hexadecimal digits. */
  hash: string
}

export type ConsentPage = {
  data: ConsentEntry[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

export type SignupFormCreate = {
  /** The heading of the hosted page. */
  name: string
  /** What people agree to. It is shown on the hosted page and kept in the consent ledger; show it on your own form, too. */
  wording: string
  /** What whoever signs up is subscribed to. Those topics that ask for a confirmation are pending until it comes; without one, anybody can subscribe anybody. */
  topic_ids?: string[] | undefined
  /** Contact fields that may be given beside email, first_name and last_name, by their keys. */
  fields?: string[] | undefined
  /** Sites whose pages may post to it. A browser elsewhere is refused. */
  allowed_origins?: string[] | undefined
  /** Where a browser goes that posted a form; a page of ours when left out. */
  redirect_url?: string | undefined
}

export type SignupForm = {
  /** UUIDv7. */
  id: string
  /** The heading of the hosted page. */
  name: string
  /** What whoever signs up is subscribed to. Those topics that ask for a confirmation are pending until it comes; without one, anybody can subscribe anybody. */
  topic_ids: string[]
  /** Contact fields that may be given beside email, first_name and last_name, by their keys. */
  fields: string[]
  /** What people agree to. It is shown on the hosted page and kept in the consent ledger; show it on your own form, too. */
  wording: string
  /** Sites whose pages may post to it. A browser elsewhere is refused. */
  allowed_origins: string[]
  /** Where a browser goes that posted a form; a page of ours when left out. */
  redirect_url?: string | undefined
  /** The hosted page, and where forms are posted to. */
  url: string
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

export type SignupFormList = {
  data: SignupForm[]
}

/** Only fields that are given are changed. */
export type SignupFormUpdate = {
  /** The heading of the hosted page. */
  name?: string | undefined
  /** What people agree to. It is shown on the hosted page and kept in the consent ledger; show it on your own form, too. */
  wording?: string | undefined
  /** What whoever signs up is subscribed to. Those topics that ask for a confirmation are pending until it comes; without one, anybody can subscribe anybody. */
  topic_ids?: string[] | undefined
  /** Contact fields that may be given beside email, first_name and last_name, by their keys. */
  fields?: string[] | undefined
  /** Sites whose pages may post to it. A browser elsewhere is refused. */
  allowed_origins?: string[] | undefined
  /** Where a browser goes that posted a form; a page of ours when left out. Null removes it. */
  redirect_url?: string | null | undefined
}

export type SuppressionCreate = {
  email: string
  reason?: 'hard_bounce' | 'complaint' | 'manual' | 'unsubscribe' | undefined
}

/** An address that no email is sent to. */
export type Suppression = {
  /** UUIDv7. */
  id: string
  /** Left out of an entry that is kept of an erased person. */
  email?: string | undefined
  /** True when the person was erased. Only a hash of the address is kept, so that no email is sent to it. */
  erased?: boolean | undefined
  /** Why nothing is sent to the address. */
  reason: 'hard_bounce' | 'complaint' | 'manual' | 'unsubscribe'
  /** The email that led to it. */
  email_id?: string | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
}

export type SuppressionPage = {
  data: Suppression[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

export type SuppressionRow = {
  email?: string | undefined
  reason?: string | undefined
}

export type SuppressionImport = {
  rows: SuppressionRow[]
  /** True: the answer says what would happen, and nothing is changed. */
  dry_run?: boolean | undefined
}

/** display_order defaults to the last one plus 1. */
export type TopicCreate = {
  name: string
  description?: string | undefined
  is_default_topic?: boolean | undefined
  /** Whoever is subscribed gets an email with a link first, and is pending until they confirm on the page behind it. Nothing about the topic is sent to them before. Not for default topics. */
  confirm?: boolean | undefined
  confirmation?: TopicConfirmation | undefined
  /** For your own pages: show topics from the lowest to the highest. Lists of this API are newest first. */
  display_order?: number | undefined
}

/** Something a contact can be subscribed to. */
export type Topic = {
  /** UUIDv7. */
  id: string
  name: string
  description?: string | undefined
  /** New contacts are subscribed to it. */
  is_default_topic: boolean
  /** True when subscribing needs a confirmation. */
  confirm?: boolean | undefined
  confirmation?: TopicConfirmation | undefined
  /** For your own pages: show topics from the lowest to the highest. Lists of this API are newest first. */
  display_order: number
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

export type TopicPage = {
  data: Topic[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Only fields that are given are changed. */
export type TopicUpdate = {
  name?: string | undefined
  description?: string | undefined
  is_default_topic?: boolean | undefined
  /** Whoever is subscribed gets an email with a link first, and is pending until they confirm on the page behind it. Nothing about the topic is sent to them before. Not for default topics. */
  confirm?: boolean | undefined
  confirmation?: TopicConfirmation | undefined
  /** For your own pages: show topics from the lowest to the highest. Lists of this API are newest first. */
  display_order?: number | undefined
}

/** How fast it goes out: per_hour or over, not both. Without a pace as fast as it can. */
export type BroadcastPace = {
  /** At most so many in an hour. */
  per_hour?: number | undefined
  /** Spread evenly over this time, in minutes or hours such as 90m or 6h; at most 168h. */
  over?: string | undefined
}

/** What variant b says differently. Whatever is missing is as in variant a. */
export type BroadcastVariant = {
  /** Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it. */
  subject?: string | undefined
  /** What mail programs show after the subject. Put at the beginning of the html, where nobody sees it. */
  preview_text?: string | undefined
  /** Liquid with the recipient as contact.*; at most 1 MiB. */
  html?: string | undefined
  /** The same as plain text. Derived from html when it is missing. */
  text?: string | undefined
  /** A published template in place of html and text. Its content is copied when the broadcast is sent or scheduled. */
  template_id?: string | undefined
}

/** Tries another subject or content on a share of the recipients. The broadcast itself is variant a. For email only. */
export type BroadcastAbTest = {
  /** How many of the recipients take part, half of them in each variant. The rest gets the winner. */
  share_percent: number
  /** What decides: the share of recipients who opened, or who clicked. Only people count, not machines. */
  winner_by: 'opens' | 'clicks'
  /** How long to wait for opens or clicks before the winner is chosen, such as 30m or 4h; at most 168h. */
  wait: string
  b: BroadcastVariant
}

/** A draft. It may lack anything but its name; POST …/preview says what is still missing before it can be sent. */
export type BroadcastCreate = {
  /** For you; recipients do not see it. */
  name: string
  channel?: 'email' | 'sms' | undefined
  /** To all contacts that are subscribed to email, or to text messages. Must be said where neither topic_id nor segment_id is given, so that nobody writes to all by leaving something out. */
  everyone?: boolean | undefined
  /** The sender: Acme <news@acme.test>. For channel sms a phone number or sender id of yours. */
  from?: string | undefined
  /** Where answers go. */
  reply_to?: string[] | undefined
  /** Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it. */
  subject?: string | undefined
  /** What mail programs show after the subject. Put at the beginning of the html, where nobody sees it. */
  preview_text?: string | undefined
  /** Liquid with the recipient as contact.*; at most 1 MiB. */
  html?: string | undefined
  /** The same as plain text. Derived from html when it is missing. */
  text?: string | undefined
  /** A published template in place of html and text. Its content is copied when the broadcast is sent or scheduled. */
  template_id?: string | undefined
  /** The text message, in Liquid with the recipient as contact.*. For channel sms only. */
  body?: string | undefined
  /** Values for the content, the same for all recipients. Any JSON of at most 32 KiB. */
  variables?: { [name: string]: unknown } | undefined
  /** Only contacts that are subscribed to this topic; the unsubscribe link is about it. */
  topic_id?: string | undefined
  /** Only contacts that are in this segment when the message is made. */
  segment_id?: string | undefined
  /** Count opens through a hidden image. */
  track_opens?: boolean | undefined
  /** Count clicks by rewriting the links in html. */
  track_clicks?: boolean | undefined
  pace?: BroadcastPace | undefined
  ab_test?: BroadcastAbTest | undefined
  /** Pauses by itself above this rate of bounces. Without it the rule of the organization holds. */
  max_bounce_percent?: number | undefined
  /** Pauses by itself above this rate of spam reports. Without it the rule of the organization holds. */
  max_complaint_percent?: number | undefined
}

/** Exact at the moment they are read. Each recipient counts once in each figure. */
export type BroadcastFigures = {
  /** Messages made so far, one for each recipient. */
  messages: number
  /** Of these: not tried yet. */
  waiting: number
  /** Handed over, or refused by the receiver. */
  sent: number
  delivered: number
  /** For channel sms: undelivered. */
  bounced: number
  /** Reported as spam. */
  complained: number
  failed: number
  /** Left out: on the suppression list, unsubscribed or opted out. */
  suppressed: number
  canceled: number
  /** Recipients who opened it. Only people. */
  opened: number
  /** Recipients for whom only a machine has opened it, such as a mail filter. */
  machine_opened: number
  /** Recipients who clicked a link. Only people. */
  clicked: number
  /** Recipients for whom only a machine has followed a link. */
  machine_clicked: number
  /** Recipients who unsubscribed by a link of this message. */
  unsubscribed: number
  /** What was charged so far, less what was given back. */
  credits: number
}

/** How the A/B test stands. The rest of the recipients counts with the winner. */
export type BroadcastAbTestStatus = {
  /** waiting: it has not begun. testing: variants are out, and the winner is chosen at decides_at. */
  state: 'waiting' | 'testing' | 'decided'
  /** Null until all messages of the test are made, and once it is decided. */
  decides_at: string | null
  winner: 'a' | 'b' | null
  a: BroadcastFigures
  b: BroadcastFigures
}

export type Broadcast = {
  /** UUIDv7. */
  id: string
  /** For you; recipients do not see it. */
  name: string
  channel: 'email' | 'sms'
  /** sending: messages are being made and sent. paused: nothing more leaves until it is resumed; paused_because says why. completed: every message was tried. */
  state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'completed' | 'canceled'
  /** To all contacts that are subscribed to email, or to text messages. Must be said where neither topic_id nor segment_id is given, so that nobody writes to all by leaving something out. */
  everyone?: boolean | undefined
  /** The sender: Acme <news@acme.test>. For channel sms a phone number or sender id of yours. */
  from?: string | undefined
  /** Where answers go. */
  reply_to?: string[] | undefined
  /** Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it. */
  subject?: string | undefined
  /** What mail programs show after the subject. Put at the beginning of the html, where nobody sees it. */
  preview_text?: string | undefined
  /** Liquid with the recipient as contact.*; at most 1 MiB. */
  html?: string | undefined
  /** The same as plain text. Derived from html when it is missing. */
  text?: string | undefined
  /** A published template in place of html and text. Its content is copied when the broadcast is sent or scheduled. */
  template_id?: string | undefined
  /** The text message, in Liquid with the recipient as contact.*. For channel sms only. */
  body?: string | undefined
  /** Values for the content, the same for all recipients. Any JSON of at most 32 KiB. */
  variables?: { [name: string]: unknown } | undefined
  /** Only contacts that are subscribed to this topic; the unsubscribe link is about it. */
  topic_id?: string | undefined
  /** Only contacts that are in this segment when the message is made. */
  segment_id?: string | undefined
  /** Count opens through a hidden image. */
  track_opens?: boolean | undefined
  /** Count clicks by rewriting the links in html. */
  track_clicks?: boolean | undefined
  pace?: BroadcastPace | undefined
  ab_test?: BroadcastAbTest | undefined
  /** Pauses by itself above this rate of bounces. Without it the rule of the organization holds. */
  max_bounce_percent?: number | undefined
  /** Pauses by itself above this rate of spam reports. Without it the rule of the organization holds. */
  max_complaint_percent?: number | undefined
  /** In words; only while it is paused. */
  paused_because?: string | undefined
  /** When it begins or began; null for a draft. */
  scheduled_for: string | null
  /** When the clock of each recipient says this. */
  local_time?: string | undefined
  timezone?: string | undefined
  timezone_field?: string | undefined
  started_at: string | null
  /** When it was completed or canceled. */
  completed_at: string | null
  /** How many contacts were meant when it began. Those who unsubscribe meanwhile get nothing. */
  audience_size: number | null
  figures: BroadcastFigures
  ab_test_status?: BroadcastAbTestStatus | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

/** A broadcast without its content. */
export type BroadcastListItem = {
  /** UUIDv7. */
  id: string
  /** For you; recipients do not see it. */
  name: string
  channel: 'email' | 'sms'
  state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'completed' | 'canceled'
  /** Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it. */
  subject?: string | undefined
  /** Only contacts that are subscribed to this topic; the unsubscribe link is about it. */
  topic_id?: string | undefined
  /** Only contacts that are in this segment when the message is made. */
  segment_id?: string | undefined
  /** When it begins or began; null for a draft. */
  scheduled_for: string | null
  started_at: string | null
  /** When it was completed or canceled. */
  completed_at: string | null
  /** How many contacts were meant when it began. Those who unsubscribe meanwhile get nothing. */
  audience_size: number | null
  figures: BroadcastFigures
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

export type BroadcastPage = {
  data: BroadcastListItem[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Only fields that are given are changed; null takes a field away. */
export type BroadcastUpdate = {
  /** For you; recipients do not see it. */
  name?: string | undefined
  /** To all contacts that are subscribed to email, or to text messages. Must be said where neither topic_id nor segment_id is given, so that nobody writes to all by leaving something out. */
  everyone?: boolean | undefined
  from?: string | null | undefined
  reply_to?: string[] | null | undefined
  subject?: string | null | undefined
  preview_text?: string | null | undefined
  html?: string | null | undefined
  text?: string | null | undefined
  template_id?: string | null | undefined
  body?: string | null | undefined
  variables?: { [name: string]: unknown } | null | undefined
  topic_id?: string | null | undefined
  segment_id?: string | null | undefined
  track_opens?: boolean | null | undefined
  track_clicks?: boolean | null | undefined
  pace?: BroadcastPace | null | undefined
  ab_test?: BroadcastAbTest | null | undefined
  max_bounce_percent?: number | null | undefined
  max_complaint_percent?: number | null | undefined
}

export type BroadcastSample = {
  /** UUIDv7. */
  contact_id: string
  to: string
  variant: 'a' | 'b'
  subject?: string | undefined
  html?: string | undefined
  /** The text message, for channel sms. */
  text?: string | undefined
  /** Of the text message. */
  segments?: number | undefined
  /** Why it cannot be filled in for this contact, in place of the content. */
  problem?: string | undefined
}

/** What would become of a broadcast, without sending it. */
export type BroadcastPreview = {
  /** What POST …/send would refuse. Empty when it can be sent. */
  problems: {
    path: string
    message: string
    /** Of a source such as that of a template. */
    line?: number | undefined
    column?: number | undefined
  }[]
  /** Who would get it now. */
  recipients: number
  /** Contacts of the audience who would not get it, and why. */
  excluded: {
    /** unsubscribed: from the channel or the topic. suppressed: on the suppression list, or opted out. no_address: the contact has no email address, or no phone number. */
    reason: 'unsubscribed' | 'suppressed' | 'no_address'
    count: number
  }[]
  /** What it would cost, as far as the samples tell. With a test key 0. */
  credits: number
  /** As up to three contacts would get it. Empty for keys that may not read contacts (contacts:read). */
  samples: BroadcastSample[]
  /** The checks of POST /v1/emails/preflight on the first sample. Null where there is none, and for sms. */
  preflight: EmailPreflight | null
}

export type BroadcastTest = {
  /** Your own addresses; phone numbers for channel sms. */
  to: string[]
  variant?: 'a' | 'b' | undefined
  /** The contact whose fields are filled in. Without it: the first of the audience. */
  contact_id?: string | undefined
}

export type BroadcastTested = {
  /** The messages, as GET /v1/emails/{id} or GET /v1/sms/{id} knows them. */
  data: {
    /** UUIDv7. */
    id: string
    to: string
  }[]
}

/** When to send; an empty object means now. */
export type BroadcastSend = {
  /** Begin then. Without it at once. */
  scheduled_for?: string | undefined
  /** In place of scheduled_for: when the clock of each recipient says this. Needs timezone. Whoever is past it already gets it at once. */
  local_time?: string | undefined
  /** The zone of contacts whose own is not known, such as Europe/Berlin. With local_time. */
  timezone?: string | undefined
  /** The contact property that holds the zone of a contact. timezone unless you say otherwise. */
  timezone_field?: string | undefined
}

export type BroadcastRecipient = {
  /** Of the message: GET /v1/emails/{id} or GET /v1/sms/{id} tells more. */
  id: string
  /** Null when the contact was deleted. */
  contact_id: string | null
  to: string
  variant: 'a' | 'b'
  outcome: 'waiting' | 'delayed' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled'
  /** By a person. */
  opened: boolean
  /** By a person. */
  clicked: boolean
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
}

export type BroadcastRecipientPage = {
  data: BroadcastRecipient[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

export type BroadcastLink = {
  url: string
  /** By people. */
  clicks: number
  machine_clicks: number
  /** People who clicked it, each once. */
  recipients: number
}

export type BroadcastLinks = {
  /** The 100 links that most people clicked, most first. */
  data: BroadcastLink[]
}

export type BroadcastHour = {
  /** ISO 8601 in UTC, ending in Z. */
  start: string
  /** Handed over. */
  sent: number
  delivered: number
  /** By people, each once. 0 for sms. */
  opened: number
  /** By people, each once. 0 for sms. */
  clicked: number
}

export type BroadcastReceiver = {
  /** Who runs the mailboxes, such as google; all that are small are called other. */
  receiver: string
  /** Messages made for them. */
  recipients: number
  /** Handed over, or refused by the receiver. */
  sent: number
  delivered: number
  /** By people, each once. 0 for sms. */
  opened: number
  /** By people, each once. 0 for sms. */
  clicked: number
  bounced: number
  complained: number
}

export type BroadcastAnalytics = {
  /** Hours in UTC in which something happened, in order: those of the first 30 days. */
  series: BroadcastHour[]
  /** Those with the most recipients first. Empty for sms. */
  receivers: BroadcastReceiver[]
}

export type ContactCreatedTrigger = {
  type: 'contact_created'
  /** once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time. */
  reentry?: 'once' | 'after_finish' | undefined
}

export type ContactPropertyChangedTrigger = {
  type: 'contact_property_changed'
  /** first_name, last_name, email_subscribed, sms_subscribed, or a field of your own such as properties.plan. */
  property: string
  /** Only from this value. Null stands for what is not set. */
  from?: string | number | boolean | null | undefined
  /** Only to this value. */
  to?: string | number | boolean | null | undefined
  /** once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time. */
  reentry?: 'once' | 'after_finish' | undefined
}

export type ContactAddedToTopicTrigger = {
  type: 'contact_added_to_topic'
  /** Of this topic; of any unless given. */
  topic_id?: string | undefined
  /** once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time. */
  reentry?: 'once' | 'after_finish' | undefined
}

export type ContactRemovedFromTopicTrigger = {
  type: 'contact_removed_from_topic'
  /** Of this topic; of any unless given. */
  topic_id?: string | undefined
  /** once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time. */
  reentry?: 'once' | 'after_finish' | undefined
}

export type EventTrigger = {
  type: 'event'
  /** The name of an event of your own, as POST /v1/contacts/{id}/events has it. */
  event: string
  /** once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time. */
  reentry?: 'once' | 'after_finish' | undefined
}

export type TimeBasedTrigger = {
  type: 'time_based'
  /** Minute, hour, day of the month, month and day of the week, or a word such as @daily. */
  cron: string
  /** By name, such as Europe/Berlin or UTC. */
  timezone: string
  /** For the contacts of this topic; for all unless given. */
  topic_id?: string | undefined
  /** For those who belong to this segment when it fires; for all unless given. */
  segment_id?: string | undefined
  /** once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time. */
  reentry?: 'once' | 'after_finish' | undefined
}

/** What starts a run. */
export type WorkflowTrigger = ContactCreatedTrigger | ContactPropertyChangedTrigger | ContactAddedToTopicTrigger | ContactRemovedFromTopicTrigger | EventTrigger | TimeBasedTrigger

export type SendEmailStep = {
  /** Names the step in connections and conditions; unique in the workflow. */
  key: string
  type: 'send_email'
  /** An email to the contact, by the rules of POST /v1/emails. A template gets contact and trigger, too. */
  config: {
    /** One sender, with or without a name: ada@example.com or Ada Lovelace <ada@example.com>. */
    from: string
    /** Wins over the name in from. */
    from_name?: string | undefined
    /** Where answers go. */
    reply_to?: string | string[] | undefined
    /** Required unless a template supplies it. Liquid, with contact and trigger. */
    subject?: string | undefined
    /** The HTML content. Liquid, with contact and trigger. */
    html?: string | undefined
    /** The plain text content. Liquid, with contact and trigger. */
    text?: string | undefined
    /** A template instead of html and text. */
    template_id?: string | undefined
    /** A template by its name instead of its id. */
    template_friendly_name?: string | undefined
    /** What the template fills in. Any JSON, at most 32 levels deep. The recipient’s contact is there as contact.*, for keys that may read contacts (contacts:read). */
    variables?: { [name: string]: unknown } | undefined
    /** Words of your own, to filter lists and analytics by. */
    tags?: string[] | undefined
    /** Extra headers. Those the service writes itself, such as From, Subject or Content-Type, are refused, and so are those that command a relay, such as X-SMTPAPI, X-MC-* or X-SES-*. */
    headers?: { [name: string]: string } | undefined
    /** Count opens through a hidden image. */
    track_opens?: boolean | undefined
    /** Count clicks by rewriting the links in html, up to 1,000 of them; the rest stay as they are. */
    track_clicks?: boolean | undefined
    /** What nobody asked for can be unsubscribed from. */
    message_stream?: 'transactional' | 'broadcast' | undefined
    /** With broadcast: skip contacts that are not subscribed to this topic. */
    topic_id?: string | undefined
  }
}

export type SendSmsStep = {
  /** Names the step in connections and conditions; unique in the workflow. */
  key: string
  type: 'send_sms'
  /** A text message to the contact’s number, by the rules of POST /v1/sms. */
  config: {
    /** Your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has given to your organization, where the recipient’s country takes it. */
    from: string
    /** The text. Liquid, with contact and trigger. */
    body?: string | undefined
    /** Pictures and files to send along; makes the message an MMS. */
    media_urls?: string[] | undefined
  }
}

export type DelayStep = {
  /** Names the step in connections and conditions; unique in the workflow. */
  key: string
  type: 'delay'
  /** For how long, or until when: exactly one of these. At least a second, at most 366 days. */
  config: {
    /** So many seconds; half of one is 0.5. */
    seconds?: number | undefined
    /** So many minutes; half of one is 0.5. */
    minutes?: number | undefined
    /** So many hours; half of one is 0.5. */
    hours?: number | undefined
    /** So many days of 24 hours; half of one is 0.5. */
    days?: number | undefined
    /** ISO 8601, of weeks, days, hours, minutes and seconds, such as P3DT2H. */
    duration?: string | undefined
    /** Until a clock in the time zone shows this time. */
    until?: {
      /** HH:MM, by a clock in the time zone. */
      time: string
      /** By name, such as Europe/Berlin or UTC. */
      timezone: string
      /** Only on these; any day unless given. */
      weekdays?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | undefined
    } | undefined
  }
}

/** How long something lasts, in one of these units: at least a second, at most 366 days. */
export type WorkflowDuration = {
  /** So many seconds; half of one is 0.5. */
  seconds?: number | undefined
  /** So many minutes; half of one is 0.5. */
  minutes?: number | undefined
  /** So many hours; half of one is 0.5. */
  hours?: number | undefined
  /** So many days of 24 hours; half of one is 0.5. */
  days?: number | undefined
  /** ISO 8601, of weeks, days, hours, minutes and seconds, such as P3DT2H. */
  duration?: string | undefined
}

export type WaitForEventStep = {
  /** Names the step in connections and conditions; unique in the workflow. */
  key: string
  type: 'wait_for_event'
  /** Waits for something to happen to a message sent before, or to the contact. */
  config: {
    /** Any one of them ends the wait. */
    event: 'email.opened' | 'email.clicked' | 'email.delivered' | 'email.bounced' | 'email.complained' | 'email.unsubscribed' | 'email.sent' | 'email.unconfirmed' | 'email.delivery_delayed' | 'email.failed' | 'email.suppressed' | 'email.canceled' | 'sms.delivered' | 'sms.sent' | 'sms.unconfirmed' | 'sms.delivery_delayed' | 'sms.undelivered' | 'sms.failed' | 'contact.updated' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | 'sms.received' | 'sms.opted_out' | 'sms.opted_in' | string | ('email.opened' | 'email.clicked' | 'email.delivered' | 'email.bounced' | 'email.complained' | 'email.unsubscribed' | 'email.sent' | 'email.unconfirmed' | 'email.delivery_delayed' | 'email.failed' | 'email.suppressed' | 'email.canceled' | 'sms.delivered' | 'sms.sent' | 'sms.unconfirmed' | 'sms.delivery_delayed' | 'sms.undelivered' | 'sms.failed' | 'contact.updated' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | 'sms.received' | 'sms.opted_out' | 'sms.opted_in' | string)[]
    /** With events of messages: the step whose message is meant, if there is more than one it can be. */
    step?: string | undefined
    /** With contact.topic_…: of this topic, instead of any. */
    topic_id?: string | undefined
    timeout: WorkflowDuration
  }
}

/** Either a field with its operator, or all, or any. At most 5 inside of each other. */
export type WorkflowCondition = {
  /** Met when all of these are. */
  all?: WorkflowCondition[] | undefined
  /** Met when any of these is. */
  any?: WorkflowCondition[] | undefined
  /** contact.…, trigger.… or steps.<key>.…, such as contact.first_name, contact.properties.plan or steps.tips.opened. contact.segments contains the id of a segment for whoever belongs to it. */
  field?: string | undefined
  /** Which of them fit depends on the field. exists and is_empty take no value. */
  operator?: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'starts_with' | 'ends_with' | 'exists' | 'is_empty' | undefined
  /** What the field is compared with; of its kind. A moment is a date or a timestamp in UTC. */
  value?: string | number | boolean | undefined
}

export type ConditionStep = {
  /** Names the step in connections and conditions; unique in the workflow. */
  key: string
  type: 'condition'
  config: WorkflowCondition
}

export type UpdateContactStep = {
  /** Names the step in connections and conditions; unique in the workflow. */
  key: string
  type: 'update_contact'
  /** Changes the contact: at least one field. */
  config: {
    first_name?: string | undefined
    last_name?: string | undefined
    email_subscribed?: boolean | undefined
    sms_subscribed?: boolean | undefined
    /** Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one. */
    properties?: { [name: string]: string | number | boolean | null } | undefined
  }
}

export type AddToTopicStep = {
  /** Names the step in connections and conditions; unique in the workflow. */
  key: string
  type: 'add_to_topic'
  config: {
    /** The id of a topic. */
    topic_id: string
  }
}

export type RemoveFromTopicStep = {
  /** Names the step in connections and conditions; unique in the workflow. */
  key: string
  type: 'remove_from_topic'
  config: {
    /** The id of a topic. */
    topic_id: string
  }
}

export type WebhookStep = {
  /** Names the step in connections and conditions; unique in the workflow. */
  key: string
  type: 'webhook'
  /** A POST, signed like every webhook. */
  config: {
    url: string
    /** Extra headers; not those that Posthorn writes itself. */
    headers?: { [name: string]: string } | undefined
    /** Any JSON with at most 1,000 texts, which are Liquid, with contact and trigger. Without it: both of them. */
    body?: unknown
  }
}

export type ExitStep = {
  /** Names the step in connections and conditions; unique in the workflow. */
  key: string
  type: 'exit'
  config?: {
    /** For people: it is shown with the run. */
    reason?: string | undefined
  } | undefined
}

/** What happens to a contact. Beside these fields a step may carry others, such as where an editor draws it. */
export type WorkflowStep = SendEmailStep | SendSmsStep | DelayStep | WaitForEventStep | ConditionStep | UpdateContactStep | AddToTopicStep | RemoveFromTopicStep | WebhookStep | ExitStep

export type WorkflowConnection = {
  /** The key of the step it leaves. */
  from: string
  /** The key of the step it leads to. */
  to: string
  /** By which way: condition_met or condition_not_met of a condition, event_received or timeout of a wait, default of all others. One that leads nowhere ends the run. */
  type?: 'default' | 'condition_met' | 'condition_not_met' | 'timeout' | 'event_received' | undefined
}

/** The steps and the connections between them. It begins with the one step that no connection leads to; every other is reached from there, and a loop needs a delay. */
export type WorkflowDefinition = {
  steps: WorkflowStep[]
  /** A single step needs none. */
  connections?: WorkflowConnection[] | undefined
}

/** At most 256 KiB. */
export type WorkflowCreate = {
  name: string
  description?: string | undefined
  /** The same as type in trigger_config. */
  trigger_type?: 'contact_created' | 'contact_property_changed' | 'contact_added_to_topic' | 'contact_removed_from_topic' | 'event' | 'time_based' | undefined
  /** What starts a run, with type and its settings. Checked when the workflow becomes active. */
  trigger_config?: WorkflowTrigger | unknown | undefined
  /** The steps and the connections between them. Checked when the workflow becomes active. */
  workflow_definition?: WorkflowDefinition | unknown | undefined
  /** active is refused while a fault is left. */
  status?: 'draft' | 'active' | 'paused' | undefined
}

/** An automation: what starts it and what it does for each contact. */
export type Workflow = {
  /** UUIDv7. */
  id: string
  name: string
  description?: string | undefined
  /** A draft may hold anything. active takes contacts in; paused takes nobody in, and those inside wait. */
  status: 'draft' | 'active' | 'paused'
  /** Null while a draft names no trigger. */
  trigger_type: 'contact_created' | 'contact_property_changed' | 'contact_added_to_topic' | 'contact_removed_from_topic' | 'event' | 'time_based' | null
  /** What starts a run, with type and its settings. Checked when the workflow becomes active. */
  trigger_config: WorkflowTrigger | unknown
  /** The steps and the connections between them. Checked when the workflow becomes active. */
  workflow_definition: WorkflowDefinition | unknown
  /** Grows with each change of the trigger or the definition. A run stays on the version it started with. */
  version: number
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

export type WorkflowPage = {
  data: Workflow[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Only fields that are given are changed. At most 256 KiB. */
export type WorkflowUpdate = {
  name?: string | undefined
  description?: string | undefined
  /** The same as type in trigger_config. */
  trigger_type?: 'contact_created' | 'contact_property_changed' | 'contact_added_to_topic' | 'contact_removed_from_topic' | 'event' | 'time_based' | undefined
  /** What starts a run, with type and its settings. Checked when the workflow becomes active. */
  trigger_config?: WorkflowTrigger | unknown | undefined
  /** The steps and the connections between them. Checked when the workflow becomes active. */
  workflow_definition?: WorkflowDefinition | unknown | undefined
  /** A draft may hold anything. active takes contacts in; paused takes nobody in, and those inside wait. */
  status?: 'draft' | 'active' | 'paused' | undefined
}

export type WorkflowRunStep = {
  /** The key of the step. */
  step: string
  /** The type of the step. */
  type: string
  /** ISO 8601 in UTC, ending in Z. */
  entered_at: string
  left_at: string | null
  /** Null while the run is in this step, and at an end. */
  left_by: string | null
  /** What it did: the id of the message it sent, why a condition was met, … */
  detail?: { [name: string]: unknown } | undefined
}

/** One contact on its way through a workflow. */
export type WorkflowRun = {
  /** UUIDv7. */
  id: string
  /** UUIDv7. */
  workflow_id: string
  /** The version of the workflow that it stays on. */
  version: number
  /** UUIDv7. */
  contact_id: string
  /** waiting in a delay or for an event; running between two steps; completed at the end or an exit; failed with error; stopped by you, or with its workflow or contact. */
  state: 'running' | 'waiting' | 'completed' | 'failed' | 'stopped'
  /** Null when it has ended. */
  current_step: string | null
  /** When it goes on by itself, while it waits. */
  next_at: string | null
  /** ISO 8601 in UTC, ending in Z. */
  started_at: string
  finished_at: string | null
  /** Why it failed. */
  error: string | null
  /** What started it. */
  trigger: { [name: string]: unknown }
  /** The steps it took, oldest first; the last 200. */
  history: WorkflowRunStep[]
}

export type WorkflowRunPage = {
  data: WorkflowRun[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Either contact_id or contact. */
export type WorkflowSimulate = {
  /** A contact of yours; needs the permission contacts:read. */
  contact_id?: string | undefined
  /** Or one that does not exist. */
  contact?: {
    email?: string | undefined
    /** E.164. */
    phone_number?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    email_subscribed?: boolean | undefined
    sms_subscribed?: boolean | undefined
    /** Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one. */
    properties?: { [name: string]: string | number | boolean | null } | undefined
    topic_ids?: string[] | undefined
  } | undefined
  /** When it would begin; now unless given. */
  from?: string | undefined
  /** How the run leaves a step, by its key. Without it a condition is evaluated and a wait ends with its timeout. */
  assume?: { [name: string]: 'condition_met' | 'condition_not_met' | 'event_received' | 'timeout' } | undefined
}

export type SimulatedStep = {
  /** The key of the step. */
  step: string
  /** The type of the step. */
  type: string
  /** When it would happen. */
  at: string
  /** Null while the run is in this step, and at an end. */
  left_by: string | null
  /** Why this way was taken. */
  because?: string | undefined
  /** What would be sent, rendered, or changed. */
  would?: { [name: string]: unknown } | undefined
}

export type WorkflowSimulation = {
  /** Whether the trigger takes this contact in. */
  would_start: boolean
  steps: SimulatedStep[]
  /** ISO 8601 in UTC, ending in Z. */
  ends_at: string
  /** How it ends, in words. */
  end: string
}

export type ClockAdvance = {
  /** How far the clock goes forward. */
  seconds: number
}

export type ClockAdvanced = {
  success: boolean
  message: string
  /** What the clock of this environment shows now. */
  now: string
}

export type WebhookCreate = {
  /** Where events are sent. Only public addresses are reached. */
  url: string
  /** Names of events; email.* stands for all of a kind and * for everything. */
  subscribed_events: ('*' | 'email.*' | 'sms.*' | 'alert.*' | 'broadcast.*' | 'contact.*' | 'domain.*' | 'suppression.*' | 'workflow.*' | 'webhook.*' | 'custom.*' | 'email.scheduled' | 'email.processing' | 'email.sent' | 'email.delivered' | 'email.delivery_delayed' | 'email.bounced' | 'email.complained' | 'email.failed' | 'email.suppressed' | 'email.canceled' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.possible_duplicate' | 'email.unconfirmed' | 'sms.scheduled' | 'sms.sent' | 'sms.delivered' | 'sms.undelivered' | 'sms.failed' | 'sms.canceled' | 'sms.received' | 'sms.opted_out' | 'sms.opted_in' | 'sms.delivery_delayed' | 'sms.possible_duplicate' | 'sms.unconfirmed' | 'sms.callback_failed' | 'alert.fired' | 'alert.resolved' | 'broadcast.started' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.completed' | 'broadcast.canceled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | 'domain.failed' | 'domain.recovered' | 'suppression.created' | 'suppression.deleted' | 'workflow.run_completed' | 'workflow.run_failed' | 'webhook.test' | string)[]
  /** A name of your own. */
  nickname?: string | undefined
  status?: 'active' | 'inactive' | undefined
}

/** An address of yours that is told what happens. */
export type Webhook = {
  /** UUIDv7. */
  id: string
  url: string
  subscribed_events: string[]
  /** Becomes inactive when the receiver answers 410, or after five days of nothing but failures. */
  status: 'active' | 'inactive'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
  /** A name of your own. */
  nickname?: string | undefined
  /** Only in the answer to its creation and to a rotation. Check the signature of each delivery with it. */
  secret?: string | undefined
  /** Null before the first attempt. */
  last_delivery_at: string | null
  /** Attempts that failed. */
  failure_count: number
  /** Attempts that succeeded. */
  success_count: number
  /** All attempts. */
  total_delivery_count: number
}

export type WebhookList = {
  data: Webhook[]
}

/** Only fields that are given are changed. */
export type WebhookUpdate = {
  /** Where events are sent. Only public addresses are reached. */
  url?: string | undefined
  /** Names of events; email.* stands for all of a kind and * for everything. */
  subscribed_events?: ('*' | 'email.*' | 'sms.*' | 'alert.*' | 'broadcast.*' | 'contact.*' | 'domain.*' | 'suppression.*' | 'workflow.*' | 'webhook.*' | 'custom.*' | 'email.scheduled' | 'email.processing' | 'email.sent' | 'email.delivered' | 'email.delivery_delayed' | 'email.bounced' | 'email.complained' | 'email.failed' | 'email.suppressed' | 'email.canceled' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.possible_duplicate' | 'email.unconfirmed' | 'sms.scheduled' | 'sms.sent' | 'sms.delivered' | 'sms.undelivered' | 'sms.failed' | 'sms.canceled' | 'sms.received' | 'sms.opted_out' | 'sms.opted_in' | 'sms.delivery_delayed' | 'sms.possible_duplicate' | 'sms.unconfirmed' | 'sms.callback_failed' | 'alert.fired' | 'alert.resolved' | 'broadcast.started' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.completed' | 'broadcast.canceled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | 'domain.failed' | 'domain.recovered' | 'suppression.created' | 'suppression.deleted' | 'workflow.run_completed' | 'workflow.run_failed' | 'webhook.test' | string)[] | undefined
  /** A name of your own. */
  nickname?: string | undefined
  status?: 'active' | 'inactive' | undefined
}

export type WebhookAttempt = {
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Until the end of the answer, or until it was given up. */
  duration_ms: number
  success: boolean
  /** The HTTP status of the answer. Left out when there was none. */
  status?: number | undefined
  /** What happened when there was no answer. */
  error?: string | undefined
  /** The first 4 KiB of the answer. */
  response?: string | undefined
}

/** Something that happened. */
export type Event = {
  /** UUIDv7. */
  id: string
  type: 'email.scheduled' | 'email.processing' | 'email.sent' | 'email.delivered' | 'email.delivery_delayed' | 'email.bounced' | 'email.complained' | 'email.failed' | 'email.suppressed' | 'email.canceled' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.possible_duplicate' | 'email.unconfirmed' | 'sms.scheduled' | 'sms.sent' | 'sms.delivered' | 'sms.undelivered' | 'sms.failed' | 'sms.canceled' | 'sms.received' | 'sms.opted_out' | 'sms.opted_in' | 'sms.delivery_delayed' | 'sms.possible_duplicate' | 'sms.unconfirmed' | 'sms.callback_failed' | 'alert.fired' | 'alert.resolved' | 'broadcast.started' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.completed' | 'broadcast.canceled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | 'domain.failed' | 'domain.recovered' | 'suppression.created' | 'suppression.deleted' | 'workflow.run_completed' | 'workflow.run_failed' | 'webhook.test' | string
  /** ISO 8601 in UTC, ending in Z. */
  timestamp: string
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Grows with each event about the same object, from 1 in its first week and from 100,001 in its second: sort by it when deliveries overtake each other. 1 in a webhook.test. */
  sequence: number
  /** What happened, by type. */
  data: { [name: string]: unknown }
}

/** One event on its way to one webhook. */
export type WebhookDelivery = {
  /** The id of the event, sent as webhook-id with every attempt. */
  id: string
  /** pending until an attempt succeeds; failed when the last one has failed or the webhook became inactive meanwhile. */
  status: 'pending' | 'delivered' | 'failed'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Null when no further attempt is planned. */
  next_attempt_at: string | null
  /** Oldest first. */
  attempts: WebhookAttempt[]
  event: Event
}

export type WebhookDeliveryPage = {
  data: WebhookDelivery[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

export type WebhookReplay = {
  /** Events older than this are left alone. */
  since: string
}

export type WebhookReplayed = {
  success: boolean
  message: string
  /** How many events are sent again. */
  count: number
}

export type EventPage = {
  data: Event[]
  /** Whether more can be read right now. */
  has_more: boolean
  /** Where to go on, now or later: it is there on the last page, too. */
  next_cursor: string
}

export type RateLimit = {
  /** False on the Free plan only. */
  is_paid: boolean
  /** How many messages may be sent in a day (UTC). */
  daily_limit: number
  /** How many were sent today. */
  current_daily_usage: number
  /** How many are left today. */
  remaining_today: number
  /** How many requests this key has left in this hour. */
  token_balance: number
  /** When the day is over. */
  reset_at: string
}

/** Email counts by recipient, SMS by message. Hours, days and months are those of UTC. */
export type Credits = {
  /** What is left. One credit is 0.001 dollars. */
  balance: number
  /** Credits used this month. */
  monthly_usage: number
  /** Credits used in all. */
  total_consumed: number
  /** Credits used for email in all. */
  email_consumed: number
  /** Credits used for SMS in all. */
  sms_consumed: number
  /** How many messages may be sent in an hour. */
  hourly_limit: number
  /** How many messages may be sent in a day. */
  daily_limit: number
  /** How many messages may be sent in a month. */
  monthly_limit: number
  /** How many were sent in this hour. */
  current_hour_usage: number
  /** How many were sent today. */
  current_day_usage: number
  /** False on the Free plan only. */
  is_paid: boolean
  /** ISO 8601 in UTC, ending in Z. */
  hourly_reset_at: string
  /** ISO 8601 in UTC, ending in Z. */
  daily_reset_at: string
  /** ISO 8601 in UTC, ending in Z. */
  monthly_reset_at: string
}

/** An email counts once in each figure, at the first time, in the hour in which it was accepted: so figures only grow, and the parts of a rate are about the same emails. A rate is 0 when there is nothing to divide by. */
export type EmailStats = {
  /** Emails that at least one recipient’s server has taken or refused. */
  emails_sent: number
  /** Recipients whose server took them. */
  recipients_reached: number
  /** Emails that arrived at at least one recipient. */
  emails_delivered: number
  /** Recipients they arrived at. */
  recipients_delivered: number
  /** Emails opened at least once. */
  emails_opened: number
  /** Emails clicked at least once. */
  emails_clicked: number
  /** Emails opened at least once by somebody who is not known to be a machine. */
  emails_opened_by_people: number
  /** Emails clicked at least once by somebody who is not known to be a machine. */
  emails_clicked_by_people: number
  /** Emails that at least one recipient’s server refused for good, at once or later. */
  emails_bounced: number
  /** Emails that at least one recipient reported as spam. */
  emails_complained: number
  /** emails_delivered of emails_sent, from 0 to 1. */
  delivery_rate: number
  /** emails_opened of emails_delivered, from 0 to 1. */
  open_rate: number
  /** emails_clicked of emails_delivered, from 0 to 1. */
  click_rate: number
  /** emails_bounced of emails_sent, from 0 to 1. */
  bounce_rate: number
  /** emails_complained of emails_delivered, from 0 to 1. */
  complaint_rate: number
  /** Emails that a text message was sent for, since they did not arrive in time. Left out when there are none. */
  fallbacks_sent?: number | undefined
  /** Emails that arrived in time, so that no text message was sent. Left out when there are none. */
  fallbacks_not_needed?: number | undefined
}

export type Analytics = {
  stats: EmailStats
  /** With granularity: the same figures for each hour or day (UTC) from the first that has any to the last, oldest first. More than 10,000 are refused. */
  series?: {
    /** ISO 8601 in UTC, ending in Z. */
    start: string
    /** Emails that at least one recipient’s server has taken or refused. */
    emails_sent: number
    /** Recipients whose server took them. */
    recipients_reached: number
    /** Emails that arrived at at least one recipient. */
    emails_delivered: number
    /** Recipients they arrived at. */
    recipients_delivered: number
    /** Emails opened at least once. */
    emails_opened: number
    /** Emails clicked at least once. */
    emails_clicked: number
    /** Emails opened at least once by somebody who is not known to be a machine. */
    emails_opened_by_people: number
    /** Emails clicked at least once by somebody who is not known to be a machine. */
    emails_clicked_by_people: number
    /** Emails that at least one recipient’s server refused for good, at once or later. */
    emails_bounced: number
    /** Emails that at least one recipient reported as spam. */
    emails_complained: number
    /** emails_delivered of emails_sent, from 0 to 1. */
    delivery_rate: number
    /** emails_opened of emails_delivered, from 0 to 1. */
    open_rate: number
    /** emails_clicked of emails_delivered, from 0 to 1. */
    click_rate: number
    /** emails_bounced of emails_sent, from 0 to 1. */
    bounce_rate: number
    /** emails_complained of emails_delivered, from 0 to 1. */
    complaint_rate: number
    /** Emails that a text message was sent for, since they did not arrive in time. Left out when there are none. */
    fallbacks_sent?: number | undefined
    /** Emails that arrived in time, so that no text message was sent. Left out when there are none. */
    fallbacks_not_needed?: number | undefined
  }[] | undefined
}

export type ReceiverAnalytics = {
  data: {
    /** Of the sender. */
    domain: string
    receiver: string
    message_stream: 'transactional' | 'broadcast'
    /** Recipients whose mail was handed over or refused. */
    sent: number
    /** Those that were refused, at once or later. */
    bounced: number
    /** Those that reported it as spam. */
    complained: number
    /** bounced of sent, from 0 to 1. */
    bounce_rate: number
    /** complained of sent, from 0 to 1. */
    complaint_rate: number
  }[]
}

/** A key of the environment, without its secret. */
export type ApiKey = {
  /** UUIDv7. */
  id: string
  name: string
  /** Its first characters. */
  hint: string
  permissions: ('emails:send' | 'emails:read' | 'emails:delete' | 'sms:send' | 'sms:read' | 'contacts:read' | 'contacts:write' | 'contacts:erase' | 'topics:write' | 'templates:read' | 'templates:write' | 'workflows:write' | 'broadcasts:read' | 'broadcasts:write' | 'webhooks:read' | 'webhooks:write' | 'domains:read' | 'domains:write' | 'keys:write' | 'account:read' | 'retention:write' | 'requests:read' | 'audit:read')[]
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** To the minute; null when it was never used. */
  last_used_at: string | null
  revoked_at: string | null
}

export type ApiKeyList = {
  data: ApiKey[]
}

export type ApiKeyCreate = {
  name: string
  permissions: ('emails:send' | 'emails:read' | 'emails:delete' | 'sms:send' | 'sms:read' | 'contacts:read' | 'contacts:write' | 'contacts:erase' | 'topics:write' | 'templates:read' | 'templates:write' | 'workflows:write' | 'broadcasts:read' | 'broadcasts:write' | 'webhooks:read' | 'webhooks:write' | 'domains:read' | 'domains:write' | 'keys:write' | 'account:read' | 'retention:write' | 'requests:read' | 'audit:read')[]
}

export type CreatedApiKey = {
  /** UUIDv7. */
  id: string
  name: string
  /** Its first characters. */
  hint: string
  permissions: ('emails:send' | 'emails:read' | 'emails:delete' | 'sms:send' | 'sms:read' | 'contacts:read' | 'contacts:write' | 'contacts:erase' | 'topics:write' | 'templates:read' | 'templates:write' | 'workflows:write' | 'broadcasts:read' | 'broadcasts:write' | 'webhooks:read' | 'webhooks:write' | 'domains:read' | 'domains:write' | 'keys:write' | 'account:read' | 'retention:write' | 'requests:read' | 'audit:read')[]
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** To the minute; null when it was never used. */
  last_used_at: string | null
  revoked_at: string | null
  /** The key itself, shown this once. */
  key: string
}

export type ApiKeyUpdate = {
  name: string
}

/** Whose key it is, and what it may do. */
export type KeyInUse = {
  organization: {
    /** UUIDv7. */
    id: string
    name: string
  }
  /** The environment that it opens. */
  mode: 'live' | 'test'
  permissions: ('emails:send' | 'emails:read' | 'emails:delete' | 'sms:send' | 'sms:read' | 'contacts:read' | 'contacts:write' | 'contacts:erase' | 'topics:write' | 'templates:read' | 'templates:write' | 'workflows:write' | 'broadcasts:read' | 'broadcasts:write' | 'webhooks:read' | 'webhooks:write' | 'domains:read' | 'domains:write' | 'keys:write' | 'account:read' | 'retention:write' | 'requests:read' | 'audit:read')[]
  /** Null with a session. */
  key: {
    /** UUIDv7. */
    id: string
    name: string
    /** Its first characters. */
    hint: string
  } | null
}

/** For how many days this environment keeps what. Analytics, credits and whatever is still under way are always kept. */
export type Retention = {
  /** Content and attachments. 0: until the email has ended. Null: for ever. */
  bodies_days: number | null
  /** What happened, and deliveries to webhooks. Null: for ever. */
  events_days: number | null
  /** Emails, text messages and runs of workflows, without their content. Null: for ever. */
  messages_days: number | null
  kept: {
    /** Of bodies. */
    bodies: {
      /** About how many emails of the last days it is about. */
      emails: number
      /** About what that takes on the disk. */
      bytes: number
    }
    /** Of events. */
    events: {
      /** About how many emails of the last days it is about. */
      emails: number
      /** About what that takes on the disk. */
      bytes: number
    }
    /** Of messages. */
    messages: {
      /** About how many emails of the last days it is about. */
      emails: number
      /** About what that takes on the disk. */
      bytes: number
    }
  }
}

export type RetentionUpdate = {
  /** Content and attachments. 0: until the email has ended. Null: for ever. */
  bodies_days?: number | null | undefined
  /** What happened, and deliveries to webhooks. Null: for ever. */
  events_days?: number | null | undefined
  /** Emails, text messages and runs of workflows, without their content. Null: for ever. */
  messages_days?: number | null | undefined
  /** Changes nothing: the answer says what would be kept. */
  preview?: boolean | undefined
}

/** A request with a key of this environment, without its body and its answer. */
export type LoggedRequest = {
  /** UUIDv7. */
  id: string
  /** The x-request-id of the answer. */
  request_id: string
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As it was asked for. What is no id is shown as the name of its place. */
  path: string
  /** Values that may be an address, a number or a token are left out. */
  query?: string | undefined
  /** What it was taken for, such as sendEmail. */
  operation: string
  status: number
  /** Why it was refused. */
  error?: {
    code: string
    /** With addresses and phone numbers left out. */
    message: string
  } | undefined
  duration_ms: number
  key: {
    /** UUIDv7. */
    id: string
    name?: string | undefined
    hint?: string | undefined
  }
  ip_address: string
  /** At most 200 characters. */
  user_agent?: string | undefined
  has_idempotency_key: boolean
  /** Size of the body. */
  request_bytes?: number | undefined
  /** Size of the answer. */
  response_bytes?: number | undefined
  /** How many requests before this one were not kept, because there were too many in that minute. */
  left_out: number
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
}

export type LoggedRequestPage = {
  data: LoggedRequest[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** A change to how the organization is set up, or a sign-in. */
export type AuditEntry = {
  /** UUIDv7. */
  id: string
  action: 'key.created' | 'key.renamed' | 'key.revoked' | 'invitation.created' | 'invitation.revoked' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'member.left' | 'person.signed_in' | 'person.sign_in_failed' | 'person.signed_out_everywhere' | 'person.renamed' | 'person.password_changed' | 'person.two_step_enabled' | 'person.two_step_disabled' | 'person.backup_codes_renewed' | 'person.reset' | 'person.sign_in_link_made' | 'organization.created' | 'organization.claimed' | 'organization.updated' | 'alerts.updated' | 'branding.updated' | 'broadcast_rules.updated' | 'broadcasts.resumed' | 'credits.added' | 'domain.added' | 'domain.updated' | 'domain.keys_rotated' | 'domain.removed' | 'number.added' | 'number.removed' | 'quiet_hours.updated' | 'sending_plan.saved' | 'sending_plan.removed' | 'retention.updated' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.deleted' | 'template.created' | 'template.updated' | 'template.version_restored' | 'template.deleted' | 'workflow.created' | 'workflow.updated' | 'workflow.run_stopped' | 'workflow.deleted' | 'broadcast.created' | 'broadcast.updated' | 'broadcast.sent' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.canceled' | 'broadcast.deleted' | 'topic.created' | 'topic.updated' | 'topic.deleted' | 'contact_field.created' | 'contact_field.updated' | 'contact_field.deleted' | 'segment.created' | 'segment.updated' | 'segment.deleted' | 'signup_form.created' | 'signup_form.updated' | 'signup_form.deleted' | 'contact.deleted' | 'contact.erased' | 'suppression.deleted' | 'email.deleted'
  /** The same as a sentence. */
  summary: string
  /** Who did it. */
  actor: {
    /** operator: whoever may run commands on the server. */
    type: 'person' | 'key' | 'operator'
    /** UUIDv7. */
    id?: string | undefined
    /** As it was then. */
    name?: string | undefined
    /** Of a person. */
    email?: string | undefined
    /** The first characters of a key. */
    hint?: string | undefined
  }
  /** What it was done to. */
  object: {
    type: 'key' | 'invitation' | 'member' | 'person' | 'organization' | 'alerts' | 'branding' | 'broadcast_rules' | 'broadcasts' | 'credits' | 'domain' | 'number' | 'quiet_hours' | 'sending_plan' | 'retention' | 'webhook' | 'template' | 'workflow' | 'broadcast' | 'topic' | 'contact_field' | 'segment' | 'signup_form' | 'contact' | 'suppression' | 'email'
    id?: string | undefined
    /** As it was then; the address of a recipient is masked. */
    name?: string | undefined
  }
  /** Fields that are different from before. */
  changes: {
    field: string
    /** Left out with `to` when the values are long or secret. */
    from?: unknown
    to?: unknown
  }[]
  /** Null: the organization as a whole. */
  environment: 'live' | 'test' | null
  source: {
    via: 'api' | 'dashboard' | 'command_line'
    ip_address?: string | undefined
    /** At most 200 characters. */
    user_agent?: string | undefined
    /** The x-request-id of the answer. */
    request_id?: string | undefined
  }
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
}

export type AuditEntryPage = {
  data: AuditEntry[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

export type ListEmailsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  status?: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled' | undefined
  /** Only emails to this recipient. */
  to?: string | undefined
  /** Only emails from this bare address. */
  from?: string | undefined
  /** Only emails with this tag. */
  tag?: string | undefined
  /** Only emails sent with this batch_id. */
  batch_id?: string | undefined
  /** Only emails made of this template, also when it is deleted. */
  template_id?: string | undefined
  /** Part of a subject, a name, an address or a tag, in any case, or of an id, eight digits at least. */
  search?: string | undefined
  /** Only what was created later than this. */
  created_after?: string | undefined
  /** Only what was created earlier than this. */
  created_before?: string | undefined
}

export type ListSmsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  status?: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'received' | undefined
  /** Only messages to this number. */
  to?: string | undefined
  /** Only messages from this number. */
  from?: string | undefined
  /** The beginning of a number on either side, with its + and three digits at least; or a part of one, four digits at least; or a part of an id, eight digits at least. Texts are not searched. */
  search?: string | undefined
  /** Only what was created later than this. */
  created_after?: string | undefined
  /** Only what was created earlier than this. */
  created_before?: string | undefined
}

export type ListTemplatesQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListContactsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Only contacts subscribed to this topic. */
  topic_id?: string | undefined
  /** Only contacts of this segment. */
  segment_id?: string | undefined
  /** Part of an address, a number or a name, in any case, or of an id, eight digits at least. */
  search?: string | undefined
  /** Comparisons of fields that all must hold, separated by commas, such as plan:eq:pro,seats:gte:5. Operators: eq, neq, gt, gte, lt, lte, starts_with, exists, is_empty; exists and is_empty take no value, starts_with is for strings. A comma in a value is written \, */
  properties?: string | undefined
}

export type LookupContactQuery = {
  email?: string | undefined
  /** E.164. */
  phone_number?: string | undefined
}

export type CountContactsQuery = {
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Only contacts subscribed to this topic. */
  topic_id?: string | undefined
  /** Only contacts of this segment. */
  segment_id?: string | undefined
  /** Part of an address, a number or a name, in any case, or of an id, eight digits at least. */
  search?: string | undefined
  /** Comparisons of fields that all must hold, separated by commas, such as plan:eq:pro,seats:gte:5. Operators: eq, neq, gt, gte, lt, lte, starts_with, exists, is_empty; exists and is_empty take no value, starts_with is for strings. A comma in a value is written \, */
  properties?: string | undefined
}

export type ListContactTopicsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  /** Only those that it is, or is not, subscribed to. */
  subscribed?: boolean | undefined
}

export type ListContactFileImportsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  /** failed when it could not be read to its end; what was taken until then stays. */
  status?: 'queued' | 'running' | 'completed' | 'failed' | undefined
}

export type ListContactHistoryQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListSegmentsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListSegmentContactsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListContactSegmentsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListContactConsentQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListConsentQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  email?: string | undefined
  /** E.164. */
  phone_number?: string | undefined
}

export type ListSuppressionsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  /** Only this address, in any case. */
  email?: string | undefined
  /** Part of an address, in any case. Erased people are not found by it. */
  search?: string | undefined
  reason?: 'hard_bounce' | 'complaint' | 'manual' | 'unsubscribe' | undefined
  /** Only what was created later than this. */
  created_after?: string | undefined
  /** Only what was created earlier than this. */
  created_before?: string | undefined
}

export type ListTopicsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListBroadcastsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  state?: 'draft' | 'scheduled' | 'sending' | 'paused' | 'completed' | 'canceled' | undefined
  channel?: 'email' | 'sms' | undefined
  /** Only what was created later than this. */
  created_after?: string | undefined
  /** Only what was created earlier than this. */
  created_before?: string | undefined
}

export type ListBroadcastRecipientsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  outcome?: 'waiting' | 'delayed' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled' | undefined
  /** Only those whose message was, or was not, handed over to their receiver or refused by it. */
  sent?: boolean | undefined
  /** Only those that a person has, or has not, opened. */
  opened?: boolean | undefined
  /** Only those in which a person has, or has not, clicked. */
  clicked?: boolean | undefined
  variant?: 'a' | 'b' | undefined
}

export type ListWorkflowsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  status?: 'draft' | 'active' | 'paused' | undefined
}

export type ListWorkflowRunsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  /** waiting in a delay or for an event; running between two steps; completed at the end or an exit; failed with error; stopped by you, or with its workflow or contact. */
  state?: 'running' | 'waiting' | 'completed' | 'failed' | 'stopped' | undefined
  /** Only runs of this contact. */
  contact_id?: string | undefined
}

export type ListWebhookDeliveriesQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  /** pending until an attempt succeeds; failed when the last one has failed or the webhook became inactive meanwhile. */
  status?: 'pending' | 'delivered' | 'failed' | undefined
}

export type ListEventsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Without it: from the beginning. */
  cursor?: string | undefined
}

export type StreamEventsQuery = {
  /** Where to begin: a next_cursor of the list. Last-Event-ID comes before it. */
  cursor?: string | undefined
}

export type GetAnalyticsQuery = {
  /** Only emails that were accepted from this moment on. */
  start?: string | undefined
  /** Only emails that were accepted before this moment. */
  end?: string | undefined
  /** Only emails with this tag. */
  tag?: string | undefined
  message_stream?: 'transactional' | 'broadcast' | undefined
  /** Adds series. */
  granularity?: 'hour' | 'day' | undefined
}

export type GetReceiverAnalyticsQuery = {
  /** From this hour on; 30 days before the end when left out. */
  start?: string | undefined
  /** Before this hour; now when left out. */
  end?: string | undefined
}

export type ListRequestsQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  /** error: 4xx and 5xx. */
  status_class?: '2xx' | '4xx' | '5xx' | 'error' | undefined
  status?: number | undefined
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  /** Only this path and those below it, such as /v1/emails. */
  path?: string | undefined
  /** Only with this key. */
  key_id?: string | undefined
  /** Only the one with this x-request-id. */
  request_id?: string | undefined
  /** Only what was answered at this time or later. */
  start?: string | undefined
  /** Only what was answered before this time. */
  end?: string | undefined
}

export type ListAuditLogQuery = {
  /** How many to return. */
  limit?: number | undefined
  /** The next_cursor of the page before. Keep the filters the same. */
  cursor?: string | undefined
  /** Only by this person or key. */
  actor_id?: string | undefined
  actor_type?: 'person' | 'key' | 'operator' | undefined
  action?: 'key.created' | 'key.renamed' | 'key.revoked' | 'invitation.created' | 'invitation.revoked' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'member.left' | 'person.signed_in' | 'person.sign_in_failed' | 'person.signed_out_everywhere' | 'person.renamed' | 'person.password_changed' | 'person.two_step_enabled' | 'person.two_step_disabled' | 'person.backup_codes_renewed' | 'person.reset' | 'person.sign_in_link_made' | 'organization.created' | 'organization.claimed' | 'organization.updated' | 'alerts.updated' | 'branding.updated' | 'broadcast_rules.updated' | 'broadcasts.resumed' | 'credits.added' | 'domain.added' | 'domain.updated' | 'domain.keys_rotated' | 'domain.removed' | 'number.added' | 'number.removed' | 'quiet_hours.updated' | 'sending_plan.saved' | 'sending_plan.removed' | 'retention.updated' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.deleted' | 'template.created' | 'template.updated' | 'template.version_restored' | 'template.deleted' | 'workflow.created' | 'workflow.updated' | 'workflow.run_stopped' | 'workflow.deleted' | 'broadcast.created' | 'broadcast.updated' | 'broadcast.sent' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.canceled' | 'broadcast.deleted' | 'topic.created' | 'topic.updated' | 'topic.deleted' | 'contact_field.created' | 'contact_field.updated' | 'contact_field.deleted' | 'segment.created' | 'segment.updated' | 'segment.deleted' | 'signup_form.created' | 'signup_form.updated' | 'signup_form.deleted' | 'contact.deleted' | 'contact.erased' | 'suppression.deleted' | 'email.deleted' | undefined
  object_type?: 'key' | 'invitation' | 'member' | 'person' | 'organization' | 'alerts' | 'branding' | 'broadcast_rules' | 'broadcasts' | 'credits' | 'domain' | 'number' | 'quiet_hours' | 'sending_plan' | 'retention' | 'webhook' | 'template' | 'workflow' | 'broadcast' | 'topic' | 'contact_field' | 'segment' | 'signup_form' | 'contact' | 'suppression' | 'email' | undefined
  /** Only what was done to this object. */
  object_id?: string | undefined
  /** Only what happened at this time or later. */
  start?: string | undefined
  /** Only what happened before this time. */
  end?: string | undefined
}
