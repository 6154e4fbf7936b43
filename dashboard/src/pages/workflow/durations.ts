/** A duration in a definition: one of seconds, minutes, hours or days, or an ISO duration. */

import { type DurationUnit, durationUnits } from '@posthorn/contract/workflows/words'
import { counted } from '#style/figures.ts'
import type { Config } from './definition.ts'

export type Amount = { amount: number; unit: DurationUnit }

/** Undefined for other formats. */
export function amountOf(config: Config): Amount | undefined {
  const unit = durationUnits.find(one => typeof config[one] === 'number')
  const amount = unit && config[unit]
  return unit && typeof amount === 'number' ? { amount, unit } : undefined
}

/** “3 days”, “P1DT2H”; undefined if there is no duration. */
export function durationWords(config: Config): string | undefined {
  const given = amountOf(config)
  if (given) return counted(given.amount, given.unit.slice(0, -1))
  return typeof config.duration === 'string' ? config.duration : undefined
}
