/** An SMS carrier over SMPP 3.4, bound as a transceiver. */
import type { Logger } from 'pino'
import type { Arrivals, Carrier, PartOutcome } from '../carrier.ts'
import { Deliveries } from './deliveries.ts'
import { Line } from './line.ts'
import { Link } from './link.ts'
import { openSession } from './session.ts'
import { parseSmppUrl } from './smpp-url.ts'
import { Submitter } from './submitter.ts'
import { defaultTiming, type Timing } from './timing.ts'

export type SmppOptions = {
  name: string
  /** smpp://systemid:password@host:2775, or ssmpp:// for TLS; smpp-url.ts has the query options. */
  url: string
  arrivals: Arrivals
  log: Logger
  timing?: Partial<Timing>
  chance?: () => number
}

export function smppCarrier(options: SmppOptions): Carrier {
  const { name, arrivals, chance = Math.random } = options
  const settings = parseSmppUrl(options.url)
  const { window, rate, countryCode } = settings
  const timing = { ...defaultTiming, ...options.timing }
  const log = options.log.child({ carrier: name, host: `${settings.host}:${settings.port}` })
  const deliveries = new Deliveries({
    carrier: name,
    arrivals,
    forms: { receiptIds: settings.ids.receipts, countryCode },
    log,
  })
  const open = (signal: AbortSignal) => openSession(settings, timing, pdu => deliveries.take(pdu), signal)
  const link = new Link({ open, timing, log, chance })
  const line = new Line({ window, rate, pause: timing.pause })
  // Twice the window, so that the next submissions are ready while others wait for their answers.
  const submitter = new Submitter({ name, settings, timing, link, line, ready: Math.min(2 * window, rate ?? Infinity) })
  const inProgress = new Set<Promise<PartOutcome[]>>()
  return {
    name,
    takesParts: true,
    idempotent: false,
    takesMedia: false,
    // More than the window, since each message also spends time in the database; bounded by the rate, so that none waits for long.
    maxAtOnce: Math.min(4 * window, 4 * (rate ?? Infinity)),
    submit(submission) {
      const submitting = submitter.submit(submission)
      inProgress.add(submitting)
      const forget = () => inProgress.delete(submitting)
      submitting.then(forget, forget)
      return submitting
    },
    async [Symbol.asyncDispose]() {
      link.stop()
      line.close()
      await within(
        timing.drain,
        Promise.allSettled(inProgress).then(() => deliveries.close()),
      )
      await link.close(Math.min(timing.drain, timing.answer))
    },
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([work, promise])
  clearTimeout(timer)
}
