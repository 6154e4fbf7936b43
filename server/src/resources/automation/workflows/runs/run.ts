/** A run as workers see it. */
import type { Mode } from '#core/caller.ts'

export type RunKey = { environmentId: string; runId: string }

/** Held by a worker: its results count only while the token is the same. */
export type HeldRun = RunKey & { token: number }

export const runName = ({ environmentId, runId }: RunKey): string => `${environmentId} ${runId}`

/** An unfinished run. Times are real, except `enteredAt`, which is by the environment's clock. */
export type OpenRun = HeldRun & {
  organizationId: string
  mode: Mode
  /** How far the environment's clock is ahead. */
  aheadMs: number
  workflowId: string
  /** The workflow's status. */
  status: string
  version: number
  contactId: string
  state: 'running' | 'waiting'
  step: string
  nth: number
  enteredAt: Date
  tries: number
  /** How often this step alone crashed its rendering process. */
  failures: number
  inDoubt: boolean
  waitsUntil: Date | null
  trigger: object
}
