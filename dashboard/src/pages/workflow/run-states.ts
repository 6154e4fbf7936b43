import type { RunState } from '@posthorn/contract/workflows/workflows'
import type { Tone } from '#status/badge.tsx'

/** All of them, with how each looks; the contract’s own list comes with schemas, which would have to be downloaded. */
export const runTones: Record<RunState, Tone> = {
  running: 'info',
  waiting: 'info',
  completed: 'good',
  failed: 'bad',
  stopped: 'plain',
}

export const runStates = Object.keys(runTones) as RunState[] // as: its own keys
