/**
 * What is between us and PostgreSQL. Behind a pooler in session mode we keep a server connection as long as ours is open. In transaction mode
 * each transaction may get a different one, so nothing may outlive a transaction: no settings, no prepared statement, no LISTEN.
 */
export type Pooling = 'none' | 'session' | 'transaction'

export type DatabaseAddress = {
  url: string
  pooling?: Pooling
  /** Bypasses the pooler of `url`. */
  directUrl?: string | undefined
}

/** The URL where LISTEN works, or undefined if there is none. */
export const listeningUrl = ({ url, pooling, directUrl }: DatabaseAddress): string | undefined =>
  directUrl ?? (pooling === 'transaction' ? undefined : url)
