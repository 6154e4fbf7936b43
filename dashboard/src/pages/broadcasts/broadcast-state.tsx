import type { BroadcastState } from '@posthorn/contract/broadcasts/replies'
import type { BarTone } from '#chart/progress.tsx'
import { Badge, type Tone } from '#status/badge.tsx'
import { inWords } from '#status/message-status.tsx'

const tones: Record<BroadcastState, Tone> = {
  draft: 'plain',
  scheduled: 'info',
  sending: 'info',
  paused: 'warn',
  completed: 'good',
  canceled: 'plain',
}

/** The color of the progress bar. */
export const barTones: Record<BroadcastState, BarTone> = {
  draft: 'calm',
  scheduled: 'calm',
  sending: 'busy',
  paused: 'warn',
  completed: 'good',
  canceled: 'calm',
}

// as: the keys of the table
export const broadcastStates = Object.keys(tones) as readonly BroadcastState[]

export const BroadcastStateBadge = ({ state }: { state: BroadcastState }) => (
  <Badge tone={tones[state]}>{inWords(state)}</Badge>
)
