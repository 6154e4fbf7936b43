/** Sends the rows of a file in batches and adds up the results. */
import type { Imported } from '@posthorn/contract/audience/contact-import'
import type { ImportField, ImportRow, Mapping } from './fields.ts'
import { mapRow } from './mapping.ts'

const batchSize = 500 // the most the server accepts per request

/** A refused row: its index in the file, from 0, and the reason. */
export type RefusedRow = { row: number; message: string }
export type Totals = Omit<Imported, 'refused'> & {
  /** How many rows are finished; the rows after them have not been sent yet. */
  done: number
  refused: readonly RefusedRow[]
}

export const noTotals: Totals = { done: 0, created: 0, updated: 0, unchanged: 0, refused: [] }

type Work = {
  rows: readonly (readonly string[])[]
  mapping: Mapping
  fields: readonly ImportField[]
  send: (rows: ImportRow[]) => Promise<Imported>
  onProgress: (totals: Totals) => void
  signal: AbortSignal
}

/**
 * Continues from `totals`, so an interrupted import can resume where it stopped. A batch that was sent but not answered
 * is sent again: the second time it changes nothing.
 */
export async function sendRows(totals: Totals, { rows, mapping, fields, send, onProgress, signal }: Work) {
  let current = totals
  while (current.done < rows.length && !signal.aborted) {
    const first = current.done
    const batch = rows.slice(first, first + batchSize).map(cells => mapRow(cells, mapping, fields))
    const places = batch.flatMap((one, nth) => ('row' in one ? [first + nth] : []))
    const good = batch.flatMap(one => ('row' in one ? [one.row] : []))
    const answer = good.length > 0 ? await send(good) : { ...noTotals, refused: [] }
    current = {
      done: first + batch.length,
      created: current.created + answer.created,
      updated: current.updated + answer.updated,
      unchanged: current.unchanged + answer.unchanged,
      refused: [
        ...current.refused,
        ...[
          ...batch.flatMap((one, nth) => ('problem' in one ? [{ row: first + nth, message: one.problem }] : [])),
          ...answer.refused.map(({ row, message }) => ({ row: places[row] ?? first, message })),
        ].sort((a, b) => a.row - b.row),
      ],
    }
    onProgress(current)
  }
  return current
}
