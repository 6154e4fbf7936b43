/** The work on templates that runs in a separate process: functions of plain data. */
import type { Fault } from '@posthorn/contract/errors'
import { invalid, Refusal } from '#core/refusal.ts'
import { parsedCache } from './cache.ts'
import { type Flaw, Flawed, toFlaw } from './flaw.ts'
import type { Parsed } from './liquid/parse.ts'
import type { Source } from './liquid/plain.ts'
import { compileMjml } from './mjml/compile.ts'
import { fillTexts, type Inspected, inspectText } from './texts.ts'

/** By path. */
export type Sources = Readonly<Record<string, Source>>
export type WantedTexts = { sources: Sources; variables: Record<string, unknown> }

/** A refusal as data. */
type Refused = { code: 'validation_error' | 'missing_variable'; sentence: string | undefined; details: Fault[] }
export type FilledTexts = { filled: Record<string, string> } | { refused: Refused }

const parsed = parsedCache()

export const templateJobs = {
  /** Returns those that were finished: the rest is requested again, so that others have their turn. */
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

  /** The html, after checking that it is a template as well. */
  compileMjml: (source: string): { html: string } | Flaw =>
    orFlaw(() => {
      parsed('html', source)
      const html = compileMjml(source)
      if (Buffer.byteLength(html) > maxHtml) throw new Flawed('must not make more than 5 MiB of html')
      refuseBrokenLiquid(html)
      return { html }
    }),
}

const turnMs = 100
const maxWritten = 4 * 1024 * 1024
const maxHtml = 5 * 1024 * 1024

/** Its lines are not those of the source, so no line is reported. */
function refuseBrokenLiquid(html: string): void {
  const broken = orFlaw(() => parsed('html', html))
  if ('fault' in broken)
    throw new Flawed(`makes html that is not a valid template: ${broken.fault.replace(/^line \d+: /, '')}`)
}

function fillOne({ sources, variables }: WantedTexts): FilledTexts {
  const texts: [string, Parsed][] = []
  for (const [path, { kind, source }] of Object.entries(sources)) {
    const read = orFlaw(() => parsed(kind, source))
    if ('fault' in read) return { refused: toData(invalid({ path, message: read.fault })) }
    texts.push([path, read])
  }
  const filled = fillTexts(Object.fromEntries(texts), variables)
  return filled instanceof Refusal ? { refused: toData(filled) } : { filled }
}

// `as`: filling in texts refuses with one of these two codes, and names the paths.
const toData = ({ code, sentence, details }: Refusal): Refused => ({ code, sentence, details }) as Refused

function orFlaw<T>(work: () => T): T | Flaw {
  try {
    return work()
  } catch (error) {
    if (error instanceof Flawed) return toFlaw(error)
    throw error
  }
}
