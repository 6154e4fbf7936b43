import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { isPaid } from '#resources/account/organizations/plans.ts'
import { atPresent, balanceOf } from './account.ts'
import { toCredits } from './money.ts'
import { endOf, type Span } from './spans.ts'
import { findAccount, listEntries, listLedger } from './store.ts'

/** In credits; quotas are in messages. */
export type Credits = {
  balance: number
  monthlyUsage: number
  emailConsumed: number
  smsConsumed: number
  totalConsumed: number
  isPaid: boolean
  quotas: Record<Span, { limit: number; used: number; resetAt: Date }>
}

/** For the whole organization, with any of its keys. Messages sent with a test key do not change it. */
export async function readCredits(db: Db, { organizationId }: { organizationId: string }, now: Date): Promise<Credits> {
  const stored = isId(organizationId) ? await findAccount(db, organizationId) : undefined
  if (!stored) throw notFound('organization')
  const { account } = atPresent(stored, now)
  const { consumed, limits, sent } = account
  const quota = (span: Span) => ({ limit: limits[span], used: sent[span].messages, resetAt: endOf[span](now) })
  return {
    balance: toCredits(balanceOf(account)),
    monthlyUsage: toCredits(account.monthConsumed),
    emailConsumed: toCredits(consumed.email),
    smsConsumed: toCredits(consumed.sms),
    totalConsumed: toCredits(consumed.email + consumed.sms),
    isPaid: isPaid(account.plan),
    quotas: { hour: quota('hour'), day: quota('day'), month: quota('month') },
  }
}

export async function readEntries(db: Db, organizationId: string, limit: number) {
  const entries = await listEntries(db, organizationId, limit)
  return entries.map(entry => ({ ...entry, credits: toCredits(entry.credits) }))
}

/** The entries of one message are grouped under its id. */
export async function readLedger(db: Db, organizationId: string, page: PageRequest) {
  const lines = await listLedger(db, organizationId, page)
  const bySubject = Map.groupBy(lines, line => line.subjectId)
  return [...bySubject].map(([id, entries]) => ({
    id,
    entries: entries.map(entry => ({ ...entry, credits: toCredits(entry.credits) })),
  }))
}
