import type { TlsMode } from './connect.ts'
import type { Timeouts } from './timeouts.ts'

export type SessionOptions = Readonly<{
  hostname: string
  tls: TlsMode
  credentials: Readonly<{ user: string; pass: string }> | null
  timeouts: Timeouts
}>
