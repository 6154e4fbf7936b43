/** Writes down many hits at once: the counts and first times of the emails, and a fact for each hit. */
import type { MessageStream } from '@posthorn/contract/email-send'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import type { Hit } from './hit.ts'
import { judge, type Verdict } from './judge.ts'
import {
  addEngagement,
  type EmailKey,
  type Engagement,
  findAddresses,
  lockTracked,
  type TrackedEmail,
} from './store.ts'
import type { Copy } from './tokens.ts'

/** What happened to an email for the first time. */
export type Firsts = EmailKey & {
  messageStream: MessageStream
  tags: readonly string[]
  acceptedAt: Date
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

type Judged = { hit: Hit; address: string; verdict: Verdict }
type Recipient = Copy & { address: string }

/** What is about an email or a recipient that is not there any more is left out. */
export async function recordHits(tx: Tx, parts: RecordParts, hits: readonly Hit[]): Promise<void> {
  const hitsOf = Map.groupBy(hits, nameOf)
  const [tracked, recipients] = await Promise.all([
    lockTracked(
      tx,
      [...hitsOf.values()].flatMap(own => own.slice(0, 1)),
    ),
    findAddresses(tx, [...hitsOf.values()].flatMap(copiesOf)),
  ])
  const recipientsOf = Map.groupBy(recipients, nameOf)
  const engaged = tracked.flatMap(email => {
    const name = nameOf(email)
    const judged = judgeHits(parts, email, hitsOf.get(name) ?? [], recipientsOf.get(name) ?? [])
    return judged.length > 0 ? [{ email, judged, added: sumUp(email, judged) }] : []
  })
  if (engaged.length === 0) return

  const firsts = engaged.flatMap(({ email, added }) => firstsOf(email, added))
  await Promise.all([
    addEngagement(
      tx,
      engaged.map(({ added }) => added),
    ),
    record(
      tx,
      engaged.flatMap(({ judged }) => judged.map(one => toFact(one, parts.locate))),
    ),
    firsts.length > 0 && parts.onFirsts(tx, firsts),
  ])
}

const nameOf = ({ environmentId, emailId }: EmailKey): string => environmentId + emailId

const copiesOf = (hits: readonly Hit[]): Copy[] => [...new Map(hits.map(hit => [hit.nth, hit])).values()]

function judgeHits(
  { isScannerNetwork }: RecordParts,
  { handedOverAt }: TrackedEmail,
  hits: readonly Hit[],
  recipients: readonly Recipient[],
): Judged[] {
  const addresses = new Map(recipients.map(({ nth, address }) => [nth, address]))
  // Whoever follows the link that nobody sees has followed the others of that email just now as well.
  const scanning = new Set(hits.filter(hit => hit.isHoneypot).map(visitOf))
  return hits.flatMap(hit => {
    const address = addresses.get(hit.nth)
    if (address === undefined) return []
    const isHoneypot = scanning.size > 0 && scanning.has(visitOf(hit))
    return [{ hit, address, verdict: judge({ ...hit, isHoneypot }, { handedOverAt, isScannerNetwork }) }]
  })
}

const visitOf = ({ nth, ipAddress }: Hit): string => `${nth} ${ipAddress}`

function sumUp({ environmentId, emailId }: EmailKey, judged: readonly Judged[]): Engagement {
  const tally = (kind: Hit['kind'], by?: Verdict['by']) => {
    const times = judged
      .filter(({ hit, verdict }) => hit.kind === kind && (by === undefined || verdict.by === by))
      .map(({ hit }) => hit.at.getTime())
    // Not Math.min(...times): a batch can be all of one email.
    return { count: times.length, first: times.length > 0 ? new Date(times.reduce((a, b) => Math.min(a, b))) : null }
  }
  return {
    environmentId,
    emailId,
    opens: tally('open'),
    clicks: tally('click'),
    opensByPeople: tally('open', 'human'),
    clicksByPeople: tally('click', 'human'),
  }
}

function firstsOf(email: TrackedEmail, added: Engagement): Firsts[] {
  const { environmentId, emailId, messageStream, acceptedAt } = email
  const first = {
    opened: !email.isOpened && added.opens.count > 0,
    openedByPerson: !email.isOpenedByPerson && added.opensByPeople.count > 0,
    clicked: !email.isClicked && added.clicks.count > 0,
    clickedByPerson: !email.isClickedByPerson && added.clicksByPeople.count > 0,
  }
  if (!Object.values(first).includes(true)) return []
  return [{ environmentId, emailId, messageStream, tags: email.tags ?? [], acceptedAt, ...first }]
}

function toFact({ hit, address, verdict }: Judged, locate: RecordParts['locate']): Fact {
  const location = locate(hit.ipAddress)
  return {
    environmentId: hit.environmentId,
    type: hit.kind === 'open' ? 'email.opened' : 'email.clicked',
    subjectId: hit.emailId,
    data: {
      email_id: hit.emailId,
      recipient: address,
      user_agent: hit.userAgent,
      ip_address: hit.ipAddress,
      ...(location !== undefined && { location }),
      ...(hit.link !== undefined && { link: hit.link }),
      ...verdict,
    },
    at: hit.at,
  }
}
