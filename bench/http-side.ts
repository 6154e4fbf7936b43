import type { Side } from './alternate.ts'
import type { Bench } from './bench-context.ts'
import { countAnswers, type LoadOrder } from './load.ts'
import { connections } from './pace.ts'
import type { Services } from './services.ts'

export type HttpSide = {
  side: Side
  /** Answers of all rounds so far. */
  answers(): number
}

type Asked = Pick<LoadOrder, 'origin' | 'requests' | 'perSecond'> & {
  key?: string
  /** Of that key, where it is not a bearer key; `basic` is one that stands for a password. */
  keyHeader?: string
  status: number
  connections?: number
}

/** Also used to tell the addresses of one load from those of another. */
let rounds = 0
export const nextRound = (): number => ++rounds

/** A side that is a server under load. */
export function httpSide(
  { services }: Bench & { services: Pick<Services, 'generator'> },
  { key, keyHeader, status, ...asked }: Asked,
): HttpSide {
  const headers = key ? headersWith(key, keyHeader) : {}
  let total = 0
  return {
    answers: () => total,
    async side(seconds) {
      const load = await services.generator.run({ round: nextRound(), headers, connections, seconds, ...asked })
      const answers = countAnswers(load, status)
      total += answers
      return { perSecond: answers / load.seconds, load }
    },
  }
}

function headersWith(key: string, header: string | undefined): Record<string, string> {
  if (header === 'basic') return { authorization: `Basic ${Buffer.from(`AC:${key}`).toString('base64')}` }
  return header ? { [header]: key } : { authorization: `Bearer ${key}` }
}
