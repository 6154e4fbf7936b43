/**
 * A change of an account locks its row until the commit, and saves the row and its entries together. So an account is always the
 * sum of its ledger, with any number of processes.
 */
import { isId, newId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { type Account, atPresent, type PastMonth, type Renewal } from './account.ts'
import type { Thousandths } from './money.ts'
import {
  type Entry,
  insertAccounts,
  insertEntries,
  lockRows,
  type StoredAccount,
  saveMonths,
  updateAccounts,
} from './store.ts'

export type LockedAccount = {
  /** The database's clock, shared by all processes. */
  readonly at: Date
  account: Account
  /** Entries to be written to the ledger. */
  readonly entries: Entry[]
  /** Past months to be saved. */
  readonly pastMonths: PastMonth[]
}

/** The accounts of these organizations, each at the current time of the database. Missing accounts are created. */
export async function lockAccounts(tx: Tx, organizationIds: readonly string[]): Promise<Map<string, LockedAccount>> {
  // Sorted, so that two processes do not deadlock.
  const ids = [...new Set(organizationIds)].sort()
  if (ids.length === 0) return new Map()
  let found = await lockRows(tx, ids)
  if (found.length < ids.length) {
    await insertAccounts(tx, ids)
    found = await lockRows(tx, ids)
  }
  return new Map(found.map(stood => [stood.account.organizationId, open(stood)]))
}

export async function lockAccount(tx: Tx, organizationId: string): Promise<LockedAccount> {
  const locked = isId(organizationId) ? (await lockAccounts(tx, [organizationId])).get(organizationId) : undefined
  if (!locked) throw notFound('organization')
  return locked
}

/** Changes what is left of the grant, because of the plan. */
export function changeGranted(locked: LockedAccount, granted: Thousandths, at: Date): void {
  const { organizationId, plan, granted: before } = locked.account
  if (granted === before) return
  locked.account = { ...locked.account, granted }
  locked.entries.push({
    organizationId,
    subjectId: newId(at),
    kind: granted > before ? 'grant' : 'expiry',
    credits: granted - before,
    note: `the ${plan} plan`,
    at,
  })
}

/** Does not wait: the accounts are saved at the commit. */
export function saveAccounts(tx: Tx, locked: readonly LockedAccount[]): void {
  if (locked.length === 0) return
  const entries = locked.flatMap(one => one.entries)
  const accounts = locked.map(one => one.account)
  const months = locked.flatMap(({ account: { organizationId }, pastMonths }) =>
    pastMonths.map(one => ({ organizationId, ...one })),
  )
  withCommit(tx, updateAccounts(tx, accounts))
  if (entries.length > 0) withCommit(tx, insertEntries(tx, entries))
  if (months.length > 0) withCommit(tx, saveMonths(tx, months))
}

function open({ at, account: stored }: StoredAccount): LockedAccount {
  const { account, renewal, ended } = atPresent(stored, at)
  return {
    ...{ at, account, pastMonths: ended ? [ended] : [] },
    entries: renewal ? entriesOf(account.organizationId, renewal, at) : [],
  }
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
