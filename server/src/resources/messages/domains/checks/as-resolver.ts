/** Our look-up in the form of `resolve` of node:dns, whose errors those who evaluate mail know. */
import type { LookUp, Question } from '../dns/look-up.ts'

/** RFC 7208, 3.4 wants an answer of 512 octets; ten times that is nobody's honest record. */
const maxRecordLength = 5_120
export const isTooLong = (text: string): boolean => text.length > maxRecordLength

/** `wanted` are the texts that are for the evaluator to read. */
export function asResolver(lookUp: LookUp, wanted: (text: string) => boolean = () => true) {
  return async (name: string, type: string) => {
    if (!isAskable(type)) throw failure('ENOTIMP')
    const answer = await lookUp({ name, type })
    if (answer.kind === 'no_answer') throw failure(answer.code)
    if (answer.seen.length === 0) throw failure('ENODATA')
    // `as`: the evaluator's type leaves out that MX records are objects.
    if (type === 'MX') return answer.seen.map(asExchange) as unknown as string[]
    return type === 'TXT' ? asTexts(answer.seen.filter(wanted)) : [...answer.seen]
  }
}

function asTexts(texts: readonly string[]): string[][] {
  if (texts.some(isTooLong)) throw failure('ETOOLONG')
  return texts.map(text => [text])
}

function asExchange(text: string): { priority: number; exchange: string } {
  const [priority, exchange = ''] = text.split(' ')
  return { priority: Number(priority), exchange }
}

const askable: readonly Question['type'][] = ['TXT', 'MX', 'A', 'AAAA', 'PTR']
const isAskable = (type: string): type is Question['type'] => askable.some(one => one === type)

const failure = (code: string): Error => Object.assign(new Error(`DNS: ${code}`), { code })
