/** The Liquid of a step, parsed once for as long as its version is kept. */
import { setImmediate } from 'node:timers/promises'
import { type Parsed, parse } from '#resources/templates/liquid/parse.ts'
import type { Step } from '../definition/definition.ts'
import { replaceTexts } from '../definition/json-texts.ts'

type Texts = Readonly<Record<string, Parsed>>

const parsed = new WeakMap<Step, Texts>()

/** By the path of each inside the configuration. */
export function textsOf(step: Step): Texts {
  const known = parsed.get(step)
  if (known) return known
  const texts = parseTexts(step)
  parsed.set(step, texts)
  return texts
}

function parseTexts(step: Step): Texts {
  if (step.type === 'send_email') {
    const { subject, html, text } = step.config
    return {
      ...(subject !== undefined && { subject: parse('plain', subject) }),
      ...(html !== undefined && { html: parse('html', html) }),
      ...(text !== undefined && { text: parse('plain', text) }),
    }
  }
  if (step.type === 'send_sms') return step.config.body === undefined ? {} : { body: parse('plain', step.config.body) }
  if (step.type !== 'webhook') return {}
  const texts: [string, Parsed][] = []
  replaceTexts(step.config.body, (text, path) => {
    texts.push([path, parse('plain', text)])
    return text
  })
  return Object.fromEntries(texts)
}

/** The longest that others wait while many texts are filled in. */
const turnMs = 20

/** Does the work for each, and lets others have a turn in between. */
export async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = []
  let turnEnds = performance.now() + turnMs
  for (const item of items) {
    results.push(work(item))
    if (performance.now() < turnEnds) continue
    await setImmediate()
    turnEnds = performance.now() + turnMs
  }
  return results
}
