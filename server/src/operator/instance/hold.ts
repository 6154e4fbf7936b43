/** A restored copy that holds, in words for its operator. */
import type { RestoredCopy } from '#postgres/restored-copy.ts'

export const howToResume = 'Look around, then let it go on: npm run -s posthorn -- resume'

export const describeHold = ({ takenAt }: RestoredCopy): string =>
  `Nothing is sent: this is a restored copy, as it was at ${takenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
