import type { Answer, LookUp, Question } from '../dns/look-up.ts'

/** An answer has at most 64 KiB, so that all of them have at most 13 MiB. SPF alone may ask 100 questions and more (RFC 7208, 4.6.4). */
const defaultLimits = { questions: 200, timeMs: 20_000 }

/** Asks each question once. After so many of them, or so much time, there is no answer any more. */
export function limitedLookUp(lookUp: LookUp, limits = defaultLimits): LookUp {
  const known = new Map<string, Promise<Answer>>()
  const tooLate = new Promise<Answer>(resolve => {
    setTimeout(() => resolve({ kind: 'no_answer', code: 'ETIMEOUT' }), limits.timeMs).unref()
  })
  return async (question: Question) => {
    const key = `${question.type} ${question.name.toLowerCase()}`
    const before = known.get(key)
    if (before) return before
    if (known.size >= limits.questions) return { kind: 'no_answer', code: 'ETOOMANY' }
    const answer = Promise.race([lookUp(question), tooLate])
    known.set(key, answer)
    return answer
  }
}
