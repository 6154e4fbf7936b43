/** Messages about a restored copy that holds. */
import type { RestoredCopy } from '#postgres/restored-copy.ts'

export const howToResume = 'Look around, then resume sending: npm run -s posthorn -- resume'

export const describeHold = ({ takenAt }: RestoredCopy): string =>
  `Nothing is sent: this is a restored copy, as of ${takenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
