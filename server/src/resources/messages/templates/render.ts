import type { Fault } from '@posthorn/contract/errors'
import { hasNull, noNull } from '#core/characters.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import { limits } from './liquid/limits.ts'
import type { Filling } from './template-text.ts'

export type RenderedContent = { subject: string; html: string | null; text: string | null }

/** The parts of a version after they are filled in. */
export function toRendered(filled: Filling): RenderedContent | Refusal {
  if (filled instanceof Refusal) return filled
  const { subject = '', html = null, text = null } = filled
  const rendered = { subject, html, text }
  const unfit = faultsOf(rendered)
  return unfit.length > 0 ? invalid(...unfit) : rendered
}

const maxSubject = 998
/** C0, DEL, C1 and the two line separators, as in any other header. */
const control = /[\p{Cc}\u2028\u2029]/u

function faultsOf({ subject, html, text }: RenderedContent): Fault[] {
  const checks: [string, boolean, string][] = [
    ['subject', subject.trim() === '', 'must not be empty once the variables are filled in'],
    ['subject', control.test(subject), 'must not contain control characters once the variables are filled in'],
    [
      'subject',
      subject.length > maxSubject * 2 || [...subject].length > maxSubject,
      'must not have more than 998 characters with the variables filled in',
    ],
    ['html', isTooLarge(html), tooLarge],
    ['html', hasNull(html ?? ''), noNull],
    ['text', isTooLarge(text), tooLarge],
    ['text', hasNull(text ?? ''), noNull],
  ]
  return checks.filter(([, isFault]) => isFault).map(([path, , message]) => ({ path, message }))
}

const tooLarge = 'must not be larger than 5 MiB with the variables filled in'
const isTooLarge = (text: string | null): boolean =>
  text !== null && text.length * 3 > limits.output && Buffer.byteLength(text) > limits.output
