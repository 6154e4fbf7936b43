/** The context for checking a step, and the references found in it. */
import type { StepType } from '@posthorn/contract/workflows/words'
import { isId } from '#core/id.ts'
import type { Trigger } from '#events/trigger.ts'
import type { Fields } from '#resources/audience/fields/field.ts'
import { addFault, type Field, isFull } from './field.ts'

/** An object that must exist in the environment, and where it is referenced. */
export type Reference = { path: string; id: string }
/** With the variables given by its step, and their path. */
export type TemplateReference = {
  path: string
  variables: { path: string; values: Record<string, unknown> }
} & ({ id: string } | { friendly_name: string })
export type References = { topics: Reference[]; segments: Reference[]; templates: TemplateReference[] }

/** A reference from a step to an earlier one. */
export type Mention = { path: string; by: string; step: string }

/** By key; undefined for an unknown type, which is reported where it occurs. */
export type StepTypes = ReadonlyMap<string, StepType | undefined>

export type Context = {
  /** The contact fields of the environment. */
  fields: Fields
  /** Returns the Liquid fault of a text, or undefined. */
  parse: (source: string) => string | undefined
  /** Undefined when the trigger has faults. */
  trigger: Trigger | undefined
  types: StepTypes
  /** The key of the step being checked. */
  step: string
  references: References
  mentions: Mention[]
}

/** A missing topic is valid. */
export function checkTopic(field: Field, id: string | undefined, { topics }: References): void {
  if (id === undefined) return
  if (isId(id)) topics.push({ path: field.path, id })
  else addFault(field, 'must be the id of a topic')
}

export function checkSegment(field: Field, id: unknown, { segments }: References): void {
  if (id === undefined) return
  if (typeof id === 'string' && isId(id)) segments.push({ path: field.path, id })
  else addFault(field, 'must be the id of a segment')
}

export function checkLiquid(field: Field, source: string | undefined, { parse }: Pick<Context, 'parse'>): void {
  // Most texts contain no Liquid, and checking that first is much faster than parsing.
  const fault = source !== undefined && /\{[{%]/.test(source) && !isFull(field) ? parse(source) : undefined
  if (fault !== undefined) addFault(field, `must be valid Liquid: ${fault}`)
}
