/** A run as those who take it further see it. */
import type { Mode } from '#core/caller.ts'

export type RunKey = { environmentId: string; runId: string }

/** In the hands of a worker: what it writes counts while the token is the same. */
export type HeldRun = RunKey & { token: number }

export const runName = ({ environmentId, runId }: RunKey): string => `${environmentId} ${runId}`

/** One that has not ended. Times are real but for `enteredAt`, which the environment's clock has shown. */
export type OpenRun = HeldRun & {
  organizationId: string
  mode: Mode
  /** How far the clock of its environment is ahead. */
  aheadMs: number
  workflowId: string
  /** Of the workflow. */
  status: string
  version: number
  contactId: string
  state: 'running' | 'waiting'
  step: string
  nth: number
  enteredAt: Date
  tries: number
  /** Errors within this very step that ended the process which did it, and nothing else. */
  failures: number
  inDoubt: boolean
  waitsUntil: Date | null
  trigger: object
}
