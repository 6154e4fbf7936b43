/** How the steps of a chart are called. Figures are stored by hours and by UTC days, so only hours can be told in the person's zone. */
import { clockTime, shortDay, zoneName } from '#time/moments.ts'

export type Unit = 'hour' | 'day'

// Noon without a zone is on the same date everywhere.
export const stepName = (unit: Unit, start: string): string =>
  unit === 'hour' ? clockTime(start) : shortDay(start.slice(0, 10) + 'T12:00:00')

export const zoneOf = (unit: Unit, lastStart: string): string =>
  unit === 'hour' ? `Hours in ${zoneName(lastStart)}` : 'Days in UTC'
