/**
 * An email counts once in each figure, at the first fact of its kind, whichever recipient that is about; recipients count
 * one by one, and it happens once to each of them that it is handed over and that it arrives.
 */
import type { EventName } from '@posthorn/contract/event-names'
import { type Counts, type Figure, figures } from './figures.ts'

/** A fact as far as it is counted. Who opens or clicks is a person unless it is known to be a machine. */
export type Countable = { type: EventName; byMachine?: boolean }

type Counted = { once: Figure; alsoOnce?: Figure; byPeople?: Figure; eachTime?: Figure }

const countedAs: Partial<Record<EventName, Counted>> = {
  'email.sent': { once: 'emails_sent', eachTime: 'recipients_reached' },
  // It is taken for sent, and news of it may still come.
  'email.unconfirmed': { once: 'emails_sent', eachTime: 'recipients_reached' },
  'email.delivered': { once: 'emails_delivered', eachTime: 'recipients_delivered' },
  'email.opened': { once: 'emails_opened', byPeople: 'emails_opened_by_people' },
  'email.clicked': { once: 'emails_clicked', byPeople: 'emails_clicked_by_people' },
  // One that is refused at once was sent all the same, or a rate of bounces would leave it out of the whole.
  'email.bounced': { once: 'emails_bounced', alsoOnce: 'emails_sent' },
  'email.complained': { once: 'emails_complained' },
}

const nothing: ReadonlySet<Figure> = new Set()

/** What new facts about one email add, given the figures that it is part of already. */
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
