/** The parsed Liquid texts of a step, cached as long as its version. */
import type { Source } from '#resources/messages/templates/liquid/plain.ts'
import { type PreparedTexts, prepareTexts } from '#resources/messages/templates/template-text.ts'
import type { Sources } from '#resources/messages/templates/text-jobs.ts'
import type { Step } from '../definition/definition.ts'
import { replaceTexts } from '../definition/json-texts.ts'

const prepared = new WeakMap<Step, PreparedTexts>()

/** By path inside the configuration. */
export function textsOf(step: Step): PreparedTexts {
  const known = prepared.get(step)
  if (known) return known
  const texts = prepareTexts(sourcesOf(step))
  prepared.set(step, texts)
  return texts
}

const html = (source: string): Source => ({ kind: 'html', source })
const plain = (source: string): Source => ({ kind: 'plain', source })

function sourcesOf(step: Step): Sources {
  if (step.type === 'send_email') {
    const { subject, html: markup, text } = step.config
    return {
      ...(subject !== undefined && { subject: plain(subject) }),
      ...(markup !== undefined && { html: html(markup) }),
      ...(text !== undefined && { text: plain(text) }),
    }
  }
  if (step.type === 'send_sms') return step.config.body === undefined ? {} : { body: plain(step.config.body) }
  if (step.type !== 'webhook') return {}
  const sources: [string, Source][] = []
  replaceTexts(step.config.body, (text, path) => {
    sources.push([path, plain(text)])
    return text
  })
  return Object.fromEntries(sources)
}
