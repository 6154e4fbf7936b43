import type { Bounce } from './replies/classify-reply.ts'
import type { Reply } from './replies/reply.ts'

export type PeerStage = 'dns' | 'connect' | 'greeting' | 'ehlo' | 'tls' | 'auth' | 'message'

type About = {
  host?: string
  /** What the peer said, when that was a no. */
  reply?: Reply | null
  malformed?: boolean
  /** What one message or its domain asks for is missing; others may do without. */
  isOwnDemand?: true
  /** Trying again is useless. */
  final?: Bounce
}

/** The conversation did not come about, or cannot go on. */
export class PeerFailure extends Error {
  readonly stage: PeerStage
  readonly about: About

  constructor(stage: PeerStage, message: string, about: About = {}) {
    super(message)
    this.stage = stage
    this.about = about
  }
}

/** For `catch`: what peers do is a value, and the rest goes on as an error. */
export function foreseen(error: unknown): PeerFailure {
  if (error instanceof PeerFailure) return error
  throw error
}
