/**
 * Clients that send emails or text messages, each with its own idempotency key, and that repeat a request with it until it is
 * accepted.
 */
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { EmailAccepted } from '@posthorn/contract/messages/email-replies'
import { hello } from '../emails/sending.ts'
import { ask } from '../http-client/client.ts'
import { newWord } from '../http-client/unique.ts'
import type { Heard, Intent } from './checker.ts'

/** The requests and the answers. */
type Asked = { intents: readonly Intent[]; heard: readonly Heard[] }

type Senders = Asked &
  AsyncDisposable & {
    /** The error codes of connections that broke before there was an answer. */
    broken: readonly string[]
    accepted(): number
    /** How many clients wait for an answer. */
    waiting(): number
    /** True when all of their messages are accepted; never without a limit. */
    hasEnded(): boolean
    /** Resolves then. */
    finished: Promise<void>
    /** Lets each client wait for its last yes. */
    stop(): Promise<void>
  }

/** What they send: by default an email each. */
export type RequestKind = { path: string; newIntent(nth: number): Intent; bodyOf(intent: Intent): object }

/** `most`: they end by themselves after this many. */
type Asking = {
  url: string
  key: string
  clients: number
  everyMs: number
  requestKind?: RequestKind
  most?: number
  giveUpAfterMs?: number
}

/** Longer than any outage in most tests. */
const defaultGiveUpAfterMs = 60_000
/** A client that is told that the connection closes expects the service to stop, and comes back later. */
const awayForMs = 1_000

export function startSenders({
  url,
  key,
  clients,
  everyMs,
  requestKind = emails,
  most,
  giveUpAfterMs = defaultGiveUpAfterMs,
}: Asking): Senders {
  const intents: Intent[] = []
  const heard: Heard[] = []
  const broken: string[] = []
  const state = { stopped: false, abandoned: false, ended: false, waiting: 0 }

  async function untilAccepted(intent: Intent, agent: Agent) {
    for (const until = Date.now() + giveUpAfterMs; Date.now() < until && !state.abandoned; await pause(50)) {
      state.waiting++
      const answer = await sendOnce({ url, key, requestKind }, intent, agent)
      state.waiting--
      if (typeof answer === 'string') {
        broken.push(answer)
        continue
      }
      heard.push(answer)
      if (answer.goodbye) await pause(awayForMs)
      if (answer.status < 300) return
    }
  }

  async function keepSending() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!state.stopped && !(most && intents.length >= most)) {
      const intent = requestKind.newIntent(intents.length)
      intents.push(intent)
      await untilAccepted(intent, agent)
      await pause(everyMs)
    }
    agent.destroy()
  }

  const ended = Promise.all(Array.from({ length: clients }, keepSending)).then(() => {
    state.ended = true
  })
  return {
    intents,
    heard,
    broken,
    accepted: () => heard.filter(({ status }) => status < 300).length,
    waiting: () => state.waiting,
    hasEnded: () => state.ended,
    finished: ended,
    async stop() {
      state.stopped = true
      await ended
    },
    async [Symbol.asyncDispose]() {
      state.stopped = state.abandoned = true
      await ended
    },
  }
}

/** Sends one at a time and records everything. */
export function startRecord({ url, key, requestKind = emails }: Pick<Asking, 'url' | 'key' | 'requestKind'>) {
  const intents: Intent[] = []
  const heard: Heard[] = []
  return {
    intents,
    heard,
    async send(fields: object = {}): Promise<Intent & { id: string }> {
      const intent = requestKind.newIntent(intents.length)
      intents.push(intent)
      const answer = await sendOnce({ url, key, requestKind }, intent, undefined, fields)
      if (typeof answer === 'string') throw new Error(`no answer: ${answer}`)
      heard.push(answer)
      return { ...intent, id: answer.id ?? '' }
    },
  }
}

export const emails: RequestKind = {
  path: '/v1/emails',
  /** Every tenth has three recipients. */
  newIntent(nth) {
    const key = newWord()
    return {
      key,
      recipients: Array.from({ length: nth % 10 === 9 ? 3 : 1 }, (_, one) => `to${one}.${key}@example.com`),
    }
  },
  bodyOf: ({ key, recipients }) => ({ ...hello, to: recipients, subject: key }),
}

/** The answer, or the error code of the connection. */
async function sendOnce(
  { url, key, requestKind }: { url: string; key: string; requestKind: RequestKind },
  intent: Intent,
  agent: Agent | undefined,
  fields: object = {},
): Promise<(Heard & { goodbye: boolean }) | string> {
  const idempotencyKey = intent.key
  const began = performance.now()
  const asked = ask<Pick<EmailAccepted, 'id'>>(url, {
    method: 'POST',
    path: requestKind.path,
    key,
    body: { ...requestKind.bodyOf(intent), ...fields },
    headers: { 'idempotency-key': idempotencyKey },
    ...(agent && { agent }),
  })
  return asked.then(
    ({ status, headers, body }) => ({
      key: idempotencyKey,
      status,
      ms: Math.round(performance.now() - began),
      retryAfter: headers['retry-after'],
      id: body.id,
      goodbye: headers.connection === 'close',
    }),
    failure => {
      if (/no answer in/.test(failure.message)) return 'ENOANSWER'
      if (typeof failure.code !== 'string') throw failure
      return failure.code
    },
  )
}
