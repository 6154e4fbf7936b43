import type { Tx } from '#postgres/database.ts'
import type { Domain } from './domain.ts'
import { type Finding, judge, type Verdict } from './findings.ts'
import { updateCheck } from './store.ts'

/** Notes what DNS has shown. What it did not answer about stays as it was. */
export async function noteFindings<D extends Domain>(
  tx: Tx,
  now: Date,
  domain: D,
  findings: readonly Finding[],
): Promise<D> {
  const { dkim, returnPath } = judge(findings)
  if (dkim === 'unknown' && returnPath === 'unknown') return domain
  const check = {
    checkedAt: now,
    ...(dkim !== 'unknown' && { verifiedAt: timeOf(dkim, now) }),
    ...(returnPath !== 'unknown' && { returnPathVerifiedAt: timeOf(returnPath, now) }),
  }
  await updateCheck(tx, domain.organizationId, domain.id, check)
  return { ...domain, ...check }
}

const timeOf = (verdict: Exclude<Verdict, 'unknown'>, now: Date): Date | null => (verdict === 'right' ? now : null)
