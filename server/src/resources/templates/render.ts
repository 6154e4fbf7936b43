import type { Fault } from '@posthorn/contract/errors'
import { toValueSync } from 'liquidjs'
import { invalid, Refusal } from '#refusal.ts'
import { Deadline, tooSlow } from './liquid/deadline.ts'
import { hasMoreValuesThan, limits } from './liquid/limits.ts'
import { describe, engineOf, type Parsed } from './liquid/parse.ts'
import { BoundedEmitter } from './liquid/printing.ts'
import { RenderScope } from './liquid/scope.ts'

/** A version that is ready to be filled in. */
export type Compiled = { subject: Parsed; html: Parsed | null; text: Parsed | null }
export const partsOf = ({ subject, html, text }: Compiled): Parsed[] =>
  [subject, html, text].filter(part => part !== null)

export type RenderedContent = { subject: string; html: string | null; text: string | null }

/** Fills in all parts within one time limit, and names every variable that is missing in any of them. */
export function render(compiled: Compiled, variables: Record<string, unknown>): RenderedContent | Refusal {
  if (hasMoreValuesThan(limits.values, variables))
    return invalid({ path: 'variables', message: 'must not hold more than 10,000 values' })
  const missing = new Set<string>()
  const faults: Fault[] = []
  const deadline = new Deadline(limits.milliseconds)

  const fill = (path: string, parsed: Parsed): string => {
    try {
      return renderPart(parsed, new RenderScope(engineOf(parsed.kind), variables, missing, deadline))
    } catch (error) {
      faults.push({ path, message: faultOf(error) })
      return ''
    }
  }
  const rendered = {
    subject: fill('subject', compiled.subject),
    html: compiled.html && fill('html', compiled.html),
    text: compiled.text && fill('text', compiled.text),
  }

  if (faults.length > 0) return invalid(...faults)
  if (missing.size > 0) return missingVariables(missing)
  const unfit = faultsOf(rendered)
  return unfit.length > 0 ? invalid(...unfit) : rendered
}

function renderPart({ kind, templates }: Parsed, scope: RenderScope): string {
  const emitter = new BoundedEmitter()
  toValueSync(engineOf(kind).renderer.renderTemplates(templates, scope, emitter))
  return emitter.buffer
}

function faultOf(error: unknown): string {
  const message = describe(error)
  if (message.includes(tooSlow)) return tooSlow
  if (message.includes('memory alloc limit')) return 'takes too much memory to fill in; make the template simpler'
  return `cannot be filled in: ${message}`
}

const missingVariables = (paths: ReadonlySet<string>): Refusal =>
  new Refusal('missing_variable', {
    message: `The template prints what was not given: ${[...paths].join(', ')}.`,
    details: [...paths].map(path => ({
      path: `variables.${path}`,
      message: 'must be given, because the template prints it and has no default for it',
    })),
  })

const maxSubject = 998
/** C0, DEL, C1 and the two line separators, as in any other header. */
const control = /[\p{Cc}\u2028\u2029]/u

function faultsOf({ subject, html, text }: RenderedContent): Fault[] {
  const checks: [string, boolean, string][] = [
    ['subject', subject.trim() === '', 'must not be empty once the variables are filled in'],
    ['subject', control.test(subject), 'must not contain control characters once the variables are filled in'],
    [
      'subject',
      [...subject].length > maxSubject,
      'must not have more than 998 characters with the variables filled in',
    ],
    ['html', isTooLarge(html), tooLarge],
    ['text', isTooLarge(text), tooLarge],
  ]
  return checks.filter(([, isFault]) => isFault).map(([path, , message]) => ({ path, message }))
}

const tooLarge = 'must not be larger than 5 MiB with the variables filled in'
const isTooLarge = (text: string | null): boolean =>
  text !== null && text.length * 3 > limits.output && Buffer.byteLength(text) > limits.output
