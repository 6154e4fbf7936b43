import { createRequire } from 'node:module'
import type { ToHtmlResult } from 'mrml'
import { protect } from './protect.ts'

/** MJML that does not compile: where, if that is known, and why. */
export class Uncompilable extends Error {
  override name = 'Uncompilable'
}

const require = createRequire(import.meta.url)
const maxNesting = 100

/** Html in which the Liquid of the source stands as it was. Nothing is included: neither files nor addresses are read. */
export function compileMjml(source: string): string {
  const { text, restore } = protect(source)
  refuseDeepNesting(text)
  const result = toHtml(text)
  if (result.type === 'success') return restore(result.content)
  throw new Uncompilable(explain(result, text, restore))
}

type Compiler = { Engine: typeof import('mrml').Engine }
let compiler: Compiler | undefined

/** A compiler that has run out of its stack is broken for good, so that the next source gets a new one. */
function toHtml(text: string): ToHtmlResult {
  try {
    compiler ??= load()
    using engine = new compiler.Engine()
    engine.setParserOptions({ includeLoader: { type: 'noop' } })
    return engine.toHtml(text)
  } catch (error) {
    compiler = undefined
    throw new Uncompilable('cannot be compiled: make it smaller', { cause: error })
  }
}

function load(): Compiler {
  delete require.cache[require.resolve('mrml')]
  // `as`: require knows no types.
  return require('mrml') as Compiler
}

const unclosed = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])

function refuseDeepNesting(text: string): void {
  let depth = 0
  for (const [, closing, name = '', rest = ''] of text.matchAll(/<(\/?)([\w-]+)([^<>]*)/g)) {
    if (closing) depth--
    else if (!rest.endsWith('/') && !unclosed.has(name.toLowerCase())) depth++
    if (depth > maxNesting) throw new Uncompilable('must not nest elements more than 100 levels deep')
  }
}

type Failure = Extract<ToHtmlResult, { type: 'error' }>

function explain(failure: Failure, text: string, restore: (text: string) => string): string {
  if (failure.origin === 'render') return 'cannot be compiled: make it simpler'
  const { details } = failure
  const lineAt = (end: number) => restore(Buffer.from(text).subarray(0, end).toString()).split('\n').length
  const at = 'position' in details ? `line ${lineAt(details.position.start)}: ` : ''
  switch (details.type) {
    case 'no-root-node':
      return 'must start with an <mjml> element'
    case 'end-of-stream':
      return 'ends before all of its elements are closed'
    case 'include-loader-error':
      return `${at}mj-include is not available: a template stands alone`
    case 'missing-attribute':
      return `${at}the attribute ${details.name} is missing`
    case 'parser-error':
      return restore(whereIn(details.source, text, restore))
    default:
      return `${at}${details.type.replaceAll('-', ' ')}`
  }
}

/** The tokenizer of the compiler says `… at row:column …`, in the text that it was given. */
function whereIn(sentence: string, text: string, restore: (text: string) => string): string {
  const row = Number(/ at (\d+):\d+/.exec(sentence)?.[1] ?? 1)
  const before = text.split('\n').slice(0, row).join('\n')
  return `line ${restore(before).split('\n').length}: ${sentence.replace(/ at \d+:\d+/, '')}`
}
