import { createRequire } from 'node:module'
import type { ToHtmlResult } from 'mrml'
import { Flawed, placeBehind } from '../flaw.ts'
import { protect } from './protect.ts'
import { isVoid, unclosedIn } from './unclosed.ts'

const require = createRequire(import.meta.url)
const maxNesting = 100

/** Compiles to html with the Liquid of the source unchanged. Nothing is included: neither files nor addresses are read. */
export function compileMjml(source: string): string {
  const { text, restore } = protect(source)
  refuseDeepNesting(text)
  const result = toHtml(text)
  if (result.type === 'success') return restore(result.content)
  throw explain(result, text, restore)
}

type Compiler = { Engine: typeof import('mrml').Engine }
let compiler: Compiler | undefined

/** A compiler that has overflowed its stack stays broken, so the next source gets a new one. */
function toHtml(text: string): ToHtmlResult {
  try {
    compiler ??= load()
    using engine = new compiler.Engine()
    engine.setParserOptions({ includeLoader: { type: 'noop' } })
    return engine.toHtml(text)
  } catch (error) {
    compiler = undefined
    throw new Flawed('cannot be compiled: make it smaller', { cause: error })
  }
}

function load(): Compiler {
  delete require.cache[require.resolve('mrml')]
  // `as`: require has no types.
  return require('mrml') as Compiler
}

function refuseDeepNesting(text: string): void {
  let depth = 0
  for (const [, closing, name = '', rest = ''] of text.matchAll(/<(\/?)([\w-]+)([^<>]*)/g)) {
    if (closing) depth--
    else if (!rest.endsWith('/') && !isVoid(name)) depth++
    if (depth > maxNesting) throw new Flawed('must not nest elements more than 100 levels deep')
  }
}

type Failure = Extract<ToHtmlResult, { type: 'error' }>

function explain(failure: Failure, text: string, restore: (text: string) => string): Flawed {
  if (failure.origin === 'render') return new Flawed('cannot be compiled: make it simpler')
  const { details } = failure
  const behind = (before: string) => placeBehind(restore(before))
  const place =
    'position' in details ? behind(Buffer.from(text).subarray(0, details.position.start).toString()) : undefined
  switch (details.type) {
    case 'no-root-node':
      return new Flawed('must start with an <mjml> element')
    case 'end-of-stream': {
      const unclosed = unclosedIn(text)
      return unclosed
        ? new Flawed(`<${unclosed.name}> is not closed`, { place: behind(text.slice(0, unclosed.at)) })
        : new Flawed('ends before all of its elements are closed')
    }
    case 'include-loader-error':
      return new Flawed('mj-include is not available: a template stands alone', { place })
    case 'missing-attribute':
      return new Flawed(`the attribute ${details.name} is missing`, { place })
    case 'parser-error':
      return whereIn(details.source, text, restore)
    default:
      return new Flawed(details.type.replaceAll('-', ' '), { place })
  }
}

/** The compiler's tokenizer says `… at row:column …` for the text that it was given; the last one is the nearest. */
function whereIn(sentence: string, text: string, restore: (text: string) => string): Flawed {
  const [, row = '1', column = '1'] = sentence.match(/.* at (\d+):(\d+)/s) ?? []
  const lines = text.split('\n').slice(0, Number(row))
  const before = [...lines.slice(0, -1), (lines.at(-1) ?? '').slice(0, Number(column) - 1)].join('\n')
  const place = placeBehind(restore(before))
  return new Flawed(restore(sentence.replaceAll(/ at \d+:\d+/g, '')), { place })
}
