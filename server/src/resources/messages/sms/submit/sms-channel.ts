/** The channel of text messages. */
import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import type { Channel } from '#engine/channel.ts'
import { gather } from '#postgres/gather.ts'
import type { Sent } from '#sending/dispatch.ts'
import { Fenced, type Prepared, type SendingOptions, sendingChannel } from '#sending/sending-channel.ts'
import type { Carrier, CarrierDirectory, Part, PartOutcome, SmsKey, Validity } from '#transports/carrier.ts'
import { markSubmitting, smsColumns, smsTable, type TakenSms, type TokenedKey } from '../progress-store.ts'
import { retrySchedule } from '../retry.ts'
import { cut } from '../segments.ts'
import { isMms } from '../sms.ts'
import { endedAs, noLongerValid, prepareSms, type SmsToSend } from './prepare.ts'
import type { Conclusion, Result } from './result.ts'
import { settle } from './settle.ts'

export type SmsChannelParts = SendingOptions & { carriers: Record<Mode, CarrierDirectory> }

type Load = {
  sms: SmsToSend
  /** Set once it may have been submitted. */
  hasLeft: boolean
  /** Its time ended while it waited for its carrier. */
  isTooLate: boolean
}

const nameOf = ({ environmentId, smsId }: SmsKey): string => `${environmentId} ${smsId}`
/** Many senders share a failing carrier: it is retried sooner than a single mail server. */
const pauses = { firstMs: 1_000, maxMs: 60_000 }

export function smsChannel(parts: SmsChannelParts): Channel<TakenSms> {
  const { database, clock, carriers, schedule = retrySchedule, chance = Math.random } = parts
  const mark = gather<TokenedKey & { carrier: string }, boolean>(
    async messages => {
      const held = new Set((await markSubmitting(database.db, messages)).map(nameOf))
      return messages.map(one => held.has(nameOf(one)))
    },
    { maxWaiting: Number.POSITIVE_INFINITY },
  )

  async function send(load: Load, carrier: Carrier): Promise<readonly PartOutcome[]> {
    const { sms } = load
    // A carrier that was down has nothing.
    load.hasLeft = false
    const { pending, total } = partsFor(sms, carrier)
    const { environmentId, smsId, from, to, body, encoding, mediaUrls, token } = sms
    const validity = validityOf(sms, clock())
    load.isTooLate = validity?.seconds === 0
    if (load.isTooLate) return pending.map(() => notSubmitted(carrier))
    const outcomes = await carrier.submit({
      ...{ environmentId, smsId, from, to, body, encoding, mediaUrls },
      ...(validity && { validity }),
      parts: pending,
      totalParts: total,
      async beforeSubmit() {
        if (!(await mark({ environmentId, smsId, token, carrier: carrier.name }))) throw new Fenced()
        load.hasLeft = true
      },
    })
    if (outcomes.length !== pending.length) throw new Error('there must be one outcome for each part')
    return outcomes
  }

  function conclusionOf({ sms, hasLeft, isTooLate }: Load, sent: Sent<Carrier, PartOutcome>): Conclusion {
    if (isTooLate) return { kind: 'ended', as: endedAs(sms, 'failed'), reason: noLongerValid, total: totalOf(sms) }
    if (sent.kind === 'put back') return sent
    if (sent.kind === 'error') return { kind: 'error', reason: ourError, inDoubt: hasLeft }
    const { outcomes, transport, note } = sent
    const { pending, total } = partsFor(sms, transport)
    return {
      ...{ kind: 'outcomes', carrier: transport.name, parts: pending, outcomes, total, schedule, chance: chance() },
      ...(note && { note }),
    }
  }

  /** Carriers that have or may have it come first and alone. */
  function carriersOf(sms: SmsToSend): readonly Carrier[] {
    const directory = carriers[sms.mode]
    if (sms.boundTo === null) return directory.carriersFor(sms.to).filter(one => one.takesMedia || !isMms(sms))
    const bound = directory.named(sms.boundTo)
    return bound ? [bound] : []
  }

  /** How many parts it has for the carrier that may have it. */
  function totalOf(sms: SmsToSend): number {
    const carrier = sms.boundTo === null ? undefined : carriers[sms.mode].named(sms.boundTo)
    return sms.parts ?? (carrier ? partsFor(sms, carrier).total : 1)
  }

  /** How many parts it has, when its carrier has all of them; undefined otherwise. */
  function totalTaken(sms: SmsToSend): number | undefined {
    if (sms.boundTo === null) return undefined
    const carrier = carriers[sms.mode].named(sms.boundTo)
    const total = carrier ? partsFor(sms, carrier).total : sms.parts
    return total !== null && new Set(sms.taken.map(part => part.nth)).size >= total ? total : undefined
  }

  async function prepare(rows: readonly TakenSms[]): Promise<Prepared<TakenSms, Load, Carrier, Result>> {
    const at = clock()
    const { messages, quiet, ended } = await prepareSms(database, rows, {
      at,
      // A doubt about a carrier that is missing now stays until the carrier is back.
      isIdempotent: name => carriers.live.named(name)?.idempotent ?? true,
      isComplete: sms => totalTaken(sms) !== undefined,
    })
    const toSettled = (sms: SmsToSend, conclusion: Conclusion) => ({ row: sms, result: { sms, conclusion, at } })
    const settled = ended.map(({ sms, as, reason }) =>
      toSettled(sms, { kind: 'ended', as, reason, total: totalOf(sms) }),
    )
    for (const { sms, ...rest } of quiet) settled.push(toSettled(sms, { kind: 'quiet', ...rest }))
    const loads: { load: Load; transports: readonly Carrier[] }[] = []
    for (const sms of messages) {
      const transports = carriersOf(sms)
      const total = totalTaken(sms)
      if (total !== undefined) settled.push(toSettled(sms, { kind: 'taken', carrier: sms.boundTo ?? '', total }))
      else if (transports.length > 0) loads.push({ load: { sms, hasLeft: false, isTooLate: false }, transports })
      else settled.push(toSettled(sms, withoutCarrier(sms)))
    }
    return { send: loads, settled }
  }

  return sendingChannel<TakenSms, Load, Carrier, PartOutcome, Result>({
    ...parts,
    table: smsTable,
    columns: parts.tracer ? sql`${smsColumns}, work.trace` : smsColumns,
    traceOf: ({ sms }) => sms.trace,
    prepare,
    rowsOf: ({ sms }) => [sms],
    destinationOf: (_, carrier) => ({ name: carrier.name, maxRunning: carrier.maxAtOnce }),
    tenantOf: ({ sms }) => sms.organizationId,
    sizeOf: () => 0,
    describe: ({ sms }) => ({ smsId: sms.smsId }),
    send,
    mayHaveBeenSent: ({ hasLeft }) => hasLeft,
    resultsOf: (load, sent) => [{ sms: load.sms, conclusion: conclusionOf(load, sent), at: clock() }],
    settle,
    pauses,
    maxReleaseDelayMs: 60_000,
  })
}

const ourError = 'The message could not be submitted because of an error inside Posthorn.'

/** With no seconds left it must not be submitted. */
function validityOf({ validUntil }: SmsToSend, now: Date): Validity | undefined {
  if (validUntil === null) return undefined
  return { until: validUntil, seconds: Math.max(0, Math.ceil((validUntil.getTime() - now.getTime()) / 1_000)) }
}

/** Not reported: `conclusionOf` says how the message ends. */
const notSubmitted = ({ name }: Carrier): PartOutcome => ({
  kind: 'rejected',
  attempt: { transport: name, durationMs: 0 },
})

/** The parts that this carrier has yet to get, and how many the whole message has for it. */
function partsFor(sms: SmsToSend, { takesParts }: Carrier): { pending: Part[]; total: number } {
  const texts = takesParts && !isMms(sms) ? cut(sms.body).parts : [sms.body]
  const has = new Set(sms.taken.map(part => part.nth))
  const pending = texts.map((text, index) => ({ nth: index + 1, text })).filter(part => !has.has(part.nth))
  return { pending, total: texts.length }
}

/** A carrier that has some of it may come back with the next settings; without such a carrier the message has failed. */
function withoutCarrier(sms: SmsToSend): Conclusion {
  if (sms.boundTo !== null) return { kind: 'put back', inMs: 60_000, because: 'destination', waitsFor: sms.boundTo }
  const reason = isMms(sms) ? 'No carrier for this number takes media.' : 'No carrier is set for this number.'
  return { kind: 'ended', as: 'failed', reason }
}
