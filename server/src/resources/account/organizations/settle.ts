import { setTimeout as pause } from 'node:timers/promises'
import { keyCacheMs } from './identify.ts'

// Timers may fire a millisecond early, and two machines do not count a second quite alike.
const marginMs = 50

/** After a commit: returns when no process trusts any more what it knew of a key or a plan before. */
export const untilEveryoneKnows = (): Promise<void> => pause(keyCacheMs + marginMs)
