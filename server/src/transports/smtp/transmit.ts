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
  pool: SessionPool
  /** Fails with a PeerFailure. */
  open(): Promise<Session>
}>

export function transmit(way: Way, transmission: Transmission): Promise<Outcome[]> {
  checkAddresses(transmission)
  return way.pool.withTurn(async () => {
    const start = performance.now()
    const facts = () => ({ transport: way.name, durationMs: Math.round(performance.now() - start) })
    return (await overKeptSession(way, transmission, facts)) ?? (await overNewSession(way, transmission, facts))
  })
}

/** Undefined when there is none, or when the peer had meanwhile left it: that is no attempt. */
async function overKeptSession(way: Way, transmission: Transmission, facts: () => AttemptFacts) {
  const session = way.pool.takeKept()
  if (!session) return undefined
  const transaction = await transactOver(session, transmission)
  const wasLeft = transaction.mail ? transaction.mail.code === 421 : transaction.failure !== null
  if (wasLeft) return undefined
  return conclude(way, session, transaction, transmission, facts())
}

async function overNewSession(way: Way, transmission: Transmission, facts: () => AttemptFacts): Promise<Outcome[]> {
  const opened = await way.open().catch(foreseen)
  if (opened instanceof PeerFailure) return transmission.recipients.map(() => notReached(opened, facts()))
  const transaction = await transactOver(opened, transmission)
  return conclude(way, opened, transaction, transmission, facts())
}

const transactOver = (session: Session, transmission: Transmission) =>
  session.transact(transmission, () => transmission.beforeFinalDot())

function conclude(
  way: Way,
  session: Session,
  transaction: Transaction,
  { recipients }: Transmission,
  facts: AttemptFacts,
): Outcome[] {
  const { host, tls } = session
  way.pool.keep(session)
  return outcomesOf(transaction, recipients.length, { ...facts, host, ...(tls && { tls }) })
}

/** What goes into a command must be an address and nothing more. The null sender is none, and is allowed. */
function checkAddresses({ returnPath, recipients }: Transmission): void {
  const wrong = [...recipients, ...(returnPath === '' ? [] : [returnPath])].find(address => !isEmailAddress(address))
  if (wrong !== undefined) throw new Error(`Not an address: ${JSON.stringify(wrong)}`)
}
