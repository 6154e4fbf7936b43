import type { Logger } from 'pino'

export type TracingOptions = {
  /** The collector's URL, to which `/v1/traces` is added. Null: tracing is off. */
  endpoint: string | null
  headers: Readonly<Record<string, string>>
  /** The share of traces recorded that begin here, from 0 to 1. */
  ratio: number
  /** The role of this process. */
  role: string
  log: Logger
}
