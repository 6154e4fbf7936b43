/**
 * Reads a file page by page. A page's contacts and the number of rows read are saved in one transaction: after a crash, the next run continues behind
 * the last page, and a concurrent run notices that its page was taken.
 */
import { erasedEmail, erasedNumber } from '@posthorn/contract/audience/erasures'
import type { Clock } from '#core/clock.ts'
import { inWords, Refusal } from '#core/refusal.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { type ContactRow, importContacts, plainNumber } from '#resources/audience/contacts/import.ts'
import { unpack } from '#resources/messages/emails/body/pack.ts'
import { type CsvRow, csvRows } from './csv-reader.ts'
import type { ImportKey, Plan, RefusedRow } from './file-import.ts'
import { toContactRow } from './sheet.ts'
import { addPage, findBeingErased, findOpen, finish, lockOpen, type OpenImport } from './store.ts'

type Parts = { database: Database; clock: Clock; signal: AbortSignal }

/** As many as one import request may have. */
const defaultPageSize = 500

/** The next rows of this version of a file, after `read` rows. */
type Page = Pick<OpenImport, 'read' | 'version'> & { rows: readonly CsvRow[]; isLast: boolean }

export async function runImport(parts: Parts, key: ImportKey, pageSize = defaultPageSize): Promise<void> {
  for (let isOpen = true; isOpen; ) {
    const file = await findOpen(parts.database.db, key)
    if (!file) return
    isOpen = await readOn(parts, key, pagesOf(file, pageSize))
  }
}

/** True when another run has read on or the file has changed: it is opened again. */
async function readOn({ database, clock, signal }: Parts, key: ImportKey, pages: Generator<Page>): Promise<boolean> {
  for (const page of pages) {
    signal.throwIfAborted()
    const isTaken = await database
      .transaction(tx => takePage(tx, key, page, clock()))
      .catch(async error => {
        // For example, a segment or topic was deleted.
        if (!(error instanceof Refusal)) throw error
        await database.transaction(tx => finish(tx, key, clock(), inWords(error)))
        return true
      })
    if (!isTaken) return true
  }
  return false
}

function* pagesOf({ packed, plan, read, version }: OpenImport & { packed: Buffer }, pageSize: number): Generator<Page> {
  const rows = csvRows(unpack(packed).text ?? '', plan.separator)
  // Skips the header and the rows read before.
  for (let nth = 0; nth <= read; nth++) rows.next()
  for (let before = read; ; ) {
    const page: CsvRow[] = []
    while (page.length < pageSize) {
      const { value, done } = rows.next()
      if (done) break
      page.push(value)
    }
    const isLast = page.length < pageSize
    yield { read: before, version, rows: page, isLast }
    if (isLast) return
    before += page.length
  }
}

/** False when this is no longer the next page. */
async function takePage(tx: Tx, key: ImportKey, { rows, read, version, isLast }: Page, now: Date): Promise<boolean> {
  const open = await lockOpen(tx, key)
  if (!open || open.read !== read || open.version !== version) return false
  const { plan, askedBy } = open
  const erased = new Set([erasedEmail, erasedNumber, ...(await findBeingErased(tx, key.environmentId))])
  const { good, bad } = partition(rows.map(row => readRow(plan, row, erased)))
  const caller = { environmentId: key.environmentId, ...askedBy }
  const { created, updated, unchanged, refused } = await importContacts(
    tx,
    caller,
    now,
    good.map(({ row }) => row),
    { segmentIds: plan.segmentIds, skipsExisting: plan.skipsExisting },
  )
  const refusals = [...bad, ...refused.map(({ row, message }) => ({ row: good[row]?.nth ?? 0, message }))]
    .map(({ row, message }) => ({ row: read + row + 1, message }))
    .toSorted((a, b) => a.row - b.row)
  await addPage(tx, key, { read: rows.length, created, updated, unchanged, refused: refusals.length }, refusals)
  if (isLast) await finish(tx, key, now, null)
  return true
}

const unclosed = 'a cell begins with a quote that is never closed, so the file could not be read from here on'

const readRow = (plan: Plan, { cells, isUnclosed }: CsvRow, erased: ReadonlySet<string>): ContactRow | string =>
  isUnclosed ? unclosed : refuseErased(toContactRow(plan, cells), erased)

/** An import must not bring back people who are erased while it runs, nor the placeholders that replace their addresses. */
function refuseErased(row: ContactRow | string, erased: ReadonlySet<string>): ContactRow | string {
  if (typeof row === 'string') return row
  const { email = '', phone_number: number = '' } = row
  const isErased = erased.has(email.toLowerCase()) || erased.has(plainNumber(number))
  return isErased ? 'names a person who was erased' : row
}

/** Row numbers are positions on the page. */
function partition(rows: readonly (ContactRow | string)[]) {
  const good: { nth: number; row: ContactRow }[] = []
  const bad: RefusedRow[] = []
  for (const [nth, row] of rows.entries()) {
    if (typeof row === 'string') bad.push({ row: nth, message: row })
    else good.push({ nth, row })
  }
  return { good, bad }
}
