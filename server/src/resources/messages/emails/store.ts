/** The tables of accepted emails. Changes to deliveries are in delivery-store.ts. */
import { sql } from 'kysely'
import type { TracePlace } from '#core/tracing.ts'
import { arrayLiteral } from '#postgres/arrays/array-literal.ts'
import { asTable, booleans, integers, moments, numerics, smallints, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'
import { emailKeys } from '#postgres/partitions/email-keys.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { pack, packValues } from './body/pack.ts'
import type { DeliveryState } from './delivery-state.ts'
import { priorityOf } from './delivery-store.ts'
import type { Draft } from './draft.ts'

export type NewEmail = {
  environmentId: string
  organizationId: string
  id: string
  draft: Draft
  trace?: TracePlace
  creditsPerRecipient: number
  status: 'scheduled' | 'processing' | 'suppressed'
  createdAt: Date
  giveUpAt: Date
  recipients: readonly { address: string; state: DeliveryState }[]
}

const orNull = (texts: readonly string[]): string | null => (texts.length > 0 ? arrayLiteral(texts) : null)

/** Above this size an email gets its own statement. */
export const largeContent = 64 * 1024

const empty = Buffer.alloc(0)

function bodyOf(draft: Draft): Buffer {
  if (draft.broadcast) return packValues(draft.broadcast.values)
  return draft.outside?.body ? empty : pack(draft)
}

/** The start of each value in their concatenation, counted from 1. One value is sent as bytes, a list in hexadecimal. */
function startsOf(values: readonly Buffer[]): number[] {
  let next = 1
  return values.map(({ length }) => {
    next += length
    return next - length
  })
}

/** Inserts emails, their bodies, their progress and their deliveries in one statement. */
export async function insertEmails(tx: Tx, emails: readonly NewEmail[]): Promise<void> {
  const drafts = emails.map(email => email.draft)
  const bodies = drafts.map(bodyOf)
  const deliveries = emails.flatMap(({ environmentId, id, giveUpAt, status, draft, recipients, trace }) =>
    recipients.map((recipient, nth) => ({
      ...{ environmentId, id, nth, trace, ...recipient },
      giveUpAt: giveUpAt.toISOString(),
      isDue: status === 'processing' && recipient.state === 'waiting',
      dueAt: draft.later?.at.toISOString() ?? null,
      waitsFor: draft.later?.waitsFor ?? null,
      priority: priorityOf[draft.messageStream],
    })),
  )
  // Separate statements, so that emails without a trace or a broadcast send no extra columns.
  const isBroadcast = drafts.some(draft => draft.broadcast)
  const broadcast = isBroadcast ? sql`, broadcast_id, broadcast_variant` : sql``
  const isLater = deliveries.some(one => one.dueAt !== null)
  const dueAt = isLater ? sql`greatest(now(), due_at)` : sql`now()`
  const waitsFor = isLater ? sql`, waits_for` : sql``
  const ownWaitsFor = isLater ? sql`, case when is_due and due_at > now() then waits_for end` : sql``
  const trace = emails.some(email => email.trace) ? sql`, trace` : sql``
  await plannedOnce`
    with given as (
      select * from ${asTable({
        environment_id: uuids(emails.map(email => email.environmentId)),
        id: uuids(emails.map(email => email.id)),
        organization_id: uuids(emails.map(email => email.organizationId)),
        status: texts(emails.map(email => email.status)),
        recipients: smallints(emails.map(email => email.recipients.length)),
        created_at: moments(emails.map(email => email.createdAt)),
        scheduled_for: moments(drafts.map(draft => draft.scheduledFor)),
        from_address: texts(drafts.map(draft => draft.from.address)),
        from_name: texts(drafts.map(draft => draft.from.name)),
        to_addresses: texts(drafts.map(draft => arrayLiteral(draft.to))),
        cc_addresses: texts(drafts.map(draft => orNull(draft.cc))),
        bcc_addresses: texts(drafts.map(draft => orNull(draft.bcc))),
        reply_to: texts(drafts.map(draft => orNull(draft.replyTo))),
        subject: texts(drafts.map(draft => draft.subject)),
        body_from: integers(startsOf(bodies)),
        body_length: integers(bodies.map(({ length }) => length)),
        headers: texts(drafts.map(draft => draft.headers && JSON.stringify(draft.headers))),
        tags: texts(drafts.map(draft => orNull(draft.tags))),
        batch_id: texts(drafts.map(draft => draft.batchId)),
        message_stream: texts(drafts.map(draft => draft.messageStream)),
        topic_id: uuids(drafts.map(draft => draft.topicId)),
        size: integers(drafts.map(draft => draft.size)),
        attachments: smallints(drafts.map(draft => draft.attachments.length)),
        credits_per_recipient: numerics(emails.map(email => email.creditsPerRecipient)),
        require_tls: booleans(drafts.map(draft => draft.requireTls)),
        track_opens: booleans(drafts.map(draft => draft.trackOpens)),
        track_clicks: booleans(drafts.map(draft => draft.trackClicks)),
        unsubscribe: booleans(drafts.map(draft => draft.unsubscribe)),
        template_id: uuids(drafts.map(draft => draft.templateId)),
        ...(isBroadcast && {
          broadcast_id: uuids(drafts.map(draft => draft.broadcast?.id ?? null)),
          broadcast_variant: texts(drafts.map(draft => draft.broadcast?.variant ?? null)),
        }),
      })}
    ), accepted as (
      insert into emails (environment_id, id, organization_id, from_address, from_name, to_addresses, cc_addresses,
        bcc_addresses, reply_to, subject, headers, tags, batch_id, message_stream, topic_id, size,
        attachments, credits_per_recipient, require_tls, track_opens, track_clicks, unsubscribe, template_id, created_at${broadcast})
      select environment_id, id, organization_id, from_address, from_name, to_addresses::text[], cc_addresses::text[],
        bcc_addresses::text[], reply_to::text[], subject, headers::jsonb, tags::text[], batch_id,
        message_stream, topic_id, size, attachments, credits_per_recipient, require_tls, track_opens, track_clicks,
        unsubscribe, template_id, created_at${broadcast}
      from given
    ), bodies as (
      insert into email_bodies (environment_id, email_id, packed)
      select environment_id, id, substr(${Buffer.concat(bodies)}::bytea, body_from, body_length) from given where body_length > 0
    ), progress as (
      insert into email_progress (environment_id, email_id, status, recipients, scheduled_for)
      select environment_id, id, status, recipients, scheduled_for from given
    )
    insert into deliveries (environment_id, email_id, nth, address, state, give_up_at, due_at, priority${waitsFor}${trace})
    select environment_id, email_id, nth, address, state, give_up_at, case when is_due then ${dueAt} end, priority${ownWaitsFor}${trace}
    from ${asTable({
      environment_id: uuids(deliveries.map(one => one.environmentId)),
      email_id: uuids(deliveries.map(one => one.id)),
      nth: smallints(deliveries.map(one => one.nth)),
      address: texts(deliveries.map(one => one.address)),
      state: texts(deliveries.map(one => one.state)),
      give_up_at: moments(deliveries.map(one => one.giveUpAt)),
      is_due: booleans(deliveries.map(one => one.isDue)),
      priority: smallints(deliveries.map(one => one.priority)),
      ...(isLater && {
        due_at: moments(deliveries.map(one => one.dueAt)),
        waits_for: texts(deliveries.map(one => one.waitsFor)),
      }),
      ...(deliveries.some(one => one.trace) && { trace: texts(deliveries.map(one => one.trace ?? null)) }),
    })}`.execute(tx)
}

export type NewTag = { environmentId: string; emailId: string; tag: string }

export async function insertTags(tx: Tx, tags: readonly NewTag[]): Promise<void> {
  await sql`
    insert into email_tags (environment_id, email_id, tag)
    select * from ${asTable({
      ...emailKeys(tags),
      tag: texts(tags.map(one => one.tag)),
    })}
    on conflict do nothing`.execute(tx)
}

/** One statement for each file: a single file is sent as bytes, a list would be written in hexadecimal. */
export async function insertAttachment(
  tx: Tx,
  { environmentId, emailId, nth }: { environmentId: string; emailId: string; nth: number },
  { filename, type, contentId, inline, content }: Draft['attachments'][number],
): Promise<void> {
  await tx
    .insertInto('email_attachments')
    .values({
      environment_id: environmentId,
      email_id: emailId,
      nth,
      filename,
      type,
      content_id: contentId,
      inline,
      content,
    })
    .execute()
}
