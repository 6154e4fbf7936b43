import type { Caller } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database, Db } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { toMilliseconds } from '#sending/schedule.ts'
import type { Compose, DeriveText, OpenMessage } from '#transports/transport.ts'
import type { FetchContent } from './body/outside-content.ts'
import { deleteEmail } from './delete/delete.ts'
import type { FillBroadcasts } from './filled.ts'
import { cancelEmail, rescheduleEmail } from './later/change-schedule.ts'
import { type PreflightParts, preflight } from './preflight/preflight.ts'
import { attachmentIdOf, type LinkParts, readAttachments, toWireAttachment } from './read/attachments.ts'
import { type RawParts, readRaw } from './read/raw.ts'
import { emailReader, explainEmail, keyOf, readEmails, readWorkflow } from './read/read.ts'
import type { EmailSender } from './send.ts'
import { toWireEmail, toWireListItem, toWireWorkflow } from './wire.ts'

type Parts = {
  database: Database
  reads: Db
  sender: EmailSender
  card: RateCard
  clock: Clock
  pager: Pager
  compose: Compose
  deriveText: DeriveText
  openMessage: OpenMessage
  fetchContent: FetchContent
  fillBroadcasts: FillBroadcasts
  preflighting: Omit<PreflightParts, 'db' | 'card' | 'compose' | 'read'>
  copies: NonNullable<RawParts['copies']>
  publicUrl: string
}

export function emailRoutes(parts: Parts) {
  const { database, reads, sender, card, clock, pager, compose, deriveText, openMessage, fetchContent } = parts
  const { preflighting, copies, fillBroadcasts, publicUrl } = parts
  const readEmail = emailReader(reads, { fetchContent, fillBroadcasts, openMessage })
  const fileParts = { db: reads, fetchContent, openMessage }
  const links: LinkParts = { key: copies.personal.key, publicUrl, clock }
  const preflightParts = { ...preflighting, db: reads, card, compose, read: sender.read }

  return {
    sendEmail: (caller, { body }, how) => sender.send(caller, body, how),

    preflightEmail: (caller, { body }) => preflight(preflightParts, caller, body, clock()),

    sendEmailBatch: (caller, { body }, how) => sender.sendBatch(caller, body, how),

    async listEmails(caller, { query }) {
      const filters = {
        status: query.status,
        to: query.to,
        from: query.from,
        tag: query.tag,
        batchId: query.batch_id,
        templateId: query.template_id,
        search: query.search,
        createdAfter: query.created_after,
        createdBefore: query.created_before,
      }
      const emails = await readEmails(
        database.slowReads(caller.environmentId),
        caller,
        pager.open(caller, 'emails', query),
        filters,
      )
      return pager.close(caller, 'emails', query, emails, toWireListItem)
    },

    async getEmail(caller, { params }) {
      const email = await readEmail(caller, params.id)
      const isDerived = email.text === null && email.html !== null
      return toWireEmail(email, isDerived ? await deriveText(email.html ?? '', caller.organizationId) : null)
    },

    // `as`: the HTTP layer sends bytes as they are; the contract declares a message as a string.
    getRawEmail: async (caller: Caller, { params }) =>
      (await readRaw(
        {
          ...{ db: reads, fetchContent, fillBroadcasts, copies },
          compose: outgoing => compose(outgoing, { tenant: caller.organizationId }),
        },
        caller,
        params.id,
      )) as unknown as string,

    async listEmailAttachments(caller, { params }) {
      const key = keyOf(caller, params.id)
      const files = await readAttachments(fileParts, key)
      return { data: files.map(file => toWireAttachment(links, key, file)) }
    },

    async getEmailAttachment(caller, { params }) {
      const key = keyOf(caller, params.id)
      const files = await readAttachments(fileParts, key)
      const file = files.find(({ nth }) => attachmentIdOf(key, nth) === params.attachment_id)
      if (!file) throw notFound('attachment')
      return toWireAttachment(links, key, file)
    },

    explainEmail: (caller, { params }) =>
      explainEmail(reads, database.slowReads(caller.environmentId), caller, params.id),

    getEmailWorkflow: async (caller, { params }) =>
      toWireWorkflow(params.id, await readWorkflow(reads, caller, params.id)),

    async cancelEmail(caller, { params }) {
      await database.transaction(tx => cancelEmail(tx, caller, clock(), params.id))
      return { success: true, message: 'Email canceled. No copy of it will be sent.' }
    },

    async rescheduleEmail(caller, { params, body }) {
      const at = await database.transaction(tx => rescheduleEmail(tx, caller, clock(), params.id, body.scheduled_for))
      return { id: params.id, status: 'scheduled', scheduled_for: toMilliseconds(at) }
    },

    async deleteEmail(caller, { params }, { change }) {
      await audited(database, change, tx => deleteEmail(tx, caller, params.id))
      return { success: true, message: 'Email deleted. Only figures and credits are kept.' }
    },
  } satisfies Partial<Handlers>
}
