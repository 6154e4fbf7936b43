import type { Answer, LookUp, Question } from '../dns/look-up.ts'

/** Asks each question once. Beyond the limit of questions or time there are no more answers. */
export function limitedLookUp(lookUp: LookUp, limits: { questions: number; timeMs: number }): LookUp {
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
