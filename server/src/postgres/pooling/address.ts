/**
 * What stands between us and PostgreSQL. Behind a pooler in session mode a connection is ours as long as we keep it open; in
 * transaction mode it is another one for each transaction, so nothing may be left on it: no settings, no named statement, no LISTEN.
 */
export type Pooling = 'none' | 'session' | 'transaction'

export type DatabaseAddress = {
  url: string
  pooling?: Pooling
  /** Leads past the pooler of `url`. */
  directUrl?: string | undefined
}

/** Where somebody can wait for a notice; undefined where nowhere. */
export const listeningUrl = ({ url, pooling, directUrl }: DatabaseAddress): string | undefined =>
  directUrl ?? (pooling === 'transaction' ? undefined : url)
