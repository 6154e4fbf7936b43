/** An SMSC and a carrier that is bound to it, with a record of everything that happens between them. */
import { pino } from 'pino'
import type { Arrivals, Carrier, InboundSms, PartOutcome, Receipt, Submission } from '#transports/carrier.ts'
import { type SmppOptions, smppCarrier } from '#transports/smpp/smpp-carrier.ts'
import type { Timing } from '#transports/smpp/timing.ts'
import { type Smsc, type SmscOptions, startSmsc } from '../../sinks/smsc.ts'

/** For tests in which nothing is waited for: none of them may pass by a timeout. Timings that only slow a test down are short. */
const patientTiming: Timing = {
  connect: 10_000,
  answer: 10_000,
  submit: 10_000,
  silence: 60_000,
  enquire: 10_000,
  bind: 10_000,
  line: 10_000,
  busy: 10_000,
  pause: [20, 80],
  retry: [30, 120],
  drain: 10_000,
}

export type Both = AsyncDisposable & {
  smsc: Smsc
  carrier: Carrier
  receipts: Receipt[]
  inbound: InboundSms[]
  /** The messages of the log, with their reason where they have one. */
  log: string[]
  submit(...texts: string[]): Promise<PartOutcome[]>
  submitTo(to: string, changes?: Partial<Submission>): Promise<PartOutcome[]>
}

export type BothOptions = Partial<Omit<SmppOptions, 'timing' | 'arrivals'>> & {
  /** Appended to the address, such as `?window=2`. */
  query?: string
  timing?: Partial<Timing>
  arrivals?: Partial<Arrivals>
}

export async function startBoth(smscOptions: SmscOptions = {}, options: BothOptions = {}): Promise<Both> {
  const smsc = await startSmsc(smscOptions)
  const carrier = carrierTo(smsc.url, options)
  return {
    smsc,
    ...carrier,
    async [Symbol.asyncDispose]() {
      await carrier.carrier[Symbol.asyncDispose]()
      await smsc[Symbol.asyncDispose]()
    },
  }
}

export function carrierTo(url: string, options: BothOptions = {}): Omit<Both, 'smsc'> {
  const receipts: Receipt[] = []
  const inbound: InboundSms[] = []
  const log: string[] = []
  const carrier = smppCarrier({
    name: 'smpp',
    url: url + (options.query ?? ''),
    log: pino({ level: 'info' }, { write: (line: string) => void log.push(lineOf(JSON.parse(line))) }),
    ...options,
    timing: { ...patientTiming, ...options.timing },
    arrivals: {
      receipt: async receipt => void receipts.push(receipt),
      inbound: async message => void inbound.push(message),
      ...options.arrivals,
    },
  })
  const submitTo = (to: string, changes: Partial<Submission> = {}) => carrier.submit(submissionTo(to, changes))
  return {
    carrier,
    receipts,
    inbound,
    log,
    submitTo,
    submit: (...texts) =>
      submitTo('+15550002222', { totalParts: texts.length, parts: texts.map((text, at) => ({ nth: at + 1, text })) }),
    [Symbol.asyncDispose]: () => carrier[Symbol.asyncDispose](),
  }
}

export const submissionTo = (to: string, changes: Partial<Submission> = {}): Submission => ({
  environmentId: 'environment',
  smsId: '0198c1f2-7d3a-7c55-8a3e-0242ac120002',
  from: '+15550001111',
  to,
  body: 'Good morning',
  encoding: 'gsm7',
  mediaUrls: [],
  parts: [{ nth: 1, text: 'Good morning' }],
  totalParts: 1,
  beforeSubmit: async () => {},
  ...changes,
})

const lineOf = ({ msg, why }: { msg: string; why?: string }) => (why ? `${msg}: ${why}` : msg)
