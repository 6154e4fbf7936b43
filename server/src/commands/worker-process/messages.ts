/** Messages between `npm start` and its worker processes, structurally cloned. */
import type { MetricList } from '#http/registry.ts'

/** What can be asked of a worker, and the answers. */
export type Answers = { isWorking: boolean; metrics: MetricList }

export type Order =
  /** Starts the work. `isFirst`: it also opens the port for returned mail, which only one process can. */
  | { kind: 'begin'; url: string; isFirst: boolean }
  | { kind: 'ask'; what: keyof Answers; nth: number }
  | { kind: 'stop' }

export type Report =
  | { kind: 'ready' }
  | { kind: 'answer'; nth: number; answer: Answers[keyof Answers] }
  /** It cannot start: a user's mistake, in words. */
  | { kind: 'unusable'; message: string }
