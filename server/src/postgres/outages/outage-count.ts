/** How often the database was away. One that stays away is one outage, until it has answered again. */
import { isConnectionLost } from './outage.ts'

export type OutageCount = {
  /** No connection was to be had. */
  refused(error: unknown): void
  answered(): void
  readonly count: number
}

/** Others have all of our connections: that is no outage. */
const isCrowd = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout exceeded')

export function outageCount(): OutageCount {
  let isAway = false
  let count = 0
  return {
    refused(error) {
      if (isAway || isCrowd(error) || !isConnectionLost(error)) return
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
