/** The channel of email: a delivery is one recipient of an email. */
import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import type { Channel } from '#engine/channel.ts'
import { gather } from '#postgres/gather.ts'
import type { Sent } from '#sending/dispatch.ts'
import { Fenced, type SendingOptions, sendingChannel } from '#sending/sending-channel.ts'
import { ProcessCrashed } from '#text-pool/job.ts'
import type { EmailTransport, Outcome } from '#transports/transport.ts'
import {
  type DeliveryKey,
  deliveryColumns,
  deliveryTable,
  fromAnnounced,
  markDots,
  priorityOf,
  type TakenDelivery,
  type TokenedKey,
} from '../delivery-store.ts'
import { transportsFor } from './choose-transports.ts'
import { type ComposerParts, messageComposer } from './composer.ts'
import { operatorProblemLog } from './operator-problem-log.ts'
import { isPersonal } from './personalize.ts'
import { type EmailToSend, prepareEmails, readUntaken } from './prepare.ts'
import { readAhead } from './read-ahead.ts'
import type { Conclusion, Result } from './result.ts'
import { retrySchedule } from './retry.ts'
import { settle } from './settle.ts'

export type EmailChannelParts = SendingOptions &
  ComposerParts & {
    /** In order of preference. */
    transports: Record<Mode, readonly EmailTransport[]>
  }

/** An email, and those of its recipients that share a transmission. */
type Load = { email: EmailToSend; deliveries: readonly TakenDelivery[] }

const ourError = 'The message could not be sent because of an error inside Posthorn.'
const composerCrashed = 'Its content crashed the process that composes it three times.'

const nameOf = ({ emailId, nth }: DeliveryKey): string => `${emailId} ${nth}`

export function emailChannel(parts: EmailChannelParts): Channel<TakenDelivery> {
  const { database, clock, transports, schedule = retrySchedule, chance = Math.random, fillBroadcasts } = parts
  const composer = messageComposer(parts)
  const tellOperator = operatorProblemLog(parts.log)
  const ahead = readAhead(
    email => readUntaken(database.db, email),
    () => performance.now(),
  )
  const markDot = gather<readonly TokenedKey[], boolean>(
    async groups => {
      const held = new Set((await markDots(database.db, groups.flat())).map(nameOf))
      return groups.map(list => list.every(one => held.has(nameOf(one))))
    },
    { maxWaiting: Number.POSITIVE_INFINITY },
  )

  async function send({ email, deliveries }: Load, transport: EmailTransport): Promise<Outcome[]> {
    const { message, returnPath } = await composer.of(email, deliveries)
    const recipients = deliveries.map(one => one.address)
    const attempts = deliveries.map(one => one.attempts)
    const { emailId, environmentId, requireTls: requiresTls } = email
    const beforeFinalDot = async () => {
      if (!(await markDot(deliveries))) throw new Fenced()
    }
    const envelope = { emailId, environmentId, returnPath, recipients, attempts }
    const outcomes = await transport.send({ ...envelope, message, requiresTls, beforeFinalDot })
    if (outcomes.length !== recipients.length) throw new Error('there must be one outcome for each recipient')
    return outcomes
  }

  function conclusionOf(sent: Sent<EmailTransport, Outcome>, index: number): Conclusion {
    if (sent.kind === 'put back') return sent
    if (sent.kind === 'error')
      return { kind: 'error', reason: sent.error instanceof ProcessCrashed ? composerCrashed : ourError }
    const { outcomes, transport, at: destination, note } = sent
    // `as`: `send` has checked their number.
    const outcome = outcomes[index] as Outcome
    return {
      ...{ kind: 'outcome', outcome, accepted: transport.accepted, destination, schedule, chance: chance() },
      ...(note && { note }),
    }
  }

  function toLoads(email: EmailToSend): { load: Load; transports: readonly EmailTransport[] }[] {
    const usable = transportsFor(transports[email.mode], email)
    // Personal copies are sent one by one.
    const groups = isPersonal(email)
      ? new Map(email.deliveries.map(one => [String(one.nth), [one]]))
      : Map.groupBy(email.deliveries, ({ address }) => usable.map(one => one.groupOf(address)).join(' '))
    composer.expect(email, groups.size)
    return [...groups.values()].map(deliveries => ({ load: { email, deliveries }, transports: usable }))
  }

  const channel = sendingChannel<TakenDelivery, Load, EmailTransport, Outcome, Result>({
    ...parts,
    table: deliveryTable,
    columns: parts.tracer ? sql`${deliveryColumns}, work.trace` : deliveryColumns,
    traceOf: ({ deliveries }) => deliveries[0]?.trace,
    async prepare(rows) {
      const at = clock()
      const { emails, ended, paused } = await prepareEmails(database, rows, at, fillBroadcasts, await ahead.take(rows))
      return {
        send: emails.flatMap(toLoads),
        settled: [
          ...ended.map(({ delivery, email, as, reason, isFree }) => ({
            row: delivery,
            result: { ...toResult(email, delivery, { kind: 'ended', as, reason, isFree }, at), ...paidFor(email) },
          })),
          ...paused.map(({ delivery, email, waitsFor }) => ({
            row: delivery,
            result: toResult(email, delivery, { kind: 'paused', inMs: pausedForMs, waitsFor }, at),
          })),
        ],
      }
    },
    rowsOf: ({ deliveries }) => deliveries,
    destinationOf: ({ deliveries }, transport) => transport.destinationOf(deliveries[0]?.address ?? ''),
    streamOf: ({ email }) => (email.messageStream === 'transactional' ? 0 : 1),
    tenantOf: ({ email }) => email.organizationId,
    sizeOf: ({ email }) => email.size,
    describe: ({ email }) => ({ emailId: email.emailId }),
    send,
    resultsOf({ email, deliveries }, sent) {
      const at = clock()
      return deliveries.map((one, index) => {
        const conclusion = conclusionOf(sent, index)
        if (conclusion.kind === 'outcome' && email.mode === 'live')
          tellOperator(conclusion.destination, conclusion.outcome)
        return { ...toResult(email, one, conclusion, at), ...paidFor(email) }
      })
    },
    settle,
    ended: ({ email }) => composer.done(email),
    firstBelow: priorityOf.broadcast,
    maxReleaseDelayMs: 300_000,
  })
  return { ...channel, announced: name => ahead.announce(fromAnnounced(name)) }
}

/** Resuming makes them due; the retry is only a fallback. */
const pausedForMs = 86_400_000

const paidFor = (email: Pick<EmailToSend, 'mode' | 'organizationId' | 'creditsPerRecipient'>): Pick<Result, 'paid'> =>
  email.mode === 'live' ? { paid: email } : {}

const toResult = (
  email: Pick<
    EmailToSend,
    'recipients' | 'aheadMs' | 'messageStream' | 'tags' | 'templateId' | 'broadcast' | 'fromAddress'
  >,
  delivery: TakenDelivery,
  conclusion: Conclusion,
  at: Date,
): Result => {
  const { recipients, aheadMs, fromAddress: from } = email
  return { delivery, recipients, aheadMs, from, labels: email, conclusion, at }
}
