/** What readers did, stored in the row that says how far an email got. */
import { sql } from 'kysely'
import { asKeys, asTable, floats, integers } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'
import { type EmailKey, emailKeys, isOfMonthsOfEmails } from '#postgres/partitions/email-keys.ts'
import { withCommit } from '#postgres/transaction.ts'
import type { EarlierClick } from './bursts.ts'
import type { Copy } from './tokens.ts'

/** How far the email of a copy got, and who received the copy. */
export type TrackedCopy = {
  /** Its index among the copies asked for. */
  place: number
  address: string
  handedOverMs: number | null
  opens: number
  clicks: number
  isOpened: boolean
  isClicked: boolean
  isOpenedByPerson: boolean
  clicksByPeople: number
}

/**
 * Locks the emails until the transaction ends, so that only one hit can be the first. Sorted, to avoid deadlocks. Read after the lock: the same statement
 * would still see the address that an erasure which it waits for takes away.
 */
export async function lockTracked(tx: Tx, copies: readonly Copy[]): Promise<TrackedCopy[]> {
  withCommit(tx, lockEmails(tx, copies))
  const { rows } = await sql<TrackedCopy>`
    select wanted.place, d.address,
      extract(epoch from coalesce(p.delivered_at, p.sent_at))::float8 * 1000 as "handedOverMs",
      p.open_count as opens, p.click_count as clicks, p.opened_at is not null as "isOpened",
      p.clicked_at is not null as "isClicked", p.human_opened_at is not null as "isOpenedByPerson",
      p.human_click_count as "clicksByPeople"
    from ${asKeys(
      copies,
      {
        ...emailKeys(copies),
        nth: integers(copies.map(copy => copy.nth)),
        place: integers(copies.map((_, place) => place)),
      },
      'wanted',
    )}
    join email_progress p on p.environment_id = wanted.environment_id and p.email_id = wanted.email_id
    join deliveries d on d.environment_id = p.environment_id and d.email_id = p.email_id and d.nth = wanted.nth
    where ${isOfMonthsOfEmails('p', copies)}`.execute(tx)
  return rows
}

const lockEmails = (tx: Tx, emails: readonly EmailKey[]): Promise<unknown> =>
  sql`
    select from email_progress p
    join ${asKeys(emails, emailKeys(emails), 'wanted')}
      on p.environment_id = wanted.environment_id and p.email_id = wanted.email_id
    where ${isOfMonthsOfEmails('p', emails)}
    order by p.environment_id, p.email_id for update of p`.execute(tx)

/** Limits the events that are read, however often an email was opened: 50 recipients have some each. */
const maxLookedAt = 200

/** Clicks on these emails that were already recorded, by any process. The caller holds the locks. */
export async function findClicks(
  tx: Tx,
  emails: readonly EmailKey[],
  { from, to }: { from: Date; to: Date },
): Promise<(EarlierClick & EmailKey & { recipient: string })[]> {
  const { rows } = await sql<EarlierClick & EmailKey & { recipient: string; link: string | null }>`
    select wanted.environment_id as "environmentId", wanted.email_id as "emailId", e.created_at as at,
      e.data ->> 'recipient' as recipient, e.data ->> 'link' as link, e.data ->> 'ip_address' as "ipAddress",
      e.data ->> 'by' as by
    from ${asTable(emailKeys(emails), 'wanted')}
    cross join lateral (
      select type, created_at, data from events
      where environment_id = wanted.environment_id and subject_id = wanted.email_id
      order by position desc limit ${maxLookedAt}
    ) e
    where e.type = 'email.clicked' and e.created_at between ${from} and ${to}`.execute(tx)
  return rows.map(({ link, ...click }) => ({ ...click, link: link ?? undefined }))
}

/** What is added to an email: the counts, and the first times among them in milliseconds. */
export type Engagement = EmailKey &
  Record<'opens' | 'clicks' | 'opensByPeople' | 'clicksByPeople', Tally> & {
    /** Clicks that were counted as a person's but were a machine's. */
    clicksTakenBack: number
  }
export type Tally = { count: number; firstMs: number | null }

export async function addEngagement(tx: Tx, given: readonly Engagement[]): Promise<void> {
  const tally = (pick: (one: Engagement) => Tally) => {
    const tallies = given.map(pick)
    return {
      counts: integers(tallies.map(({ count }) => count)),
      firsts: floats(tallies.map(({ firstMs }) => firstMs)),
    }
  }
  const [opens, clicks] = [tally(one => one.opens), tally(one => one.clicks)]
  const byPeople = { opens: tally(one => one.opensByPeople), clicks: tally(one => one.clicksByPeople) }
  const earliest = (known: string, added: string) =>
    sql`least(${sql.ref(known)}, to_timestamp(${sql.ref(added)} / 1000))`
  await sql`
    update email_progress p set
      open_count = p.open_count + given.opens, opened_at = ${earliest('p.opened_at', 'given.opened_ms')},
      click_count = p.click_count + given.clicks, clicked_at = ${earliest('p.clicked_at', 'given.clicked_ms')},
      human_open_count = p.human_open_count + given.human_opens,
      human_opened_at = ${earliest('p.human_opened_at', 'given.human_opened_ms')},
      human_click_count = greatest(p.human_click_count - given.taken_back, 0) + given.human_clicks,
      human_clicked_at = case when p.human_click_count > given.taken_back
        then ${earliest('p.human_clicked_at', 'given.human_clicked_ms')}
        else to_timestamp(given.human_clicked_ms / 1000) end
    from ${asKeys(given, {
      ...emailKeys(given),
      opens: opens.counts,
      opened_ms: opens.firsts,
      clicks: clicks.counts,
      clicked_ms: clicks.firsts,
      human_opens: byPeople.opens.counts,
      human_opened_ms: byPeople.opens.firsts,
      human_clicks: byPeople.clicks.counts,
      human_clicked_ms: byPeople.clicks.firsts,
      taken_back: integers(given.map(one => one.clicksTakenBack)),
    })}
    where p.environment_id = given.environment_id and p.email_id = given.email_id and ${isOfMonthsOfEmails('p', given)}`.execute(
    tx,
  )
}
