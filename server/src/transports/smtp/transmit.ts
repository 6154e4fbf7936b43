/** Sends a transmission over an idle or a new connection, with an outcome for each recipient whatever the peer does. */
import { isEmailAddress } from '@posthorn/contract/formats'
import type { Outcome, Transmission } from '../transport.ts'
import { type AttemptFacts, notReached, outcomesOf } from './outcomes.ts'
import { asPeerFailure, PeerFailure } from './peer-failure.ts'
import type { Session } from './session.ts'
import type { SessionPool } from './session-pool.ts'
import type { Transaction } from './transaction.ts'

export type Route = Readonly<{
  /** The transport's name. */
  name: string
  /** The receiver, if known. */
  receiver?: string
  pool: SessionPool
  /** Fails with a PeerFailure. */
  open(): Promise<Session>
  /** Opens a session with a host not in `asked`. Fails with a PeerFailure if there is none. */
  openOther?(asked: ReadonlySet<string>): Promise<Session>
}>

type Facts = () => AttemptFacts

/** The outcomes at one host, and the indexes of the recipients deferred before the message was sent. */
type HostResult = { outcomes: Outcome[]; host?: string; deferred: readonly number[] }

export function transmit(route: Route, transmission: Transmission): Promise<Outcome[]> {
  checkAddresses(transmission)
  return route.pool.withSlot(async () => {
    const start = performance.now()
    const facts = () => ({
      transport: route.name,
      ...(route.receiver !== undefined && { receiver: route.receiver }),
      durationMs: Math.round(performance.now() - start),
    })
    const result =
      (await overKeptSession(route, transmission, facts)) ?? (await overNewSession(route, transmission, facts))
    await tryOtherHosts(route, transmission, result, facts)
    return result.outcomes
  })
}

/** Undefined if there is no idle session, or if the peer has closed it meanwhile, which does not count as an attempt. */
async function overKeptSession(
  route: Route,
  transmission: Transmission,
  facts: Facts,
): Promise<HostResult | undefined> {
  const session = route.pool.takeIdle()
  if (!session) return undefined
  const transaction = await transactOver(session, transmission)
  const wasClosed = transaction.mail ? transaction.mail.code === 421 : transaction.failure !== null
  if (wasClosed) {
    // A peer that says 421 may leave the closing to us.
    session.quit()
    return undefined
  }
  return conclude(route, session, transaction, transmission, facts())
}

async function overNewSession(route: Route, transmission: Transmission, facts: Facts): Promise<HostResult> {
  await route.pool.whenClosed()
  const opened = await route.open().catch(asPeerFailure)
  if (opened instanceof PeerFailure) {
    const { open } = route.pool
    return { outcomes: transmission.recipients.map(() => notReached(opened, facts(), open)), deferred: [] }
  }
  const transaction = await transactOver(route.pool.add(opened), transmission)
  return conclude(route, opened, transaction, transmission, facts())
}

/**
 * Another host of the same domain may accept what the first one deferred (RFC 5321 5.1). Only acceptance counts: a backup host that does
 * not know the recipients says nothing about their mailboxes.
 */
async function tryOtherHosts(
  route: Route,
  transmission: Transmission,
  result: HostResult,
  facts: Facts,
): Promise<void> {
  const asked = new Set([result.host ?? ''])
  for (let deferred = result.deferred; deferred.length > 0 && route.openOther; ) {
    const session = await route.openOther(asked).catch(asPeerFailure)
    if (session instanceof PeerFailure) return
    asked.add(session.host)
    const recipients = transmission.recipients.filter((_, index) => deferred.includes(index))
    const transaction = await transactOver(route.pool.add(session), { ...transmission, recipients })
    const { outcomes } = conclude(route, session, transaction, { recipients }, facts())
    for (const [nth, outcome] of outcomes.entries()) {
      const isTaken = outcome.kind === 'accepted' || (outcome.kind === 'deferred' && outcome.inDoubt)
      // `as`: there is one outcome for each deferred recipient.
      if (isTaken) result.outcomes[deferred[nth] as number] = outcome
    }
    deferred = deferred.filter(index => isDeferred(result.outcomes[index]))
  }
}

const isDeferred = (outcome: Outcome | undefined): boolean => outcome?.kind === 'deferred' && !outcome.inDoubt

const transactOver = (session: Session, transmission: Transmission) =>
  session.transact(transmission, () => transmission.beforeFinalDot())

function conclude(
  route: Route,
  session: Session,
  transaction: Transaction,
  { recipients }: Pick<Transmission, 'recipients'>,
  facts: AttemptFacts,
): HostResult {
  const { host, tls } = session
  route.pool.keep(session)
  const outcomes = outcomesOf(transaction, recipients.length, { ...facts, host, ...(tls && { tls }) })
  const isEarly = (index: number) => isTemporary(transaction.mail?.code) || isTemporary(transaction.rcpt[index]?.code)
  return { outcomes, host, deferred: [...recipients.keys()].filter(isEarly) }
}

const isTemporary = (code = 0): boolean => code >= 400 && code < 500

/** Only valid addresses may go into a command. The empty return path is the null sender, and is allowed. */
function checkAddresses({ returnPath, recipients }: Transmission): void {
  const wrong = [...recipients, ...(returnPath === '' ? [] : [returnPath])].find(address => !isEmailAddress(address))
  if (wrong !== undefined) throw new Error(`Not an address: ${JSON.stringify(wrong)}`)
}
