/** Counts outages of the database. An outage lasts until the database answers again. */
import { isConnectionLost } from './outage.ts'

export type OutageCount = {
  /** No connection could be opened. */
  refused(error: unknown): void
  answered(): void
  readonly count: number
}

/** All of our connections are in use, which is no outage. */
const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded')

export function outageCount(): OutageCount {
  let isAway = false
  let count = 0
  return {
    refused(error) {
      if (isAway || isPoolExhausted(error) || !isConnectionLost(error)) return
      isAway = true
      count++
    },
    answered() {
      isAway = false
    },
    get count() {
      return count
    },
  }
}
