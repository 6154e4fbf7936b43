/** The figures of a broadcast. Pure. */
import type { BroadcastFigures } from '@posthorn/contract/broadcasts/replies'
import { toCredits, toThousandths } from '#resources/account/credits/money.ts'

/** The columns of the table. `handled`: recipients whose message was tried, or ended untried. */
export const statsColumns = [
  'messages',
  'handled',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'canceled',
  'opened',
  'opened_by_people',
  'clicked',
  'clicked_by_people',
  'unsubscribed',
  'millicredits',
] as const
export type StatsColumn = (typeof statsColumns)[number]

/** A missing count is 0. */
export type BroadcastCounts = Partial<Record<StatsColumn, number>>

/** The counts of an email, with the names of analytics, and those that only a broadcast has. */
export type Counted = {
  emails_sent?: number
  emails_delivered?: number
  emails_bounced?: number
  emails_complained?: number
  emails_opened?: number
  emails_opened_by_people?: number
  emails_clicked?: number
  emails_clicked_by_people?: number
  messages?: number
  handled?: number
  failed?: number
  suppressed?: number
  canceled?: number
  unsubscribed?: number
  /** What was paid; negative for refunds. */
  credits?: number
}

export const toCounts = (counted: Counted): BroadcastCounts => ({
  messages: counted.messages ?? 0,
  handled: counted.handled ?? 0,
  sent: counted.emails_sent ?? 0,
  delivered: counted.emails_delivered ?? 0,
  bounced: counted.emails_bounced ?? 0,
  complained: counted.emails_complained ?? 0,
  failed: counted.failed ?? 0,
  suppressed: counted.suppressed ?? 0,
  canceled: counted.canceled ?? 0,
  opened: counted.emails_opened ?? 0,
  opened_by_people: counted.emails_opened_by_people ?? 0,
  clicked: counted.emails_clicked ?? 0,
  clicked_by_people: counted.emails_clicked_by_people ?? 0,
  unsubscribed: counted.unsubscribed ?? 0,
  millicredits: toThousandths(counted.credits ?? 0),
})

export const sumOfCounts = (all: readonly BroadcastCounts[]): Record<StatsColumn, number> => {
  const sums = Object.fromEntries(statsColumns.map(column => [column, 0])) as Record<StatsColumn, number> // as: every column is set
  for (const counts of all) for (const column of statsColumns) sums[column] += counts[column] ?? 0
  return sums
}

export const isNothing = (counts: BroadcastCounts): boolean => statsColumns.every(column => !counts[column])

/** An open or a click by a machine alone counts as `machine_opened` or `machine_clicked`. */
export function toFigures(all: readonly BroadcastCounts[]): BroadcastFigures {
  const sums = sumOfCounts(all)
  return {
    messages: sums.messages,
    waiting: sums.messages - sums.handled,
    sent: sums.sent,
    delivered: sums.delivered,
    bounced: sums.bounced,
    complained: sums.complained,
    failed: sums.failed,
    suppressed: sums.suppressed,
    canceled: sums.canceled,
    opened: sums.opened_by_people,
    machine_opened: sums.opened - sums.opened_by_people,
    clicked: sums.clicked_by_people,
    machine_clicked: sums.clicked - sums.clicked_by_people,
    unsubscribed: sums.unsubscribed,
    credits: toCredits(sums.millicredits),
  }
}
