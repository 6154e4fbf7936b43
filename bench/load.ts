/** Load on a server from a separate process: the orders it gets and the results it reports. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { endWithUs, inherited, type ProcessOptions, stopChild, whileAlive } from './child-process.ts'

export type LoadOrder = {
  /** Makes the data of each round unique. */
  round: number
  origin: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** The number of requests to send. `seconds` is then the time limit. */
  amount?: number
  /** A fixed pace in requests per second. Times are measured from when each request was due. */
  perSecond?: number
  requests: Contacts | ContactEvents | Emails | Sms | SendSms | Reads
}

/** POST to a path, each with a new email address. */
type Contacts = { kind: 'contacts'; path: string }
/** POST of an event for one of these contacts, in random order. */
type ContactEvents = { kind: 'contact-events'; path: string; ids: readonly string[] }
/** POST of emails, each to a different address: one per request, or `batch` per request. */
type Emails = { kind: 'emails'; path: string; from: string; batch?: number; as?: EmailForm }
/** The format of another service. */
export type EmailForm = 'sendgrid' | 'postmark'
/** POST of text messages, each to a different number, optionally in Twilio's format. */
type Sms = { kind: 'sms'; path: string; as?: 'twilio' }
/** The same as GET with everything in the query, for Kannel. */
type SendSms = { kind: 'sendsms'; path: string }
/** GET of a path followed by one of these ids, in random order. All ids have the same length. */
type Reads = { kind: 'reads'; path: string; ids: readonly string[] }

export type LoadResult = {
  seconds: number
  /** The number of answers by status. */
  statuses: Record<string, number>
  /** Failed connections, and requests without an answer in time. */
  errors: number
  /** Requests whose connection the server closed without an answer. */
  unanswered: number
  latencyMs: { p50: number; p99: number }
  /** The share of one core. Near 1, the generator is what is being measured. */
  generatorCpu: number
}

export type LoadGenerator = AsyncDisposable & { run(order: LoadOrder): Promise<LoadResult> }

export function startLoadGenerator({ cwd, signal }: Omit<ProcessOptions, 'env'>): LoadGenerator {
  const child = fork(new URL('./load-generator.ts', import.meta.url), { cwd, env: inherited() })
  endWithUs(child)
  return {
    run(order) {
      const timeout = { name: 'The load generator', signal, withinMs: order.seconds * 1_000 + 20_000 }
      return whileAlive(child, timeout, async until => {
        child.send(order)
        const [result] = await once(child, 'message', { signal: until })
        return result
      })
    },
    [Symbol.asyncDispose]: () => stopChild(child),
  }
}

/** Returns the number of answers. Throws if any was not the expected one. */
export function countAnswers(result: LoadResult, status: number): number {
  const { [status]: expected = 0, ...others } = result.statuses
  const faults = Object.entries(others).map(([code, count]) => `${count} times ${code}`)
  if (result.errors > 0) faults.push(`${result.errors} failed connections or time-outs`)
  if (result.unanswered > 0) faults.push(`${result.unanswered} requests without an answer`)
  if (expected === 0) faults.push(`no ${status}`)
  if (faults.length > 0) throw new Error(`Every answer must be ${status}, but there were ${faults.join(', ')}.`)
  return expected
}
