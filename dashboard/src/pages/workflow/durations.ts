/** How long something lasts, as definitions write it: one of seconds, minutes, hours or days, or an ISO duration. */
import { type DurationUnit, durationUnits } from '@posthorn/contract/workflows/words'
import type { Config } from './definition.ts'

export type Amount = { amount: number; unit: DurationUnit }

/** Undefined for what is given in another way. */
export function amountOf(config: Config): Amount | undefined {
  const unit = durationUnits.find(one => typeof config[one] === 'number')
  const amount = unit && config[unit]
  return unit && typeof amount === 'number' ? { amount, unit } : undefined
}

/** “3 days”, “P1DT2H”; undefined when it says nothing. */
export function durationWords(config: Config): string | undefined {
  const given = amountOf(config)
  if (given) return `${given.amount} ${given.amount === 1 ? given.unit.slice(0, -1) : given.unit}`
  return typeof config.duration === 'string' ? config.duration : undefined
}
