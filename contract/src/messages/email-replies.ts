import { type Static, Type } from 'typebox'
import { emailEventTypes, emailStatuses } from '../event-names.ts'
import { EmailAddress, Id, Nullable, OneOf, Timestamp } from '../scalars.ts'
import { FallbackStatus } from './email-fallback.ts'
import { messageStreams } from './email-requests.ts'
import { waitingFor } from './explanation.ts'

const status = OneOf(emailStatuses, {
  description: 'With several recipients: the worst that is still open, else the best reached.',
})
const captured = Type.Optional(
  Type.Boolean({
    description:
      'True when it was kept here instead of being sent, because no transport is configured. Nobody received it, it costs nothing and counts in no rate.',
  }),
)
const templateId = Type.Optional(
  Type.String({ ...Id, description: 'The template that it was made of; left out where there is none.' }),
)
const displayFrom = Type.String({ minLength: 1, description: 'The sender, with its name if it has one.' })

/** Each is left out where an email has none. */
const otherAddresses = {
  cc: Type.Optional(Type.Array(EmailAddress)),
  bcc: Type.Optional(Type.Array(EmailAddress)),
  reply_to: Type.Optional(Type.Array(EmailAddress)),
  topic_id: Type.Optional(Type.String({ ...Id, description: 'The topic that it was sent about.' })),
}
const messageId = Type.String({
  description: 'The Message-ID of its header, without < and >.',
  examples: ['01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33@acme.test'],
})
/** What was asked for. */
const asked = {
  message_stream: OneOf(messageStreams),
  track_opens: Type.Boolean({ description: 'Whether opens are counted.' }),
  track_clicks: Type.Boolean({ description: 'Whether clicks are counted.' }),
}
const scheduledFor = Nullable(Timestamp, { description: 'Null when it was sent at once.' })

/** Left out where an email has none. */
const fallback = Type.Optional(FallbackStatus)

export const EmailAccepted = Type.Object(
  {
    id: Id,
    from: displayFrom,
    to: Type.Array(EmailAddress),
    subject: Type.String(),
    created_at: Timestamp,
    scheduled_for: Nullable(Timestamp, { description: 'Null when it is sent at once.' }),
    suppressed_recipients: Type.Array(EmailAddress, {
      description: 'Addresses on the suppression list. Nothing is sent to them and nothing is charged.',
    }),
    status: OneOf(['processing'], { description: 'Delivery goes on after this answer.' }),
    workflow_id: Type.String({ description: 'Names the durable workflow that carries the email.' }),
    fallback,
  },
  { $id: 'EmailAccepted', description: 'The email is stored and will be sent, whatever happens to the service.' },
)
export type EmailAccepted = Static<typeof EmailAccepted>

export const EmailBatchAccepted = Type.Object(
  { data: Type.Array(Type.Object({ id: Id }), { description: 'In the order of the request.' }) },
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
      by: Type.Optional(OneOf(['human', 'machine'], { description: 'Who opened or clicked, as far as one can tell.' })),
      because: Type.Optional(
        Type.String({ description: 'Why it was taken for a machine, such as apple_mail_privacy.' }),
      ),
      recipient: Type.Optional(Type.String({ description: 'The recipient it is about.' })),
      attempt: Type.Optional(Type.Number({ description: 'Which attempt it was, from 1.' })),
      transport: Type.Optional(Type.String({ description: 'How it left, such as relay, direct or capture.' })),
      host: Type.Optional(Type.String({ description: 'The server that it was handed to.' })),
      tls: Type.Optional(Type.String({ description: 'The protocol of an encrypted connection, such as TLSv1.3.' })),
      reply: Type.Optional(Type.String({ description: 'What the server answered, in its own words.' })),
      duration_ms: Type.Optional(Type.Number({ description: 'How long the attempt took.' })),
      next_attempt_at: Type.Optional(Timestamp),
      bounce_class: Type.Optional(
        Type.String({
          description:
            'Why it was refused: unknown_mailbox, disabled_mailbox, mailbox_full, bad_domain, rate_limited, blocked, authentication, relay_denied, policy, content, too_large or other. More may come.',
        }),
      ),
      reason: Type.Optional(Type.String({ description: 'Why, in words.' })),
    }),
  },
  { $id: 'EmailEvent', description: 'Something that happened to an email.' },
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
    ...asked,
    html: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    content_deleted: Type.Optional(
      Type.Boolean({
        description: 'True when html and text are not kept any more; GET /v1/retention says how long they are.',
      }),
    ),
    status,
    captured,
    template_id: templateId,
    broadcast_id: Type.Optional(Type.String({ ...Id, description: 'The broadcast that it is part of.' })),
    tags: Type.Optional(Type.Array(Type.String(), { description: 'Left out when there are none.' })),
    created_at: Timestamp,
    scheduled_for: scheduledFor,
    sent_at: Nullable(Timestamp),
    delivered_at: Nullable(Timestamp),
    opened_at: Nullable(Timestamp, { description: 'The first open.' }),
    clicked_at: Nullable(Timestamp, { description: 'The first click.' }),
    open_count: Type.Number({ description: 'All opens. The first 1,000 are among the events.' }),
    click_count: Type.Number({ description: 'All clicks. The first 1,000 are among the events.' }),
    human_open_count: Type.Number({ description: 'Opens that no machine is known to have made.' }),
    human_click_count: Type.Number({ description: 'Clicks that no machine is known to have made.' }),
    events: Type.Array(EmailEvent, { description: 'What happened to it, oldest first.' }),
    waiting_for: waitingFor,
    fallback,
  },
  { $id: 'Email', description: 'An email with its content and its events.' },
)
export type Email = Static<typeof Email>

export const EmailListItem = Type.Object(
  {
    id: Id,
    from: Type.String({ format: 'email', description: 'The bare address of the sender.' }),
    to: Type.Array(EmailAddress),
    ...otherAddresses,
    message_id: messageId,
    subject: Type.String(),
    ...asked,
    status,
    captured,
    template_id: templateId,
    created_at: Timestamp,
    scheduled_for: scheduledFor,
    sent_at: Nullable(Timestamp),
    opened_at: Nullable(Timestamp, { description: 'The first open.' }),
    clicked_at: Nullable(Timestamp, { description: 'The first click.' }),
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
        previousAttempts: Type.Number({ description: 'How often delivery was tried.' }),
        nextAttemptAt: Type.Optional(Timestamp),
      },
      { description: 'Where the durable workflow stands.' },
    ),
    created_at: Timestamp,
  },
  { $id: 'EmailWorkflow' },
)
export type EmailWorkflow = Static<typeof EmailWorkflow>

export const EmailRescheduled = Type.Object({ id: Id, status, scheduled_for: Timestamp }, { $id: 'EmailRescheduled' })
export type EmailRescheduled = Static<typeof EmailRescheduled>
