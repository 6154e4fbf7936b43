import { LiquidError, Parser, type Template, Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs'
import { Flawed, type Place } from '../flaw.ts'
import { htmlEngine, plainEngine } from './engine.ts'
import { limits } from './limits.ts'
import { variablesOf } from './variables.ts'

/** `html` escapes what it prints, `plain` does not. */
export type Kind = 'html' | 'plain'
export type Parsed = { kind: Kind; templates: Template[]; variables: readonly string[] }

export const engineOf = (kind: Kind) => (kind === 'html' ? htmlEngine : plainEngine)

export function parse(kind: Kind, source: string): Parsed {
  const engine = engineOf(kind)
  try {
    const tokens = new Tokenizer(source, engine.options.operators).readTopLevelTokens(engine.options)
    refuseTooMuch(tokens)
    const templates = new Parser(engine).parseTokens(tokens)
    return { kind, templates, variables: variablesOf(templates) }
  } catch (error) {
    const { what, place } = findingOf(error)
    throw new Flawed(what, { place, cause: error })
  }
}

function refuseTooMuch(tokens: readonly TopLevelToken[]): void {
  if (tokens.length > limits.tokens) throw new Error('must not have more than 5,000 tags')
  const tags = tokens.filter(token => !TypeGuards.isHTMLToken(token))
  if (tags.reduce((sum, tag) => sum + tag.size(), 0) > limits.liquid)
    throw new Error('must not have more than 100,000 characters inside of tags')
}

/** The library's error, with the line where it occurred. */
export function describe(error: unknown): string {
  const { what, place } = findingOf(error)
  return place ? `line ${place.line}: ${what}` : what
}

type Finding = { what: string; place?: Place }

/** The innermost place is the most precise. */
function findingOf(error: unknown): Finding {
  if (error instanceof RangeError) return { what: 'is nested too deep' }
  if (!(error instanceof Error)) return { what: 'cannot be read' }
  if (!LiquidError.is(error)) return { what: error.message }
  // `as`: the library keeps the wrapped error, though its type does not say so.
  const { originalError, token } = error as LiquidError & { originalError?: Error }
  const inner = originalError && findingOf(originalError)
  if (inner?.place) return inner
  const [line = 1, column = 1] = token.getPosition()
  return { what: inner?.what ?? error.message.replace(/, line:\d+, col:\d+$/, ''), place: { line, column } }
}
