/** What is done with templates in a process of its own: functions of plain data. */
import type { Fault } from '@posthorn/contract/errors'
import { invalid, Refusal } from '#core/refusal.ts'
import { parsedCache } from './cache.ts'
import { type Parsed, Unparsable } from './liquid/parse.ts'
import type { Source } from './liquid/plain.ts'
import { compileMjml, Uncompilable } from './mjml/compile.ts'
import { fillTexts, type Inspected, inspectText } from './texts.ts'

/** By path. */
export type Sources = Readonly<Record<string, Source>>
export type WantedTexts = { sources: Sources; variables: Record<string, unknown> }

/** A refusal as data. */
type Refused = { code: 'validation_error' | 'missing_variable'; sentence: string | undefined; details: Fault[] }
export type FilledTexts = { filled: Record<string, string> } | { refused: Refused }

const parsed = parsedCache()

export const templateJobs = {
  /** Those that were reached: what is left is asked for again, so that others have their turn. */
  fillTexts(wanted: readonly WantedTexts[]): FilledTexts[] {
    const ends = performance.now() + turnMs
    const done: FilledTexts[] = []
    let written = 0
    for (const one of wanted) {
      if (done.length > 0 && (performance.now() > ends || written > maxWritten)) break
      const verdict = fillOne(one)
      done.push(verdict)
      if ('filled' in verdict) written += Object.values(verdict.filled).reduce((sum, text) => sum + text.length, 0)
    }
    return done
  },

  inspectTexts: (sources: readonly Source[]): Inspected[] => sources.map(source => inspectText(source, parsed)),

  /** The html, and that it is a template as well. */
  compileMjml: (source: string): { html: string } | { fault: string } =>
    orFault(() => {
      parsed('html', source)
      const html = compileMjml(source)
      if (Buffer.byteLength(html) > maxHtml) throw new Uncompilable('must not make more than 5 MiB of html')
      parsed('html', html)
      return { html }
    }),
}

const turnMs = 100
const maxWritten = 4 * 1024 * 1024
const maxHtml = 5 * 1024 * 1024

function fillOne({ sources, variables }: WantedTexts): FilledTexts {
  const texts: [string, Parsed][] = []
  for (const [path, { kind, source }] of Object.entries(sources)) {
    const read = orFault(() => parsed(kind, source))
    if ('fault' in read) return { refused: toData(invalid({ path, message: read.fault })) }
    texts.push([path, read])
  }
  const filled = fillTexts(Object.fromEntries(texts), variables)
  return filled instanceof Refusal ? { refused: toData(filled) } : { filled }
}

// `as`: whatever fills in texts refuses with one of both codes, and names the places.
const toData = ({ code, sentence, details }: Refusal): Refused => ({ code, sentence, details }) as Refused

function orFault<T>(work: () => T): T | { fault: string } {
  try {
    return work()
  } catch (error) {
    if (error instanceof Unparsable || error instanceof Uncompilable) return { fault: error.message }
    throw error
  }
}
