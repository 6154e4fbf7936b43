/** The figures about emails, named as in the contract and the table. */
export const figures = [
  'emails_sent',
  'recipients_reached',
  'emails_delivered',
  'recipients_delivered',
  'emails_opened',
  'emails_clicked',
  'emails_opened_by_people',
  'emails_clicked_by_people',
  'emails_bounced',
  'emails_complained',
  'fallbacks_sent',
  'fallbacks_not_needed',
] as const
export type Figure = (typeof figures)[number]

/** A figure that is missing is 0. */
export type Counts = Partial<Record<Figure, number>>
export type Totals = Record<Figure, number>

const zero = Object.fromEntries(figures.map(figure => [figure, 0]))

// `as`: each figure is given.
export const sumOf = (all: readonly Counts[]): Totals =>
  all.reduce<Totals>((totals, counts) => plus(totals, counts), { ...zero } as Totals)

const plus = (totals: Totals, counts: Counts): Totals => {
  for (const figure of figures) totals[figure] += counts[figure] ?? 0
  return totals
}
