/** The email routes of the bare server: one only validates, one does all our work in a transaction per request. */
import { EmailAccepted } from '@posthorn/contract/messages/email-replies'
import { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../server/src/core/caller.ts'
import type { Database } from '../../server/src/postgres/database.ts'
import { readRateCard } from '../../server/src/resources/account/rates/read-rate-card.ts'
import { acceptEmails } from '../../server/src/resources/messages/emails/accept.ts'
import { readRequest } from '../../server/src/resources/messages/emails/request/read-request.ts'
import { toWireAccepted } from '../../server/src/resources/messages/emails/wire.ts'
import { withoutIds } from '../../server/src/validation/schema-ids.ts'

const schema = { body: withoutIds(EmailSend), response: { 200: withoutIds(EmailAccepted) } }

const constant: EmailAccepted = {
  id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11',
  from: 'Acme <orders@acme.test>',
  to: ['ada.1.000000001@example.com'],
  subject: 'Your order',
  created_at: '2026-11-15T09:30:00.000Z',
  scheduled_for: null,
  suppressed_recipients: [],
  status: 'processing',
  workflow_id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11',
}

export function addEmailRoutes(app: FastifyInstance, database: Database, caller: Caller): void {
  const card = readRateCard(null)
  app.post('/emails/validated', { schema }, async () => constant)

  app.post<{ Body: EmailSend }>('/emails/alone', { schema }, async ({ body }) => {
    const now = new Date()
    const request = { caller, drafts: [readRequest(body, now)], now }
    const [verdict] = await database.transaction(tx => acceptEmails(tx, card, [request]))
    if (!Array.isArray(verdict) || !verdict[0]) throw new Error('The email was refused.', { cause: verdict })
    return toWireAccepted(verdict[0], 0)
  })
}
