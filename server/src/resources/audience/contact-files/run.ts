/**
 * Reads a file page by page. The contacts of a page and how far the file has been read are one transaction: whatever breaks, the next run goes on
 * behind the last page, and a second one at the same time finds that its page was taken.
 */
import { erasedEmail, erasedNumber } from '@posthorn/contract/audience/erasures'
import type { Clock } from '#core/clock.ts'
import { inWords, Refusal } from '#core/refusal.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { type ContactRow, importContacts, plainNumber } from '#resources/audience/contacts/import.ts'
import { unpack } from '#resources/messages/emails/body/pack.ts'
import { csvRows } from './csv-reader.ts'
import type { ImportKey, RefusedRow } from './file-import.ts'
import { toContactRow } from './sheet.ts'
import { addPage, findForgotten, findOpen, finish, lockOpen, type OpenImport } from './store.ts'

type Parts = { database: Database; clock: Clock; signal: AbortSignal }

/** As many as one request may bring. */
const usualPageSize = 500

/** The next rows of a file, of this version of it, behind so many that were read before. */
type Page = Pick<OpenImport, 'read' | 'version'> & { rows: readonly string[][]; isLast: boolean }

export async function runImport(parts: Parts, key: ImportKey, pageSize = usualPageSize): Promise<void> {
  for (let isOpen = true; isOpen; ) {
    const file = await findOpen(parts.database.db, key)
    if (!file) return
    isOpen = await readOn(parts, key, pagesOf(file, pageSize))
  }
}

/** True when somebody else has read on, or changed the file meanwhile: then it is opened again. */
async function readOn({ database, clock, signal }: Parts, key: ImportKey, pages: Generator<Page>): Promise<boolean> {
  for (const page of pages) {
    signal.throwIfAborted()
    const isTaken = await database
      .transaction(tx => takePage(tx, key, page, clock()))
      .catch(async error => {
        // A segment or a topic that is gone, for instance.
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
  // The names of the columns, and what was read before.
  for (let nth = 0; nth <= read; nth++) rows.next()
  for (let before = read; ; ) {
    const page: string[][] = []
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

/** False when it is not the next one any more. */
async function takePage(tx: Tx, key: ImportKey, { rows, read, version, isLast }: Page, now: Date): Promise<boolean> {
  const open = await lockOpen(tx, key)
  if (!open || open.read !== read || open.version !== version) return false
  const { plan, askedBy } = open
  const forgotten = new Set([erasedEmail, erasedNumber, ...(await findForgotten(tx, key.environmentId))])
  const { good, bad } = sorted(rows.map(cells => unlessForgotten(toContactRow(plan, cells), forgotten)))
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

/** Nobody who is erased while the file is read comes back by it, nor what stands in their place once it was searched. */
function unlessForgotten(row: ContactRow | string, forgotten: ReadonlySet<string>): ContactRow | string {
  if (typeof row === 'string') return row
  const { email = '', phone_number: number = '' } = row
  const isForgotten = forgotten.has(email.toLowerCase()) || forgotten.has(plainNumber(number))
  return isForgotten ? 'is about somebody who was erased' : row
}

/** By their places on the page. */
function sorted(rows: readonly (ContactRow | string)[]) {
  const good: { nth: number; row: ContactRow }[] = []
  const bad: RefusedRow[] = []
  for (const [nth, row] of rows.entries()) {
    if (typeof row === 'string') bad.push({ row: nth, message: row })
    else good.push({ nth, row })
  }
  return { good, bad }
}
