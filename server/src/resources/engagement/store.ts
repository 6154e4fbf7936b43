/** What readers did, on the row that says how far an email got. */
import type { MessageStream } from '@posthorn/contract/email-send'
import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { Copy } from './tokens.ts'

export type EmailKey = Pick<Copy, 'environmentId' | 'emailId'>

export type TrackedEmail = EmailKey & {
  messageStream: MessageStream
  tags: string[] | null
  acceptedAt: Date
  handedOverAt: Date | null
  isOpened: boolean
  isClicked: boolean
  isOpenedByPerson: boolean
  isClickedByPerson: boolean
}

const names = (keys: readonly EmailKey[]) =>
  sql`${keys.map(key => key.environmentId)}::uuid[], ${keys.map(key => key.emailId)}::uuid[]`

/** Holds the emails until the transaction ends, so that only one can be the first. Sorted: nobody waits in a circle. */
export async function lockTracked(tx: Tx, emails: readonly EmailKey[]): Promise<TrackedEmail[]> {
  const { rows } = await sql<TrackedEmail>`
    select p.environment_id as "environmentId", p.email_id as "emailId", e.message_stream as "messageStream", e.tags,
      e.created_at as "acceptedAt", coalesce(p.delivered_at, p.sent_at) as "handedOverAt",
      p.opened_at is not null as "isOpened", p.clicked_at is not null as "isClicked",
      p.human_opened_at is not null as "isOpenedByPerson", p.human_clicked_at is not null as "isClickedByPerson"
    from unnest(${names(emails)}) as wanted (environment_id, email_id)
    join email_progress p on p.environment_id = wanted.environment_id and p.email_id = wanted.email_id
    join emails e on e.environment_id = p.environment_id and e.id = p.email_id
    order by p.environment_id, p.email_id for update of p`.execute(tx)
  return rows
}

export async function findAddresses(db: Db, copies: readonly Copy[]): Promise<(Copy & { address: string })[]> {
  const { rows } = await sql<Copy & { address: string }>`
    select d.environment_id as "environmentId", d.email_id as "emailId", d.nth, d.address
    from unnest(${names(copies)}, ${copies.map(copy => copy.nth)}::integer[]) as wanted (environment_id, email_id, nth)
    join deliveries d on d.environment_id = wanted.environment_id and d.email_id = wanted.email_id
      and d.nth = wanted.nth`.execute(db)
  return rows
}

/** What is added to an email: how often, and when first of what is added. */
export type Engagement = EmailKey & Record<'opens' | 'clicks' | 'opensByPeople' | 'clicksByPeople', Tally>
type Tally = { count: number; first: Date | null }

export async function addEngagement(tx: Tx, given: readonly Engagement[]): Promise<void> {
  const tally = (pick: (one: Engagement) => Tally) => {
    const tallies = given.map(pick)
    const firsts = tallies.map(({ first }) => first?.toISOString() ?? null)
    return sql`${tallies.map(({ count }) => count)}::integer[], ${firsts}::timestamptz[]`
  }
  await sql`
    update email_progress p set
      open_count = p.open_count + given.opens, opened_at = least(p.opened_at, given.opened_at),
      click_count = p.click_count + given.clicks, clicked_at = least(p.clicked_at, given.clicked_at),
      human_open_count = p.human_open_count + given.human_opens,
      human_opened_at = least(p.human_opened_at, given.human_opened_at),
      human_click_count = p.human_click_count + given.human_clicks,
      human_clicked_at = least(p.human_clicked_at, given.human_clicked_at)
    from unnest(${names(given)}, ${tally(one => one.opens)}, ${tally(one => one.clicks)},
      ${tally(one => one.opensByPeople)}, ${tally(one => one.clicksByPeople)})
      as given (environment_id, email_id, opens, opened_at, clicks, clicked_at, human_opens, human_opened_at,
        human_clicks, human_clicked_at)
    where p.environment_id = given.environment_id and p.email_id = given.email_id`.execute(tx)
}
