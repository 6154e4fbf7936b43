/** Load on a server from a process of its own: what it is told to do, and what it says came of it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { endWithUs, inherited, type Surroundings, stopChild, whileAlive } from './child-process.ts'

export type LoadOrder = {
  /** Tells what one round writes from what another does. */
  round: number
  origin: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** When given, so many requests end the load, and the seconds are the most that it may take. */
  amount?: number
  /** When given, so many requests are due in a second, and their times count from when each was due. */
  perSecond?: number
  requests: Contacts | ContactEvents | Emails | Sms | SendSms | Reads
}

/** POST to a path, each with an email address that nobody had before. */
type Contacts = { kind: 'contacts'; path: string }
/** POST of an event of one of these contacts, in no order. */
type ContactEvents = { kind: 'contact-events'; path: string; ids: readonly string[] }
/** POST of emails, each to another address: one a request, or as many as `batch` says. */
type Emails = { kind: 'emails'; path: string; from: string; batch?: number; as?: EmailForm }
/** As the client of another service writes it. */
export type EmailForm = 'sendgrid' | 'postmark'
/** POST of text messages, each to another number, also as Twilio's client writes them. */
type Sms = { kind: 'sms'; path: string; as?: 'twilio' }
/** The same by GET, with everything in the query, as Kannel takes them. */
type SendSms = { kind: 'sendsms'; path: string }
/** GET of a path with one of these ids at its end, in no order. All are of one length. */
type Reads = { kind: 'reads'; path: string; ids: readonly string[] }

export type LoadResult = {
  seconds: number
  /** How many answers had which status. */
  statuses: Record<string, number>
  /** Connections that failed, and requests that had no answer in time. */
  errors: number
  /** Requests whose connection the server closed without an answer. */
  unanswered: number
  latencyMs: { p50: number; p99: number }
  /** Of one core. Near 1, the generator is what is being measured. */
  generatorCpu: number
}

export type LoadGenerator = AsyncDisposable & { run(order: LoadOrder): Promise<LoadResult> }

export function startLoadGenerator({ cwd, signal }: Omit<Surroundings, 'env'>): LoadGenerator {
  const child = fork(new URL('./load-generator.ts', import.meta.url), { cwd, env: inherited() })
  endWithUs(child)
  return {
    run(order) {
      const patience = { name: 'The load generator', signal, withinMs: order.seconds * 1_000 + 20_000 }
      return whileAlive(child, patience, async until => {
        child.send(order)
        const [result] = await once(child, 'message', { signal: until })
        return result
      })
    },
    [Symbol.asyncDispose]: () => stopChild(child),
  }
}

/** How many answers there were; an error when any was not the expected one. */
export function countAnswers(result: LoadResult, status: number): number {
  const { [status]: expected = 0, ...others } = result.statuses
  const faults = Object.entries(others).map(([code, count]) => `${count} times ${code}`)
  if (result.errors > 0) faults.push(`${result.errors} failed connections or time-outs`)
  if (result.unanswered > 0) faults.push(`${result.unanswered} requests without an answer`)
  if (expected === 0) faults.push(`no ${status}`)
  if (faults.length > 0) throw new Error(`Every answer must be ${status}, but there were ${faults.join(', ')}.`)
  return expected
}
