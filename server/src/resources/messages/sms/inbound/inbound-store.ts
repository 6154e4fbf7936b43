/** What has come in: the names of messages, and their pieces. */
import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'
import type { InboundSms } from '../sms.ts'

/** Returns false when a message with this name has come before. */
export async function insertArrival(tx: Tx, carrier: string, carrierId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sms_arrivals')
    .values({ carrier, carrier_id: carrierId })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Piece = NonNullable<InboundSms['piece']>
type PieceSet = Pick<InboundSms, 'carrier' | 'from' | 'to'> & Pick<Piece, 'reference' | 'total'>

/**
 * Messages of one person are taken one after another: the last of several pieces must see all the others, and our answers are counted. Locked before
 * anything else, so that transactions that take their messages in the order of the senders do not deadlock.
 */
export async function lockSender(tx: Tx, from: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`texts from ${from}`}, 0))`.execute(tx)
}

/** Half of a surrogate pair cannot be stored as it is: such a piece is stored as JSON, after this sign, which no text begins with. */
const jsonSign = '\uffff'

const toColumn = (body: string): string =>
  body.isWellFormed() && !body.startsWith(jsonSign) ? body : jsonSign + JSON.stringify(body)

const fromColumn = (column: string): string =>
  column.startsWith(jsonSign) ? JSON.parse(column.slice(jsonSign.length)) : column

export async function insertPiece(tx: Tx, message: InboundSms, { reference, total, nth }: Piece): Promise<void> {
  const { carrier, from, to } = message
  const body = toColumn(message.body)
  await tx
    .insertInto('sms_pieces')
    .values({ carrier, from_number: from, to_number: to, reference, total, nth, body })
    .onConflict(conflict =>
      conflict
        .columns(['carrier', 'from_number', 'to_number', 'reference', 'total', 'nth'])
        // References are few and are reused: the newest piece counts.
        .doUpdateSet({ body, created_at: sql`now()` }),
    )
    .execute()
}

const ofSet = ({ carrier, from, to, reference, total }: PieceSet) =>
  sql`carrier = ${carrier} and from_number = ${from} and to_number = ${to} and reference = ${reference}
    and total = ${total}`

export async function findPieces(tx: Tx, set: PieceSet): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from sms_pieces where ${ofSet(set)} and created_at > now() - interval '1 hour' order by nth`.execute(tx)
  return rows.map(row => fromColumn(row.body))
}

export async function deletePieces(tx: Tx, set: PieceSet): Promise<void> {
  await sql`delete from sms_pieces where ${ofSet(set)}`.execute(tx)
}

const deletePage = (table: 'sms_arrivals' | 'sms_pieces', days: number) => async (tx: Tx, limit: number) => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where created_at < now() - make_interval(days => ${days}) limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export const deleteOldArrivals = deletePage('sms_arrivals', 30)
export const deleteOldPieces = deletePage('sms_pieces', 1)
