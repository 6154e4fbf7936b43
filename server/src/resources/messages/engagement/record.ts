/** Writes down many hits at once: the counts and first times of the emails, and a fact for each hit. */
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import type { Hit } from './hit.ts'
import { judge, type Verdict } from './judge.ts'
import { addEngagement, type EmailKey, type Engagement, lockTracked, type Tally, type TrackedCopy } from './store.ts'
import type { Copy } from './tokens.ts'

/** What happened to an email for the first time. */
export type Firsts = EmailKey & {
  opened: boolean
  openedByPerson: boolean
  clicked: boolean
  clickedByPerson: boolean
}

export type RecordParts = {
  isScannerNetwork(address: string): boolean
  /** Where an address is, as people say it. */
  locate(address: string): string | undefined
  /** In the same transaction, with at least one first of each. */
  onFirsts(tx: Tx, firsts: readonly Firsts[]): Promise<void>
}

/** An email that was hit: as it was, and what is added to it. */
type Engaged = { before: TrackedCopy; added: Engagement }

/** A copy that was hit; without what is known of it, it is not there any more. */
type HitCopy = Copy & { scanners?: Set<string>; known?: TrackedCopy & { email: Engaged } }

/** What is about an email or a recipient that is not there any more is left out. */
export async function recordHits(tx: Tx, parts: RecordParts, hits: readonly Hit[]): Promise<void> {
  const copyOf = copiesOf(hits)
  const emails = await lockEmails(tx, [...new Set(copyOf)])
  const facts = hits.flatMap((hit, nth) => {
    const { known, scanners } = copyOf[nth] ?? {}
    if (!known) return []
    const verdict = judgeHit(parts, hit, known, scanners)
    count(known.email.added, hit, verdict)
    return [toFact(hit, known.address, verdict, parts.locate)]
  })
  if (facts.length === 0) return

  const firsts = emails.flatMap(firstsOf)
  await Promise.all([
    addEngagement(
      tx,
      emails.map(({ added }) => added),
    ),
    record(tx, facts),
    firsts.length > 0 && parts.onFirsts(tx, firsts),
  ])
}

/** For each hit its copy: the same for all hits on it. */
function copiesOf(hits: readonly Hit[]): HitCopy[] {
  const copies = new Map<string, HitCopy>()
  return hits.map(({ environmentId, emailId, nth, ipAddress, isHoneypot }) => {
    const name = `${environmentId}${emailId}${nth}`
    const copy: HitCopy = copies.get(name) ?? { environmentId, emailId, nth }
    copies.set(name, copy)
    if (isHoneypot) copy.scanners = (copy.scanners ?? new Set()).add(ipAddress)
    return copy
  })
}

async function lockEmails(tx: Tx, copies: readonly HitCopy[]): Promise<Engaged[]> {
  const emails = new Map<string, Engaged>()
  for (const row of await lockTracked(tx, copies)) {
    const copy = copies[row.place]
    if (!copy) continue
    const name = copy.environmentId + copy.emailId
    const email = emails.get(name) ?? { before: row, added: nothingFor(copy) }
    emails.set(name, email)
    copy.known = { ...row, email }
  }
  return [...emails.values()]
}

function judgeHit(
  { isScannerNetwork }: RecordParts,
  hit: Hit,
  { handedOverMs }: TrackedCopy,
  scanners?: ReadonlySet<string>,
): Verdict {
  const handedOverAt = handedOverMs === null ? null : new Date(handedOverMs)
  // Whoever follows the link that nobody sees has followed the others of that copy just now as well.
  const judged = scanners?.has(hit.ipAddress) ? { ...hit, isHoneypot: true } : hit
  return judge(judged, { handedOverAt, isScannerNetwork })
}

const nothingFor = ({ environmentId, emailId }: EmailKey): Engagement => ({
  environmentId,
  emailId,
  opens: { count: 0, firstMs: null },
  clicks: { count: 0, firstMs: null },
  opensByPeople: { count: 0, firstMs: null },
  clicksByPeople: { count: 0, firstMs: null },
})

function count(added: Engagement, { kind, at }: Hit, { by }: Verdict): void {
  countIn(kind === 'open' ? added.opens : added.clicks, at.getTime())
  if (by === 'human') countIn(kind === 'open' ? added.opensByPeople : added.clicksByPeople, at.getTime())
}

function countIn(tally: Tally, ms: number): void {
  tally.count++
  tally.firstMs = Math.min(tally.firstMs ?? ms, ms)
}

function firstsOf({ before, added }: Engaged): Firsts[] {
  const opened = !before.isOpened && added.opens.count > 0
  const openedByPerson = !before.isOpenedByPerson && added.opensByPeople.count > 0
  const clicked = !before.isClicked && added.clicks.count > 0
  const clickedByPerson = !before.isClickedByPerson && added.clicksByPeople.count > 0
  if (!(opened || openedByPerson || clicked || clickedByPerson)) return []
  const { environmentId, emailId } = added
  return [{ environmentId, emailId, opened, openedByPerson, clicked, clickedByPerson }]
}

const toFact = (hit: Hit, address: string, verdict: Verdict, locate: RecordParts['locate']): Fact => ({
  environmentId: hit.environmentId,
  type: hit.kind === 'open' ? 'email.opened' : 'email.clicked',
  subjectId: hit.emailId,
  // What is undefined is not in the JSON.
  data: {
    email_id: hit.emailId,
    recipient: address,
    user_agent: hit.userAgent,
    ip_address: hit.ipAddress,
    location: locate(hit.ipAddress),
    link: hit.link,
    by: verdict.by,
    because: verdict.by === 'machine' ? verdict.because : undefined,
  },
  at: hit.at,
})
