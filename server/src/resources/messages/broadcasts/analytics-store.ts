/** The messages of a broadcast by hour and by receiver, computed from the messages, so that nothing more has to be stored. */
import { sql } from 'kysely'
import { freeMailDomains } from '#core/addresses/free-mail.ts'
import { asTable, texts } from '#postgres/arrays/as-table.ts'
import type { Db } from '#postgres/database.ts'
import type { Broadcast } from './broadcast.ts'

const maxHours = 30 * 24

export type HourRow = { start: Date; sent: number; delivered: number; opened: number; clicked: number }

/** The first hours in which something happened. */
export async function listHours(db: Db, { environmentId, id, channel }: Broadcast): Promise<HourRow[]> {
  const isEmail = channel === 'email'
  const { rows } = await sql<HourRow>`
    select date_trunc('hour', happened.at, 'UTC') as start,
      count(*) filter (where what = 'sent')::integer as sent, count(*) filter (where what = 'delivered')::integer as delivered,
      count(*) filter (where what = 'opened')::integer as opened, count(*) filter (where what = 'clicked')::integer as clicked
    from ${sql.table(isEmail ? 'emails' : 'sms')} m
    join ${sql.table(isEmail ? 'email_progress' : 'sms_progress')} p
      on p.environment_id = m.environment_id and ${sql.ref(isEmail ? 'p.email_id' : 'p.sms_id')} = m.id
    cross join lateral (values ('sent', p.sent_at), ('delivered', p.delivered_at)
      ${isEmail ? sql`, ('opened', p.human_opened_at), ('clicked', p.human_clicked_at)` : sql``}) as happened (what, at)
    where m.environment_id = ${environmentId} and m.broadcast_id = ${id} and happened.at is not null
    group by 1 order by 1 limit ${maxHours}`.execute(db)
  return rows
}

export type ReceiverRow = Omit<HourRow, 'start'> & {
  receiver: string
  recipients: number
  bounced: number
  complained: number
}

/** Public mailbox providers have a name; all other domains share one row, so that there are few. */
export async function listReceivers(db: Db, { environmentId, id }: Broadcast): Promise<ReceiverRow[]> {
  const known = {
    domain: texts(freeMailDomains.map(([domain]) => domain)),
    receiver: texts(freeMailDomains.map(([, receiver]) => receiver)),
  }
  const { rows } = await sql<ReceiverRow>`
    select coalesce(known.receiver, 'other') as receiver, count(*)::integer as recipients,
      count(*) filter (where p.sent_at is not null or p.status = 'bounced')::integer as sent,
      count(p.delivered_at)::integer as delivered,
      count(*) filter (where p.status = 'bounced')::integer as bounced,
      count(*) filter (where p.status = 'complained')::integer as complained,
      count(p.human_opened_at)::integer as opened, count(p.human_clicked_at)::integer as clicked
    from emails m
    join email_progress p on p.environment_id = m.environment_id and p.email_id = m.id
    left join ${asTable(known, 'known')} on known.domain = lower(split_part(m.to_addresses[1], '@', 2))
    where m.environment_id = ${environmentId} and m.broadcast_id = ${id}
    group by 1 order by recipients desc, receiver`.execute(db)
  return rows
}
