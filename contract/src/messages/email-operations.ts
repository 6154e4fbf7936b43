import { Type } from 'typebox'
import { emailStatuses } from '../event-names.ts'
import { operation } from '../operation.ts'
import { createdFilters, Page, PageQuery, textFilter } from '../page.ts'
import { Acknowledgment, EmailAddress, Id, OneOf, PathId } from '../scalars.ts'
import {
  Email,
  EmailAccepted,
  EmailBatchAccepted,
  EmailListItem,
  EmailRescheduled,
  EmailWorkflow,
} from './email-replies.ts'
import { EmailReschedule, EmailSend } from './email-requests.ts'
import { Explanation, explanationExample } from './explanation.ts'
import { EmailPreflight } from './preflight.ts'

const params = Type.Object({ id: PathId })
const sendRefusals = [
  'missing_variable',
  'insufficient_credits',
  'domain_not_verified',
  'message_too_long',
  'recipient_opted_out',
  'hourly_quota_exceeded',
  'daily_quota_exceeded',
  'monthly_quota_exceeded',
] as const

const id = '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33'
const created = '2026-11-15T09:30:00.000Z'
const sent = '2026-11-15T09:30:00.412Z'
const delivered = '2026-11-15T09:30:01.038Z'
const opened = '2026-11-15T09:41:17.500Z'
const later = '2027-01-31T09:30:00.000Z'
const welcome = { from: 'Acme <hello@acme.test>', subject: 'Welcome to Acme' }
const html = '<p>Good to have you here, Ada.</p>'
const attempt = {
  attempt: 1,
  transport: 'direct',
  host: 'mx.example.com',
  tls: 'TLSv1.3',
  reply: '250 2.0.0 OK',
  duration_ms: 212,
}

export const emails = {
  sendEmail: operation({
    id: 'sendEmail',
    method: 'POST',
    audit: { never: 'recorded in the message and its events' },
    path: '/v1/emails',
    tag: 'Emails',
    summary: 'Send an email',
    description:
      'Answers once the email is stored. It is then sent, retried and reported, even if the service restarts. Recipients on the suppression list are skipped and named in the answer; if all recipients are on it, nothing is sent or charged.',
    permission: 'emails:send',
    body: EmailSend,
    reply: EmailAccepted,
    idempotent: true,
    bodyLimit: 15 * 1024 * 1024,
    maxValues: 20_000,
    refusals: sendRefusals,
    example: {
      body: { ...welcome, to: 'ada@example.com', html, tags: ['welcome'] },
      reply: {
        id,
        ...welcome,
        to: ['ada@example.com'],
        created_at: created,
        scheduled_for: null,
        suppressed_recipients: [],
        status: 'processing',
        workflow_id: id,
      },
    },
  }),
  preflightEmail: operation({
    id: 'preflightEmail',
    method: 'POST',
    audit: { never: 'it changes nothing' },
    path: '/v1/emails/preflight',
    tag: 'Emails',
    summary: 'Preflight an email',
    description:
      'Takes the body of POST /v1/emails and sends nothing. Returns whether the email would be accepted, who would receive it and who would not, what it costs, the message itself, how receivers will authenticate it, and checks for problems they may have with it.',
    permission: 'emails:send',
    body: EmailSend,
    reply: EmailPreflight,
    bodyLimit: 15 * 1024 * 1024,
    maxValues: 20_000,
    repeatable: true,
    refusals: [],
    example: {
      body: { ...welcome, to: 'ada@example.com', html },
      reply: {
        accepted: true,
        refusal: null,
        recipients: [{ address: 'ada@example.com', gets_it: true }],
        credits: 1,
        size: 742,
        message: 'From: Acme <hello@acme.test>\r\nTo: ada@example.com\r\nSubject: Welcome to Acme\r\n…',
        authentication: {
          dkim: [{ domain: 'acme.test', selector: 'ph1r', algorithm: 'rsa-sha256', result: 'pass', aligned: true }],
          spf: { domain: 'bounces.acme.test', address: '192.0.2.1', result: 'pass', aligned: true },
          dmarc: { result: 'pass', policy: 'quarantine', domain: 'acme.test' },
        },
        checks: [
          {
            about: 'dkim',
            verdict: 'fine',
            what: 'DKIM passes: it is signed by acme.test, which is aligned with acme.test.',
          },
          { about: 'size', verdict: 'fine', what: 'The html has 1 KB; Gmail shows up to 102 KB.' },
        ],
      },
    },
  }),
  sendEmailBatch: operation({
    id: 'sendEmailBatch',
    method: 'POST',
    audit: { never: 'recorded in the message and its events' },
    path: '/v1/emails/batch',
    tag: 'Emails',
    summary: 'Send up to 100 emails',
    description:
      'All or nothing: if one email is invalid, the whole batch is refused, and the path of the fault starts with its index. Each email can have its own content and its own scheduled_for.',
    permission: 'emails:send',
    body: Type.Array(EmailSend, { minItems: 1, maxItems: 100 }),
    reply: EmailBatchAccepted,
    idempotent: true,
    bodyLimit: 50 * 1024 * 1024,
    maxValues: 100_000,
    refusals: sendRefusals,
    example: {
      body: [
        { ...welcome, to: 'ada@example.com', html },
        { ...welcome, to: 'grace@example.com', text: 'Good to have you here, Grace.', scheduled_for: later },
      ],
      reply: { data: [{ id }, { id: '01945c1e-a1f4-7d52-b3c8-81b6c05d3e47' }] },
    },
  }),
  listEmails: operation({
    id: 'listEmails',
    method: 'GET',
    path: '/v1/emails',
    tag: 'Emails',
    summary: 'List emails',
    description: 'Returns emails, newest first. Filters can be combined.',
    permission: 'emails:read',
    query: PageQuery({
      status: Type.Optional(OneOf(emailStatuses)),
      to: Type.Optional(Type.String({ ...EmailAddress, description: 'Only emails to this recipient.' })),
      from: Type.Optional(Type.String({ ...EmailAddress, description: 'Only emails from this address.' })),
      tag: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'Only emails with this tag.' })),
      batch_id: textFilter('Only emails sent with this batch_id.'),
      template_id: Type.Optional(
        Type.String({
          ...Id,
          minLength: 1,
          description: 'Only emails rendered from this template, even if it was deleted.',
        }),
      ),
      search: Type.Optional(
        Type.String({
          minLength: 3,
          maxLength: 256,
          description:
            'Part of a subject, a name, an address or a tag, ignoring case, or at least eight digits of an id.',
        }),
      ),
      ...createdFilters,
    }),
    reply: Page(EmailListItem, 'EmailPage'),
    refusals: [],
    example: {
      query: { status: 'delivered', limit: 1 },
      reply: {
        data: [
          {
            id,
            from: 'hello@acme.test',
            to: ['ada@example.com'],
            message_id: `${id}@acme.test`,
            subject: welcome.subject,
            message_stream: 'transactional',
            track_opens: true,
            track_clicks: false,
            status: 'delivered',
            created_at: created,
            scheduled_for: null,
            sent_at: sent,
            opened_at: opened,
            clicked_at: null,
          },
        ],
        has_more: true,
        next_cursor: 'eyJpZCI6IjAxOTQ1YzFlIn0',
      },
    },
  }),
  getEmail: operation({
    id: 'getEmail',
    method: 'GET',
    path: '/v1/emails/{id}',
    tag: 'Emails',
    summary: 'Read an email',
    description: 'Returns the email with its content, its counts and its events.',
    permission: 'emails:read',
    params,
    reply: Email,
    refusals: [],
    example: {
      params: { id },
      reply: {
        id,
        ...welcome,
        to: ['ada@example.com'],
        message_id: `${id}@acme.test`,
        message_stream: 'transactional',
        track_opens: true,
        track_clicks: false,
        html,
        text: 'Good to have you here, Ada.',
        status: 'delivered',
        tags: ['welcome'],
        created_at: created,
        scheduled_for: null,
        sent_at: sent,
        delivered_at: delivered,
        opened_at: opened,
        clicked_at: null,
        open_count: 1,
        click_count: 0,
        human_open_count: 1,
        human_click_count: 0,
        events: [
          { type: 'processing', created_at: created, data: {} },
          { type: 'sent', created_at: sent, data: { recipient: 'ada@example.com', ...attempt } },
          { type: 'delivered', created_at: delivered, data: { recipient: 'ada@example.com', ...attempt } },
          { type: 'opened', created_at: opened, data: { user_agent: 'Mozilla/5.0', ip_address: '203.0.113.7' } },
        ],
      },
    },
  }),
  getRawEmail: operation({
    id: 'getRawEmail',
    method: 'GET',
    path: '/v1/emails/{id}/raw',
    tag: 'Emails',
    summary: 'Read the raw message of an email',
    description:
      'Returns the whole MIME message with its headers and attachments. Of a captured email, this is the copy of the first recipient as it would have left. Of any other email, the message is composed again from the accepted request, without DKIM signatures and without what is added for each recipient, such as tracked links.',
    permission: 'emails:read',
    params,
    reply: Type.String({ description: 'The message.' }),
    media: 'message/rfc822',
    refusals: [],
    example: {
      params: { id },
      reply: [
        'From: Acme <hello@acme.test>',
        'To: ada@example.com',
        'Subject: Welcome to Acme',
        'Content-Type: text/plain; charset=utf-8',
        '',
        'Good to have you here, Ada.',
      ].join('\r\n'),
    },
  }),
  explainEmail: operation({
    id: 'explainEmail',
    method: 'GET',
    path: '/v1/emails/{id}/explain',
    tag: 'Emails',
    summary: 'Explain what happened to an email',
    description:
      'Returns in words, in order, what happened to the email: what it waits for and why, the reply to each attempt, what it means and what to do.',
    permission: 'emails:read',
    params,
    reply: Explanation,
    refusals: [],
    example: { params: { id }, reply: explanationExample },
  }),
  getEmailWorkflow: operation({
    id: 'getEmailWorkflow',
    method: 'GET',
    path: '/v1/emails/{id}/workflow',
    tag: 'Emails',
    summary: 'Read the workflow status of an email',
    description:
      'Returns the state of the durable job that delivers the email, its attempts and the time of the next one.',
    permission: 'emails:read',
    params,
    reply: EmailWorkflow,
    refusals: [],
    example: {
      params: { id },
      reply: {
        emailId: id,
        status: 'delivery_delayed',
        jobStatus: { state: 'pending', previousAttempts: 1, nextAttemptAt: '2026-11-15T09:35:02.000Z' },
        created_at: created,
      },
    },
  }),
  cancelEmail: operation({
    id: 'cancelEmail',
    method: 'POST',
    audit: { never: 'recorded in the message and its events' },
    path: '/v1/emails/{id}/cancel',
    tag: 'Emails',
    summary: 'Cancel a scheduled email',
    description:
      'Cancels an email that has not been sent. After a success no copy is ever sent. Canceling again also succeeds, so it is safe to retry after a lost answer.',
    permission: 'emails:send',
    params,
    reply: Acknowledgment,
    repeatable: true,
    refusals: ['invalid_state'],
    example: { params: { id }, reply: { success: true, message: 'Email canceled.' } },
  }),
  rescheduleEmail: operation({
    id: 'rescheduleEmail',
    method: 'PATCH',
    audit: { never: 'recorded in the message and its events' },
    path: '/v1/emails/{id}',
    tag: 'Emails',
    summary: 'Reschedule an email',
    description: 'Moves a scheduled email to another time. An email that is already being sent cannot be moved.',
    permission: 'emails:send',
    params,
    body: EmailReschedule,
    reply: EmailRescheduled,
    refusals: ['invalid_state'],
    example: {
      params: { id },
      body: { scheduled_for: later },
      reply: { id, status: 'scheduled', scheduled_for: later },
    },
  }),
  deleteEmail: operation({
    id: 'deleteEmail',
    method: 'DELETE',
    audit: 'email.deleted',
    path: '/v1/emails/{id}',
    tag: 'Emails',
    summary: 'Delete an email',
    description:
      'Deletes the email permanently, with its content, its recipients and its events. This cannot be undone. Analytics and credits do not change. Cancel a scheduled email first; wait for an email in delivery to finish.',
    permission: 'emails:delete',
    params,
    reply: Acknowledgment,
    refusals: ['invalid_state'],
    example: { params: { id }, reply: { success: true, message: 'Email deleted.' } },
  }),
}
