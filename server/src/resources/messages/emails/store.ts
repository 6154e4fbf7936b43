/** The tables of what was accepted. Deliveries have a store of their own. */
import { sql } from 'kysely'
import { arrayLiteral, plainArray } from '#postgres/array-literal.ts'
import type { Tx } from '#postgres/database.ts'
import type { DeliveryState } from './delivery-state.ts'
import { priorityOf } from './delivery-store.ts'
import type { Draft } from './draft.ts'

export type NewEmail = {
  environmentId: string
  organizationId: string
  id: string
  draft: Draft
  creditsPerRecipient: number
  status: 'scheduled' | 'processing' | 'suppressed'
  createdAt: Date
  giveUpAt: Date
  recipients: readonly { address: string; state: DeliveryState }[]
}

const orNull = (texts: readonly string[]): string | null => (texts.length > 0 ? arrayLiteral(texts) : null)

/** Beyond this the content of an email is worth a statement of its own. */
export const largeContent = 64 * 1024

/** Inside a list every quote must be escaped, which for 5 MiB of html takes as long as everything else: one alone needs none. */
const textsOf = (texts: readonly (string | null)[]) =>
  texts.length === 1 && (texts[0]?.length ?? 0) > largeContent ? sql`array[${texts[0]}::text]` : sql`${texts}::text[]`

/** Emails, how far they are and their deliveries, in one statement. */
export async function insertEmails(tx: Tx, emails: readonly NewEmail[]): Promise<void> {
  const drafts = emails.map(email => email.draft)
  const deliveries = emails.flatMap(({ environmentId, id, giveUpAt, status, draft, recipients }) =>
    recipients.map((recipient, nth) => ({
      ...{ environmentId, id, nth, ...recipient },
      giveUpAt: giveUpAt.toISOString(),
      isDue: status === 'processing' && recipient.state === 'waiting',
      priority: priorityOf[draft.messageStream],
    })),
  )
  await sql`/* planned once */
    with given as (
      select * from unnest(
        ${plainArray(emails.map(email => email.environmentId))}::uuid[],
        ${plainArray(emails.map(email => email.id))}::uuid[],
        ${plainArray(emails.map(email => email.organizationId))}::uuid[],
        ${plainArray(emails.map(email => email.status))}::text[],
        ${plainArray(emails.map(email => email.recipients.length))}::smallint[],
        ${plainArray(emails.map(email => email.createdAt.toISOString()))}::timestamptz[],
        ${drafts.map(draft => draft.scheduledFor)}::timestamptz[],
        ${drafts.map(draft => draft.from.address)}::text[],
        ${drafts.map(draft => draft.from.name)}::text[],
        ${drafts.map(draft => arrayLiteral(draft.to))}::text[],
        ${drafts.map(draft => orNull(draft.cc))}::text[],
        ${drafts.map(draft => orNull(draft.bcc))}::text[],
        ${drafts.map(draft => orNull(draft.replyTo))}::text[],
        ${drafts.map(draft => draft.subject)}::text[],
        ${textsOf(drafts.map(draft => draft.html))},
        ${textsOf(drafts.map(draft => draft.text))},
        ${drafts.map(draft => draft.headers && JSON.stringify(draft.headers))}::text[],
        ${drafts.map(draft => orNull(draft.tags))}::text[],
        ${drafts.map(draft => draft.batchId)}::text[],
        ${plainArray(drafts.map(draft => draft.messageStream))}::text[],
        ${plainArray(drafts.map(draft => draft.topicId))}::uuid[],
        ${plainArray(drafts.map(draft => draft.size))}::integer[],
        ${plainArray(drafts.map(draft => draft.attachments.length))}::smallint[],
        ${plainArray(emails.map(email => email.creditsPerRecipient))}::numeric[],
        ${plainArray(drafts.map(draft => draft.trackOpens))}::boolean[],
        ${plainArray(drafts.map(draft => draft.trackClicks))}::boolean[],
        ${plainArray(drafts.map(draft => draft.unsubscribe))}::boolean[],
        ${plainArray(drafts.map(draft => draft.templateId))}::uuid[]
      ) as given (environment_id, id, organization_id, status, recipients, created_at, scheduled_for, from_address,
        from_name, to_addresses, cc_addresses, bcc_addresses, reply_to, subject, html, text, headers, tags, batch_id,
        message_stream, topic_id, size, attachments, credits_per_recipient, track_opens, track_clicks, unsubscribe,
        template_id)
    ), accepted as (
      insert into emails (environment_id, id, organization_id, from_address, from_name, to_addresses, cc_addresses,
        bcc_addresses, reply_to, subject, html, text, headers, tags, batch_id, message_stream, topic_id, size,
        attachments, credits_per_recipient, track_opens, track_clicks, unsubscribe, template_id, created_at)
      select environment_id, id, organization_id, from_address, from_name, to_addresses::text[], cc_addresses::text[],
        bcc_addresses::text[], reply_to::text[], subject, html, text, headers::jsonb, tags::text[], batch_id,
        message_stream, topic_id, size, attachments, credits_per_recipient, track_opens, track_clicks, unsubscribe,
        template_id, created_at
      from given
    ), progress as (
      insert into email_progress (environment_id, email_id, status, recipients, scheduled_for)
      select environment_id, id, status, recipients, scheduled_for from given
    )
    insert into deliveries (environment_id, email_id, nth, address, state, give_up_at, due_at, priority)
    select environment_id, email_id, nth, address, state, give_up_at, case when is_due then now() end, priority
    from unnest(
      ${plainArray(deliveries.map(one => one.environmentId))}::uuid[],
      ${plainArray(deliveries.map(one => one.id))}::uuid[],
      ${plainArray(deliveries.map(one => one.nth))}::smallint[],
      ${deliveries.map(one => one.address)}::text[],
      ${plainArray(deliveries.map(one => one.state))}::text[],
      ${plainArray(deliveries.map(one => one.giveUpAt))}::timestamptz[],
      ${plainArray(deliveries.map(one => one.isDue))}::boolean[],
      ${plainArray(deliveries.map(one => one.priority))}::smallint[]
    ) as given (environment_id, email_id, nth, address, state, give_up_at, is_due, priority)`.execute(tx)
}

export type NewTag = { environmentId: string; emailId: string; tag: string }

export async function insertTags(tx: Tx, tags: readonly NewTag[]): Promise<void> {
  await sql`
    insert into email_tags (environment_id, email_id, tag)
    select * from unnest(${tags.map(one => one.environmentId)}::uuid[], ${tags.map(one => one.emailId)}::uuid[],
      ${tags.map(one => one.tag)}::text[])
    on conflict do nothing`.execute(tx)
}

/** One statement each: a file travels as bytes, where a list of them would be written out in hexadecimal. */
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
