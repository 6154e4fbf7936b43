import { LiquidError, Parser, type Template, Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs'
import { htmlEngine, plainEngine } from './engine.ts'
import { limits } from './limits.ts'
import { variablesOf } from './variables.ts'

/** `html` escapes what it prints, `plain` does not. */
export type Kind = 'html' | 'plain'
export type Parsed = { kind: Kind; templates: Template[]; variables: readonly string[] }

/** A source that does not parse: where, if that is known, and why. */
export class Unparsable extends Error {
  override name = 'Unparsable'
}

export const engineOf = (kind: Kind) => (kind === 'html' ? htmlEngine : plainEngine)

export function parse(kind: Kind, source: string): Parsed {
  const engine = engineOf(kind)
  try {
    const tokens = new Tokenizer(source, engine.options.operators).readTopLevelTokens(engine.options)
    refuseTooMuch(tokens)
    const templates = new Parser(engine).parseTokens(tokens)
    return { kind, templates, variables: variablesOf(templates) }
  } catch (error) {
    throw new Unparsable(describe(error), { cause: error })
  }
}

function refuseTooMuch(tokens: readonly TopLevelToken[]): void {
  if (tokens.length > limits.tokens) throw new Error('must not have more than 5,000 tags')
  const tags = tokens.filter(token => !TypeGuards.isHTMLToken(token))
  if (tags.reduce((sum, tag) => sum + tag.size(), 0) > limits.liquid)
    throw new Error('must not have more than 100,000 characters inside of tags')
}

/** What the library found, and the line where it was. */
export function describe(error: unknown): string {
  if (error instanceof RangeError) return 'is nested too deep'
  if (!(error instanceof Error)) return 'cannot be read'
  if (!LiquidError.is(error)) return error.message
  const { originalError, token } = error as LiquidError & { originalError?: Error }
  const [line] = token.getPosition()
  const message = originalError ? describe(originalError) : error.message.replace(/, line:\d+, col:\d+$/, '')
  return message.startsWith('line ') ? message : `line ${line}: ${message}`
}
