/** The task behind every email: claims what is open, hands it to the wire, writes down what became of it. */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { Stopping } from '#core/stopping.ts'
import { dispatcher, newParcel, type Parcel, type Sent } from '#dispatch/dispatch.ts'
import { runErrand, untilIdle } from '#dispatch/errand.ts'
import { hands } from '#dispatch/hands.ts'
import type { RetrySchedule } from '#dispatch/retry.ts'
import { isPassing, throughOutages } from '#dispatch/through-outages.ts'
import { gather } from '#postgres/gather.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { EndedItsProcess } from '#text-pool/job.ts'
import type { EmailTransport, Outcome } from '#transports/transport.ts'
import { type DeliveryKey, type Held, markDots, watchOpen } from '../delivery-store.ts'
import type { Deliver, EmailKey } from '../jobs.ts'
import { retrySchedule } from '../retry.ts'
import { type Claim, claim, lookAgainMs } from './claim.ts'
import type { Claimed, ClaimedEmail } from './claimed.ts'
import { isPersonal } from './personalize.ts'
import type { Result, What } from './result.ts'
import { settle } from './settle.ts'
import { type StampParts, stamper } from './stamp.ts'

export type DelivererParts = StampParts & {
  clock: Clock
  log: Logger
  /** In order of preference. */
  transports: { live: readonly EmailTransport[]; test: readonly EmailTransport[] }
  schedule?: RetrySchedule
  chance?: () => number
  /** How long a job waits for its deliveries before it lets the slow ones go on without it. */
  patienceMs?: number
  /** How long disposing waits. What is on the wire then is taken over by others, who cannot know what became of it. */
  stopWithinMs?: number
}

type Worker = { workerId: string; signal: AbortSignal }

export type Deliverer = AsyncDisposable & {
  deliver(job: Deliver, worker: Worker): Promise<void>
  /** Begins nothing more. Disposing does so, too, and waits for what is on the wire, but not for ever. */
  stop(): void
}

/** The delivery has gone to other hands: what this worker was about to do must not happen. */
class Fenced extends Error {
  override name = 'Fenced'
}

/** An email and those of its recipients that share a route. */
type Load = { email: ClaimedEmail; deliveries: readonly Claimed[] }
type EmailParcel = Parcel<Load, EmailTransport, Outcome>

const ourError = 'The message could not be sent because of an error inside Posthorn.'
const itsOwnEnd = 'Its content ended the process that composes it three times.'

const nameOf = ({ emailId, nth }: DeliveryKey): string => `${emailId} ${nth}`

export function deliverer(parts: DelivererParts): Deliverer {
  const { database, clock, log, transports, patienceMs = 5_000, stopWithinMs = 20_000 } = parts
  const { schedule = retrySchedule, chance = Math.random } = parts
  const stopping = new AbortController()
  const inHand = hands<Held>(one => `${nameOf(one)} ${one.token}`)
  const stamp = stamper(parts)
  // However many results there are, none is turned away.
  const unbounded = { maxWaiting: Number.POSITIVE_INFINITY }
  const settleTogether = groupCommit(
    database,
    async (tx, groups: readonly (readonly Result[])[]) => {
      await settle(tx, groups.flat())
      return groups.map(() => undefined)
    },
    unbounded,
  )
  const markDot = gather<readonly Held[], boolean>(async parcels => {
    const held = new Set((await markDots(database.db, parcels.flat())).map(nameOf))
    return parcels.map(list => list.every(one => held.has(nameOf(one))))
  }, unbounded)

  /** A result is kept until the database takes it: without it the message would count as in doubt. */
  const write = (results: readonly Result[]) => throughOutages(() => settleTogether(results))

  async function send({ email, deliveries }: Load, transport: EmailTransport): Promise<Outcome[]> {
    const { message, returnPath } = await stamp.of(email, deliveries)
    const recipients = deliveries.map(one => one.address)
    const { emailId, environmentId } = email
    const beforeFinalDot = async () => {
      if (!(await markDot(deliveries))) throw new Fenced()
    }
    const outcomes = await transport.send({ emailId, environmentId, returnPath, recipients, message, beforeFinalDot })
    if (outcomes.length !== recipients.length) throw new Error('there must be one outcome for each recipient')
    return outcomes
  }

  async function conclude({ email, deliveries }: Load, sent: Sent<EmailTransport, Outcome>): Promise<void> {
    const at = clock()
    try {
      await write(deliveries.map((one, index) => toResult(email, one, whatOf(sent, index), at)))
    } finally {
      inHand.drop(deliveries)
      stamp.done(email)
    }
  }

  function whatOf(sent: Sent<EmailTransport, Outcome>, index: number): What {
    if (sent.kind === 'put back') return { ...sent, because: 'destination' }
    if (sent.kind === 'outcomes') {
      const { outcomes, way, note } = sent
      // `as`: send has counted them.
      const outcome = outcomes[index] as Outcome
      return {
        kind: 'outcome',
        outcome,
        accepted: way.accepted,
        schedule,
        chance: chance(),
        ...(note && { note }),
      }
    }
    // Nothing has left. Where somebody else has the delivery by now this changes nothing; the others of its parcel go on.
    if (sent.error instanceof Fenced || isPassing(sent.error)) return { kind: 'put back', inMs: 1_000, because: 'us' }
    log.error({ err: sent.error }, 'a delivery stumbled')
    return { kind: 'stumbled', reason: sent.error instanceof EndedItsProcess ? itsOwnEnd : ourError }
  }

  const line = dispatcher<Load, EmailTransport, Outcome>({
    routeOf: ({ deliveries }, way) => ({
      name: way.routeOf(deliveries[0]?.address ?? ''),
      most: way.connectionsPerRoute,
    }),
    sizeOf: ({ email }) => email.size,
    describe: ({ email }) => ({ emailId: email.emailId }),
    send,
    conclude,
    nowMs: () => performance.now(),
    log,
  })

  function toParcels(email: ClaimedEmail): EmailParcel[] {
    const ways = transports[email.mode]
    // A copy of one's own travels alone.
    const routes = isPersonal(email)
      ? new Map(email.deliveries.map(one => [String(one.nth), [one]]))
      : Map.groupBy(email.deliveries, ({ address }) => ways.map(way => way.routeOf(address)).join(' '))
    stamp.expect(email, routes.size)
    return [...routes.values()].map(deliveries => newParcel({ email, deliveries }, ways))
  }

  async function writeAndDrop(results: readonly Result[]): Promise<void> {
    if (results.length === 0) return
    try {
      await write(results)
    } finally {
      inHand.drop(results.map(({ delivery }) => delivery))
    }
  }

  async function handOver({ emails, doomed }: Claim): Promise<EmailParcel[]> {
    const at = clock()
    const parcels = emails.flatMap(toParcels)
    for (const parcel of parcels) line.add(parcel)
    await writeAndDrop(
      doomed.map(({ delivery, email, as, reason }) => ({
        delivery,
        recipients: email.recipients,
        labels: email,
        paid: email,
        what: { kind: 'doomed', as, reason },
        at,
      })),
    )
    return parcels
  }

  /** The job ends. What has begun goes on and is looked in on; what has not goes back for its turn. */
  async function letGo(parcels: readonly EmailParcel[], keys: readonly EmailKey[]): Promise<void> {
    const at = clock()
    const back: Result[] = []
    for (const parcel of parcels) {
      const wait = line.withdraw(parcel)
      if (wait === undefined) continue
      stamp.done(parcel.email)
      const what: What = { kind: 'put back', inMs: Math.min(300_000, Math.max(1_000, wait)), because: 'us' }
      for (const one of parcel.deliveries) back.push(toResult(parcel.email, one, what, at))
    }
    await writeAndDrop(back)
    await throughOutages(() => watchOpen(database.db, keys, lookAgainMs))
  }

  const stop = () => stopping.abort(new Stopping())

  return {
    async deliver({ emails }, { workerId, signal }) {
      const keys = emails.map(([environmentId, emailId]) => ({ environmentId, emailId }))
      const ended = AbortSignal.any([signal, stopping.signal])
      await runErrand<Claim, EmailParcel>({
        async claim() {
          const claimed = await claim(database, keys, { workerId, inHand, at: clock(), chance })
          return claimed.emails.length + claimed.doomed.length > 0 ? claimed : undefined
        },
        handOver,
        letGo: parcels => letGo(parcels, keys),
        patienceMs,
        ended,
      })
    },
    stop,
    async [Symbol.asyncDispose]() {
      stop()
      await untilIdle(line, stopWithinMs)
    },
  }
}

const toResult = (email: ClaimedEmail, delivery: Claimed, what: What, at: Date): Result => ({
  delivery,
  recipients: email.recipients,
  labels: email,
  what,
  at,
})
