/** One transmission over a kept or a new connection, with an outcome for each recipient whatever the peer does. */
import { isEmailAddress } from '@posthorn/contract/formats'
import type { Outcome, Transmission } from '../transport.ts'
import { type AttemptFacts, notReached, outcomesOf } from './outcomes.ts'
import { foreseen, PeerFailure } from './peer-failure.ts'
import type { Session } from './session.ts'
import type { SessionPool } from './session-pool.ts'
import type { Transaction } from './transaction.ts'

export type Way = Readonly<{
  /** The transport's name. */
  name: string
  /** Who is behind it, when that is known. */
  receiver?: string
  pool: SessionPool
  /** Fails with a PeerFailure. */
  open(): Promise<Session>
  /** A session with another host than these; fails with a PeerFailure when there is none. */
  openOther?(asked: ReadonlySet<string>): Promise<Session>
}>

type Facts = () => AttemptFacts

/** What one host made of it, and whom it put off before it had seen the message. */
type Tried = { outcomes: Outcome[]; host?: string; putOff: readonly number[] }

export function transmit(way: Way, transmission: Transmission): Promise<Outcome[]> {
  checkAddresses(transmission)
  return way.pool.withTurn(async () => {
    const start = performance.now()
    const facts = () => ({
      transport: way.name,
      ...(way.receiver !== undefined && { receiver: way.receiver }),
      durationMs: Math.round(performance.now() - start),
    })
    const tried = (await overKeptSession(way, transmission, facts)) ?? (await overNewSession(way, transmission, facts))
    await askOthers(way, transmission, tried, facts)
    return tried.outcomes
  })
}

/** Undefined when there is none, or when the peer had meanwhile left it: that is no attempt. */
async function overKeptSession(way: Way, transmission: Transmission, facts: Facts): Promise<Tried | undefined> {
  const session = way.pool.takeKept()
  if (!session) return undefined
  const transaction = await transactOver(session, transmission)
  const wasLeft = transaction.mail ? transaction.mail.code === 421 : transaction.failure !== null
  if (wasLeft) return undefined
  return conclude(way, session, transaction, transmission, facts())
}

async function overNewSession(way: Way, transmission: Transmission, facts: Facts): Promise<Tried> {
  await way.pool.whenLeft()
  const opened = await way.open().catch(foreseen)
  if (opened instanceof PeerFailure) {
    const { open } = way.pool
    return { outcomes: transmission.recipients.map(() => notReached(opened, facts(), open)), putOff: [] }
  }
  const transaction = await transactOver(way.pool.add(opened), transmission)
  return conclude(way, opened, transaction, transmission, facts())
}

/**
 * Another host of the same domain may take what this one puts off (RFC 5321 5.1). Only what it takes counts: a backup that knows
 * nobody says nothing about the mailbox.
 */
async function askOthers(way: Way, transmission: Transmission, tried: Tried, facts: Facts): Promise<void> {
  const asked = new Set([tried.host ?? ''])
  for (let putOff = tried.putOff; putOff.length > 0 && way.openOther; ) {
    const session = await way.openOther(asked).catch(foreseen)
    if (session instanceof PeerFailure) return
    asked.add(session.host)
    const recipients = transmission.recipients.filter((_, index) => putOff.includes(index))
    const transaction = await transactOver(way.pool.add(session), { ...transmission, recipients })
    const { outcomes } = conclude(way, session, transaction, { recipients }, facts())
    for (const [nth, outcome] of outcomes.entries()) {
      const isTaken = outcome.kind === 'accepted' || (outcome.kind === 'deferred' && outcome.inDoubt)
      // `as`: there is one for each that was put off.
      if (isTaken) tried.outcomes[putOff[nth] as number] = outcome
    }
    putOff = putOff.filter(index => isPlainlyPutOff(tried.outcomes[index]))
  }
}

const isPlainlyPutOff = (outcome: Outcome | undefined): boolean => outcome?.kind === 'deferred' && !outcome.inDoubt

const transactOver = (session: Session, transmission: Transmission) =>
  session.transact(transmission, () => transmission.beforeFinalDot())

function conclude(
  way: Way,
  session: Session,
  transaction: Transaction,
  { recipients }: Pick<Transmission, 'recipients'>,
  facts: AttemptFacts,
): Tried {
  const { host, tls } = session
  way.pool.keep(session)
  const outcomes = outcomesOf(transaction, recipients.length, { ...facts, host, ...(tls && { tls }) })
  const isEarly = (index: number) => isPutOff(transaction.mail?.code) || isPutOff(transaction.rcpt[index]?.code)
  return { outcomes, host, putOff: [...recipients.keys()].filter(isEarly) }
}

const isPutOff = (code = 0): boolean => code >= 400 && code < 500

/** What goes into a command must be an address and nothing more. The null sender is none, and is allowed. */
function checkAddresses({ returnPath, recipients }: Transmission): void {
  const wrong = [...recipients, ...(returnPath === '' ? [] : [returnPath])].find(address => !isEmailAddress(address))
  if (wrong !== undefined) throw new Error(`Not an address: ${JSON.stringify(wrong)}`)
}
