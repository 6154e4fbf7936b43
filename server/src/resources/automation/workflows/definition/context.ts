/** What a step is checked against, and what is found in it for others to look up. */
import type { StepType } from '@posthorn/contract/workflows/words'
import { isId } from '#core/id.ts'
import type { Trigger } from '#events/trigger.ts'
import type { Fields } from '#resources/audience/fields/field.ts'
import { complain, type Field, isFull } from './field.ts'

/** Something of the environment that must be there, and where it is spoken of. */
export type Reference = { path: string; id: string }
/** With the values that its step gives it, and where they stand. */
export type TemplateReference = {
  path: string
  variables: { path: string; values: Record<string, unknown> }
} & ({ id: string } | { friendly_name: string })
export type References = { topics: Reference[]; segments: Reference[]; templates: TemplateReference[] }

/** A step that speaks of an earlier one. */
export type Mention = { path: string; by: string; step: string }

/** By key; undefined for a type that does not exist, which is complained about where it stands. */
export type StepTypes = ReadonlyMap<string, StepType | undefined>

export type Context = {
  /** Of contacts of the environment. */
  fields: Fields
  /** What is wrong with a text as Liquid, or undefined. */
  parse: (source: string) => string | undefined
  /** Undefined when it has faults of its own. */
  trigger: Trigger | undefined
  types: StepTypes
  /** The key of the step that is being checked. */
  step: string
  references: References
  mentions: Mention[]
}

/** Nothing is wrong with what is left out. */
export function checkTopic(field: Field, id: string | undefined, { topics }: References): void {
  if (id === undefined) return
  if (isId(id)) topics.push({ path: field.path, id })
  else complain(field, 'must be the id of a topic')
}

export function checkSegment(field: Field, id: unknown, { segments }: References): void {
  if (id === undefined) return
  if (typeof id === 'string' && isId(id)) segments.push({ path: field.path, id })
  else complain(field, 'must be the id of a segment')
}

export function checkLiquid(field: Field, source: string | undefined, { parse }: Pick<Context, 'parse'>): void {
  // Most texts have no Liquid in them, and to see that is much quicker than to parse them.
  const fault = source !== undefined && /\{[{%]/.test(source) && !isFull(field) ? parse(source) : undefined
  if (fault !== undefined) complain(field, `must be valid Liquid: ${fault}`)
}
