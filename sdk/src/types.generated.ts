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

/** A file to attach. All attachments together are at most 10 MiB in base64. */
export type Attachment = {
  /** The name of the file, at most 255 bytes. No path, no control characters. */
  filename: string
  /** The file in base64. Links and paths are not followed. */
  content: string
  /** The media type. */
  type?: string | undefined
  /** Makes the file inline, so html can refer to it as cid:… Must be unique within the email. */
  contentId?: string | undefined
  /** inline: the file is shown in the message. */
  disposition?: 'attachment' | 'inline' | undefined
}

/** The text message, by the rules of POST /v1/sms. Requires body or media_urls. */
export type FallbackSms = {
  /** The sender: your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has assigned to your organization, if the recipient’s country allows it. */
  from: string
  /** The number of the recipient, in E.164. Default: the number of the contact with the email’s address, which requires the permission contacts:read. */
  to?: string | undefined
  /** The text, at most 1,600 characters and 10 segments. A single character outside the GSM alphabet shortens segments from 160 to 70 characters. Can be empty only with media. */
  body?: string | undefined
  /** The URLs of pictures and files to attach. Makes the message an MMS. */
  media_urls?: string[] | undefined
  /** How long the message is valid, in seconds, counted from scheduled_for for a scheduled message. A message not sent by then fails and its credits are refunded. Carriers that support it are told to drop the message. Default: retries for ten hours. */
  validity_seconds?: number | undefined
  /** Whether to send during the quiet hours of the recipient too, if the operator has set any. For messages that the recipient waits for, such as a code. */
  ignore_quiet_hours?: boolean | undefined
}

/** A text message that is sent when the email is not delivered, or not opened, in time, and at once when the email bounces, fails or is suppressed. Only for transactional email with one recipient. Requires the permission sms:send. It is validated with the email and charged when it is sent. */
export type EmailFallback = {
  sms: FallbackSms
  /** The condition that makes the fallback unnecessary. opened: a person opened the email or clicked a link in it; machines do not count. Requires track_opens or track_clicks. */
  unless?: 'delivered' | 'opened' | undefined
  /** How long to wait for the condition, in minutes or hours such as 10m or 2h. From 1m to 72h. */
  within: string
}

/** Requires content: html, text or both, or a template. */
export type EmailSend = {
  /** The address the email is sent from, with or without a name: ada@example.com or Ada Lovelace <ada@example.com>. */
  from: string
  /** The name of the sender. Takes precedence over the name in from. */
  from_name?: string | undefined
  /** The recipients. At most 50 addresses in to, cc and bcc together. An address given twice gets one copy. */
  to: string | string[]
  /** Recipients of a visible copy. */
  cc?: string | string[] | undefined
  /** Recipients of a hidden copy. They appear in no header. */
  bcc?: string | string[] | undefined
  /** The addresses that replies go to. */
  reply_to?: string | string[] | undefined
  /** The subject. Required unless a template supplies it. */
  subject?: string | undefined
  /** The HTML content, at most 5 MiB. */
  html?: string | undefined
  /** The plain text content, at most 5 MiB. Derived from html when left out. */
  text?: string | undefined
  /** The id of a template to use instead of html and text. */
  template_id?: string | undefined
  /** The friendly name of a template, instead of template_id. */
  template_friendly_name?: string | undefined
  /** Values for the template: any JSON, at most 32 levels deep. The contact of the recipient is available as contact.*, for keys with the permission contacts:read. */
  variables?: { [name: string]: unknown } | undefined
  /** Your own labels, to filter lists and analytics by. */
  tags?: string[] | undefined
  /** Additional headers. Headers that the service sets itself, such as From, Subject or Content-Type, are refused, and so are headers that control a relay, such as X-SMTPAPI, X-MC-* or X-SES-*. */
  headers?: { [name: string]: string } | undefined
  attachments?: Attachment[] | undefined
  /** When to send the email, at any time in the future. Times up to 5 minutes in the past mean now. */
  scheduled_for?: string | undefined
  /** Your own name for a group of emails. */
  batch_id?: string | undefined
  /** Whether to count opens through a hidden image. */
  track_opens?: boolean | undefined
  /** Whether to count clicks by rewriting the links in html. The first 1,000 links are rewritten. */
  track_clicks?: boolean | undefined
  /** Whether to send only over TLS. A mail host without TLS is retried like an unreachable one, until the email fails. A sender domain can require TLS for all its email; false does not override that. */
  require_tls?: boolean | undefined
  /** broadcast: skips contacts that are not subscribed, yields to transactional email, and adds List-Unsubscribe headers for one-click unsubscribe. */
  message_stream?: 'transactional' | 'broadcast' | undefined
  /** For message_stream broadcast: skip contacts that are not subscribed to this topic. */
  topic_id?: string | undefined
  fallback?: EmailFallback | undefined
}

/** The status of the fallback of an email. */
export type FallbackStatus = {
  /** waiting: waits for the email until due_at. sent: the text message was sent. not_needed: the condition was met in time. cancelled: the email was canceled. failed: the text message was refused; reason says why. */
  state: 'waiting' | 'sent' | 'not_needed' | 'cancelled' | 'failed'
  /** When the fallback is, or was, decided. */
  due_at: string
  /** The id of the text message. Null unless it was sent. */
  sms_id: string | null
  reason: string | null
}

/** The accepted email. It is stored and will be sent, even if the service restarts. */
export type EmailAccepted = {
  /** UUIDv7. */
  id: string
  /** The address the email is sent from, with its name if it has one. */
  from: string
  to: string[]
  subject: string
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The time the email is scheduled for. Null when it is sent at once. */
  scheduled_for: string | null
  /** Recipients on the suppression list. Nothing is sent to them and nothing is charged for them. */
  suppressed_recipients: string[]
  /** Always processing: delivery continues after this answer. */
  status: 'processing'
  /** The id of the durable workflow that delivers the email. */
  workflow_id: string
  fallback?: FallbackStatus | undefined
}

/** The result of a preflight. Nothing is sent. */
export type EmailPreflight = {
  /** Whether POST /v1/emails would accept the email now. */
  accepted: boolean
  /** The error that POST /v1/emails would answer. Null when it would accept the email. */
  refusal: {
    code: string
    message: string
    details?: unknown
  } | null
  recipients: {
    address: string
    gets_it: boolean
    /** Why the recipient would not get the email. */
    reason?: string | undefined
  }[]
  /** What the email costs. 0 with a test key. */
  credits: number
  /** For an email with a fallback. Its cost is not part of credits above, because it is charged only when it is sent. */
  fallback?: {
    /** The number that the text message would be sent to. */
    to: string
    segments_count: number
    /** What the text message costs if it is sent. 0 with a test key. */
    credits: number
  } | undefined
  /** The size of the message as sent, in bytes. */
  size: number
  /** The copy of the first recipient as it would be sent, with asterisks in place of the DKIM signature values. Its tracking and unsubscribe links do not work yet. Null when it is larger than 1 MiB. */
  message: string | null
  /** How receivers would authenticate the message, based on the current DNS records. Null when the email would be refused. */
  authentication: {
    /** The DKIM signatures. Empty when the message is not signed. */
    dkim: {
      domain: string
      selector: string
      /** The algorithm, such as rsa-sha256. */
      algorithm: string
      result: 'pass' | 'fail' | 'no_key' | 'no_answer'
      /** Whether the signing domain is aligned with the domain of From. */
      aligned: boolean
    }[]
    /** Null when the sending address is unknown, as with a relay. */
    spf: {
      /** The domain of the return path. */
      domain: string
      /** The sending IP address. Of several, the one with the worst result. */
      address: string
      result: 'pass' | 'fail' | 'neutral' | 'softfail' | 'none' | 'several_records' | 'too_many_lookups' | 'too_many_void_lookups' | 'broken' | 'no_answer'
      aligned: boolean
    } | null
    dmarc: {
      /** none: there is no valid record. */
      result: 'pass' | 'fail' | 'none' | 'no_answer'
      /** What receivers are asked to do with mail that fails: none, quarantine or reject. */
      policy: string | null
      /** The domain that has the record. */
      domain: string | null
    }
  } | null
  checks: {
    /** What was checked, such as dkim, bulk_rules, size, links or images. */
    about: string
    /** problem: receivers reject such mail or put it into spam. advice: an improvement is recommended. */
    verdict: 'fine' | 'advice' | 'problem'
    /** The result, and what to do. */
    what: string
    /** The individual findings. */
    details?: string[] | undefined
  }[]
}

export type EmailBatchAccepted = {
  /** The ids of the emails, in the order of the request. */
  data: {
    /** UUIDv7. */
    id: string
  }[]
}

export type EmailListItem = {
  /** UUIDv7. */
  id: string
  /** The address the email is sent from, without a name. */
  from: string
  to: string[]
  cc?: string[] | undefined
  bcc?: string[] | undefined
  reply_to?: string[] | undefined
  /** The topic the email was sent for. */
  topic_id?: string | undefined
  /** The Message-ID header, without < and >. */
  message_id: string
  subject: string
  message_stream: 'transactional' | 'broadcast'
  /** Whether opens are counted. */
  track_opens: boolean
  /** Whether clicks are counted. */
  track_clicks: boolean
  /** The status of the email. With several recipients: the worst status that is still open, otherwise the best status reached. */
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled'
  /** True when the email was captured instead of sent, because no transport is configured. Nobody received it, it is not charged, and it does not count in any rate. */
  captured?: boolean | undefined
  /** The template the email was rendered from. Left out if there is none. */
  template_id?: string | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The time the email was scheduled for. Null when it was sent at once. */
  scheduled_for: string | null
  sent_at: string | null
  /** The time of the first open. */
  opened_at: string | null
  /** The time of the first click. */
  clicked_at: string | null
  /** Why the message has not been sent yet, in words: its relay, receiver or carrier fails or is busy. */
  waiting_for?: string | undefined
}

export type EmailPage = {
  data: EmailListItem[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** An event of an email. */
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
    /** Whether a person or a machine opened or clicked, as far as known. */
    by?: 'human' | 'machine' | undefined
    /** Why the open or click is attributed to a machine, such as apple_mail_privacy. */
    because?: string | undefined
    /** The recipient that the event is about. */
    recipient?: string | undefined
    /** The number of the attempt, from 1. */
    attempt?: number | undefined
    /** The transport, such as relay, direct or capture. */
    transport?: string | undefined
    /** The mail server of the attempt. */
    host?: string | undefined
    /** The protocol of an encrypted connection, such as TLSv1.3. */
    tls?: string | undefined
    /** The reply of the server, unchanged. */
    reply?: string | undefined
    /** The duration of the attempt in milliseconds. */
    duration_ms?: number | undefined
    /** ISO 8601 in UTC, ending in Z. */
    next_attempt_at?: string | undefined
    /** Why the email was rejected: unknown_mailbox, disabled_mailbox, mailbox_full, bad_domain, rate_limited, blocked, authentication, relay_denied, policy, content, too_large or other. More values may be added. */
    bounce_class?: string | undefined
    /** The reason, in words. */
    reason?: string | undefined
  }
}

/** An email with its content and its events. */
export type Email = {
  /** UUIDv7. */
  id: string
  /** The address the email is sent from, with its name if it has one. */
  from: string
  to: string[]
  cc?: string[] | undefined
  bcc?: string[] | undefined
  reply_to?: string[] | undefined
  /** The topic the email was sent for. */
  topic_id?: string | undefined
  /** The Message-ID header, without < and >. */
  message_id: string
  subject: string
  message_stream: 'transactional' | 'broadcast'
  /** Whether opens are counted. */
  track_opens: boolean
  /** Whether clicks are counted. */
  track_clicks: boolean
  html?: string | undefined
  text?: string | undefined
  /** True when html and text were deleted at the end of their retention (see GET /v1/retention). */
  content_deleted?: boolean | undefined
  /** The status of the email. With several recipients: the worst status that is still open, otherwise the best status reached. */
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled'
  /** True when the email was captured instead of sent, because no transport is configured. Nobody received it, it is not charged, and it does not count in any rate. */
  captured?: boolean | undefined
  /** The template the email was rendered from. Left out if there is none. */
  template_id?: string | undefined
  /** The broadcast the email is part of. */
  broadcast_id?: string | undefined
  /** The tags of the email. Left out when there are none. */
  tags?: string[] | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The time the email was scheduled for. Null when it was sent at once. */
  scheduled_for: string | null
  sent_at: string | null
  delivered_at: string | null
  /** The time of the first open. */
  opened_at: string | null
  /** The time of the first click. */
  clicked_at: string | null
  /** The number of opens. The first 1,000 are listed in events. */
  open_count: number
  /** The number of clicks. The first 1,000 are listed in events. */
  click_count: number
  /** The number of opens, not counting known machine opens. */
  human_open_count: number
  /** The number of clicks, not counting known machine clicks. */
  human_click_count: number
  /** The events of the email, oldest first. */
  events: EmailEvent[]
  /** Why the message has not been sent yet, in words: its relay, receiver or carrier fails or is busy. */
  waiting_for?: string | undefined
  fallback?: FallbackStatus | undefined
}

/** What happened to a message, in words. */
export type Explanation = {
  /** UUIDv7. */
  id: string
  /** The status of the message. */
  status: string
  /** A summary in words: the state of the message, why, and what to do. */
  summary: string
  /** What the message waits for now. Null when it waits for nothing. */
  waiting: {
    /** What the message waits for, such as "the relay smtp.example.com:587". */
    for: string
    /** Since when it has been failing. Null when it is only busy. */
    failing_since: string | null
    last_reply: string | null
    cap: string | null
    next_attempt_at: string | null
    /** How many other messages of this environment wait for the same. Counted up to 10,000. */
    behind: number
  } | null
  /** The steps so far, oldest first. */
  steps: {
    /** ISO 8601 in UTC, ending in Z. */
    at: string
    /** The recipient that the step is about, if any. */
    recipient?: string | undefined
    /** What happened, in words. */
    what: string
    /** The reply of the server or carrier, unchanged. */
    heard?: string | undefined
    /** What the reply means. */
    meaning?: string | undefined
    /** How to fix it. */
    advice?: string | undefined
  }[]
}

export type EmailWorkflow = {
  /** UUIDv7. */
  emailId: string
  /** The status of the email. With several recipients: the worst status that is still open, otherwise the best status reached. */
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled'
  /** The state of the durable workflow. */
  jobStatus: {
    state: 'pending' | 'running' | 'finished'
    /** The number of delivery attempts so far. */
    previousAttempts: number
    /** ISO 8601 in UTC, ending in Z. */
    nextAttemptAt?: string | undefined
  }
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
}

/** Whether the operation succeeded, with a message. */
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
  /** The status of the email. With several recipients: the worst status that is still open, otherwise the best status reached. */
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled'
  /** ISO 8601 in UTC, ending in Z. */
  scheduled_for: string
}

/** An attachment of an email. */
export type EmailAttachment = {
  /** UUIDv7. */
  id: string
  filename: string
  /** The media type. */
  type: string
  /** The size in bytes. */
  size: number
  /** inline: the file is shown in the message. */
  disposition: 'attachment' | 'inline'
  /** The name by which html refers to the file, as cid:name. */
  contentId?: string | undefined
  /** The address to download the file from, without an API key, until expires_at. */
  download_url: string
  /** When download_url expires: an hour from now. Repeat the request for a new address. */
  expires_at: string
}

export type EmailAttachmentList = {
  data: EmailAttachment[]
}

/** A callback for each change of the status: queued, sent, then delivered or undelivered; or failed. Calls are in order, at least once, with up to five attempts each. For the statuses of all messages use webhooks. */
export type SmsCallback = {
  /** twilio: a form with the fields of Twilio’s StatusCallback, signed in X-Twilio-Signature. */
  format: 'twilio'
  /** The URL to POST to. Must have a public address, unless the operator allows others. */
  url: string
  /** The AccountSid to send in each call. */
  account: string
  /** The secret that calls are signed with: the auth token that your receiver expects. Stored encrypted until the last call, and never returned. */
  secret: string
}

/** Requires body or media_urls. from and to must differ. */
export type SmsSend = {
  /** The sender: your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has assigned to your organization, if the recipient’s country allows it. */
  from: string
  /** The number of the recipient, in E.164. */
  to: string
  /** The text, at most 1,600 characters and 10 segments. A single character outside the GSM alphabet shortens segments from 160 to 70 characters. Can be empty only with media. */
  body?: string | undefined
  /** The URLs of pictures and files to attach. Makes the message an MMS. */
  media_urls?: string[] | undefined
  /** How long the message is valid, in seconds, counted from scheduled_for for a scheduled message. A message not sent by then fails and its credits are refunded. Carriers that support it are told to drop the message. Default: retries for ten hours. */
  validity_seconds?: number | undefined
  /** Whether to send during the quiet hours of the recipient too, if the operator has set any. For messages that the recipient waits for, such as a code. */
  ignore_quiet_hours?: boolean | undefined
  callback?: SmsCallback | undefined
  /** When to send the message, at any time in the future. Times up to 5 minutes in the past mean now. */
  scheduled_for?: string | undefined
}

/** The accepted message. It is stored and charged, and will be sent. */
export type SmsAccepted = {
  /** UUIDv7. */
  id: string
  from: string
  /** E.164. */
  to: string
  body: string
  /** The number of segments. 1 for an MMS. */
  segments_count: number
  /** The credits charged for the message. 0 once they were refunded. With a test key: what the message would cost. */
  credits_consumed: number
  /** Always processing: delivery continues after this answer. */
  status: 'processing'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The time the message is scheduled for. Null when it is sent at once. */
  scheduled_for: string | null
  /** The id of the durable workflow that delivers the message. */
  workflow_id: string
}

export type SmsListItem = {
  /** UUIDv7. */
  id: string
  from: string
  to: string
  body: string
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'received'
  /** The number of segments. 1 for an MMS. */
  segments_count: number
  /** The credits charged for the message. 0 once they were refunded. With a test key: what the message would cost. */
  credits_consumed: number
  /** True when the message was captured instead of sent, because no carrier is configured. Nobody received it. It is charged like a sent message. */
  captured?: boolean | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The time the message was scheduled for. Null when it was sent at once. */
  scheduled_for: string | null
  sent_at: string | null
  direction: 'outbound' | 'inbound'
  media_urls: string[]
  /** Why the message has not been sent yet, in words: its relay, receiver or carrier fails or is busy. */
  waiting_for?: string | undefined
}

export type SmsPage = {
  data: SmsListItem[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** An event of a text message. */
export type SmsEvent = {
  type: 'scheduled' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'received' | 'opted_out' | 'opted_in' | 'delivery_delayed' | 'possible_duplicate' | 'unconfirmed' | 'callback_failed'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  data: {
    /** The number of the attempt, from 1. */
    attempt?: number | undefined
    /** The carrier, such as smpp, twilio or capture. */
    carrier?: string | undefined
    /** The server of the attempt. */
    host?: string | undefined
    /** The protocol of an encrypted connection, such as TLSv1.3. */
    tls?: string | undefined
    /** The reply of the carrier, unchanged. */
    reply?: string | undefined
    /** The duration of the attempt in milliseconds. */
    duration_ms?: number | undefined
    /** ISO 8601 in UTC, ending in Z. */
    next_attempt_at?: string | undefined
    /** The reason, in words. */
    reason?: string | undefined
  }
}

/** A text message with its cost. With a test key the dollar amounts are 0. */
export type Sms = {
  /** UUIDv7. */
  id: string
  from: string
  to: string
  body: string
  status: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'received'
  /** The number of segments. 1 for an MMS. */
  segments_count: number
  /** The credits charged for the message. 0 once they were refunded. With a test key: what the message would cost. */
  credits_consumed: number
  /** True when the message was captured instead of sent, because no carrier is configured. Nobody received it. It is charged like a sent message. */
  captured?: boolean | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The time the message was scheduled for. Null when it was sent at once. */
  scheduled_for: string | null
  sent_at: string | null
  delivered_at: string | null
  /** The amount charged, in dollars. */
  customer_charge_dollars: number
  /** The cost of the carrier, in dollars. */
  carrier_total_cost: number
  /** The charge minus the cost, in dollars. */
  margin_dollars: number
  direction: 'outbound' | 'inbound'
  media_urls: string[]
  /** The events of the message, oldest first. */
  events: SmsEvent[]
  /** Why the message has not been sent yet, in words: its relay, receiver or carrier fails or is busy. */
  waiting_for?: string | undefined
  /** The email that did not arrive in time. Left out if the message is not a fallback. */
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

/** A sender domain. */
export type Domain = {
  /** UUIDv7. */
  id: string
  name: string
  /** Since when the DKIM key of the domain is known to be in DNS. */
  verified_at: string | null
  return_path_verified_at: string | null
  checked_at: string | null
  /** Since when the domain counts as failed: DNS confirmed twice that a record that was there is gone. */
  failed_at: string | null
  /** What is missing in DNS while the domain counts as failed. */
  failing: ('dkim' | 'return_path')[]
  /** The previous keys. Keep their records in DNS while mail signed with them is in transit. */
  old_keys: {
    /** The names of their records. */
    names: string[]
    /** ISO 8601 in UTC, ending in Z. */
    replaced_at: string
    /** ISO 8601 in UTC, ending in Z. */
    removable_at: string
  } | null
  tracking_host: string | null
  /** Whether email from this domain is sent only over TLS, whatever a request says. */
  require_tls: boolean
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The records that DNS must have. */
  records: {
    purpose: 'dkim_rsa' | 'dkim_ed25519' | 'next_dkim_rsa' | 'next_dkim_ed25519' | 'return_path' | 'spf' | 'dmarc' | 'tls_rpt'
    type: 'TXT' | 'MX'
    name: string
    /** The value that DNS must have. */
    value: string
    /** The record as a line of a zone file. */
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
  /** Since when the DKIM key of the domain is known to be in DNS. */
  verified_at: string | null
  return_path_verified_at: string | null
  checked_at: string | null
  /** Since when the domain counts as failed: DNS confirmed twice that a record that was there is gone. */
  failed_at: string | null
  /** What is missing in DNS while the domain counts as failed. */
  failing: ('dkim' | 'return_path')[]
  /** The previous keys. Keep their records in DNS while mail signed with them is in transit. */
  old_keys: {
    /** The names of their records. */
    names: string[]
    /** ISO 8601 in UTC, ending in Z. */
    replaced_at: string
    /** ISO 8601 in UTC, ending in Z. */
    removable_at: string
  } | null
  tracking_host: string | null
  /** Whether email from this domain is sent only over TLS, whatever a request says. */
  require_tls: boolean
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  records: {
    purpose: 'dkim_rsa' | 'dkim_ed25519' | 'next_dkim_rsa' | 'next_dkim_ed25519' | 'return_path' | 'spf' | 'dmarc' | 'tls_rpt'
    type: 'TXT' | 'MX'
    name: string
    /** The value that DNS must have. */
    value: string
    /** The record as a line of a zone file. */
    zone_line: string
    state: 'found' | 'missing' | 'different' | 'no_answer'
    /** What DNS has instead. */
    seen: string[]
  }[]
  /** How receivers evaluate the domain. The checks are advice and do not affect sending. */
  checks: {
    about: 'dkim_rsa' | 'dkim_ed25519' | 'next_dkim_rsa' | 'next_dkim_ed25519' | 'spf_return_path' | 'spf_domain' | 'dmarc' | 'bimi' | 'tls_rpt' | 'mta_sts' | 'hostname' | 'reverse_dns' | 'port_25' | 'tracking_host'
    /** The DNS name or the host that was checked. */
    name: string
    /** unknown: DNS did not answer. */
    level: 'good' | 'advice' | 'fault' | 'unknown'
    /** The result as a code, such as several_records. */
    result: string
    seen: string[]
    /** What is expected, as a sentence. */
    wanted: string
    /** The line to copy into a zone file. */
    line: string | null
  }[]
}

export type DomainUpdate = {
  tracking_host?: string | null | undefined
  require_tls?: boolean | undefined
}

/** Requires content: html or mjml, or text. Give only one of html and mjml. */
export type TemplateCreate = {
  /** Your own name for the template, unique ignoring case. Emails refer to it as template_friendly_name. */
  friendly_name: string
  description?: string | undefined
  /** The subject, in Liquid, such as Hello {{ first_name }}. */
  subject: string
  /** The HTML content, in Liquid. At most 1 MiB. */
  html?: string | undefined
  /** The plain text content (derived from html when left out), in Liquid. At most 1 MiB. */
  text?: string | undefined
  /** The content as MJML, converted to html when the template is published, in Liquid. At most 256 KiB. */
  mjml?: string | undefined
  /** A draft can be changed and previewed. Only published content is sent. Default: published. */
  status?: 'draft' | 'published' | undefined
}

/** A template with its newest version. */
export type Template = {
  /** UUIDv7. */
  id: string
  /** Your own name for the template, unique ignoring case. Emails refer to it as template_friendly_name. */
  friendly_name: string
  description?: string | undefined
  /** The status of the newest version, whose content is shown. */
  status: 'draft' | 'published'
  /** The number of the newest version. */
  version: number
  /** The version that emails are rendered from. */
  published_version?: number | undefined
  /** The subject, in Liquid, such as Hello {{ first_name }}. */
  subject: string
  /** The HTML content, in Liquid. At most 1 MiB. */
  html?: string | undefined
  /** The plain text content (derived from html when left out), in Liquid. At most 1 MiB. */
  text?: string | undefined
  /** The content as MJML, converted to html when the template is published, in Liquid. At most 256 KiB. */
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
  /** Your own name for the template, unique ignoring case. Emails refer to it as template_friendly_name. */
  friendly_name: string
  description?: string | undefined
  status: 'draft' | 'published'
  version: number
  published_version?: number | undefined
  /** The subject, in Liquid, such as Hello {{ first_name }}. */
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

/** Only the fields you give are changed. A change of content creates a new version, or changes the draft. Status published publishes it. Without status the template stays a draft or published, as it was. */
export type TemplateUpdate = {
  /** Your own name for the template, unique ignoring case. Emails refer to it as template_friendly_name. */
  friendly_name?: string | undefined
  description?: string | undefined
  /** The subject, in Liquid, such as Hello {{ first_name }}. */
  subject?: string | undefined
  /** The HTML content, in Liquid. At most 1 MiB. */
  html?: string | undefined
  /** The plain text content (derived from html when left out), in Liquid. At most 1 MiB. */
  text?: string | undefined
  /** The content as MJML, converted to html when the template is published, in Liquid. At most 256 KiB. */
  mjml?: string | undefined
  /** A draft can be changed and previewed. Only published content is sent. Default: published. */
  status?: 'draft' | 'published' | undefined
}

export type TemplateRender = {
  /** Values for the template: any JSON, at most 32 levels deep and 10,000 values. */
  variables?: { [name: string]: unknown } | undefined
  /** A recipient. If it is a contact, its fields are available as contact.*, for keys with the permission contacts:read. */
  email?: string | undefined
  /** The version to render. Default: the newest. */
  version?: number | undefined
}

/** The rendered content. */
export type RenderedTemplate = {
  subject: string
  html?: string | undefined
  text?: string | undefined
}

/** Requires email, phone_number or both. */
export type ContactCreate = {
  email?: string | undefined
  /** E.164. */
  phone_number?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field. */
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
  /** Whether the contact receives broadcast email. */
  email_subscribed: boolean
  /** Whether the contact receives SMS. */
  sms_subscribed: boolean
  /** Values of your contact fields, by key. Left out when there are none. */
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

/** Only the fields you give are changed. */
export type ContactUpdate = {
  first_name?: string | undefined
  last_name?: string | undefined
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field. */
  properties?: { [name: string]: string | number | boolean | null } | undefined
}

/** The subscription of a contact to a topic after the operation. */
export type Membership = {
  success: boolean
  message: string
  /** UUIDv7. */
  contact_id: string
  /** UUIDv7. */
  topic_id: string
  subscribed: boolean
  /** True when the topic requires a confirmation that was requested and has not arrived. */
  pending?: boolean | undefined
}

/** Only the fields you give are changed. */
export type ContactPut = {
  email: string
  /** Used only for a new contact. E.164. */
  phone_number?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field. */
  properties?: { [name: string]: string | number | boolean | null } | undefined
  /** Static segments to add the contact to. It stays in its other segments. */
  segment_ids?: string[] | undefined
  /** Subscriptions by topic id: true subscribes, or requests the confirmation that the topic requires; false unsubscribes. */
  topics?: { [name: string]: boolean } | undefined
}

/** Why this item was refused. It does not affect the other items. */
export type ItemError = {
  code: string
  message: string
  details?: unknown
}

export type ContactBatch = {
  /** In the order of the request: the id of each contact, or the reason why it was refused. */
  data: {
    /** UUIDv7. */
    id?: string | undefined
    error?: ItemError | undefined
  }[]
}

export type ContactCount = {
  count: number
  /** False if there are more contacts than count. */
  is_exact: boolean
}

export type TopicConfirmation = {
  /** The sender of the confirmation, such as Acme <news@acme.com>. */
  from: string
  /** A template that prints {{ confirm_url }}, and optionally {{ topics }}. Without a template, or while it is unpublished or does not print the link, a built-in plain text is sent. */
  template_id?: string | undefined
  /** After how many hours a single reminder is sent. Default: no reminder. */
  reminder_after_hours?: number | undefined
  /** After how many hours an unconfirmed request expires. Default: 168. */
  expires_after_hours?: number | undefined
}

export type ContactTopic = {
  /** UUIDv7. */
  id: string
  name: string
  description?: string | undefined
  /** Whether new contacts are subscribed to the topic. */
  is_default_topic: boolean
  /** Whether a subscription requires a confirmation. */
  confirm?: boolean | undefined
  confirmation?: TopicConfirmation | undefined
  /** The order for your own pages, lowest first. Lists of this API are ordered newest first. */
  display_order: number
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
  /** Whether the contact is subscribed to the topic. */
  subscribed: boolean
  /** True while the confirmation of the contact is pending. */
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
  /** Values of your contact fields, by key. Each is parsed as the type of its field. */
  properties?: { [name: string]: string } | undefined
  /** Subscriptions by topic id: true subscribes, unless the person left the topic before; false unsubscribes. */
  topics?: { [name: string]: boolean } | undefined
}

export type ContactImport = {
  rows: ContactRow[]
  /** A static segment to add all contacts of these rows to. */
  segment_id?: string | undefined
  /** If true, nothing is changed and the answer says what would happen. */
  dry_run?: boolean | undefined
}

export type Imported = {
  created: number
  updated: number
  unchanged: number
  /** The rows that were refused, and why. All other rows were imported. */
  refused: {
    /** The index of the row in the request, from 0. */
    row: number
    message: string
  }[]
}

export type ContactFile = {
  /** The content of the file, at most 10 MiB. The first line names the columns. Columns are separated by commas, semicolons or tabs; a line before it such as sep=; names which. */
  csv: string
  /** Maps fields to columns, by the names in the first line. Fields that are not mapped use the column with their own name. */
  columns?: {
    /** The column with the email addresses. */
    email?: string | undefined
    /** The column with the phone numbers. */
    phone_number?: string | undefined
    /** The column with the first names. */
    first_name?: string | undefined
    /** The column with the last names. */
    last_name?: string | undefined
    /** The column with the email subscription: yes or no, in any common language, or true or false. */
    email_subscribed?: string | undefined
    /** The column that says yes for people who are not subscribed to email. */
    unsubscribed?: string | undefined
    /** The column with the SMS subscription: yes or no, in any common language, or true or false. */
    sms_subscribed?: string | undefined
    /** The columns of your contact fields, by field key. */
    properties?: { [name: string]: string } | undefined
  } | undefined
  /** What to do with contacts that already exist. */
  existing?: 'update' | 'skip' | undefined
  /** Static segments to add all contacts of the file to. */
  segment_ids?: string[] | undefined
  /** Subscriptions by topic id: true subscribes all contacts of the file, except those who left the topic before; false unsubscribes them. */
  topics?: { [name: string]: boolean } | undefined
}

/** The import of a file of contacts. */
export type ContactFileImport = {
  /** UUIDv7. */
  id: string
  /** failed: the file could not be read to the end. Rows imported until then stay. */
  status: 'queued' | 'running' | 'completed' | 'failed'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** When the import finished. Null until then. */
  finished_at: string | null
  counts: {
    /** Rows read so far. */
    total: number
    created: number
    updated: number
    /** Existing contacts that were not changed. */
    unchanged: number
    refused: number
  }
  /** The first hundred rows that were refused, and why. */
  refused: {
    /** The number of the row in the file. The first row below the column names is 1. */
    row: number
    message: string
  }[]
  /** Why the import failed. */
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
  /** The channels that were subscribed or unsubscribed. For a new contact: its initial subscriptions. */
  channels?: ('email' | 'sms')[] | undefined
  /** The topic. It may have been deleted since. */
  topic_id?: string | undefined
  /** The changed fields. Null means not set. */
  changes?: {
    /** first_name, last_name, or a contact field such as properties.plan. */
    field: string
    from: string | number | boolean | null
    to: string | number | boolean | null
  }[] | undefined
  /** The data of a custom event. */
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
  /** The name of the event: words of lowercase letters, digits and underscores, separated by dots. The event log, webhooks and workflows use custom.<name>. */
  event: string
  /** Any data about the event: at most 4,096 bytes of JSON, 5 levels deep. */
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

/** Identify the contact by either email or contact_id. */
export type CustomEventCreate = {
  /** The name of the event: words of lowercase letters, digits and underscores, separated by dots. The event log, webhooks and workflows use custom.<name>. */
  event: string
  email?: string | undefined
  /** The id of the contact. */
  contact_id?: string | undefined
  /** Any data about the event: at most 4,096 bytes of JSON, 5 levels deep. */
  data?: { [name: string]: unknown } | undefined
}

export type CustomEventBatch = {
  /** In the order of the request: the id of each event, or the reason why it was refused. */
  data: {
    /** UUIDv7. */
    id?: string | undefined
    error?: ItemError | undefined
  }[]
}

export type ContactFieldCreate = {
  /** The key of the field: at most 50 lowercase letters, digits and underscores, starting with a letter. Cannot be changed. */
  key: string
  /** The type of the values. Cannot be changed. */
  type: 'string' | 'number' | 'boolean' | 'date'
  /** What templates print for a contact without a value. Must match the type of the field. */
  fallback?: string | number | boolean | undefined
}

/** A custom field. Contacts have its values in their properties. */
export type ContactField = {
  /** UUIDv7. */
  id: string
  /** The key of the field: at most 50 lowercase letters, digits and underscores, starting with a letter. Cannot be changed. */
  key: string
  /** The type of the values. Cannot be changed. */
  type: 'string' | 'number' | 'boolean' | 'date'
  /** What templates print for a contact without a value. Must match the type of the field. */
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
  /** What templates print for a contact without a value. Must match the type of the field. Null removes it. */
  fallback: string | number | boolean | null
}

/** One of all, any, not, field with operator, topic_id, segment_id, event or activity. At most 5 levels deep, and 50 conditions in total. */
export type SegmentFilter = {
  /** True when all of these conditions are true. */
  all?: SegmentFilter[] | undefined
  /** True when any of these conditions is true. */
  any?: SegmentFilter[] | undefined
  /** True when this condition is false. */
  not?: SegmentFilter | undefined
  /** email, phone_number, first_name, last_name, email_subscribed, sms_subscribed, created_at, updated_at, source, or a contact field such as properties.plan. */
  field?: string | undefined
  /** How to compare. The allowed operators depend on the field. exists and is_empty take no value; in_last_days, more_than_days_ago and in_next_days take a number of days. For a field that is not set, only neq and is_empty are true. */
  operator?: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'starts_with' | 'ends_with' | 'in_last_days' | 'more_than_days_ago' | 'in_next_days' | 'exists' | 'is_empty' | undefined
  /** The value to compare the field with, of the same type. Dates are a day or a timestamp in UTC. */
  value?: string | number | boolean | undefined
  /** True for contacts subscribed to this topic. */
  topic_id?: string | undefined
  /** True for contacts in this static segment. */
  segment_id?: string | undefined
  /** True for contacts with this custom event. */
  event?: string | undefined
  /** For an event: the minimum number of times. */
  at_least?: number | undefined
  /** For an event or an activity: within this number of last days (of 24 hours). Default: at any time. */
  within_days?: number | undefined
  /** True for contacts with this outcome for an email to them. Opens and clicks by machines do not count, nor does anything before the contact was created. */
  activity?: 'opened' | 'clicked' | 'bounced' | 'complained' | undefined
  /** For an activity: only emails with this tag. */
  tag?: string | undefined
}

/** With a filter the segment is dynamic, without a filter it is a static list. */
export type SegmentCreate = {
  /** The name, unique ignoring case. */
  name: string
  description?: string | undefined
  filter?: SegmentFilter | undefined
}

/** A group of contacts. */
export type Segment = {
  /** UUIDv7. */
  id: string
  /** The name, unique ignoring case. */
  name: string
  description?: string | undefined
  /** dynamic: all contacts that match the filter. static: a list that contacts are added to and removed from. */
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

/** Give either filter or segment_id. */
export type SegmentPreviewRequest = {
  filter?: SegmentFilter | undefined
  segment_id?: string | undefined
}

export type SegmentPreview = {
  /** The number of contacts in the segment. */
  count: number
  /** False when counting took too long. The count is then an estimate from a sample of the contacts, and at least the number of contacts in sample. */
  is_exact: boolean
  /** At most 10 contacts of the segment, newest first. */
  sample: Contact[]
}

/** Only the fields you give are changed. A static segment cannot become dynamic. */
export type SegmentUpdate = {
  /** The name, unique ignoring case. */
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

/** Contacts, either by id or by address. */
export type SegmentMembers = {
  contact_ids?: string[] | undefined
  emails?: string[] | undefined
}

export type SegmentMembersChanged = {
  /** How many contacts were added or removed. */
  changed: number
  /** How many contacts were already on the list, or were not on it. */
  unchanged: number
  /** The ids or addresses that match no contact. */
  not_found: string[]
}

export type ExplainedCondition = {
  /** 0 for the filter itself, plus one for each enclosing all, any or not. */
  depth: number
  /** The condition, in words. */
  asked: string
  /** The value of the contact, in words. Left out for all, any and not. */
  has?: string | undefined
  is_met: boolean
}

export type SegmentExplanation = {
  is_member: boolean
  /** The reason, in a sentence. */
  message: string
  /** The conditions of the filter. Empty for a static segment. */
  conditions: ExplainedCondition[]
}

/** The erasure of everything about one person. */
export type Erasure = {
  /** UUIDv7. */
  id: string
  /** The contact to erase, if there was one. */
  contact_id?: string | undefined
  status: 'running' | 'finished'
  /** ISO 8601 in UTC, ending in Z. */
  requested_at: string
  /** When the erasure finished. Null until then. */
  finished_at: string | null
}

/** One change of consent. Entries are never changed or deleted. */
export type ConsentEntry = {
  /** UUIDv7. */
  id: string
  /** email for an email address, sms for a phone number. */
  channel: 'email' | 'sms'
  /** channel: all broadcasts, or all text messages. topic: only the topic. suppression_list: all email, because the address was added to the suppression list or removed from it. */
  scope: 'channel' | 'topic' | 'suppression_list'
  /** The topic. It may have been deleted since. */
  topic_id?: string | undefined
  /** requested: a confirmation was requested, and nothing is sent until it arrives. expired: the confirmation did not arrive in time. */
  action: 'given' | 'withdrawn' | 'requested' | 'expired'
  /** How the consent changed. */
  method: 'api_key' | 'person' | 'import' | 'workflow' | 'form' | 'confirmation_link' | 'unsubscribe_link' | 'one_click' | 'unsubscribe_mail' | 'sms_keyword' | 'carrier' | 'complaint' | 'expiry'
  /** Depends on method: the API key, the dashboard user, the key or user who imported the contact, the workflow run, the signup form, the confirmation, the email whose link was used or that was reported as spam, or the text message. */
  source_id?: string | undefined
  /** The text that the person agreed to, as shown to them. */
  wording?: string | undefined
  /** The IP address of the person, if they used a page. Removed when the person is erased. */
  ip_address?: string | undefined
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The position in the chain of this address or number, from 1. */
  position: number
  /** The hash of the previous entry. Null for the first entry. */
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
  /** The text that people agree to. It is shown on the hosted page and stored in the consent ledger. Show it on your own form too. */
  wording: string
  /** The topics that new signups are subscribed to. Topics that require a confirmation are pending until it arrives. Without a confirmation, anyone can subscribe anyone. */
  topic_ids?: string[] | undefined
  /** Keys of the contact fields that the form accepts, besides email, first_name and last_name. */
  fields?: string[] | undefined
  /** The origins of the sites that can post to the form. Requests from browsers on other sites are refused. */
  allowed_origins?: string[] | undefined
  /** Where the browser is redirected after posting the form. Default: a page of this service. */
  redirect_url?: string | undefined
}

export type SignupForm = {
  /** UUIDv7. */
  id: string
  /** The heading of the hosted page. */
  name: string
  /** The topics that new signups are subscribed to. Topics that require a confirmation are pending until it arrives. Without a confirmation, anyone can subscribe anyone. */
  topic_ids: string[]
  /** Keys of the contact fields that the form accepts, besides email, first_name and last_name. */
  fields: string[]
  /** The text that people agree to. It is shown on the hosted page and stored in the consent ledger. Show it on your own form too. */
  wording: string
  /** The origins of the sites that can post to the form. Requests from browsers on other sites are refused. */
  allowed_origins: string[]
  /** Where the browser is redirected after posting the form. Default: a page of this service. */
  redirect_url?: string | undefined
  /** The address of the hosted page. Forms are posted to it too. */
  url: string
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
}

export type SignupFormList = {
  data: SignupForm[]
}

/** Only the fields you give are changed. */
export type SignupFormUpdate = {
  /** The heading of the hosted page. */
  name?: string | undefined
  /** The text that people agree to. It is shown on the hosted page and stored in the consent ledger. Show it on your own form too. */
  wording?: string | undefined
  /** The topics that new signups are subscribed to. Topics that require a confirmation are pending until it arrives. Without a confirmation, anyone can subscribe anyone. */
  topic_ids?: string[] | undefined
  /** Keys of the contact fields that the form accepts, besides email, first_name and last_name. */
  fields?: string[] | undefined
  /** The origins of the sites that can post to the form. Requests from browsers on other sites are refused. */
  allowed_origins?: string[] | undefined
  /** Where the browser is redirected after posting the form. Default: a page of this service. Null removes it. */
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
  /** The suppressed address. Left out when the person was erased. */
  email?: string | undefined
  /** True when the person was erased. Only a hash of the address is kept, to suppress further email. */
  erased?: boolean | undefined
  /** Why the address is suppressed. */
  reason: 'hard_bounce' | 'complaint' | 'manual' | 'unsubscribe'
  /** The email that caused the suppression. */
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
  /** If true, nothing is changed and the answer says what would happen. */
  dry_run?: boolean | undefined
}

/** The default of display_order is the highest existing one plus 1. */
export type TopicCreate = {
  name: string
  description?: string | undefined
  is_default_topic?: boolean | undefined
  /** Requires a confirmation. A new subscriber gets an email with a link and is pending until they confirm on the linked page. Until then they receive nothing about the topic. Not for default topics. */
  confirm?: boolean | undefined
  confirmation?: TopicConfirmation | undefined
  /** The order for your own pages, lowest first. Lists of this API are ordered newest first. */
  display_order?: number | undefined
}

/** A topic that contacts can subscribe to. */
export type Topic = {
  /** UUIDv7. */
  id: string
  name: string
  description?: string | undefined
  /** Whether new contacts are subscribed to the topic. */
  is_default_topic: boolean
  /** Whether a subscription requires a confirmation. */
  confirm?: boolean | undefined
  confirmation?: TopicConfirmation | undefined
  /** The order for your own pages, lowest first. Lists of this API are ordered newest first. */
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

/** Only the fields you give are changed. */
export type TopicUpdate = {
  name?: string | undefined
  description?: string | undefined
  is_default_topic?: boolean | undefined
  /** Requires a confirmation. A new subscriber gets an email with a link and is pending until they confirm on the linked page. Until then they receive nothing about the topic. Not for default topics. */
  confirm?: boolean | undefined
  confirmation?: TopicConfirmation | undefined
  /** The order for your own pages, lowest first. Lists of this API are ordered newest first. */
  display_order?: number | undefined
}

/** How fast the broadcast is sent. Give per_hour or over, not both. Without a pace it is sent as fast as possible. */
export type BroadcastPace = {
  /** The maximum number of messages per hour. */
  per_hour?: number | undefined
  /** Spreads the messages evenly over this time, in minutes or hours such as 90m or 6h. At most 168h. */
  over?: string | undefined
}

/** The fields in which variant b differs. Fields you leave out are the same as in variant a. */
export type BroadcastVariant = {
  /** The subject, in Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it. */
  subject?: string | undefined
  /** The text that mail programs show after the subject. Added as hidden text at the beginning of the html. */
  preview_text?: string | undefined
  /** The HTML content, in Liquid with the recipient as contact.*. At most 1 MiB. */
  html?: string | undefined
  /** The plain text content. Derived from html when left out. */
  text?: string | undefined
  /** A published template to use in place of html and text. Its content is copied when the broadcast is sent or scheduled. */
  template_id?: string | undefined
}

/** Tries another subject or content on a share of the recipients. The broadcast itself is variant a. For email only. */
export type BroadcastAbTest = {
  /** The percentage of recipients who take part in the test, half of them in each variant. The others get the winner. */
  share_percent: number
  /** What decides: the share of recipients who opened, or who clicked. Opens and clicks by machines do not count. */
  winner_by: 'opens' | 'clicks'
  /** How long to wait for opens or clicks before the winner is chosen, once most messages of the test have left, such as 30m or 4h. At most 168h. */
  wait: string
  b: BroadcastVariant
}

/** A draft. Only the name is required; POST …/preview lists what is still missing. */
export type BroadcastCreate = {
  /** The internal name. Recipients do not see it. */
  name: string
  channel?: 'email' | 'sms' | undefined
  /** Sends to all contacts subscribed to email, or to text messages. Must be true if neither topic_id nor segment_id is given, so a missing field does not send to everyone by accident. */
  everyone?: boolean | undefined
  /** The sender, such as Acme <news@acme.test>. For channel sms: one of your phone numbers or sender ids. */
  from?: string | undefined
  /** The addresses that replies go to. */
  reply_to?: string[] | undefined
  /** The subject, in Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it. */
  subject?: string | undefined
  /** The text that mail programs show after the subject. Added as hidden text at the beginning of the html. */
  preview_text?: string | undefined
  /** The HTML content, in Liquid with the recipient as contact.*. At most 1 MiB. */
  html?: string | undefined
  /** The plain text content. Derived from html when left out. */
  text?: string | undefined
  /** A published template to use in place of html and text. Its content is copied when the broadcast is sent or scheduled. */
  template_id?: string | undefined
  /** The text message, in Liquid with the recipient as contact.*. For channel sms only. {{ unsubscribe_url }} and {{ preferences_url }} are links of emails: write how to opt out, such as Reply STOP to unsubscribe. */
  body?: string | undefined
  /** Values for the content, the same for all recipients. Any JSON of at most 32 KiB. */
  variables?: { [name: string]: unknown } | undefined
  /** Only contacts subscribed to this topic. The unsubscribe link unsubscribes from it. */
  topic_id?: string | undefined
  /** Only contacts in this segment at the time their message is created. */
  segment_id?: string | undefined
  /** Whether to count opens through a hidden image. */
  track_opens?: boolean | undefined
  /** Whether to count clicks by rewriting the links in html. */
  track_clicks?: boolean | undefined
  pace?: BroadcastPace | undefined
  ab_test?: BroadcastAbTest | undefined
  /** The broadcast pauses automatically above this rate of bounces, in percent. Default: the rule of the organization. */
  max_bounce_percent?: number | undefined
  /** The broadcast pauses automatically above this rate of spam reports, in percent. Default: the rule of the organization. */
  max_complaint_percent?: number | undefined
}

/** Exact at the time of reading. Each figure counts a recipient once. */
export type BroadcastFigures = {
  /** Messages created so far, one per recipient. */
  messages: number
  /** Messages not attempted yet. */
  waiting: number
  /** Messages accepted or rejected by the receiver. */
  sent: number
  delivered: number
  /** Messages that bounced. For channel sms: undelivered. */
  bounced: number
  /** Messages reported as spam. */
  complained: number
  failed: number
  /** Messages not sent because the recipient is on the suppression list, unsubscribed or opted out. */
  suppressed: number
  canceled: number
  /** Recipients who opened it. People only. */
  opened: number
  /** Recipients whose message was opened only by a machine, such as a mail filter. */
  machine_opened: number
  /** Recipients who clicked a link. People only. */
  clicked: number
  /** Recipients whose message had a link followed only by a machine. */
  machine_clicked: number
  /** Recipients who unsubscribed through a link in this message. */
  unsubscribed: number
  /** Credits charged so far, minus returned credits. */
  credits: number
}

/** The status of the A/B test. The remaining recipients are counted with the winner. */
export type BroadcastAbTestStatus = {
  /** waiting: the test has not begun. testing: the variants are being sent, and the winner is chosen at decides_at. decided: the winner is chosen. */
  state: 'waiting' | 'testing' | 'decided'
  /** When the winner is chosen. Null until all messages of the test are created, and once it is decided; moves on until most of them have left. */
  decides_at: string | null
  winner: 'a' | 'b' | null
  a: BroadcastFigures
  b: BroadcastFigures
}

export type Broadcast = {
  /** UUIDv7. */
  id: string
  /** The internal name. Recipients do not see it. */
  name: string
  channel: 'email' | 'sms'
  /** sending: messages are being created and sent. paused: nothing is sent until the broadcast is resumed; paused_because says why. completed: every message was attempted. */
  state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'completed' | 'canceled'
  /** Sends to all contacts subscribed to email, or to text messages. Must be true if neither topic_id nor segment_id is given, so a missing field does not send to everyone by accident. */
  everyone?: boolean | undefined
  /** The sender, such as Acme <news@acme.test>. For channel sms: one of your phone numbers or sender ids. */
  from?: string | undefined
  /** The addresses that replies go to. */
  reply_to?: string[] | undefined
  /** The subject, in Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it. */
  subject?: string | undefined
  /** The text that mail programs show after the subject. Added as hidden text at the beginning of the html. */
  preview_text?: string | undefined
  /** The HTML content, in Liquid with the recipient as contact.*. At most 1 MiB. */
  html?: string | undefined
  /** The plain text content. Derived from html when left out. */
  text?: string | undefined
  /** A published template to use in place of html and text. Its content is copied when the broadcast is sent or scheduled. */
  template_id?: string | undefined
  /** The text message, in Liquid with the recipient as contact.*. For channel sms only. {{ unsubscribe_url }} and {{ preferences_url }} are links of emails: write how to opt out, such as Reply STOP to unsubscribe. */
  body?: string | undefined
  /** Values for the content, the same for all recipients. Any JSON of at most 32 KiB. */
  variables?: { [name: string]: unknown } | undefined
  /** Only contacts subscribed to this topic. The unsubscribe link unsubscribes from it. */
  topic_id?: string | undefined
  /** Only contacts in this segment at the time their message is created. */
  segment_id?: string | undefined
  /** Whether to count opens through a hidden image. */
  track_opens?: boolean | undefined
  /** Whether to count clicks by rewriting the links in html. */
  track_clicks?: boolean | undefined
  pace?: BroadcastPace | undefined
  ab_test?: BroadcastAbTest | undefined
  /** The broadcast pauses automatically above this rate of bounces, in percent. Default: the rule of the organization. */
  max_bounce_percent?: number | undefined
  /** The broadcast pauses automatically above this rate of spam reports, in percent. Default: the rule of the organization. */
  max_complaint_percent?: number | undefined
  /** Why the broadcast is paused, in words. Only while it is paused. */
  paused_because?: string | undefined
  /** When the broadcast begins or began. Null for a draft. */
  scheduled_for: string | null
  /** The local time at each recipient. */
  local_time?: string | undefined
  timezone?: string | undefined
  timezone_field?: string | undefined
  started_at: string | null
  /** When the broadcast was completed or canceled. */
  completed_at: string | null
  /** How many contacts the audience had when the broadcast began. Contacts who unsubscribe meanwhile receive nothing. */
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
  /** The internal name. Recipients do not see it. */
  name: string
  channel: 'email' | 'sms'
  state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'completed' | 'canceled'
  /** The subject, in Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it. */
  subject?: string | undefined
  /** Only contacts subscribed to this topic. The unsubscribe link unsubscribes from it. */
  topic_id?: string | undefined
  /** Only contacts in this segment at the time their message is created. */
  segment_id?: string | undefined
  /** When the broadcast begins or began. Null for a draft. */
  scheduled_for: string | null
  started_at: string | null
  /** When the broadcast was completed or canceled. */
  completed_at: string | null
  /** How many contacts the audience had when the broadcast began. Contacts who unsubscribe meanwhile receive nothing. */
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

/** Only the fields you give are changed. Null removes a field. */
export type BroadcastUpdate = {
  /** The internal name. Recipients do not see it. */
  name?: string | undefined
  /** Sends to all contacts subscribed to email, or to text messages. Must be true if neither topic_id nor segment_id is given, so a missing field does not send to everyone by accident. */
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
  /** Segments of the text message. */
  segments?: number | undefined
  /** Why the content cannot be rendered for this contact. Replaces the content. */
  problem?: string | undefined
}

/** The preview of a broadcast. Nothing is sent. */
export type BroadcastPreview = {
  /** What POST …/send would refuse. Empty when the broadcast can be sent. */
  problems: {
    path: string
    message: string
    /** The line in the source, for example of a template. */
    line?: number | undefined
    column?: number | undefined
  }[]
  /** How many contacts would receive it now. */
  recipients: number
  /** Contacts of the audience who would not receive it, and why. */
  excluded: {
    /** unsubscribed: from the channel or the topic. suppressed: on the suppression list, or opted out. no_address: the contact has no email address, or no phone number. */
    reason: 'unsubscribed' | 'suppressed' | 'no_address'
    count: number
  }[]
  /** The estimated cost, based on the samples. 0 with a test key. */
  credits: number
  /** The message as up to three contacts would receive it. Empty for keys without the permission contacts:read. */
  samples: BroadcastSample[]
  /** The checks of POST /v1/emails/preflight on the first sample. Null without a sample, and for sms. */
  preflight: EmailPreflight | null
}

export type BroadcastTest = {
  /** Your own email addresses, or phone numbers for channel sms. */
  to: string[]
  variant?: 'a' | 'b' | undefined
  /** The contact to render the content for. Default: the first contact of the audience. */
  contact_id?: string | undefined
}

export type BroadcastTested = {
  /** The test messages. Read them with GET /v1/emails/{id} or GET /v1/sms/{id}. */
  data: {
    /** UUIDv7. */
    id: string
    to: string
  }[]
}

/** When to send. An empty object means now. */
export type BroadcastSend = {
  /** When to begin. Default: now. */
  scheduled_for?: string | undefined
  /** In place of scheduled_for: the local time at which each recipient gets the message, such as 2027-01-31T09:00. Requires timezone. Recipients for whom this time has passed get it at once. */
  local_time?: string | undefined
  /** The time zone of contacts whose own is unknown, such as Europe/Berlin. Only with local_time. */
  timezone?: string | undefined
  /** The contact field that holds the time zone of a contact. Default: timezone. */
  timezone_field?: string | undefined
}

export type BroadcastRecipient = {
  /** The id of the message. Read it with GET /v1/emails/{id} or GET /v1/sms/{id}. */
  id: string
  /** Null when the contact was deleted. */
  contact_id: string | null
  to: string
  variant: 'a' | 'b'
  outcome: 'waiting' | 'delayed' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled'
  /** Whether a person opened the message. */
  opened: boolean
  /** Whether a person clicked a link. */
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
  /** Clicks by people. */
  clicks: number
  machine_clicks: number
  /** Recipients who clicked the link. People only. */
  recipients: number
}

export type BroadcastLinks = {
  /** The 100 links that most people clicked, most clicked first. */
  data: BroadcastLink[]
}

export type BroadcastHour = {
  /** ISO 8601 in UTC, ending in Z. */
  start: string
  /** Messages sent. */
  sent: number
  delivered: number
  /** Recipients who opened it. People only. 0 for sms. */
  opened: number
  /** Recipients who clicked a link. People only. 0 for sms. */
  clicked: number
}

export type BroadcastReceiver = {
  /** The receiver, such as google. Small receivers are grouped as other. */
  receiver: string
  /** Messages created for this receiver. */
  recipients: number
  /** Messages accepted or rejected by the receiver. */
  sent: number
  delivered: number
  /** Recipients who opened it. People only. 0 for sms. */
  opened: number
  /** Recipients who clicked a link. People only. 0 for sms. */
  clicked: number
  bounced: number
  complained: number
}

export type BroadcastAnalytics = {
  /** The hours (UTC) of the first 30 days in which something happened, oldest first. */
  series: BroadcastHour[]
  /** Receivers, most recipients first. Empty for sms. */
  receivers: BroadcastReceiver[]
}

export type ContactCreatedTrigger = {
  type: 'contact_created'
  /** once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished. */
  reentry?: 'once' | 'after_finish' | undefined
}

export type ContactPropertyChangedTrigger = {
  type: 'contact_property_changed'
  /** first_name, last_name, email_subscribed, sms_subscribed, or a contact field such as properties.plan. */
  property: string
  /** Only changes from this value. Null means not set. */
  from?: string | number | boolean | null | undefined
  /** Only changes to this value. */
  to?: string | number | boolean | null | undefined
  /** once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished. */
  reentry?: 'once' | 'after_finish' | undefined
}

export type ContactAddedToTopicTrigger = {
  type: 'contact_added_to_topic'
  /** Only this topic. Default: any topic. */
  topic_id?: string | undefined
  /** once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished. */
  reentry?: 'once' | 'after_finish' | undefined
}

export type ContactRemovedFromTopicTrigger = {
  type: 'contact_removed_from_topic'
  /** Only this topic. Default: any topic. */
  topic_id?: string | undefined
  /** once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished. */
  reentry?: 'once' | 'after_finish' | undefined
}

export type EventTrigger = {
  type: 'event'
  /** The name of a custom event, as in POST /v1/contacts/{id}/events. */
  event: string
  /** once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished. */
  reentry?: 'once' | 'after_finish' | undefined
}

export type TimeBasedTrigger = {
  type: 'time_based'
  /** A cron expression of minute, hour, day of the month, month and day of the week, or a name such as @daily. */
  cron: string
  /** The name of the time zone, such as Europe/Berlin or UTC. */
  timezone: string
  /** Only contacts of this topic. Default: all contacts. */
  topic_id?: string | undefined
  /** Only contacts that belong to this segment when the trigger fires. Default: all contacts. */
  segment_id?: string | undefined
  /** once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished. */
  reentry?: 'once' | 'after_finish' | undefined
}

/** The trigger that starts a run. */
export type WorkflowTrigger = ContactCreatedTrigger | ContactPropertyChangedTrigger | ContactAddedToTopicTrigger | ContactRemovedFromTopicTrigger | EventTrigger | TimeBasedTrigger

export type SendEmailStep = {
  /** The key of the step, used in connections and conditions. Unique within the workflow. */
  key: string
  type: 'send_email'
  /** Sends an email to the contact, by the rules of POST /v1/emails. Templates also get contact and trigger. */
  config: {
    /** The address the email is sent from, with or without a name: ada@example.com or Ada Lovelace <ada@example.com>. */
    from: string
    /** The name of the sender. Takes precedence over the name in from. */
    from_name?: string | undefined
    /** The addresses that replies go to. */
    reply_to?: string | string[] | undefined
    /** The subject. Required unless a template supplies it. In Liquid, with contact and trigger. */
    subject?: string | undefined
    /** The HTML content. In Liquid, with contact and trigger. */
    html?: string | undefined
    /** The plain text content. In Liquid, with contact and trigger. */
    text?: string | undefined
    /** The id of a template to use instead of html and text. */
    template_id?: string | undefined
    /** The friendly name of a template, instead of template_id. */
    template_friendly_name?: string | undefined
    /** Values for the template: any JSON, at most 32 levels deep. The contact of the recipient is available as contact.*, for keys with the permission contacts:read. */
    variables?: { [name: string]: unknown } | undefined
    /** Your own labels, to filter lists and analytics by. */
    tags?: string[] | undefined
    /** Additional headers. Headers that the service sets itself, such as From, Subject or Content-Type, are refused, and so are headers that control a relay, such as X-SMTPAPI, X-MC-* or X-SES-*. */
    headers?: { [name: string]: string } | undefined
    /** Whether to count opens through a hidden image. */
    track_opens?: boolean | undefined
    /** Whether to count clicks by rewriting the links in html. The first 1,000 links are rewritten. */
    track_clicks?: boolean | undefined
    /** Default: broadcast, so recipients can unsubscribe. */
    message_stream?: 'transactional' | 'broadcast' | undefined
    /** For message_stream broadcast: skip contacts that are not subscribed to this topic. */
    topic_id?: string | undefined
  }
}

export type SendSmsStep = {
  /** The key of the step, used in connections and conditions. Unique within the workflow. */
  key: string
  type: 'send_sms'
  /** Sends a text message to the number of the contact, by the rules of POST /v1/sms. */
  config: {
    /** The sender: your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has assigned to your organization, if the recipient’s country allows it. */
    from: string
    /** The text. In Liquid, with contact and trigger. */
    body?: string | undefined
    /** The URLs of pictures and files to attach. Makes the message an MMS. */
    media_urls?: string[] | undefined
  }
}

export type DelayStep = {
  /** The key of the step, used in connections and conditions. Unique within the workflow. */
  key: string
  type: 'delay'
  /** How long to wait, or until when. Give exactly one of these. At least a second, at most 366 days. */
  config: {
    /** The number of seconds. Can be a fraction such as 0.5. */
    seconds?: number | undefined
    /** The number of minutes. Can be a fraction such as 0.5. */
    minutes?: number | undefined
    /** The number of hours. Can be a fraction such as 0.5. */
    hours?: number | undefined
    /** The number of days of 24 hours. Can be a fraction such as 0.5. */
    days?: number | undefined
    /** An ISO 8601 duration of weeks, days, hours, minutes and seconds, such as P3DT2H. */
    duration?: string | undefined
    /** Waits until this local time in the time zone. */
    until?: {
      /** The local time in the time zone, as HH:MM. */
      time: string
      /** The name of the time zone, such as Europe/Berlin or UTC. */
      timezone: string
      /** Only on these days. Default: any day. */
      weekdays?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | undefined
    } | undefined
  }
}

/** A duration in exactly one of these units. At least a second, at most 366 days. */
export type WorkflowDuration = {
  /** The number of seconds. Can be a fraction such as 0.5. */
  seconds?: number | undefined
  /** The number of minutes. Can be a fraction such as 0.5. */
  minutes?: number | undefined
  /** The number of hours. Can be a fraction such as 0.5. */
  hours?: number | undefined
  /** The number of days of 24 hours. Can be a fraction such as 0.5. */
  days?: number | undefined
  /** An ISO 8601 duration of weeks, days, hours, minutes and seconds, such as P3DT2H. */
  duration?: string | undefined
}

export type WaitForEventStep = {
  /** The key of the step, used in connections and conditions. Unique within the workflow. */
  key: string
  type: 'wait_for_event'
  /** Waits for an event of a message sent by an earlier step, or of the contact. */
  config: {
    /** The event or events to wait for. Any one of them ends the wait. */
    event: 'email.opened' | 'email.clicked' | 'email.delivered' | 'email.bounced' | 'email.complained' | 'email.unsubscribed' | 'email.sent' | 'email.unconfirmed' | 'email.delivery_delayed' | 'email.failed' | 'email.suppressed' | 'email.canceled' | 'sms.delivered' | 'sms.sent' | 'sms.unconfirmed' | 'sms.delivery_delayed' | 'sms.undelivered' | 'sms.failed' | 'contact.updated' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | 'sms.received' | 'sms.opted_out' | 'sms.opted_in' | string | ('email.opened' | 'email.clicked' | 'email.delivered' | 'email.bounced' | 'email.complained' | 'email.unsubscribed' | 'email.sent' | 'email.unconfirmed' | 'email.delivery_delayed' | 'email.failed' | 'email.suppressed' | 'email.canceled' | 'sms.delivered' | 'sms.sent' | 'sms.unconfirmed' | 'sms.delivery_delayed' | 'sms.undelivered' | 'sms.failed' | 'contact.updated' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | 'sms.received' | 'sms.opted_out' | 'sms.opted_in' | string)[]
    /** For message events: the step whose message to wait for. Required if there is more than one candidate. */
    step?: string | undefined
    /** For contact.topic_… events: only this topic. Default: any topic. */
    topic_id?: string | undefined
    timeout: WorkflowDuration
  }
}

/** A field with an operator, or all, or any. At most 5 levels deep. */
export type WorkflowCondition = {
  /** True when all of these conditions are true. */
  all?: WorkflowCondition[] | undefined
  /** True when any of these conditions is true. */
  any?: WorkflowCondition[] | undefined
  /** A field of contact, trigger or steps.<key>, such as contact.first_name, contact.properties.plan or steps.tips.opened. contact.segments contains the ids of the segments that the contact belongs to. */
  field?: string | undefined
  /** How to compare. The allowed operators depend on the field. exists and is_empty take no value. */
  operator?: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'starts_with' | 'ends_with' | 'exists' | 'is_empty' | undefined
  /** The value to compare the field with, of the same type. Dates are a day or a timestamp in UTC. */
  value?: string | number | boolean | undefined
}

export type ConditionStep = {
  /** The key of the step, used in connections and conditions. Unique within the workflow. */
  key: string
  type: 'condition'
  config: WorkflowCondition
}

export type UpdateContactStep = {
  /** The key of the step, used in connections and conditions. Unique within the workflow. */
  key: string
  type: 'update_contact'
  /** Changes the contact. Give at least one field. */
  config: {
    first_name?: string | undefined
    last_name?: string | undefined
    email_subscribed?: boolean | undefined
    sms_subscribed?: boolean | undefined
    /** Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field. */
    properties?: { [name: string]: string | number | boolean | null } | undefined
  }
}

export type AddToTopicStep = {
  /** The key of the step, used in connections and conditions. Unique within the workflow. */
  key: string
  type: 'add_to_topic'
  config: {
    /** The id of a topic. */
    topic_id: string
  }
}

export type RemoveFromTopicStep = {
  /** The key of the step, used in connections and conditions. Unique within the workflow. */
  key: string
  type: 'remove_from_topic'
  config: {
    /** The id of a topic. */
    topic_id: string
  }
}

export type WebhookStep = {
  /** The key of the step, used in connections and conditions. Unique within the workflow. */
  key: string
  type: 'webhook'
  /** Sends a POST request, signed like every webhook. */
  config: {
    url: string
    /** Additional headers, except those that Posthorn sets itself. */
    headers?: { [name: string]: string } | undefined
    /** Any JSON with at most 1,000 strings, each in Liquid with contact and trigger. Default: contact and trigger. */
    body?: unknown
  }
}

export type ExitStep = {
  /** The key of the step, used in connections and conditions. Unique within the workflow. */
  key: string
  type: 'exit'
  config?: {
    /** The reason, shown with the run. */
    reason?: string | undefined
  } | undefined
}

/** A step of the workflow. It can have other fields too, such as its position in an editor. */
export type WorkflowStep = SendEmailStep | SendSmsStep | DelayStep | WaitForEventStep | ConditionStep | UpdateContactStep | AddToTopicStep | RemoveFromTopicStep | WebhookStep | ExitStep

export type WorkflowConnection = {
  /** The key of the step that the connection starts at. */
  from: string
  /** The key of the step that the connection leads to. */
  to: string
  /** The exit of the step: condition_met or condition_not_met for a condition, event_received or timeout for a wait, default for all others. An exit without a connection ends the run. */
  type?: 'default' | 'condition_met' | 'condition_not_met' | 'timeout' | 'event_received' | undefined
}

/** The steps and the connections between them. A run begins with the one step that no connection leads to. Every other step must be reachable from it, and a loop must contain a delay. */
export type WorkflowDefinition = {
  steps: WorkflowStep[]
  /** The connections. A single step needs none. */
  connections?: WorkflowConnection[] | undefined
}

/** At most 256 KiB. */
export type WorkflowCreate = {
  name: string
  description?: string | undefined
  /** The same as type in trigger_config. */
  trigger_type?: 'contact_created' | 'contact_property_changed' | 'contact_added_to_topic' | 'contact_removed_from_topic' | 'event' | 'time_based' | undefined
  /** The trigger, with type and its settings. Validated when the workflow becomes active. */
  trigger_config?: WorkflowTrigger | unknown | undefined
  /** The steps and the connections between them. Validated when the workflow becomes active. */
  workflow_definition?: WorkflowDefinition | unknown | undefined
  /** The status. active is refused while the workflow has faults. */
  status?: 'draft' | 'active' | 'paused' | undefined
}

/** An automation: a trigger, and the steps for each contact. */
export type Workflow = {
  /** UUIDv7. */
  id: string
  name: string
  description?: string | undefined
  /** draft: the content can be anything. active: contacts can enter. paused: no contact can enter, and existing runs wait. */
  status: 'draft' | 'active' | 'paused'
  /** Null for a draft without a trigger. */
  trigger_type: 'contact_created' | 'contact_property_changed' | 'contact_added_to_topic' | 'contact_removed_from_topic' | 'event' | 'time_based' | null
  /** The trigger, with type and its settings. Validated when the workflow becomes active. */
  trigger_config: WorkflowTrigger | unknown
  /** The steps and the connections between them. Validated when the workflow becomes active. */
  workflow_definition: WorkflowDefinition | unknown
  /** Increases with each change of the trigger or the definition. A run stays on the version it started with. */
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

/** Only the fields you give are changed. At most 256 KiB. */
export type WorkflowUpdate = {
  name?: string | undefined
  description?: string | undefined
  /** The same as type in trigger_config. */
  trigger_type?: 'contact_created' | 'contact_property_changed' | 'contact_added_to_topic' | 'contact_removed_from_topic' | 'event' | 'time_based' | undefined
  /** The trigger, with type and its settings. Validated when the workflow becomes active. */
  trigger_config?: WorkflowTrigger | unknown | undefined
  /** The steps and the connections between them. Validated when the workflow becomes active. */
  workflow_definition?: WorkflowDefinition | unknown | undefined
  /** draft: the content can be anything. active: contacts can enter. paused: no contact can enter, and existing runs wait. */
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
  /** Null while the run is in this step, and at the end. */
  left_by: string | null
  /** What the step did, such as the id of the message it sent, or why a condition was met. */
  detail?: { [name: string]: unknown } | undefined
}

/** The run of a workflow for one contact. */
export type WorkflowRun = {
  /** UUIDv7. */
  id: string
  /** UUIDv7. */
  workflow_id: string
  /** The version of the workflow that the run stays on. */
  version: number
  /** UUIDv7. */
  contact_id: string
  /** waiting: in a delay or for an event. running: between two steps. completed: at the end or at an exit step. failed: see error. stopped: by you, or because the workflow or the contact was deleted. */
  state: 'running' | 'waiting' | 'completed' | 'failed' | 'stopped'
  /** The key of the current step. Null when the run has ended. */
  current_step: string | null
  /** When a waiting run continues by itself. */
  next_at: string | null
  /** ISO 8601 in UTC, ending in Z. */
  started_at: string
  finished_at: string | null
  /** Why the run failed. */
  error: string | null
  /** What started the run. */
  trigger: { [name: string]: unknown }
  /** The last 200 steps of the run, oldest first. */
  history: WorkflowRunStep[]
}

export type WorkflowRunPage = {
  data: WorkflowRun[]
  /** Whether another page follows. */
  has_more: boolean
  /** The cursor of the next page. */
  next_cursor?: string | undefined
}

/** Give either contact_id or contact. */
export type WorkflowSimulate = {
  /** An existing contact. Requires the permission contacts:read. */
  contact_id?: string | undefined
  /** A made-up contact. */
  contact?: {
    email?: string | undefined
    /** E.164. */
    phone_number?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    email_subscribed?: boolean | undefined
    sms_subscribed?: boolean | undefined
    /** Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field. */
    properties?: { [name: string]: string | number | boolean | null } | undefined
    topic_ids?: string[] | undefined
  } | undefined
  /** For an event trigger: the data of the event, as in POST /v1/contacts/{id}/events. Default: {}. */
  trigger_data?: { [name: string]: unknown } | undefined
  /** When the run begins. Default: now. */
  from?: string | undefined
  /** The exit to take, by step key. Without it a condition is evaluated and a wait ends with its timeout. */
  assume?: { [name: string]: 'condition_met' | 'condition_not_met' | 'event_received' | 'timeout' } | undefined
}

export type SimulatedStep = {
  /** The key of the step. */
  step: string
  /** The type of the step. */
  type: string
  /** When the step would happen. */
  at: string
  /** Null while the run is in this step, and at the end. */
  left_by: string | null
  /** Why this exit was taken. */
  because?: string | undefined
  /** What would be sent (rendered) or changed. */
  would?: { [name: string]: unknown } | undefined
}

export type WorkflowSimulation = {
  /** Whether the trigger would start a run for this contact. */
  would_start: boolean
  steps: SimulatedStep[]
  /** ISO 8601 in UTC, ending in Z. */
  ends_at: string
  /** How the run ends, in words. */
  end: string
}

export type ClockAdvance = {
  /** The number of seconds to advance the clock. */
  seconds: number
}

export type ClockAdvanced = {
  success: boolean
  message: string
  /** The current time of this environment. */
  now: string
}

export type WebhookCreate = {
  /** The URL to send events to. Must have a public address, unless the operator allows others. */
  url: string
  /** The events to send. email.* means all events of a group, * all events. */
  subscribed_events: ('*' | 'email.*' | 'sms.*' | 'alert.*' | 'broadcast.*' | 'contact.*' | 'domain.*' | 'suppression.*' | 'workflow.*' | 'webhook.*' | 'custom.*' | 'email.scheduled' | 'email.processing' | 'email.sent' | 'email.delivered' | 'email.delivery_delayed' | 'email.bounced' | 'email.complained' | 'email.failed' | 'email.suppressed' | 'email.canceled' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.possible_duplicate' | 'email.unconfirmed' | 'sms.scheduled' | 'sms.sent' | 'sms.delivered' | 'sms.undelivered' | 'sms.failed' | 'sms.canceled' | 'sms.received' | 'sms.opted_out' | 'sms.opted_in' | 'sms.delivery_delayed' | 'sms.possible_duplicate' | 'sms.unconfirmed' | 'sms.callback_failed' | 'alert.fired' | 'alert.resolved' | 'broadcast.started' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.completed' | 'broadcast.canceled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | 'domain.failed' | 'domain.recovered' | 'suppression.created' | 'suppression.deleted' | 'workflow.run_completed' | 'workflow.run_failed' | 'webhook.test' | string)[]
  /** Your own name for the webhook. */
  nickname?: string | undefined
  status?: 'active' | 'inactive' | undefined
}

/** A URL of yours that events are sent to. */
export type Webhook = {
  /** UUIDv7. */
  id: string
  url: string
  subscribed_events: string[]
  /** Becomes inactive when your endpoint answers 410, or after five days of failures only. */
  status: 'active' | 'inactive'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** ISO 8601 in UTC, ending in Z. */
  updated_at: string
  /** Your own name for the webhook. */
  nickname?: string | undefined
  /** The secret to verify the signature of each delivery with. Returned only when the webhook is created and when the secret is rotated. */
  secret?: string | undefined
  /** The time of the last attempt. Null before the first one. */
  last_delivery_at: string | null
  /** The number of failed attempts. */
  failure_count: number
  /** The number of successful attempts. */
  success_count: number
  /** The number of all attempts. */
  total_delivery_count: number
}

export type WebhookList = {
  data: Webhook[]
}

/** Only the fields you give are changed. */
export type WebhookUpdate = {
  /** The URL to send events to. Must have a public address, unless the operator allows others. */
  url?: string | undefined
  /** The events to send. email.* means all events of a group, * all events. */
  subscribed_events?: ('*' | 'email.*' | 'sms.*' | 'alert.*' | 'broadcast.*' | 'contact.*' | 'domain.*' | 'suppression.*' | 'workflow.*' | 'webhook.*' | 'custom.*' | 'email.scheduled' | 'email.processing' | 'email.sent' | 'email.delivered' | 'email.delivery_delayed' | 'email.bounced' | 'email.complained' | 'email.failed' | 'email.suppressed' | 'email.canceled' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.possible_duplicate' | 'email.unconfirmed' | 'sms.scheduled' | 'sms.sent' | 'sms.delivered' | 'sms.undelivered' | 'sms.failed' | 'sms.canceled' | 'sms.received' | 'sms.opted_out' | 'sms.opted_in' | 'sms.delivery_delayed' | 'sms.possible_duplicate' | 'sms.unconfirmed' | 'sms.callback_failed' | 'alert.fired' | 'alert.resolved' | 'broadcast.started' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.completed' | 'broadcast.canceled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | 'domain.failed' | 'domain.recovered' | 'suppression.created' | 'suppression.deleted' | 'workflow.run_completed' | 'workflow.run_failed' | 'webhook.test' | string)[] | undefined
  /** Your own name for the webhook. */
  nickname?: string | undefined
  status?: 'active' | 'inactive' | undefined
}

export type WebhookAttempt = {
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The time until the end of the answer or the timeout, in milliseconds. */
  duration_ms: number
  success: boolean
  /** The HTTP status of the answer. Left out when there was no answer. */
  status?: number | undefined
  /** The error when there was no answer. */
  error?: string | undefined
  /** The first 4 KiB of the answer. */
  response?: string | undefined
}

/** An event. */
export type Event = {
  /** UUIDv7. */
  id: string
  type: 'email.scheduled' | 'email.processing' | 'email.sent' | 'email.delivered' | 'email.delivery_delayed' | 'email.bounced' | 'email.complained' | 'email.failed' | 'email.suppressed' | 'email.canceled' | 'email.opened' | 'email.clicked' | 'email.unsubscribed' | 'email.possible_duplicate' | 'email.unconfirmed' | 'sms.scheduled' | 'sms.sent' | 'sms.delivered' | 'sms.undelivered' | 'sms.failed' | 'sms.canceled' | 'sms.received' | 'sms.opted_out' | 'sms.opted_in' | 'sms.delivery_delayed' | 'sms.possible_duplicate' | 'sms.unconfirmed' | 'sms.callback_failed' | 'alert.fired' | 'alert.resolved' | 'broadcast.started' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.completed' | 'broadcast.canceled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.topic_subscribed' | 'contact.topic_unsubscribed' | 'domain.failed' | 'domain.recovered' | 'suppression.created' | 'suppression.deleted' | 'workflow.run_completed' | 'workflow.run_failed' | 'webhook.test' | string
  /** ISO 8601 in UTC, ending in Z. */
  timestamp: string
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Grows with each event about the same object, from 1 in its first week and from 100,001 in its second. Sort by it when deliveries arrive out of order. Always 1 in a webhook.test. */
  sequence: number
  /** Details of the event, depending on its type. */
  data: { [name: string]: unknown }
}

/** The delivery of one event to one webhook. */
export type WebhookDelivery = {
  /** The id of the event, sent as webhook-id with every attempt. */
  id: string
  /** pending: no attempt has succeeded yet. delivered: an attempt succeeded. failed: the last attempt failed, or the webhook became inactive. */
  status: 'pending' | 'delivered' | 'failed'
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** The time of the next attempt. Null when no further attempt is planned. */
  next_attempt_at: string | null
  /** The attempts, oldest first. */
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
  /** Only events from this time or later are resent. */
  since: string
}

export type WebhookReplayed = {
  success: boolean
  message: string
  /** The number of events that will be resent. */
  count: number
}

export type EventPage = {
  data: Event[]
  /** Whether more events can be read now. */
  has_more: boolean
  /** The position to continue from, now or later. Also present on the last page. */
  next_cursor: string
}

export type RateLimit = {
  /** False only on the Free plan. */
  is_paid: boolean
  /** The daily sending limit, in messages per UTC day. */
  daily_limit: number
  /** Messages sent today. */
  current_daily_usage: number
  /** Messages left today. */
  remaining_today: number
  /** Requests this key has left in the current hour. */
  token_balance: number
  /** When the current day ends. */
  reset_at: string
}

/** Email is counted per recipient, SMS per message. Hours, days and months are in UTC. */
export type Credits = {
  /** The remaining credits. One credit is 0.001 dollars. */
  balance: number
  /** Credits used this month. */
  monthly_usage: number
  /** Credits used in total. */
  total_consumed: number
  /** Credits used for email in total. */
  email_consumed: number
  /** Credits used for SMS in total. */
  sms_consumed: number
  /** The hourly sending limit, in messages. */
  hourly_limit: number
  /** The daily sending limit, in messages. */
  daily_limit: number
  /** The monthly sending limit, in messages. */
  monthly_limit: number
  /** Messages sent in the current hour. */
  current_hour_usage: number
  /** Messages sent today. */
  current_day_usage: number
  /** Messages sent this month. */
  current_month_usage: number
  /** False only on the Free plan. */
  is_paid: boolean
  /** ISO 8601 in UTC, ending in Z. */
  hourly_reset_at: string
  /** ISO 8601 in UTC, ending in Z. */
  daily_reset_at: string
  /** ISO 8601 in UTC, ending in Z. */
  monthly_reset_at: string
}

/** Each figure counts an email once, at its first such event, in the hour in which the email was accepted. Figures therefore only grow, and both parts of a rate are about the same emails. A rate is 0 when the divisor is 0. */
export type EmailStats = {
  /** Emails that at least one recipient’s server accepted or rejected. */
  emails_sent: number
  /** Recipients whose server accepted the email. */
  recipients_reached: number
  /** Emails delivered to at least one recipient. */
  emails_delivered: number
  /** Recipients the emails were delivered to. */
  recipients_delivered: number
  /** Emails opened at least once. */
  emails_opened: number
  /** Emails clicked at least once. */
  emails_clicked: number
  /** Emails opened at least once, not counting known machine opens. */
  emails_opened_by_people: number
  /** Emails clicked at least once, not counting known machine clicks. */
  emails_clicked_by_people: number
  /** Emails that at least one recipient’s server rejected permanently, at delivery or later. */
  emails_bounced: number
  /** Emails that at least one recipient reported as spam. */
  emails_complained: number
  /** emails_delivered divided by emails_sent, from 0 to 1. */
  delivery_rate: number
  /** emails_opened divided by emails_delivered, from 0 to 1. */
  open_rate: number
  /** emails_clicked divided by emails_delivered, from 0 to 1. */
  click_rate: number
  /** emails_bounced divided by emails_sent, from 0 to 1. */
  bounce_rate: number
  /** emails_complained divided by emails_delivered, from 0 to 1. */
  complaint_rate: number
  /** Emails that did not arrive in time, so a text message was sent instead. Left out when zero. */
  fallbacks_sent?: number | undefined
  /** Emails that arrived in time, so no text message was sent. Left out when zero. */
  fallbacks_not_needed?: number | undefined
}

export type Analytics = {
  stats: EmailStats
  /** The same figures per hour or day (UTC), oldest first, from the first period with data to the last. Only with granularity. Requests for more than 10,000 periods are refused. */
  series?: {
    /** ISO 8601 in UTC, ending in Z. */
    start: string
    /** Emails that at least one recipient’s server accepted or rejected. */
    emails_sent: number
    /** Recipients whose server accepted the email. */
    recipients_reached: number
    /** Emails delivered to at least one recipient. */
    emails_delivered: number
    /** Recipients the emails were delivered to. */
    recipients_delivered: number
    /** Emails opened at least once. */
    emails_opened: number
    /** Emails clicked at least once. */
    emails_clicked: number
    /** Emails opened at least once, not counting known machine opens. */
    emails_opened_by_people: number
    /** Emails clicked at least once, not counting known machine clicks. */
    emails_clicked_by_people: number
    /** Emails that at least one recipient’s server rejected permanently, at delivery or later. */
    emails_bounced: number
    /** Emails that at least one recipient reported as spam. */
    emails_complained: number
    /** emails_delivered divided by emails_sent, from 0 to 1. */
    delivery_rate: number
    /** emails_opened divided by emails_delivered, from 0 to 1. */
    open_rate: number
    /** emails_clicked divided by emails_delivered, from 0 to 1. */
    click_rate: number
    /** emails_bounced divided by emails_sent, from 0 to 1. */
    bounce_rate: number
    /** emails_complained divided by emails_delivered, from 0 to 1. */
    complaint_rate: number
    /** Emails that did not arrive in time, so a text message was sent instead. Left out when zero. */
    fallbacks_sent?: number | undefined
    /** Emails that arrived in time, so no text message was sent. Left out when zero. */
    fallbacks_not_needed?: number | undefined
  }[] | undefined
}

export type ReceiverAnalytics = {
  data: {
    /** The sender domain. */
    domain: string
    receiver: string
    message_stream: 'transactional' | 'broadcast'
    /** Recipients whose server accepted or rejected the mail. */
    sent: number
    /** Recipients that bounced, at delivery or later. */
    bounced: number
    /** Recipients that reported the mail as spam. */
    complained: number
    /** bounced divided by sent, from 0 to 1. */
    bounce_rate: number
    /** complained divided by sent, from 0 to 1. */
    complaint_rate: number
  }[]
}

/** An API key of the environment, without its secret. */
export type ApiKey = {
  /** UUIDv7. */
  id: string
  name: string
  /** The first characters of the key. */
  hint: string
  permissions: ('emails:send' | 'emails:read' | 'emails:delete' | 'sms:send' | 'sms:read' | 'contacts:read' | 'contacts:write' | 'contacts:erase' | 'topics:write' | 'templates:read' | 'templates:write' | 'workflows:write' | 'broadcasts:read' | 'broadcasts:write' | 'webhooks:read' | 'webhooks:write' | 'domains:read' | 'domains:write' | 'keys:write' | 'account:read' | 'retention:write' | 'requests:read' | 'audit:read')[]
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Accurate to the minute. Null when the key was never used. */
  last_used_at: string | null
  revoked_at: string | null
}

export type ApiKeyList = {
  data: ApiKey[]
}

export type ApiKeyCreate = {
  /** One line of visible text. */
  name: string
  permissions: ('emails:send' | 'emails:read' | 'emails:delete' | 'sms:send' | 'sms:read' | 'contacts:read' | 'contacts:write' | 'contacts:erase' | 'topics:write' | 'templates:read' | 'templates:write' | 'workflows:write' | 'broadcasts:read' | 'broadcasts:write' | 'webhooks:read' | 'webhooks:write' | 'domains:read' | 'domains:write' | 'keys:write' | 'account:read' | 'retention:write' | 'requests:read' | 'audit:read')[]
}

export type CreatedApiKey = {
  /** UUIDv7. */
  id: string
  name: string
  /** The first characters of the key. */
  hint: string
  permissions: ('emails:send' | 'emails:read' | 'emails:delete' | 'sms:send' | 'sms:read' | 'contacts:read' | 'contacts:write' | 'contacts:erase' | 'topics:write' | 'templates:read' | 'templates:write' | 'workflows:write' | 'broadcasts:read' | 'broadcasts:write' | 'webhooks:read' | 'webhooks:write' | 'domains:read' | 'domains:write' | 'keys:write' | 'account:read' | 'retention:write' | 'requests:read' | 'audit:read')[]
  /** ISO 8601 in UTC, ending in Z. */
  created_at: string
  /** Accurate to the minute. Null when the key was never used. */
  last_used_at: string | null
  revoked_at: string | null
  /** The key itself. Shown only once. */
  key: string
}

export type ApiKeyUpdate = {
  /** One line of visible text. */
  name: string
}

/** The owner and the permissions of a key. */
export type KeyInUse = {
  organization: {
    /** UUIDv7. */
    id: string
    name: string
  }
  /** The environment that the key gives access to. */
  mode: 'live' | 'test'
  permissions: ('emails:send' | 'emails:read' | 'emails:delete' | 'sms:send' | 'sms:read' | 'contacts:read' | 'contacts:write' | 'contacts:erase' | 'topics:write' | 'templates:read' | 'templates:write' | 'workflows:write' | 'broadcasts:read' | 'broadcasts:write' | 'webhooks:read' | 'webhooks:write' | 'domains:read' | 'domains:write' | 'keys:write' | 'account:read' | 'retention:write' | 'requests:read' | 'audit:read')[]
  /** Null for a session. */
  key: {
    /** UUIDv7. */
    id: string
    name: string
    /** The first characters of the key. */
    hint: string
  } | null
}

/** How many days this environment keeps each kind of data. Analytics, credits and everything still in progress are always kept. */
export type Retention = {
  /** Content and attachments. 0: until the email is finished. Null: forever. */
  bodies_days: number | null
  /** Events and webhook deliveries. Null: forever. */
  events_days: number | null
  /** Emails, text messages and workflow runs, without their content. Null: forever. */
  messages_days: number | null
  kept: {
    /** An estimate for bodies. */
    bodies: {
      /** The approximate number of emails this covers. */
      emails: number
      /** The approximate size on disk. */
      bytes: number
    }
    /** An estimate for events. */
    events: {
      /** The approximate number of emails this covers. */
      emails: number
      /** The approximate size on disk. */
      bytes: number
    }
    /** An estimate for messages. */
    messages: {
      /** The approximate number of emails this covers. */
      emails: number
      /** The approximate size on disk. */
      bytes: number
    }
  }
}

export type RetentionUpdate = {
  /** Content and attachments. 0: until the email is finished. Null: forever. */
  bodies_days?: number | null | undefined
  /** Events and webhook deliveries. Null: forever. */
  events_days?: number | null | undefined
  /** Emails, text messages and workflow runs, without their content. Null: forever. */
  messages_days?: number | null | undefined
  /** Changes nothing. The answer shows what would be kept. */
  preview?: boolean | undefined
}

/** A request made with a key of this environment, without its body and the body of the answer. */
export type LoggedRequest = {
  /** UUIDv7. */
  id: string
  /** The x-request-id of the answer. */
  request_id: string
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path of the request. A path parameter that is not an id is replaced by the name of the parameter. */
  path: string
  /** The query string. Values that may be an address, a phone number or a token are left out. */
  query?: string | undefined
  /** The id of the operation, such as sendEmail. */
  operation: string
  status: number
  /** Why the request was refused. */
  error?: {
    code: string
    /** The error message, without addresses and phone numbers. */
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
  /** How many requests before this one were not logged, because there were too many in that minute. */
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

/** A change to the configuration of the organization, or a sign-in. */
export type AuditEntry = {
  /** UUIDv7. */
  id: string
  action: 'key.created' | 'key.renamed' | 'key.revoked' | 'invitation.created' | 'invitation.revoked' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'member.left' | 'person.signed_in' | 'person.sign_in_failed' | 'person.signed_out_everywhere' | 'person.renamed' | 'person.password_changed' | 'person.two_step_enabled' | 'person.two_step_disabled' | 'person.backup_codes_renewed' | 'person.connected' | 'person.reset' | 'person.sign_in_link_made' | 'organization.created' | 'organization.claimed' | 'organization.updated' | 'alerts.updated' | 'branding.updated' | 'broadcast_rules.updated' | 'broadcasts.resumed' | 'credits.added' | 'domain.added' | 'domain.updated' | 'domain.keys_rotated' | 'domain.removed' | 'number.added' | 'number.removed' | 'quiet_hours.updated' | 'sending_plan.saved' | 'sending_plan.removed' | 'retention.updated' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.deleted' | 'template.created' | 'template.updated' | 'template.version_restored' | 'template.deleted' | 'workflow.created' | 'workflow.updated' | 'workflow.run_stopped' | 'workflow.deleted' | 'broadcast.created' | 'broadcast.updated' | 'broadcast.sent' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.canceled' | 'broadcast.deleted' | 'topic.created' | 'topic.updated' | 'topic.deleted' | 'contact_field.created' | 'contact_field.updated' | 'contact_field.deleted' | 'segment.created' | 'segment.updated' | 'segment.deleted' | 'signup_form.created' | 'signup_form.updated' | 'signup_form.deleted' | 'contact.deleted' | 'contact.erased' | 'suppression.deleted' | 'email.deleted'
  /** The entry as a sentence. */
  summary: string
  /** The person, key or operator who did it. */
  actor: {
    /** operator: a person who can run commands on the server. */
    type: 'person' | 'key' | 'operator'
    /** UUIDv7. */
    id?: string | undefined
    /** The name at that time. */
    name?: string | undefined
    /** The email address of a person. */
    email?: string | undefined
    /** The first characters of a key. */
    hint?: string | undefined
  }
  /** The changed object. */
  object: {
    type: 'key' | 'invitation' | 'member' | 'person' | 'organization' | 'alerts' | 'branding' | 'broadcast_rules' | 'broadcasts' | 'credits' | 'domain' | 'number' | 'quiet_hours' | 'sending_plan' | 'retention' | 'webhook' | 'template' | 'workflow' | 'broadcast' | 'topic' | 'contact_field' | 'segment' | 'signup_form' | 'contact' | 'suppression' | 'email'
    id?: string | undefined
    /** The name at that time. The address of a recipient is masked. */
    name?: string | undefined
  }
  /** The changed fields. */
  changes: {
    field: string
    /** The old value. `from` and `to` are left out when the values are long or secret. */
    from?: unknown
    /** The new value. */
    to?: unknown
  }[]
  /** Null for changes to the whole organization. */
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
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  status?: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'delivery_delayed' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled' | undefined
  /** Only emails to this recipient. */
  to?: string | undefined
  /** Only emails from this address. */
  from?: string | undefined
  /** Only emails with this tag. */
  tag?: string | undefined
  /** Only emails sent with this batch_id. */
  batch_id?: string | undefined
  /** Only emails rendered from this template, even if it was deleted. */
  template_id?: string | undefined
  /** Part of a subject, a name, an address or a tag, ignoring case, or at least eight digits of an id. */
  search?: string | undefined
  /** Only items created after this time. */
  created_after?: string | undefined
  /** Only items created before this time. */
  created_before?: string | undefined
}

export type ListSmsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  status?: 'scheduled' | 'processing' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'received' | undefined
  /** Only messages to this number. */
  to?: string | undefined
  /** Only messages from this number. */
  from?: string | undefined
  /** The beginning of the sender or recipient number, with + and at least three digits; or at least four digits of one; or at least eight digits of an id. Message texts are not searched. */
  search?: string | undefined
  /** Only items created after this time. */
  created_after?: string | undefined
  /** Only items created before this time. */
  created_before?: string | undefined
}

export type ListTemplatesQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListContactsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Only contacts subscribed to this topic. */
  topic_id?: string | undefined
  /** Only contacts in this segment. */
  segment_id?: string | undefined
  /** Part of an email address, a phone number or a name, ignoring case, or at least eight digits of an id. */
  search?: string | undefined
  /** Up to ten comparisons of contact fields, separated by commas, such as plan:eq:pro,seats:gte:5. All must match. Operators: eq, neq, gt, gte, lt, lte, starts_with, exists, is_empty; exists and is_empty take no value, starts_with is for strings. Write a comma in a value as \, */
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
  /** Only contacts in this segment. */
  segment_id?: string | undefined
  /** Part of an email address, a phone number or a name, ignoring case, or at least eight digits of an id. */
  search?: string | undefined
  /** Up to ten comparisons of contact fields, separated by commas, such as plan:eq:pro,seats:gte:5. All must match. Operators: eq, neq, gt, gte, lt, lte, starts_with, exists, is_empty; exists and is_empty take no value, starts_with is for strings. Write a comma in a value as \, */
  properties?: string | undefined
}

export type ListContactTopicsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  /** Only topics that the contact is, or is not, subscribed to. */
  subscribed?: boolean | undefined
}

export type ListContactFileImportsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  /** failed: the file could not be read to the end. Rows imported until then stay. */
  status?: 'queued' | 'running' | 'completed' | 'failed' | undefined
}

export type ListContactHistoryQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListSegmentsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListSegmentContactsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListContactSegmentsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListContactConsentQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListConsentQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  email?: string | undefined
  /** E.164. */
  phone_number?: string | undefined
}

export type ListSuppressionsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  /** Only this address, ignoring case. */
  email?: string | undefined
  /** Part of an address, ignoring case. Does not find erased people. */
  search?: string | undefined
  reason?: 'hard_bounce' | 'complaint' | 'manual' | 'unsubscribe' | undefined
  /** Only items created after this time. */
  created_after?: string | undefined
  /** Only items created before this time. */
  created_before?: string | undefined
}

export type ListTopicsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
}

export type ListBroadcastsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  state?: 'draft' | 'scheduled' | 'sending' | 'paused' | 'completed' | 'canceled' | undefined
  channel?: 'email' | 'sms' | undefined
  /** Only items created after this time. */
  created_after?: string | undefined
  /** Only items created before this time. */
  created_before?: string | undefined
}

export type ListBroadcastRecipientsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  outcome?: 'waiting' | 'delayed' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'canceled' | undefined
  /** Only recipients whose message was, or was not, accepted or rejected by the receiver. */
  sent?: boolean | undefined
  /** Only recipients who opened, or did not open, the message. People only. */
  opened?: boolean | undefined
  /** Only recipients who clicked, or did not click, a link. People only. */
  clicked?: boolean | undefined
  variant?: 'a' | 'b' | undefined
}

export type ListWorkflowsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  status?: 'draft' | 'active' | 'paused' | undefined
}

export type ListWorkflowRunsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  /** waiting: in a delay or for an event. running: between two steps. completed: at the end or at an exit step. failed: see error. stopped: by you, or because the workflow or the contact was deleted. */
  state?: 'running' | 'waiting' | 'completed' | 'failed' | 'stopped' | undefined
  /** Only runs of this contact. */
  contact_id?: string | undefined
}

export type ListWebhookDeliveriesQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  /** pending: no attempt has succeeded yet. delivered: an attempt succeeded. failed: the last attempt failed, or the webhook became inactive. */
  status?: 'pending' | 'delivered' | 'failed' | undefined
}

export type ListEventsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Without it, the list starts at the beginning. */
  cursor?: string | undefined
}

export type StreamEventsQuery = {
  /** Where to start: a next_cursor of the list. Last-Event-ID takes precedence. */
  cursor?: string | undefined
}

export type GetAnalyticsQuery = {
  /** Only emails accepted at this time or later. */
  start?: string | undefined
  /** Only emails accepted before this time. */
  end?: string | undefined
  /** Only emails with this tag. */
  tag?: string | undefined
  message_stream?: 'transactional' | 'broadcast' | undefined
  /** Adds series to the answer. */
  granularity?: 'hour' | 'day' | undefined
}

export type GetReceiverAnalyticsQuery = {
  /** Only from this hour on. Default: 30 days before end. */
  start?: string | undefined
  /** Only before this hour. Default: now. */
  end?: string | undefined
}

export type ListRequestsQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  /** The status class. error: 4xx and 5xx. */
  status_class?: '2xx' | '4xx' | '5xx' | 'error' | undefined
  status?: number | undefined
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  /** Only this path and paths below it, such as /v1/emails. */
  path?: string | undefined
  /** Only requests made with this key. */
  key_id?: string | undefined
  /** Only the request with this x-request-id. */
  request_id?: string | undefined
  /** Only requests answered at this time or later. */
  start?: string | undefined
  /** Only requests answered before this time. */
  end?: string | undefined
}

export type ListAuditLogQuery = {
  /** How many items to return. */
  limit?: number | undefined
  /** The next_cursor of the previous page. Keep the filters the same. */
  cursor?: string | undefined
  /** Only actions of this person or key. */
  actor_id?: string | undefined
  actor_type?: 'person' | 'key' | 'operator' | undefined
  action?: 'key.created' | 'key.renamed' | 'key.revoked' | 'invitation.created' | 'invitation.revoked' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'member.left' | 'person.signed_in' | 'person.sign_in_failed' | 'person.signed_out_everywhere' | 'person.renamed' | 'person.password_changed' | 'person.two_step_enabled' | 'person.two_step_disabled' | 'person.backup_codes_renewed' | 'person.connected' | 'person.reset' | 'person.sign_in_link_made' | 'organization.created' | 'organization.claimed' | 'organization.updated' | 'alerts.updated' | 'branding.updated' | 'broadcast_rules.updated' | 'broadcasts.resumed' | 'credits.added' | 'domain.added' | 'domain.updated' | 'domain.keys_rotated' | 'domain.removed' | 'number.added' | 'number.removed' | 'quiet_hours.updated' | 'sending_plan.saved' | 'sending_plan.removed' | 'retention.updated' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.deleted' | 'template.created' | 'template.updated' | 'template.version_restored' | 'template.deleted' | 'workflow.created' | 'workflow.updated' | 'workflow.run_stopped' | 'workflow.deleted' | 'broadcast.created' | 'broadcast.updated' | 'broadcast.sent' | 'broadcast.paused' | 'broadcast.resumed' | 'broadcast.canceled' | 'broadcast.deleted' | 'topic.created' | 'topic.updated' | 'topic.deleted' | 'contact_field.created' | 'contact_field.updated' | 'contact_field.deleted' | 'segment.created' | 'segment.updated' | 'segment.deleted' | 'signup_form.created' | 'signup_form.updated' | 'signup_form.deleted' | 'contact.deleted' | 'contact.erased' | 'suppression.deleted' | 'email.deleted' | undefined
  object_type?: 'key' | 'invitation' | 'member' | 'person' | 'organization' | 'alerts' | 'branding' | 'broadcast_rules' | 'broadcasts' | 'credits' | 'domain' | 'number' | 'quiet_hours' | 'sending_plan' | 'retention' | 'webhook' | 'template' | 'workflow' | 'broadcast' | 'topic' | 'contact_field' | 'segment' | 'signup_form' | 'contact' | 'suppression' | 'email' | undefined
  /** Only actions on this object. */
  object_id?: string | undefined
  /** Only entries from this time or later. */
  start?: string | undefined
  /** Only entries from before this time. */
  end?: string | undefined
}
