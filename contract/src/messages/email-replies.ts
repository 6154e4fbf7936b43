import { type Static, Type } from 'typebox'
import { emailEventTypes, emailStatuses } from '../event-names.ts'
import { EmailAddress, Id, Nullable, OneOf, Timestamp } from '../scalars.ts'
import { FallbackStatus } from './email-fallback.ts'
import { messageStreams } from './email-requests.ts'
import { waitingFor } from './explanation.ts'

const status = OneOf(emailStatuses, {
  description:
    'The status of the email. With several recipients: the worst status that is still open, otherwise the best status reached.',
})
const captured = Type.Optional(
  Type.Boolean({
    description:
      'True when the email was captured instead of sent, because no transport is configured. Nobody received it, it is not charged, and it does not count in any rate.',
  }),
)
const templateId = Type.Optional(
  Type.String({ ...Id, description: 'The template the email was rendered from. Left out if there is none.' }),
)
const displayFrom = Type.String({
  minLength: 1,
  description: 'The address the email is sent from, with its name if it has one.',
})

/** Left out if the email has none. */
const otherAddresses = {
  cc: Type.Optional(Type.Array(EmailAddress)),
  bcc: Type.Optional(Type.Array(EmailAddress)),
  reply_to: Type.Optional(Type.Array(EmailAddress)),
  topic_id: Type.Optional(Type.String({ ...Id, description: 'The topic the email was sent for.' })),
}
const messageId = Type.String({
  description: 'The Message-ID header, without < and >.',
  examples: ['01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33@acme.test'],
})
/** Options of the request. */
const requestOptions = {
  message_stream: OneOf(messageStreams),
  track_opens: Type.Boolean({ description: 'Whether opens are counted.' }),
  track_clicks: Type.Boolean({ description: 'Whether clicks are counted.' }),
}
const scheduledFor = Nullable(Timestamp, {
  description: 'The time the email was scheduled for. Null when it was sent at once.',
})

/** Left out if the email has none. */
const fallback = Type.Optional(FallbackStatus)

export const EmailAccepted = Type.Object(
  {
    id: Id,
    from: displayFrom,
    to: Type.Array(EmailAddress),
    subject: Type.String(),
    created_at: Timestamp,
    scheduled_for: Nullable(Timestamp, {
      description: 'The time the email is scheduled for. Null when it is sent at once.',
    }),
    suppressed_recipients: Type.Array(EmailAddress, {
      description: 'Recipients on the suppression list. Nothing is sent to them and nothing is charged for them.',
    }),
    status: OneOf(['processing'], { description: 'Always processing: delivery continues after this answer.' }),
    workflow_id: Type.String({ description: 'The id of the durable workflow that delivers the email.' }),
    fallback,
  },
  {
    $id: 'EmailAccepted',
    description: 'The accepted email. It is stored and will be sent, even if the service restarts.',
  },
)
export type EmailAccepted = Static<typeof EmailAccepted>

export const EmailBatchAccepted = Type.Object(
  { data: Type.Array(Type.Object({ id: Id }), { description: 'The ids of the emails, in the order of the request.' }) },
  { $id: 'EmailBatchAccepted' },
)
export type EmailBatchAccepted = Static<typeof EmailBatchAccepted>

export const EmailEvent = Type.Object(
  {
    type: OneOf(emailEventTypes),
    created_at: Timestamp,
    data: Type.Object({
      user_agent: Type.Optional(Type.String()),
      ip_address: Type.Optional(Type.String()),
      location: Type.Optional(Type.String()),
      link: Type.Optional(Type.String({ description: 'The link that was clicked.' })),
      by: Type.Optional(
        OneOf(['human', 'machine'], {
          description: 'Whether a person or a machine opened or clicked, as far as known.',
        }),
      ),
      because: Type.Optional(
        Type.String({ description: 'Why the open or click is attributed to a machine, such as apple_mail_privacy.' }),
      ),
      recipient: Type.Optional(Type.String({ description: 'The recipient that the event is about.' })),
      attempt: Type.Optional(Type.Number({ description: 'The number of the attempt, from 1.' })),
      transport: Type.Optional(Type.String({ description: 'The transport, such as relay, direct or capture.' })),
      host: Type.Optional(Type.String({ description: 'The mail server of the attempt.' })),
      tls: Type.Optional(Type.String({ description: 'The protocol of an encrypted connection, such as TLSv1.3.' })),
      reply: Type.Optional(Type.String({ description: 'The reply of the server, unchanged.' })),
      duration_ms: Type.Optional(Type.Number({ description: 'The duration of the attempt in milliseconds.' })),
      next_attempt_at: Type.Optional(Timestamp),
      bounce_class: Type.Optional(
        Type.String({
          description:
            'Why the email was rejected: unknown_mailbox, disabled_mailbox, mailbox_full, bad_domain, rate_limited, blocked, authentication, relay_denied, policy, content, too_large or other. More values may be added.',
        }),
      ),
      reason: Type.Optional(Type.String({ description: 'The reason, in words.' })),
    }),
  },
  { $id: 'EmailEvent', description: 'An event of an email.' },
)
export type EmailEvent = Static<typeof EmailEvent>

export const Email = Type.Object(
  {
    id: Id,
    from: displayFrom,
    to: Type.Array(EmailAddress),
    ...otherAddresses,
    message_id: messageId,
    subject: Type.String(),
    ...requestOptions,
    html: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    content_deleted: Type.Optional(
      Type.Boolean({
        description: 'True when html and text were deleted at the end of their retention (see GET /v1/retention).',
      }),
    ),
    status,
    captured,
    template_id: templateId,
    broadcast_id: Type.Optional(Type.String({ ...Id, description: 'The broadcast the email is part of.' })),
    tags: Type.Optional(
      Type.Array(Type.String(), { description: 'The tags of the email. Left out when there are none.' }),
    ),
    created_at: Timestamp,
    scheduled_for: scheduledFor,
    sent_at: Nullable(Timestamp),
    delivered_at: Nullable(Timestamp),
    opened_at: Nullable(Timestamp, { description: 'The time of the first open.' }),
    clicked_at: Nullable(Timestamp, { description: 'The time of the first click.' }),
    open_count: Type.Number({ description: 'The number of opens. The first 1,000 are listed in events.' }),
    click_count: Type.Number({ description: 'The number of clicks. The first 1,000 are listed in events.' }),
    human_open_count: Type.Number({ description: 'The number of opens, not counting known machine opens.' }),
    human_click_count: Type.Number({ description: 'The number of clicks, not counting known machine clicks.' }),
    events: Type.Array(EmailEvent, { description: 'The events of the email, oldest first.' }),
    waiting_for: waitingFor,
    fallback,
  },
  { $id: 'Email', description: 'An email with its content and its events.' },
)
export type Email = Static<typeof Email>

export const EmailListItem = Type.Object(
  {
    id: Id,
    from: Type.String({ format: 'email', description: 'The address the email is sent from, without a name.' }),
    to: Type.Array(EmailAddress),
    ...otherAddresses,
    message_id: messageId,
    subject: Type.String(),
    ...requestOptions,
    status,
    captured,
    template_id: templateId,
    created_at: Timestamp,
    scheduled_for: scheduledFor,
    sent_at: Nullable(Timestamp),
    opened_at: Nullable(Timestamp, { description: 'The time of the first open.' }),
    clicked_at: Nullable(Timestamp, { description: 'The time of the first click.' }),
    waiting_for: waitingFor,
  },
  { $id: 'EmailListItem' },
)
export type EmailListItem = Static<typeof EmailListItem>

export const EmailWorkflow = Type.Object(
  {
    emailId: Id,
    status,
    jobStatus: Type.Object(
      {
        state: OneOf(['pending', 'running', 'finished']),
        previousAttempts: Type.Number({ description: 'The number of delivery attempts so far.' }),
        nextAttemptAt: Type.Optional(Timestamp),
      },
      { description: 'The state of the durable workflow.' },
    ),
    created_at: Timestamp,
  },
  { $id: 'EmailWorkflow' },
)
export type EmailWorkflow = Static<typeof EmailWorkflow>

export const EmailRescheduled = Type.Object({ id: Id, status, scheduled_for: Timestamp }, { $id: 'EmailRescheduled' })
export type EmailRescheduled = Static<typeof EmailRescheduled>
