import type { RunState } from '@posthorn/contract/workflows/workflows'
import type { Tone } from '#status/badge.tsx'

/** All run states with their tones. The contract's own list comes with schemas, which would enlarge the download. */
export const runTones: Record<RunState, Tone> = {
  running: 'info',
  waiting: 'info',
  completed: 'good',
  failed: 'bad',
  stopped: 'plain',
}

export const runStates = Object.keys(runTones) as RunState[] // as: its own keys
