/** What a worker needs to send an email. */
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import { asTableOfAnyLength } from '#postgres/arrays/as-table.ts'
import type { Db } from '#postgres/database.ts'
import { type EmailKey, emailKeys } from '#postgres/partitions/email-keys.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import {
  type BodyRow,
  bodyColumns,
  isInside,
  toBody,
  type WithOutside,
  withBody,
  withOutsideBody,
} from '../body/join.ts'
import type { Body, Values } from '../body/pack.ts'
import type { Draft, Variant } from '../draft.ts'

export type Content = Omit<Body, 'values'> & {
  /** The broadcast whose content is still to be filled in; null or missing for other mail, and afterwards. */
  broadcast?: BroadcastPart | null
  fromAddress: string
  fromName: string | null
  to: string[]
  cc: string[] | null
  replyTo: string[] | null
  subject: string
  headers: Record<string, string> | null
  attachments: number
  /** When it was accepted, or the time that it is scheduled for. */
  date: Date
}

/** The broadcast of an email, and the values for its content. */
export type BroadcastPart = { id: string; variant: Variant; values: Values }

export type Envelope = EmailKey & {
  organizationId: string
  mode: Mode
  /** How far the clock of its environment is ahead. */
  aheadMs: number
  messageStream: MessageStream
  tags: readonly string[]
  topicId: string | null
  templateId: string | null
  requireTls: boolean
  fromAddress: string
  /** The pause of the broadcasts of its domain; null without one, and for other mail. */
  pausedBy: { domain: string; reason: string } | null
  /** The broadcast that it belongs to, and whether that is stopped. */
  broadcast: { id: string; variant: Variant; stopped: 'paused' | 'canceled' | null } | null
  recipients: number
  creditsPerRecipient: number
  size: number
} & Personal

/** The settings that make the copies of recipients differ. */
export type Personal = { trackOpens: boolean; trackClicks: boolean; unsubscribe: boolean }

/** Larger contents are fetched only when they are sent: a worker holds a thousand deliveries. */
const smallSize = 64 * 1024

/** A pause of a domain also covers its subdomains, which it signs for. Looked up only for broadcasts, in a small table. */
const pausedBy = sql`case when e.message_stream = 'broadcast' then (
  select json_build_object('domain', domain, 'reason', reason) from broadcast_pauses
  where environment_id = e.environment_id and resumed_at is null
    and right('.' || lower(substring(e.from_address from '[^@]*$')), length(domain) + 1) = '.' || domain
  order by domain limit 1
) end`

const ofBroadcast = sql`case when e.broadcast_id is not null then json_build_object('id', e.broadcast_id, 'variant', e.broadcast_variant,
  'stopped', (select state from broadcasts
    where environment_id = e.environment_id and id = e.broadcast_id and state in ('paused', 'canceled'))) end`

/**
 * Each email with its content, or without it when it is large or outside the database. Lateral, so that each email is looked up by
 * its own key. Ordered by id, although there is only one row, because no other index of emails has that order: a plan made while
 * the table is empty would otherwise use the index of senders.
 */
export async function findEnvelopes(
  db: Db,
  emails: readonly EmailKey[],
): Promise<(Envelope & { content: Content | null })[]> {
  const ids = emails.map(one => one.emailId)
  const { rows } = await plannedOnce<Envelope & ContentRow>`
    select e.environment_id as "environmentId", e.id as "emailId", e.organization_id as "organizationId",
      environments.mode, environments.clock_ahead_ms::float8 as "aheadMs", e.message_stream as "messageStream", coalesce(e.tags, '{}') as tags, e.topic_id as "topicId", e.template_id as "templateId",
      e.require_tls as "requireTls", e.track_opens as "trackOpens", e.track_clicks as "trackClicks", e.unsubscribe, p.recipients,
      e.credits_per_recipient::float8 as "creditsPerRecipient", e.size, ${pausedBy} as "pausedBy",
      ${contentColumns(smallSize)}
    from ${asTableOfAnyLength(emailKeys(emails), 'wanted')}
    cross join lateral (
      select * from emails
      where environment_id = wanted.environment_id and id between wanted.email_id and wanted.email_id and ${isAmong('id', ids)}
      order by id limit 1
    ) as e
    ${withBody(isAmong('email_id', ids))}
    cross join lateral (
      select recipients, scheduled_for from email_progress
      where environment_id = wanted.environment_id and email_id = wanted.email_id and ${isAmong('email_id', ids)} limit 1
    ) as p
    cross join lateral (select mode, clock_ahead_ms from environments where id = wanted.environment_id limit 1) as environments`.execute(
    db,
  )
  return rows.map(row => ({
    environmentId: row.environmentId,
    emailId: row.emailId,
    organizationId: row.organizationId,
    mode: row.mode,
    aheadMs: row.aheadMs,
    messageStream: row.messageStream,
    tags: row.tags,
    topicId: row.topicId,
    templateId: row.templateId,
    recipients: row.recipients,
    creditsPerRecipient: row.creditsPerRecipient,
    requireTls: row.requireTls,
    trackOpens: row.trackOpens,
    trackClicks: row.trackClicks,
    unsubscribe: row.unsubscribe,
    size: row.size,
    fromAddress: row.fromAddress,
    pausedBy: row.pausedBy,
    broadcast: row.broadcast,
    content: row.size <= smallSize && isInside(row) ? toContent(row) : null,
  }))
}

/** Html and text are null when they are outside the database: see load-content.ts. */
export async function findContent(
  db: Db,
  { environmentId, emailId }: EmailKey,
): Promise<(Content & WithOutside) | undefined> {
  const { rows } = await sql<ContentRow & WithOutside>`
    select ${contentColumns(null)}, elsewhere.outside from emails e
    ${withBody(sql<boolean>`email_id = ${emailId}`)}
    ${withOutsideBody(sql<boolean>`u.email_id = ${emailId}`)}
    join email_progress p on p.environment_id = e.environment_id and p.email_id = e.id
    where e.environment_id = ${environmentId} and e.id = ${emailId}`.execute(db)
  return rows[0] && { ...toContent(rows[0]), outside: rows[0].outside }
}

const contentColumns = (upTo: number | null) => {
  const whole = upTo === null ? sql`true` : sql`e.size <= ${upTo}`
  return sql`e.from_address as "fromAddress", e.from_name as "fromName", e.to_addresses as "to", e.cc_addresses as cc,
    e.reply_to as "replyTo", e.subject, ${bodyColumns(whole)}, e.headers, e.attachments, coalesce(p.scheduled_for, e.created_at) as date,
    ${ofBroadcast} as broadcast`
}

type ContentRow = Omit<Content, keyof Body | 'broadcast'> & BodyRow & Pick<Envelope, 'broadcast'>

const toContent = (row: ContentRow): Content => {
  const { values, ...body } = toBody(row)
  return {
    ...body,
    broadcast: row.broadcast && values ? { id: row.broadcast.id, variant: row.broadcast.variant, values } : null,
    fromAddress: row.fromAddress,
    fromName: row.fromName,
    to: row.to,
    cc: row.cc,
    replyTo: row.replyTo,
    subject: row.subject,
    headers: row.headers,
    attachments: row.attachments,
    date: row.date,
  }
}

export const findAttachments = (
  db: Db,
  { environmentId, emailId }: EmailKey,
): Promise<(Draft['attachments'][number] & { nth: number })[]> =>
  db
    .selectFrom('email_attachments')
    .select(['nth', 'filename', 'type', 'content_id as contentId', 'inline', 'content'])
    .where('environment_id', '=', environmentId)
    .where('email_id', '=', emailId)
    .orderBy('nth')
    .execute()
