/** The task behind every text message: claims what is open, hands it to its carrier, writes down what became of it. */
import type { Logger } from 'pino'
import type { Mode } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import { Stopping } from '#core/stopping.ts'
import { dispatcher, newParcel, type Parcel, type Sent } from '#dispatch/dispatch.ts'
import { runErrand, untilIdle } from '#dispatch/errand.ts'
import { hands } from '#dispatch/hands.ts'
import type { RetrySchedule } from '#dispatch/retry.ts'
import { isPassing, throughOutages } from '#dispatch/through-outages.ts'
import type { Database } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import type { Carrier, CarrierBook, Part, PartOutcome, SmsKey } from '#transports/carrier.ts'
import type { Submit } from '../jobs.ts'
import { type Held, markSubmitting, watchOpen } from '../progress-store.ts'
import { retrySchedule } from '../retry.ts'
import { cut } from '../segments.ts'
import { isMms } from '../sms.ts'
import { type Claim, claim, lookAgainMs } from './claim.ts'
import type { ClaimedSms } from './claimed.ts'
import type { Result, What } from './result.ts'
import { settle } from './settle.ts'

export type SubmitterParts = {
  database: Database
  clock: Clock
  log: Logger
  carriers: Record<Mode, CarrierBook>
  schedule?: RetrySchedule
  chance?: () => number
  /** How long a job waits for its messages before it lets the slow ones go on without it. */
  patienceMs?: number
  /** How long disposing waits. What is on the wire then is taken over by others, who cannot know what became of it. */
  stopWithinMs?: number
}

export type Submitter = AsyncDisposable & {
  submit(job: Submit, worker: { workerId: string; signal: AbortSignal }): Promise<void>
  /** Begins nothing more. Disposing does so, too, and waits for what is on the wire, but not for ever. */
  stop(): void
}

/** The message has gone to other hands: what this worker was about to do must not happen. */
class Fenced extends Error {
  override name = 'Fenced'
}

type Load = { sms: ClaimedSms /** Set once it may have left. */; hasLeft: boolean }
type SmsParcel = Parcel<Load, Carrier, PartOutcome>

const nameOf = ({ environmentId, smsId }: SmsKey): string => `${environmentId} ${smsId}`
/** A carrier that is unwell is many people's carrier: it is asked again sooner than somebody's mail server. */
const pauses = { firstMs: 1_000, longestMs: 60_000 }

export function submitter(parts: SubmitterParts): Submitter {
  const { database, clock, log, carriers, patienceMs = 5_000, stopWithinMs = 20_000 } = parts
  const { schedule = retrySchedule, chance = Math.random } = parts
  const stopping = new AbortController()
  const inHand = hands<Held>(one => `${nameOf(one)} ${one.token}`)
  // However many results there are, none is turned away.
  const unbounded = { maxWaiting: Number.POSITIVE_INFINITY }
  const settleTogether = groupCommit(
    database,
    async (tx, results: readonly Result[]) => {
      await settle(tx, results)
      return results.map(() => undefined)
    },
    unbounded,
  )
  const mark = gather<Held & { carrier: string }, boolean>(async messages => {
    const held = new Set((await markSubmitting(database.db, messages)).map(nameOf))
    return messages.map(one => held.has(nameOf(one)))
  }, unbounded)

  /** A result is kept until the database takes it: without it the message would count as in doubt. */
  const write = (result: Result) => throughOutages(() => settleTogether(result))

  async function send(parcel: SmsParcel, carrier: Carrier): Promise<readonly PartOutcome[]> {
    const { sms } = parcel
    // A carrier that was down has nothing.
    parcel.hasLeft = false
    const { pending, total } = partsFor(sms, carrier)
    const { environmentId, smsId, from, to, body, encoding, mediaUrls, token } = sms
    const outcomes = await carrier.submit({
      ...{ environmentId, smsId, from, to, body, encoding, mediaUrls },
      parts: pending,
      totalParts: total,
      async beforeSubmit() {
        if (!(await mark({ environmentId, smsId, token, carrier: carrier.name }))) throw new Fenced()
        parcel.hasLeft = true
      },
    })
    if (outcomes.length !== pending.length) throw new Error('there must be one outcome for each part')
    return outcomes
  }

  async function conclude({ sms, hasLeft }: SmsParcel, sent: Sent<Carrier, PartOutcome>): Promise<void> {
    try {
      await write({ sms, what: whatOf(sms, hasLeft, sent), at: clock() })
    } finally {
      inHand.drop([sms])
    }
  }

  function whatOf(sms: ClaimedSms, hasLeft: boolean, sent: Sent<Carrier, PartOutcome>): What {
    if (sent.kind === 'put back') return { ...sent, because: 'destination' }
    if (sent.kind === 'outcomes') {
      const { outcomes, way, note } = sent
      const { pending, total } = partsFor(sms, way)
      const carrier = way.name
      return {
        ...{ kind: 'outcomes', carrier, parts: pending, outcomes, total, schedule, chance: chance() },
        ...(note && { note }),
      }
    }
    // Nothing has left. Where somebody else has the message by now this changes nothing.
    if (sent.error instanceof Fenced || (isPassing(sent.error) && !hasLeft))
      return { kind: 'put back', inMs: 1_000, because: 'us' }
    log.error({ err: sent.error, smsId: sms.smsId }, 'a text message stumbled')
    const reason = 'The message could not be submitted because of an error inside Posthorn.'
    return { kind: 'stumbled', reason, inDoubt: hasLeft }
  }

  const line = dispatcher<Load, Carrier, PartOutcome>({
    routeOf: (_, way) => ({ name: way.name, most: way.maxAtOnce }),
    sizeOf: () => 0,
    describe: ({ sms }) => ({ smsId: sms.smsId }),
    send,
    conclude,
    nowMs: () => performance.now(),
    log,
    pauses,
  })

  /** Those that have it, or may have it, come first and alone. */
  function waysOf(sms: ClaimedSms): readonly Carrier[] {
    const book = carriers[sms.mode]
    if (sms.boundTo === null) return book.carriersFor(sms.to).filter(one => one.takesMedia || !isMms(sms))
    const bound = book.named(sms.boundTo)
    return bound ? [bound] : []
  }

  /** How many parts it has for the carrier that may have it. */
  function totalOf(sms: ClaimedSms): number {
    const carrier = sms.boundTo === null ? undefined : carriers[sms.mode].named(sms.boundTo)
    return sms.parts ?? (carrier ? partsFor(sms, carrier).total : 1)
  }

  /** How many parts it has, when its carrier has all of them. */
  function totalTaken(sms: ClaimedSms): number | undefined {
    if (sms.boundTo === null) return undefined
    const carrier = carriers[sms.mode].named(sms.boundTo)
    const total = carrier ? partsFor(sms, carrier).total : sms.parts
    return total !== null && new Set(sms.taken.map(part => part.nth)).size >= total ? total : undefined
  }

  async function handOver({ messages, doomed }: Claim): Promise<SmsParcel[]> {
    const at = clock()
    const ended: Result[] = doomed.map(({ sms, as, reason }) => ({
      sms,
      what: { kind: 'doomed', as, reason, total: totalOf(sms) },
      at,
    }))
    const parcels: SmsParcel[] = []
    for (const sms of messages) {
      const ways = waysOf(sms)
      const total = totalTaken(sms)
      if (total !== undefined) ended.push({ sms, what: { kind: 'taken', carrier: sms.boundTo ?? '', total }, at })
      else if (ways.length > 0) parcels.push(newParcel({ sms, hasLeft: false }, ways))
      else ended.push({ sms, what: withoutCarrier(sms), at })
    }
    for (const parcel of parcels) line.add(parcel)
    await writeAndDrop(ended)
    return parcels
  }

  async function writeAndDrop(results: readonly Result[]): Promise<void> {
    try {
      await Promise.all(results.map(write))
    } finally {
      inHand.drop(results.map(({ sms }) => sms))
    }
  }

  /** The job ends. What has begun goes on and is looked in on; what has not goes back for its turn. */
  async function letGo(parcels: readonly SmsParcel[], keys: readonly SmsKey[]): Promise<void> {
    const at = clock()
    const back: Result[] = []
    for (const parcel of parcels) {
      const wait = line.withdraw(parcel)
      if (wait === undefined) continue
      const inMs = Math.min(60_000, Math.max(1_000, wait))
      back.push({ sms: parcel.sms, what: { kind: 'put back', inMs, because: 'us' }, at })
    }
    await writeAndDrop(back)
    await throughOutages(() => watchOpen(database.db, keys, lookAgainMs))
  }

  // A doubt about a carrier that is not there now stays one until it is back.
  const isIdempotent = (name: string) => carriers.live.named(name)?.idempotent ?? true
  const stop = () => stopping.abort(new Stopping())

  return {
    async submit({ messages }, { workerId, signal }) {
      const keys = messages.map(([environmentId, smsId]) => ({ environmentId, smsId }))
      await runErrand<Claim, SmsParcel>({
        claim: () =>
          claim(database, keys, {
            workerId,
            inHand,
            at: clock(),
            chance,
            isIdempotent,
            isComplete: sms => totalTaken(sms) !== undefined,
          }),
        handOver,
        letGo: parcels => letGo(parcels, keys),
        patienceMs,
        ended: AbortSignal.any([signal, stopping.signal]),
      })
    },
    stop,
    async [Symbol.asyncDispose]() {
      stop()
      await untilIdle(line, stopWithinMs)
    },
  }
}

/** What this carrier is yet to get, and how many parts the whole has for it. */
function partsFor(sms: ClaimedSms, { takesParts }: Carrier): { pending: Part[]; total: number } {
  const texts = takesParts && !isMms(sms) ? cut(sms.body).parts : [sms.body]
  const has = new Set(sms.taken.map(part => part.nth))
  const pending = texts.map((text, index) => ({ nth: index + 1, text })).filter(part => !has.has(part.nth))
  return { pending, total: texts.length }
}

/** A carrier that has some of it may come back with the next settings; where there is none to wait for, it has failed. */
function withoutCarrier(sms: ClaimedSms): What {
  if (sms.boundTo !== null) return { kind: 'put back', inMs: 60_000, because: 'destination' }
  const reason = isMms(sms) ? 'No carrier for this number takes media.' : 'No carrier is set for this number.'
  return { kind: 'doomed', as: 'failed', reason }
}
