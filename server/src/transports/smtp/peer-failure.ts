import type { Bounce } from './replies/classify-reply.ts'
import type { Reply } from './replies/reply.ts'

export type PeerStage = 'dns' | 'connect' | 'greeting' | 'ehlo' | 'tls' | 'auth' | 'message'

type About = {
  host?: string
  /** The peer's negative reply. */
  reply?: Reply | null
  malformed?: boolean
  /** A requirement of this message or its domain is not met. Other mail may not need it. */
  isOwnDemand?: true
  /** Retrying is useless. */
  final?: Bounce
}

/** The session could not be opened, or cannot continue. */
export class PeerFailure extends Error {
  readonly stage: PeerStage
  readonly about: About

  constructor(stage: PeerStage, message: string, about: About = {}) {
    super(message)
    this.stage = stage
    this.about = about
  }
}

/** For `catch`: returns a PeerFailure as a value, and rethrows any other error. */
export function asPeerFailure(error: unknown): PeerFailure {
  if (error instanceof PeerFailure) return error
  throw error
}
