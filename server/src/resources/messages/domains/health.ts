/**
 * The health of a domain from one DNS check to the next. A check without an answer changes nothing. A record that has disappeared
 * is a failure after two answers that say so, so a mistake of a few minutes raises no alarm; the answer to a manual check counts at once.
 */
import type { Verdict } from './dns/findings.ts'

export type Health = {
  /** When DNS last showed the DKIM key. A missing key stays in use for a month: a mistake in DNS must not stop mail. */
  verifiedAt: Date | null
  /** When DNS last showed the return path; null when it is not used. */
  returnPathVerifiedAt: Date | null
  /** Since when DNS clearly says that the record is gone. */
  dkimMissingSince: Date | null
  returnPathMissingSince: Date | null
  /** Since when that counts as a failure. */
  failedAt: Date | null
}

export type FailureCounts = 'at_once' | 'when_confirmed'
type Look = { dkim: Verdict; returnPath: Verdict; at: Date; failureCounts: FailureCounts }
type Part = { verifiedAt: Date | null; missingSince: Date | null }

const hourMs = 3_600_000
/** Resolvers may cache a "no such record" for three hours (RFC 2308, 5). */
export const confirmAfterMs = 6 * hourMs
const everyMs = 24 * hourMs
/** By then the domain may have another owner, so nobody may send in its name any more. */
const lostAfterMs = 30 * everyMs

export function nextHealth(before: Health, { dkim, returnPath, at, failureCounts }: Look): Health {
  const key = nextPart({ verifiedAt: before.verifiedAt, missingSince: before.dkimMissingSince }, dkim, at)
  const path = nextPart(
    { verifiedAt: before.returnPathVerifiedAt, missingSince: before.returnPathMissingSince },
    returnPath,
    at,
  )
  const isSure = (verdict: Verdict, { missingSince }: Part) =>
    verdict === 'wrong' &&
    missingSince !== null &&
    (failureCounts === 'at_once' || at.getTime() - missingSince.getTime() >= confirmAfterMs)
  const [keyIsGone, pathIsGone] = [isSure(dkim, key), isSure(returnPath, path)]
  const isLost = keyIsGone && (failureCounts === 'at_once' || at.getTime() - Number(key.missingSince) >= lostAfterMs)
  const isWell = key.missingSince === null && path.missingSince === null
  return {
    verifiedAt: isLost ? null : key.verifiedAt,
    // A return path without its records gets mail refused; the sender's address takes its place.
    returnPathVerifiedAt: pathIsGone ? null : path.verifiedAt,
    dkimMissingSince: key.missingSince,
    returnPathMissingSince: path.missingSince,
    failedAt: isWell ? null : (before.failedAt ?? (keyIsGone || pathIsGone ? at : null)),
  }
}

function nextPart(before: Part, verdict: Verdict, at: Date): Part {
  if (verdict === 'right') return { verifiedAt: at, missingSince: null }
  const wasThere = before.verifiedAt !== null || before.missingSince !== null
  if (verdict === 'unknown' || !wasThere) return before
  return { ...before, missingSince: before.missingSince ?? at }
}

/** Every day, and sooner after a first answer without the record. */
export function nextCheckAt({ dkimMissingSince, returnPathMissingSince, failedAt }: Health, now: Date): Date {
  const isInDoubt = failedAt === null && (dkimMissingSince !== null || returnPathMissingSince !== null)
  return new Date(now.getTime() + (isInDoubt ? confirmAfterMs : everyMs))
}

export type FailingPart = 'dkim' | 'return_path'

/** What a failed domain is missing. */
export function failingParts({ failedAt, dkimMissingSince, returnPathMissingSince }: Health): FailingPart[] {
  if (failedAt === null) return []
  return [...(dkimMissingSince ? ['dkim' as const] : []), ...(returnPathMissingSince ? ['return_path' as const] : [])]
}

/** The failed domains, and what each is missing. */
export const failedAmong = (domains: readonly (Health & { name: string })[]) =>
  domains.flatMap(({ name, ...health }) => {
    const missing = failingParts(health)
    return missing.length > 0 ? [{ name, missing }] : []
  })
