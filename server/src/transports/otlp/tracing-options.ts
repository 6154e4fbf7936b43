import type { Logger } from 'pino'

export type TracingOptions = {
  /** Of a collector; `/v1/traces` is added to it. Null: nothing is traced. */
  endpoint: string | null
  headers: Readonly<Record<string, string>>
  /** Of the traces that begin here, from 0 to 1. */
  ratio: number
  /** Which of our processes this is. */
  role: string
  log: Logger
}
