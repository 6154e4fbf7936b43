/** Texts in the template language, in a version or in the step of a workflow. */
import type { Fault } from '@posthorn/contract/errors'
import { toValueSync } from 'liquidjs'
import { invalid, Refusal } from '#core/refusal.ts'
import { type Flaw, Flawed, toFlaw } from './flaw.ts'
import { Deadline, tooSlow } from './liquid/deadline.ts'
import { hasMoreValuesThan, limits } from './liquid/limits.ts'
import { describe, engineOf, type Parsed, parse } from './liquid/parse.ts'
import type { Source } from './liquid/plain.ts'
import { BoundedEmitter } from './liquid/printing.ts'
import { RenderScope } from './liquid/scope.ts'

export type Inspected = { variables: readonly string[] } | Flaw

/** The variables that a source prints, or what is wrong with it. */
export function inspectText({ kind, source }: Source, read = parse): Inspected {
  try {
    return { variables: read(kind, source).variables }
  } catch (error) {
    if (error instanceof Flawed) return toFlaw(error)
    throw error
  }
}

/** By path. Fills in all of them within one time limit, and reports every missing variable. */
export function fillTexts(
  texts: Readonly<Record<string, Parsed | null>>,
  variables: Record<string, unknown>,
): Record<string, string> | Refusal {
  const refusal = refuseManyValues(variables)
  if (refusal) return refusal
  const missing = new Set<string>()
  const faults: Fault[] = []
  const deadline = new Deadline(limits.milliseconds)

  const fill = (path: string, parsed: Parsed): string => {
    try {
      return fillOne(parsed, new RenderScope(engineOf(parsed.kind), variables, missing, deadline))
    } catch (error) {
      faults.push({ path, message: faultOf(error) })
      return ''
    }
  }
  const filled = Object.entries(texts).flatMap(([path, parsed]) =>
    parsed === null ? [] : [[path, fill(path, parsed)] as const],
  )

  if (faults.length > 0) return invalid(...faults)
  if (missing.size > 0) return missingVariables(missing)
  return Object.fromEntries(filled)
}

export const refuseManyValues = (variables: Record<string, unknown>): Refusal | undefined =>
  hasMoreValuesThan(limits.values, variables)
    ? invalid({ path: 'variables', message: 'must not hold more than 10,000 values' })
    : undefined

function fillOne({ kind, templates }: Parsed, scope: RenderScope): string {
  const emitter = new BoundedEmitter()
  toValueSync(engineOf(kind).renderer.renderTemplates(templates, scope, emitter))
  // A filter such as split can cut a character in half.
  return emitter.buffer.toWellFormed()
}

function faultOf(error: unknown): string {
  const message = describe(error)
  if (message.includes(tooSlow)) return tooSlow
  if (message.includes('memory alloc limit')) return 'takes too much memory to fill in; make the template simpler'
  return `cannot be filled in: ${message}`
}

const missingVariables = (paths: ReadonlySet<string>): Refusal =>
  new Refusal('missing_variable', {
    message: `The template prints variables that were not given: ${[...paths].join(', ')}.`,
    details: [...paths].map(path => ({
      path: `variables.${path}`,
      message: 'must be given, because the template prints it and has no default for it',
    })),
  })
