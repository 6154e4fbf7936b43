import { setTimeout as pause } from 'node:timers/promises'
import { keyCacheMs } from './identify.ts'

// Timers may fire a millisecond early, and the clocks of two machines differ slightly.
const marginMs = 50

/** After a commit: returns when no process has an older state of a key or a plan in its cache. */
export const waitForKeyCaches = (): Promise<void> => pause(keyCacheMs + marginMs)
