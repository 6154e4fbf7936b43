/** Writes many hits at once: the counts and first times of the emails, and a fact for each hit. */

import { isErased } from '#core/addresses/erased-address.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { burstMs, type Click, clicksInBursts, countTakenBack, type EarlierClick } from './bursts.ts'
import { classifyHit, type Verdict } from './classify-hit.ts'
import type { Hit } from './hit.ts'
import { addEngagement, type Engagement, findClicks, lockTracked, type Tally, type TrackedCopy } from './store.ts'
import type { Copy } from './tokens.ts'

/** What happened to an email for the first time. */
export type Firsts = EmailKey & {
  opened: boolean
  openedByPerson: boolean
  clicked: boolean
  clickedByPerson: boolean
  /** It had counted as clicked by a person, but the click was a machine's. */
  clickTakenBack: boolean
}

export type RecordParts = {
  isScannerNetwork(address: string): boolean
  /** The place of an address, as people write it. */
  locate(address: string): string | undefined
  /** Called in the same transaction; each entry has at least one first. */
  onFirsts(tx: Tx, firsts: readonly Firsts[]): Promise<void>
}

/** An email that was hit: its state before, and what is added to it. */
type Engaged = { before: TrackedCopy; added: Engagement }

/** A copy that was hit. Without data about its email, it no longer exists. */
type HitCopy = Copy & {
  clicks: Hit[]
  inBursts: ReadonlySet<Click>
  /** Addresses that followed the honeypot, and those that followed several links at once. */
  scanners: Record<'honeypot' | 'burst', ReadonlySet<string>>
  known?: TrackedCopy & { email: Engaged }
}

/**
 * Opens and clicks of one email that are recorded one by one; further ones are only counted. Anybody with a link can follow it
 * endlessly, and all facts of an email are read at once.
 */
const maxFacts = 1_000

/** Hits on emails or recipients that no longer exist are left out. */
export async function recordHits(tx: Tx, parts: RecordParts, hits: readonly Hit[]): Promise<void> {
  const copyOf = copiesOf(hits)
  const copies = [...new Set(copyOf)]
  const emails = await lockEmails(tx, copies)
  await findBursts(tx, copies)
  const facts = hits.flatMap((hit, nth) => {
    const copy = copyOf[nth]
    if (!copy?.known) return []
    const verdict = verdictOn(parts, hit, copy, copy.known)
    const total = count(copy.known.email, hit, verdict)
    return total > maxFacts ? [] : [toFact(hit, copy.known.address, verdict, parts.locate)]
  })
  if (emails.length === 0) return

  const firsts = emails.flatMap(firstsOf)
  await Promise.all([
    addEngagement(
      tx,
      emails.map(({ added }) => added),
    ),
    facts.length > 0 && record(tx, facts),
    firsts.length > 0 && parts.onFirsts(tx, firsts),
  ])
}

const nobody: ReadonlySet<never> = new Set()

/** The copy of each hit: one object for all hits on it. */
function copiesOf(hits: readonly Hit[]): HitCopy[] {
  const copies = new Map<string, HitCopy>()
  return hits.map(hit => {
    const { environmentId, emailId, nth } = hit
    const name = `${environmentId}${emailId}${nth}`
    const copy = copies.get(name) ?? {
      ...{ environmentId, emailId, nth, clicks: [] },
      ...{ inBursts: nobody, scanners: { honeypot: nobody, burst: nobody } },
    }
    copies.set(name, copy)
    if (hit.kind === 'click') copy.clicks.push(hit)
    return copy
  })
}

/** Finds the clicks that belong to a burst, together with those recorded earlier, and which of the earlier ones are taken back. */
async function findBursts(tx: Tx, copies: readonly HitCopy[]): Promise<void> {
  const clicked = copies.filter(({ clicks }) => clicks.length > 0)
  const earlierOf = await findEarlier(tx, clicked)
  for (const copy of clicked) {
    const { clicks, known } = copy
    if (!known) continue
    const earlier = earlierOf(copy, known.address)
    copy.inBursts = clicksInBursts([...earlier, ...clicks])
    const honeypots = clicks.filter(({ isHoneypot }) => isHoneypot)
    copy.scanners = { honeypot: addressesOf(honeypots), burst: addressesOf(copy.inBursts) }
    known.email.added.clicksTakenBack += countTakenBack(earlier, copy.inBursts)
  }
}

const addressesOf = (clicks: Iterable<Click>): Set<string> => new Set(Array.from(clicks, ({ ipAddress }) => ipAddress))

type EarlierOf = (copy: HitCopy, address: string) => EarlierClick[]

/** Looks back twice as far as a burst reaches: clicks that are close to a new click, and clicks close to those. */
async function findEarlier(tx: Tx, copies: readonly HitCopy[]): Promise<EarlierOf> {
  const emails = new Map(copies.filter(({ known }) => known?.isClicked).map(copy => [copy.emailId, copy]))
  if (emails.size === 0) return () => []
  const times = copies.flatMap(({ clicks }) => clicks.map(({ at }) => at.getTime()))
  const [first, last] = times.reduce(([low, high], ms) => [Math.min(low, ms), Math.max(high, ms)], [Infinity, 0])
  const clicks = await findClicks(tx, [...emails.values()], {
    from: new Date(first - 2 * burstMs),
    to: new Date(last + 2 * burstMs),
  })
  const found = Map.groupBy(clicks, ({ emailId, recipient }) => `${emailId}${recipient}`)
  return ({ emailId }, address) => found.get(`${emailId}${address}`) ?? []
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

function verdictOn(
  { isScannerNetwork }: RecordParts,
  hit: Hit,
  { inBursts, scanners }: HitCopy,
  { handedOverMs }: TrackedCopy,
): Verdict {
  const handedOverAt = handedOverMs === null ? null : new Date(handedOverMs)
  // An address that follows the honeypot has just followed the other links of that copy as well.
  const seen = scanners.honeypot.has(hit.ipAddress) ? { ...hit, isHoneypot: true } : hit
  const isInBurst = inBursts.has(hit) || scanners.burst.has(hit.ipAddress)
  return classifyHit(seen, { handedOverAt, isScannerNetwork, isInBurst })
}

const nothingFor = ({ environmentId, emailId }: EmailKey): Engagement => ({
  environmentId,
  emailId,
  opens: { count: 0, firstMs: null },
  clicks: { count: 0, firstMs: null },
  opensByPeople: { count: 0, firstMs: null },
  clicksByPeople: { count: 0, firstMs: null },
  clicksTakenBack: 0,
})

/** The number of hits of this kind on the email, including this one. */
function count({ before, added }: Engaged, { kind, at }: Hit, { by }: Verdict): number {
  const isOpen = kind === 'open'
  const tally = isOpen ? added.opens : added.clicks
  countIn(tally, at.getTime())
  if (by === 'human') countIn(isOpen ? added.opensByPeople : added.clicksByPeople, at.getTime())
  return (isOpen ? before.opens : before.clicks) + tally.count
}

function countIn(tally: Tally, ms: number): void {
  tally.count++
  tally.firstMs = Math.min(tally.firstMs ?? ms, ms)
}

function firstsOf({ before, added }: Engaged): Firsts[] {
  const opened = !before.isOpened && added.opens.count > 0
  const openedByPerson = !before.isOpenedByPerson && added.opensByPeople.count > 0
  const clicked = !before.isClicked && added.clicks.count > 0
  const clicksByPeople = before.clicksByPeople - added.clicksTakenBack + added.clicksByPeople.count
  const clickedByPerson = before.clicksByPeople <= 0 && clicksByPeople > 0
  const clickTakenBack = before.clicksByPeople > 0 && clicksByPeople <= 0
  if (!(opened || openedByPerson || clicked || clickedByPerson || clickTakenBack)) return []
  const { environmentId, emailId } = added
  return [{ environmentId, emailId, opened, openedByPerson, clicked, clickedByPerson, clickTakenBack }]
}

/** Where the reader was and with which program; left out once the recipient is erased. */
const visitOf = ({ userAgent, ipAddress, link }: Hit, locate: RecordParts['locate']) => ({
  user_agent: userAgent,
  ip_address: ipAddress,
  location: locate(ipAddress),
  link,
})

const toFact = (hit: Hit, address: string, verdict: Verdict, locate: RecordParts['locate']): Fact => ({
  environmentId: hit.environmentId,
  type: hit.kind === 'open' ? 'email.opened' : 'email.clicked',
  subjectId: hit.emailId,
  // What is undefined is not in the JSON.
  data: {
    email_id: hit.emailId,
    recipient: address,
    ...(isErased(address) ? {} : visitOf(hit, locate)),
    by: verdict.by,
    because: verdict.by === 'machine' ? verdict.because : undefined,
  },
  at: hit.at,
})
