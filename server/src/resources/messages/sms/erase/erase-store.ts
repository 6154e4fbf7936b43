/** Text messages to and from a person who is being erased. */
import { erasedNumber } from '@posthorn/contract/audience/erasures'
import { sql } from 'kysely'
import { asTable, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import type { PersonalNumber } from '#resources/messages/opt-outs/number-key.ts'

/** By the indexes of both numbers, in order. */
export async function findSmsWith(
  db: Db,
  { environmentId, number }: PersonalNumber,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const of = (column: string) => sql`
    (select id from sms where environment_id = ${environmentId} and ${sql.ref(column)} = ${number} and id > ${after}
    order by id limit ${limit})`
  const { rows } = await sql<{ id: string }>`
    select id from (${of('to_number')} union ${of('from_number')}) as both_ways order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type Exchanged = {
  id: string
  organizationId: string
  credits: number
  isOpen: boolean
  attempts: number
  /** It may have left. */
  inDoubt: boolean
  inHand: boolean
}

/** In the order in which all transactions lock them: the parts first, by their names. */
export async function lockSms(tx: Tx, environmentId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from sms_parts where environment_id = ${environmentId} and sms_id = any (${ids}::uuid[])
    order by (carrier || ' ' || carrier_id) collate "C" for update`.execute(tx)
  await sql`
    select from sms_progress
    where environment_id = ${environmentId} and sms_id = any (${ids}::uuid[]) and ${isAmong('sms_id', ids)}
    order by sms_id for update`.execute(tx)
}

/** Each is looked up by its own key, whatever sizes PostgreSQL assumes for the tables. */
export async function findExchanged(db: Db, environmentId: string, ids: readonly string[]): Promise<Exchanged[]> {
  const { rows } = await sql<Exchanged>`
    select s.id, s.organization_id as "organizationId", s.credits::float8 as credits, p.status in ('scheduled', 'processing') as "isOpen",
      p.attempts, p.submitting or p.doubts > 0 as "inDoubt", p.held_by is not null as "inHand"
    from ${asTable({ sms_id: uuids(ids) }, 'wanted')}
    cross join lateral (
      select status, attempts, submitting, doubts, held_by from sms_progress
      where environment_id = ${environmentId} and sms_id = wanted.sms_id and ${isAmong('sms_id', ids)} limit 1
    ) as p
    cross join lateral (
      select id, organization_id, credits from sms
      where environment_id = ${environmentId} and id = wanted.sms_id and ${isAmong('id', ids)} limit 1
    ) as s`.execute(db)
  return rows
}

type Ending = { refunded: boolean } & ({ status: 'canceled'; sentAt?: null } | { status: 'sent'; sentAt: Date })

/** Ends all tries. */
export async function endSms(
  tx: Tx,
  environmentId: string,
  ids: readonly string[],
  { status, sentAt = null, refunded }: Ending,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update sms_progress set status = ${status}, due_at = null, waits_for = null, submitting = false, refunded = ${refunded},
      sent_at = coalesce(sent_at, ${sentAt})
    where environment_id = ${environmentId} and sms_id = any (${ids}::uuid[]) and ${isAmong('sms_id', ids)}`.execute(tx)
}

/** Our own number stays, and so do its counts. Callbacks end: the address may name the person. */
export async function eraseSmsRows(
  tx: Tx,
  { environmentId, number }: PersonalNumber,
  ids: readonly string[],
): Promise<void> {
  await sql`
    with parts as (
      update sms_parts set reply = null where environment_id = ${environmentId} and sms_id = any (${ids}::uuid[])
    ), calls as (
      update sms_progress set callback_secret = null, callback_tries = null, callback_due_at = null
      where environment_id = ${environmentId} and sms_id = any (${ids}::uuid[]) and ${isAmong('sms_id', ids)} and callback_tries is not null
    )
    update sms set body = '', media_urls = null, callback_url = null,
      from_number = case from_number when ${number} then ${erasedNumber} else from_number end,
      to_number = case to_number when ${number} then ${erasedNumber} else to_number end
    where environment_id = ${environmentId} and id = any (${ids}::uuid[]) and ${isAmong('id', ids)}`.execute(tx)
}

/** Pieces of a message that was arriving at a number of this environment's organization. */
export async function deletePiecesFrom(tx: Tx, { environmentId, number }: PersonalNumber): Promise<void> {
  await sql`
    delete from sms_pieces where from_number = ${number} and to_number in (
      select n.number from sms_numbers n join environments e on e.organization_id = n.organization_id
      where e.id = ${environmentId} and e.mode = 'live')`.execute(tx)
}
