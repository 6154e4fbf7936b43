/** Reads and changes emails that have left, for later news about them. */
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import { sql } from 'kysely'
import { asTable, smallints, texts } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import type { DeliveryState } from '../delivery-state.ts'

/**
 * The only lookup by the id alone: a return path has no room for the environment, and its seal proves that the id is ours. Each
 * live environment is probed by the key of the table (20 ms for 10,000 of them); in test mode nothing is ever sent.
 */
export async function findLiveEmail(db: Db, emailId: string): Promise<(EmailKey & { recipients: number }) | undefined> {
  const { rows } = await sql<EmailKey & { recipients: number }>`
    select environment_id as "environmentId", email_id as "emailId", recipients from email_progress
    where environment_id = any (array(select id from environments where mode = 'live')) and email_id = ${emailId}
    `.execute(db)
  return rows[0]
}

export type DepartedEmail = EmailKey & {
  fromAddress: string
  messageStream: MessageStream
  tags: readonly string[]
  templateId: string | null
  broadcast: { id: string; variant: 'a' | 'b' } | null
  acceptedAt: Date
  sentAt: Date | null
  deliveredAt: Date | null
}

export async function findDeparted(db: Db, { environmentId, emailId }: EmailKey): Promise<DepartedEmail | undefined> {
  const { rows } = await sql<DepartedEmail>`
    select e.environment_id as "environmentId", e.id as "emailId", e.from_address as "fromAddress", e.message_stream as "messageStream",
      coalesce(e.tags, '{}') as tags, e.template_id as "templateId",
      case when e.broadcast_id is not null then json_build_object('id', e.broadcast_id, 'variant', e.broadcast_variant) end as broadcast,
      e.created_at as "acceptedAt", p.sent_at as "sentAt", p.delivered_at as "deliveredAt"
    from emails e
    join email_progress p on p.environment_id = e.environment_id and p.email_id = e.id
    where e.environment_id = ${environmentId} and e.id = ${emailId}`.execute(db)
  return rows[0]
}

/** The large receivers that recipients were sent to, where a transport knew them. */
export async function findReceivers(db: Db, { environmentId, emailId }: EmailKey): Promise<Map<string, string>> {
  const { rows } = await sql<{ recipient: string; receiver: string }>`
    select data->>'recipient' as recipient, data->>'receiver' as receiver from events
    where environment_id = ${environmentId} and subject_id = ${emailId} and type = 'email.sent' and data ? 'receiver'
    `.execute(db)
  return new Map(rows.map(({ recipient, receiver }) => [recipient, receiver]))
}

export type LaterDelivery = {
  nth: number
  address: string
  state: DeliveryState
  lastReply: string | null
  /** A worker holds it: the result of this attempt is not stored yet. */
  inHand: boolean
}

/** Locks all deliveries of an email until the transaction ends. */
export async function lockDeliveries(tx: Tx, { environmentId, emailId }: EmailKey): Promise<LaterDelivery[]> {
  const { rows } = await sql<LaterDelivery>`
    select nth, address, state, last_reply as "lastReply", held_by is not null as "inHand" from deliveries
    where environment_id = ${environmentId} and email_id = ${emailId} order by nth for update`.execute(tx)
  return rows
}

export type DeliveryAfter = { nth: number; state: DeliveryState; lastReply: string | null }

/** For deliveries that no worker holds. The caller has locked them. */
export async function changeDeliveries(
  tx: Tx,
  { environmentId, emailId }: EmailKey,
  changed: readonly DeliveryAfter[],
): Promise<void> {
  await sql`
    update deliveries d set state = given.state, last_reply = coalesce(given.last_reply, d.last_reply)
    from ${asTable({
      nth: smallints(changed.map(one => one.nth)),
      state: texts(changed.map(one => one.state)),
      last_reply: texts(changed.map(one => one.lastReply)),
    })}
    where d.environment_id = ${environmentId} and d.email_id = ${emailId} and d.nth = given.nth`.execute(tx)
}
