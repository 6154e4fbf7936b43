/** Parts by the names that their carriers gave them. Rows are locked in one order, and before those of sms_progress. */
import { sql } from 'kysely'
import { asTable, numerics, smallints, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { Receipt, SmsKey, TakenPart } from './sms.ts'

type PartName = { carrier: string; carrierId: string }
export type OwnedPart = PartName & SmsKey & { nth: number; state: TakenPart['state'] | null; cost: string | null }

const byName = (a: PartName, b: PartName): number =>
  `${a.carrier} ${a.carrierId}` < `${b.carrier} ${b.carrierId}` ? -1 : 1

/**
 * Stores which messages own these parts, and returns those whose receipt had arrived before. A name of an older message moves to
 * the new one: carriers reuse their names after a while.
 */
export async function ownParts(tx: Tx, parts: readonly OwnedPart[]): Promise<SmsKey[]> {
  const sorted = parts.toSorted(byName)
  const { rows } = await plannedOnce<SmsKey & { known: boolean }>`
    insert into sms_parts as p (carrier, carrier_id, environment_id, sms_id, nth, state, cost)
    select * from ${asTable({
      carrier: texts(sorted.map(one => one.carrier)),
      carrier_id: texts(sorted.map(one => one.carrierId)),
      environment_id: uuids(sorted.map(one => one.environmentId)),
      sms_id: uuids(sorted.map(one => one.smsId)),
      nth: smallints(sorted.map(one => one.nth)),
      state: texts(sorted.map(one => one.state)),
      cost: numerics(sorted.map(one => one.cost)),
    })}
    on conflict (carrier, carrier_id) do update set environment_id = excluded.environment_id, sms_id = excluded.sms_id,
      nth = excluded.nth,
      state = case when p.sms_id is null or p.sms_id = excluded.sms_id then p.state end,
      cost = case when p.sms_id is null or p.sms_id = excluded.sms_id then coalesce(p.cost, excluded.cost)
        else excluded.cost end
    returning environment_id as "environmentId", sms_id as "smsId", state is not null or cost is not null as known
    `.execute(tx)
  return rows.filter(row => row.known)
}

/** Stores what receipts say, and returns the messages they are about. The first final state stays. */
export async function keepReceipts(tx: Tx, receipts: readonly Receipt[]): Promise<SmsKey[]> {
  const sorted = oneForEach(receipts).sort(byName)
  const { rows } = await plannedOnce<{ environmentId: string | null; smsId: string | null }>`
    insert into sms_parts as p (carrier, carrier_id, environment_id, sms_id, nth, state, reply, cost)
    select * from ${asTable({
      carrier: texts(sorted.map(one => one.carrier)),
      carrier_id: texts(sorted.map(one => one.carrierId)),
      environment_id: uuids(sorted.map(one => one.sms?.environmentId ?? null)),
      sms_id: uuids(sorted.map(one => one.sms?.smsId ?? null)),
      nth: smallints(sorted.map(one => (one.sms ? 1 : null))),
      state: texts(sorted.map(one => one.state)),
      reply: texts(sorted.map(one => one.reply)),
      cost: numerics(sorted.map(one => one.cost ?? null)),
    })}
    on conflict (carrier, carrier_id) do update set
      environment_id = coalesce(p.environment_id, excluded.environment_id),
      sms_id = coalesce(p.sms_id, excluded.sms_id), nth = coalesce(p.nth, excluded.nth),
      state = case when p.state in ('delivered', 'undelivered') then p.state else excluded.state end,
      reply = case when p.state in ('delivered', 'undelivered') then p.reply else excluded.reply end,
      cost = coalesce(excluded.cost, p.cost)
    returning environment_id as "environmentId", sms_id as "smsId"`.execute(tx)
  return rows.flatMap(({ environmentId, smsId }) => (environmentId && smsId ? [{ environmentId, smsId }] : []))
}

const isFinal = ({ state }: Receipt): boolean => state !== 'sent'

/** One statement must not update a row twice. */
function oneForEach(receipts: readonly Receipt[]): Receipt[] {
  const kept = new Map<string, Receipt>()
  for (const receipt of receipts) {
    const name = `${receipt.carrier} ${receipt.carrierId}`
    const before = kept.get(name)
    const winner = before && isFinal(before) ? before : receipt
    const cost = receipt.cost ?? before?.cost
    kept.set(name, { ...winner, sms: before?.sms ?? receipt.sms, ...(cost !== undefined && { cost }) })
  }
  return [...kept.values()]
}

export type PartRow = SmsKey & TakenPart & { reply: string | null; carrier: string }

/** The parts of these messages that a carrier has. A part without a receipt is on its way. */
export async function findParts(db: Db, keys: readonly SmsKey[]): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select p.environment_id as "environmentId", p.sms_id as "smsId", p.nth, coalesce(p.state, 'sent') as state, p.cost,
      p.reply, p.carrier
    from ${asTable(
      {
        environment_id: uuids(keys.map(key => key.environmentId)),
        sms_id: uuids(keys.map(key => key.smsId)),
      },
      'wanted',
    )}
    join sms_parts p on p.environment_id = wanted.environment_id and p.sms_id = wanted.sms_id
    order by p.created_at`.execute(db)
  return rows
}

/** Deletes receipts that no part ever matched, a page at a time. */
export async function deleteUnknownParts(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sms_parts where (carrier, carrier_id) in (
      select carrier, carrier_id from sms_parts where sms_id is null and created_at < now() - interval '7 days'
      limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
