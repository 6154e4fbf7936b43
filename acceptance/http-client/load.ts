/** Clients that send requests without a pause, each on its own connection, and a record of all requests and answers. */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Answer } from './answer.ts'
import { ask } from './client.ts'

export type Attempt = {
  body: { email: string }
  idempotencyKey: string
  ms: number
  /** Missing when the connection broke before an answer. */
  answer?: Answer<Contact>
  failure?: NodeJS.ErrnoException
}

export type Load = {
  attempts: readonly Attempt[]
  created(): number
  /** Resolves when every client has ended by itself: told that the connection closes, or unable to connect. */
  ended: Promise<void>
  /** Lets each client wait for its last answer. */
  stop(): Promise<void>
}

export function startLoad(url: string, key: string, { clients }: { clients: number }): Load {
  const attempts: Attempt[] = []
  const state = { stopped: false }

  async function keepAsking() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!state.stopped) {
      const attempt = await create(url, key, newContact(), agent)
      attempts.push(attempt)
      if (attempt.failure || attempt.answer?.headers.connection === 'close') break
    }
    agent.destroy()
  }

  const ended = Promise.all(Array.from({ length: clients }, keepAsking)).then(() => {})
  return {
    attempts,
    created: () => attempts.filter(({ answer }) => answer?.status === 201).length,
    ended,
    stop() {
      state.stopped = true
      return ended
    },
  }
}

type Creation = Pick<Attempt, 'body' | 'idempotencyKey'>

function newContact(): Creation {
  const unique = randomUUID()
  return { body: { email: `${unique}@load.example.com` }, idempotencyKey: unique }
}

/** One POST /v1/contacts, whatever its outcome. */
export async function create(url: string, key: string, creation: Creation, agent?: Agent): Promise<Attempt> {
  const { body, idempotencyKey } = creation
  const began = performance.now()
  const outcome = await ask<Contact>(url, {
    method: 'POST',
    path: '/v1/contacts',
    key,
    body,
    headers: { 'idempotency-key': idempotencyKey },
    ...(agent && { agent }),
  }).then(
    answer => ({ answer }),
    failure => {
      if (typeof failure.code !== 'string') throw failure
      return { failure }
    },
  )
  return { body, idempotencyKey, ms: performance.now() - began, ...outcome }
}
