/** What a worker needs to submit a message. */
import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import { asTable, uuids } from '#postgres/arrays/as-table.ts'
import type { Db } from '#postgres/database.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import type { QuietHours } from '#resources/messages/quiet-hours/quiet-hours.ts'
import type { Encoding, SmsKey } from './sms.ts'

export type Content = SmsKey & {
  organizationId: string
  mode: Mode
  from: string
  to: string
  body: string
  mediaUrls: readonly string[]
  encoding: Encoding
  automatic: boolean
  /** It must not be submitted after this. */
  validUntil: Date | null
  /** What was paid for it; nothing in test mode. */
  credits: number
  /** The quiet hours of its recipient; null when there are none. */
  quietHours: QuietHours | null
  /** How far the clock of its environment is ahead. */
  aheadMs: number
  /** The broadcast that it is part of, whether that is stopped, and whether its recipient is not subscribed to its topic any more. */
  broadcast: { id: string; stopped: 'paused' | 'canceled' | null; isLeft: boolean } | null
}

type Row = Omit<Content, 'credits' | 'mediaUrls' | 'quietHours'> & {
  credits: string
  mediaUrls: string[] | null
  quietFrom: number | null
  quietTo: number | null
}

/** Lateral, so that each is looked up by its own key. */
export async function findContents(db: Db, keys: readonly SmsKey[]): Promise<Content[]> {
  const ids = keys.map(key => key.smsId)
  const { rows } = await sql<Row>`
    select sms.environment_id as "environmentId", sms.id as "smsId", sms.organization_id as "organizationId",
      environments.mode, sms.from_number as "from", sms.to_number as "to", sms.body, sms.media_urls as "mediaUrls",
      sms.encoding, sms.automatic, sms.valid_until as "validUntil", case environments.mode when 'live' then sms.credits else 0 end as credits,
      case when not (sms.automatic or sms.ignores_quiet_hours) then environments.quiet_from end as "quietFrom",
      environments.quiet_to as "quietTo", environments.clock_ahead_ms::float8 as "aheadMs",
      case when sms.broadcast_id is not null then (
        select json_build_object('id', id, 'stopped', case when state in ('paused', 'canceled') then state end,
          'isLeft', settings ->> 'topic_id' is not null and exists (
            select from contacts
            where contacts.environment_id = sms.environment_id and contacts.phone_number = sms.to_number and not exists (
              select from topic_memberships as membership
              where membership.environment_id = sms.environment_id and membership.contact_id = contacts.id
                and membership.topic_id = (settings ->> 'topic_id')::uuid)))
        from broadcasts where environment_id = sms.environment_id and id = sms.broadcast_id) end as broadcast
    from ${asTable(
      {
        environment_id: uuids(keys.map(key => key.environmentId)),
        sms_id: uuids(ids),
      },
      'wanted',
    )}
    cross join lateral (
      select * from sms where environment_id = wanted.environment_id and id = wanted.sms_id and ${isAmong('id', ids)} limit 1
    ) as sms
    join environments on environments.id = wanted.environment_id`.execute(db)
  return rows.map(({ quietFrom: from, quietTo: to, ...row }) => ({
    ...{ ...row, credits: Number(row.credits), mediaUrls: row.mediaUrls ?? [] },
    quietHours: from === null || to === null ? null : { from, to },
  }))
}
