/** Recipients of a broadcast and the outcomes of their messages, newest first. */
import type { RecipientOutcome } from '@posthorn/contract/broadcasts/replies'
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import type { Variant } from '#resources/messages/emails/draft.ts'
import type { Broadcast } from './broadcast.ts'

export type RecipientRow = {
  id: string
  contactId: string | null
  to: string
  variant: Variant
  outcome: RecipientOutcome
  opened: boolean
  clicked: boolean
  createdAt: Date
}

export type RecipientFilters = {
  outcome?: RecipientOutcome | undefined
  sent?: boolean | undefined
  opened?: boolean | undefined
  clicked?: boolean | undefined
  variant?: Variant | undefined
}

const ofEmails = {
  waiting: ['processing', 'scheduled'],
  delayed: ['delivery_delayed'],
  sent: ['sent'],
  delivered: ['delivered'],
  bounced: ['bounced'],
  complained: ['complained'],
  failed: ['failed'],
  suppressed: ['suppressed'],
  canceled: ['canceled'],
} as const satisfies Record<RecipientOutcome, readonly string[]>

const ofTexts: Record<RecipientOutcome, readonly string[]> = {
  waiting: ['processing'],
  delayed: [],
  sent: ['sent'],
  delivered: ['delivered'],
  bounced: ['undelivered'],
  complained: [],
  failed: ['failed'],
  suppressed: ['suppressed'],
  canceled: ['canceled'],
}

/** Accepted or rejected by the receiver: what the figure `sent` counts. */
const sentOf = ({ sent, delivered, bounced, complained }: Record<RecipientOutcome, readonly string[]>): string[] => [
  ...[...sent, ...delivered, ...bounced, ...complained],
]

/** Translates a status of the table into an outcome of broadcasts. */
const outcomeOf = (
  status: RawBuilder<unknown>,
  statuses: Record<RecipientOutcome, readonly string[]>,
): RawBuilder<RecipientOutcome> => {
  const cases = Object.entries(statuses).flatMap(([outcome, own]) =>
    own.map(status => sql`when ${sql.lit(status)} then ${sql.lit(outcome)}`),
  )
  return sql<RecipientOutcome>`case ${status} ${sql.join(cases, sql` `)} end`
}

const when = (condition: RawBuilder<unknown> | false): RawBuilder<unknown> =>
  condition ? sql`and ${condition}` : sql``

export async function listRecipients(
  db: Db,
  { environmentId, id, channel }: Broadcast,
  { limit, before, after }: PageRequest,
  { outcome, sent, opened, clicked, variant }: RecipientFilters,
): Promise<RecipientRow[]> {
  const isEmail = channel === 'email'
  const statuses = isEmail ? ofEmails : ofTexts
  const status = isEmail ? sql`p.status` : sql`case when p.suppressed then 'suppressed' else p.status end`
  const isOpened = isEmail ? sql<boolean>`p.human_opened_at is not null` : sql<boolean>`false`
  const isClicked = isEmail ? sql<boolean>`p.human_clicked_at is not null` : sql<boolean>`false`
  const variantOf = isEmail ? sql<Variant>`m.broadcast_variant` : sql<Variant>`'a'`
  const to = isEmail ? sql<string>`m.to_addresses[1]` : sql<string>`m.to_number`
  const isContact = isEmail
    ? sql`lower(c.email collate "C") = lower(m.to_addresses[1] collate "C")`
    : sql`c.phone_number = m.to_number`
  const { rows } = await sql<RecipientRow>`
    select m.id, (select c.id from contacts c where c.environment_id = m.environment_id and ${isContact} limit 1) as "contactId",
      ${to} as to, ${variantOf} as variant, ${outcomeOf(status, statuses)} as outcome, ${isOpened} as opened, ${isClicked} as clicked,
      m.created_at as "createdAt"
    from ${sql.table(isEmail ? 'emails' : 'sms')} m
    join ${sql.table(isEmail ? 'email_progress' : 'sms_progress')} p
      on p.environment_id = m.environment_id and ${sql.ref(isEmail ? 'p.email_id' : 'p.sms_id')} = m.id
    where m.environment_id = ${environmentId} and m.broadcast_id = ${id}
      ${when(before !== undefined && sql`m.id < ${before}`)}
      ${when(after !== undefined && sql`m.id > ${after}`)}
      ${when(outcome !== undefined && sql`${status} = any (${[...statuses[outcome]]}::text[])`)}
      ${when(sent !== undefined && sql`(${status} = any (${sentOf(statuses)}::text[])) = ${sent}`)}
      ${when(opened !== undefined && sql`${isOpened} = ${opened}`)}
      ${when(clicked !== undefined && sql`${isClicked} = ${clicked}`)}
      ${when(variant !== undefined && sql`${variantOf} = ${variant}`)}
    order by m.id ${after === undefined ? sql`desc` : sql`asc`} limit ${limit + 1}`.execute(db)
  return rows
}

export type LinkRow = { url: string; clicks: number; machineClicks: number; recipients: number }

/** The links that most people clicked, from the events of the clicks. */
export async function listLinks(db: Db, { environmentId, id }: Broadcast, limit: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select e.data ->> 'link' as url, count(*) filter (where e.data ->> 'by' = 'human')::integer as clicks,
      count(*) filter (where e.data ->> 'by' <> 'human')::integer as "machineClicks",
      count(distinct e.subject_id) filter (where e.data ->> 'by' = 'human')::integer as recipients
    from emails m
    join email_progress p on p.environment_id = m.environment_id and p.email_id = m.id and p.clicked_at is not null
    join events e on e.environment_id = m.environment_id and e.subject_id = m.id and e.type = 'email.clicked'
    where m.environment_id = ${environmentId} and m.broadcast_id = ${id} and e.data ->> 'link' is not null
    group by 1 order by recipients desc, clicks desc, url limit ${limit}`.execute(db)
  return rows
}
