/** Sends the rows of a file page by page and keeps the account of what became of them. */
import type { Imported } from '@posthorn/contract/audience/contact-import'
import type { ImportField, ImportRow, Mapping } from './fields.ts'
import { mapRow } from './mapping.ts'

const rowsOfPage = 500 // as many as the server takes at once

/** A row that was not taken: its place among the rows of the file, from 0, and why. */
export type RefusedRow = { row: number; message: string }
export type Account = Omit<Imported, 'refused'> & {
  /** How many rows are dealt with; those behind them were not sent yet. */
  done: number
  refused: readonly RefusedRow[]
}

export const nothingYet: Account = { done: 0, created: 0, updated: 0, unchanged: 0, refused: [] }

type Work = {
  rows: readonly (readonly string[])[]
  mapping: Mapping
  fields: readonly ImportField[]
  send: (rows: ImportRow[]) => Promise<Imported>
  onProgress: (account: Account) => void
  signal: AbortSignal
}

/**
 * Goes on from `account`, so that an import that broke off can be taken up where it was. A page that was sent but not
 * answered is sent again: the server changes nothing the second time.
 */
export async function sendRows(account: Account, { rows, mapping, fields, send, onProgress, signal }: Work) {
  let current = account
  while (current.done < rows.length && !signal.aborted) {
    const first = current.done
    const page = rows.slice(first, first + rowsOfPage).map(cells => mapRow(cells, mapping, fields))
    const places = page.flatMap((one, nth) => ('row' in one ? [first + nth] : []))
    const good = page.flatMap(one => ('row' in one ? [one.row] : []))
    const answer = good.length > 0 ? await send(good) : { ...nothingYet, refused: [] }
    current = {
      done: first + page.length,
      created: current.created + answer.created,
      updated: current.updated + answer.updated,
      unchanged: current.unchanged + answer.unchanged,
      refused: [
        ...current.refused,
        ...[
          ...page.flatMap((one, nth) => ('problem' in one ? [{ row: first + nth, message: one.problem }] : [])),
          ...answer.refused.map(({ row, message }) => ({ row: places[row] ?? first, message })),
        ].sort((a, b) => a.row - b.row),
      ],
    }
    onProgress(current)
  }
  return current
}
