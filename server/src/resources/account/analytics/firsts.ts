/**
 * An email counts once in each figure, at the first fact of that kind for any of its recipients. Recipients count individually: each
 * is sent to once and delivered to once.
 */
import type { EventName } from '@posthorn/contract/event-names'
import { type Counts, type Figure, figures } from './figures.ts'

/** The part of a fact that is counted. Opens and clicks are by people unless a machine is detected. */
export type Countable = { type: EventName; byMachine?: boolean }

type Counted = { once: Figure; alsoOnce?: Figure; byPeople?: Figure; eachTime?: Figure }

const countedAs: Partial<Record<EventName, Counted>> = {
  'email.sent': { once: 'emails_sent', eachTime: 'recipients_reached' },
  // It counts as sent; the outcome may still come.
  'email.unconfirmed': { once: 'emails_sent', eachTime: 'recipients_reached' },
  'email.delivered': { once: 'emails_delivered', eachTime: 'recipients_delivered' },
  'email.opened': { once: 'emails_opened', byPeople: 'emails_opened_by_people' },
  'email.clicked': { once: 'emails_clicked', byPeople: 'emails_clicked_by_people' },
  // An email that is refused at once counts as sent, or the bounce rate would leave it out of the total.
  'email.bounced': { once: 'emails_bounced', alsoOnce: 'emails_sent' },
  'email.complained': { once: 'emails_complained' },
}

const nothing: ReadonlySet<Figure> = new Set()

/** What new facts about one email add, given the figures that it already counts in. */
export function countFirsts(facts: readonly Countable[], already: ReadonlySet<Figure> = nothing): Counts {
  const counts: Counts = {}
  for (const { type, byMachine } of facts) {
    const { once, alsoOnce, byPeople, eachTime } = countedAs[type] ?? {}
    for (const figure of [once, alsoOnce]) if (figure && !already.has(figure)) counts[figure] = 1
    if (byPeople && !byMachine && !already.has(byPeople)) counts[byPeople] = 1
    if (eachTime) counts[eachTime] = (counts[eachTime] ?? 0) + 1
  }
  return counts
}

export const isNothing = (counts: Counts): boolean => figures.every(figure => !counts[figure])
