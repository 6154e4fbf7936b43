/** What a step is checked against, and what is found in it for others to look up. */

import type { Trigger } from '#events/trigger.ts'
import type { StepType } from './definition.ts'
import { complain, isFull, type Place, readText } from './reading.ts'

/** Something of the environment that must be there, and where it is spoken of. */
export type Reference = { path: string; id: string }
export type TemplateReference = { path: string } & ({ id: string } | { friendly_name: string })
export type References = { topics: Reference[]; templates: TemplateReference[] }

/** A step that speaks of an earlier one. */
export type Mention = { path: string; by: string; step: string }

/** By key; undefined for a type that does not exist, which is complained about where it stands. */
export type StepTypes = ReadonlyMap<string, StepType | undefined>

export type Context = {
  /** What is wrong with a text as Liquid, or undefined. */
  parse: (source: string) => string | undefined
  /** Undefined when it has faults of its own. */
  trigger: Trigger | undefined
  types: StepTypes
  /** The key of the step that is being read. */
  step: string
  references: References
  mentions: Mention[]
}

/** The whole request is smaller than this. */
export const longestSource = 256 * 1024

export function readLiquid(place: Place, { parse }: Pick<Context, 'parse'>, longest = longestSource): string {
  const source = readText(place, longest)
  checkLiquid(place, source, parse)
  return source
}

export function checkLiquid(place: Place, source: string, parse: Context['parse']): void {
  // Most texts have no Liquid in them, and to see that is much quicker than to parse them.
  const fault = /\{[{%]/.test(source) && !isFull(place) ? parse(source) : undefined
  if (fault !== undefined) complain(place, `must be valid Liquid: ${fault}`)
}
