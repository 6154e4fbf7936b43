/** The calls of Resend's command line and MCP server, by method and path. */

import { newEmail, newWord } from '../http-client/unique.ts'
import type { ResendScene } from './resend-calls.ts'
import { hello, later } from './resend-calls.ts'

/** Arguments of the command line. */
export const cliCalls: Record<string, (scene: ResendScene & { csvFile: string }) => string[]> = {
  'POST /emails': () => [
    ...['emails', 'send', '--from', 'hello@acme.test', '--to', newEmail(), '--subject', 'Hello', '--text', 'Hello'],
    ...['--scheduled-at', 'in 1 hour'],
  ],
  'GET /emails': () => ['emails', 'list', '--limit', '1'],
  'GET /emails/{id}': ({ emailId }) => ['emails', 'get', emailId],
  'PATCH /emails/{id}': ({ emailId }) => ['emails', 'update', emailId, '--scheduled-at', later],
  'GET /emails/{id}/attachments': ({ emailId }) => ['emails', 'attachments', emailId],
  'GET /emails/{id}/attachments/{id}': ({ emailId, attachmentId }) => ['emails', 'attachment', emailId, attachmentId],
  'POST /contacts': () => ['contacts', 'create', '--email', newEmail(), '--first-name', 'Ada'],
  'GET /contacts/{id or email}': ({ address }) => ['contacts', 'get', address],
  'PATCH /contacts/{id or email}': ({ contactId }) => ['contacts', 'update', contactId, '--unsubscribed'],
  'GET /contacts/{id or email}/topics': ({ contactId }) => ['contacts', 'topics', contactId],
  'POST /contacts/imports': ({ csvFile }) => ['contacts', 'imports', 'create', '--file', csvFile],
  'GET /contacts/imports': () => ['contacts', 'imports', 'list'],
  'GET /segments': () => ['segments', 'list'],
  'POST /contacts/{id or email}/segments/{id}': ({ contactId, segmentId }) => [
    ...['contacts', 'add-segment', contactId, '--segment-id', segmentId],
  ],
  'POST /broadcasts': ({ segmentId }) => [
    ...['broadcasts', 'create', '--from', 'hello@acme.test', '--subject', 'News', '--segment-id', segmentId],
    ...['--html', '<p>Hi {{{FIRST_NAME|there}}}</p>'],
  ],
  'GET /broadcasts/{id}': ({ broadcastId }) => ['broadcasts', 'get', broadcastId],
  'POST /topics': () => ['topics', 'create', '--name', newWord()],
  'POST /templates': () => [
    'templates',
    'create',
    '--name',
    newWord(),
    '--html',
    '<p>{{{NAME}}}</p>',
    '--var',
    'NAME:string:you',
  ],
  'GET /templates/{id or alias}': ({ templateId }) => ['templates', 'get', templateId],
  'POST /webhooks': () => ['webhooks', 'create', '--endpoint', 'https://example.com/cli', '--events', 'email.sent'],
  'POST /webhooks/{id}/events/{id}/replay': ({ event }) => [
    ...['webhooks', 'events', 'replay', event.webhookId, event.eventId],
  ],
  'GET /domains': () => ['domains', 'list'],
  'POST /suppressions': () => ['suppressions', 'add', newEmail()],
  'GET /api-keys': () => ['api-keys', 'list'],
}

/** A tool and its arguments. */
export const mcpCalls: Record<string, (scene: ResendScene) => [tool: string, given: Record<string, unknown>]> = {
  'POST /emails': () => ['send-email', { ...hello, to: [newEmail()], text: 'Hello', from: 'hello@acme.test' }],
  'GET /emails': () => ['list-emails', { limit: 1 }],
  'GET /emails/{id}': ({ emailId }) => ['get-email', { id: emailId }],
  'PATCH /emails/{id}': ({ emailId }) => ['update-email', { id: emailId, scheduledAt: later }],
  'POST /emails/batch': () => [
    'send-batch-emails',
    { emails: [{ to: [newEmail()], subject: 'Hello', text: 'Hello', from: 'hello@acme.test' }] },
  ],
  'GET /contacts': () => ['list-contacts', { limit: 1 }],
  'GET /contacts/{id or email}': ({ address }) => ['get-contact', { email: address }],
  'PATCH /contacts/{id or email}/topics': ({ contactId, topicId }) => [
    'update-contact-topics',
    { id: contactId, topics: [{ id: topicId, subscription: 'opt_in' }] },
  ],
  'GET /topics': () => ['list-topics', {}],
  'GET /segments': () => ['list-segments', {}],
  'GET /broadcasts': () => ['list-broadcasts', {}],
  'GET /contact-properties': () => ['list-contact-properties', {}],
  'GET /templates': () => ['list-templates', { limit: 1 }],
  'GET /templates/{id or alias}': ({ templateId }) => ['get-template', { id: templateId }],
  'POST /templates/{id or alias}/publish': ({ templateId }) => ['publish-template', { id: templateId }],
  'GET /webhooks': () => ['list-webhooks', {}],
  'GET /domains/{id}': ({ domainId }) => ['get-domain', { id: domainId }],
  'POST /suppressions': () => ['add-suppression', { email: newEmail() }],
  'POST /events/send': ({ address }) => ['send-event', { event: 'order.paid', email: address }],
  'GET /api-keys': () => ['list-api-keys', {}],
}
