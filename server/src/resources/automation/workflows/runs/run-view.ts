/** A run as the API shows it. Times are by the environment's clock. */
import type { RunState } from '@posthorn/contract/workflows/workflows'

export type RunStep = {
  nth: number
  step: string
  type: string
  enteredAt: Date
  leftAt: Date | null
  leftBy: string | null
  detail: object
}

/** In the detail of a wait: the event position after which the contact's events count. Hidden from the API. */
export const sinceField = 'since_sequence'

export type RunView = {
  id: string
  workflowId: string
  version: number
  contactId: string
  state: RunState
  step: string | null
  nextAt: Date | null
  startedAt: Date
  finishedAt: Date | null
  error: string | null
  trigger: object
  history: readonly RunStep[]
}

/** The stored row: wait and due times are in real time. */
export type RunRow = Omit<RunView, 'nextAt' | 'history'> & {
  nth: number
  enteredAt: Date
  /** The type of the current step. */
  stepType: string | null
  waitsUntil: Date | null
  dueAt: Date | null
  parked: boolean
  aheadMs: number
}

export const maxHistory = 200

/** The current step may have no row yet. */
export function toRunView(row: RunRow, steps: readonly RunStep[]): RunView {
  const open = openStepOf(row)
  const isMissing = open && !steps.some(({ nth }) => nth === open.nth)
  const { id, workflowId, version, contactId, state, step, startedAt, finishedAt, error, trigger } = row
  const history = (isMissing ? [...steps, open] : steps).slice(-maxHistory)
  const run = { id, workflowId, version, contactId, state, step, startedAt, finishedAt, error, trigger }
  return { ...run, nextAt: nextAt(row), history }
}

function openStepOf({ step, stepType, nth, enteredAt }: RunRow): RunStep | undefined {
  if (step === null) return undefined
  return { nth, step, type: stepType ?? '', enteredAt, leftAt: null, leftBy: null, detail: {} }
}

/** A parked run does not continue by itself. */
function nextAt({ state, parked, waitsUntil, dueAt, aheadMs }: RunRow): Date | null {
  const due = waitsUntil ?? dueAt
  return state === 'waiting' && !parked && due ? new Date(due.getTime() + aheadMs) : null
}
