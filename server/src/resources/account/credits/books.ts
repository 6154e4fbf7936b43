/**
 * Whoever changes an account opens its book, which locks the row until the commit, and closes it, which writes the row
 * and the entries together: an account is always the sum of its ledger, over any number of processes.
 */
import { isId, newId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { type Account, atPresent, type Renewal } from './account.ts'
import { type Entry, insertAccounts, insertEntries, lockAccounts, type Stood, updateAccounts } from './store.ts'

export type Book = {
  /** The time of the database, which all processes share. */
  readonly at: Date
  account: Account
  /** What is yet to be written into the ledger. */
  readonly entries: Entry[]
}

/** The books of these organizations, each at the present of the database. An account that nobody has needed yet is made. */
export async function openBooks(tx: Tx, organizationIds: readonly string[]): Promise<Map<string, Book>> {
  // Sorted, so that two processes do not wait for each other's rows.
  const ids = [...new Set(organizationIds)].sort()
  if (ids.length === 0) return new Map()
  let found = await lockAccounts(tx, ids)
  if (found.length < ids.length) {
    await insertAccounts(tx, ids)
    found = await lockAccounts(tx, ids)
  }
  return new Map(found.map(stood => [stood.account.organizationId, open(stood)]))
}

export async function openBook(tx: Tx, organizationId: string): Promise<Book> {
  const book = isId(organizationId) ? (await openBooks(tx, [organizationId])).get(organizationId) : undefined
  if (!book) throw notFound('organization')
  return book
}

/** Nobody waits for it: the books are closed when the transaction is. */
export function closeBooks(tx: Tx, books: readonly Book[]): void {
  if (books.length === 0) return
  const accounts = books.map(book => book.account)
  const entries = books.flatMap(book => book.entries)
  withCommit(tx, updateAccounts(tx, accounts))
  if (entries.length > 0) withCommit(tx, insertEntries(tx, entries))
}

function open({ at, account: stored }: Stood): Book {
  const { account, renewal } = atPresent(stored, at)
  return { at, account, entries: renewal ? entriesOf(account.organizationId, renewal, at) : [] }
}

function entriesOf(organizationId: string, { expired, granted }: Renewal, at: Date): Entry[] {
  const entry = (kind: 'expiry' | 'grant', credits: number): Entry => ({
    organizationId,
    subjectId: newId(at),
    kind,
    credits,
    note: null,
    at,
  })
  return [...(expired === 0 ? [] : [entry('expiry', -expired)]), entry('grant', granted)]
}
