/** A run as its owner gets to see it. Times are those that the clock of its environment shows. */
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

/** In the detail of a wait: the position among all events after which the contact's own count. Its owner does not get to see it. */
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

/** As it lies in the database: what it waits for is in real time there. */
export type RunRow = Omit<RunView, 'nextAt' | 'history'> & {
  nth: number
  enteredAt: Date
  /** Of the step that it is in. */
  stepType: string | null
  waitsUntil: Date | null
  dueAt: Date | null
  parked: boolean
  aheadMs: number
}

export const maxHistory = 200

/** The step that it is in may have no row of its own yet. */
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

/** One that is parked does not go on by itself. */
function nextAt({ state, parked, waitsUntil, dueAt, aheadMs }: RunRow): Date | null {
  const due = waitsUntil ?? dueAt
  return state === 'waiting' && !parked && due ? new Date(due.getTime() + aheadMs) : null
}
