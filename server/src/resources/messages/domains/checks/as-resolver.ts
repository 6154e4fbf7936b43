/** Our DNS look-up with the interface of `resolve` in node:dns, whose error codes the mail evaluators know. */
import type { LookUp, Question } from '../dns/look-up.ts'

/** RFC 7208, 3.4 asks for answers within 512 octets; no honest record is ten times as long. */
const maxRecordLength = 5_120
export const isTooLong = (text: string): boolean => text.length > maxRecordLength

/** `wanted` selects the texts that the evaluator gets to read. */
export function asResolver(lookUp: LookUp, wanted: (text: string) => boolean = () => true) {
  return async (name: string, type: string) => {
    if (!isAskable(type)) throw failure('ENOTIMP')
    const answer = await lookUp({ name, type })
    if (answer.kind === 'no_answer') throw failure(answer.code)
    if (answer.seen.length === 0) throw failure('ENODATA')
    // `as`: the evaluator's type omits that MX records are objects.
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
