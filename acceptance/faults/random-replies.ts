/** The script of an SMTP server that replies at random: it greets slowly, sends its replies letter by letter, hangs up, defers. */
import type { Act, At } from '../../sinks/smtp-script.ts'
import { newWord } from '../http-client/unique.ts'
import type { Chance } from './chance.ts'
import type { RequestKind } from './senders.ts'
import { emails } from './senders.ts'

export type RandomReplies = {
  script(at: At): Act | undefined
  /** From now on it behaves correctly. */
  stopFaults(): void
}

/** `defers`: also refuses for now, and loses its answer after the final dot. The retry takes five minutes. */
export function randomReplies(chance: Chance, { defers }: { defers: boolean }): RandomReplies {
  let isCalm = false
  return {
    script({ stage }) {
      if (isCalm) return undefined
      if (stage === 'banner' && chance.oneIn(10)) return { delayMs: chance.between(100, 1_500) }
      if (stage === 'mail' && chance.oneIn(50)) return { byteEveryMs: 10 }
      if (!defers) return undefined
      if (stage === 'banner' && chance.oneIn(100)) return { reply: '421 4.3.2 Not now', after: 'close' }
      if (stage === 'rcpt' && chance.oneIn(200)) return { reply: '451 4.2.1 Later' }
      if (stage === 'data' && chance.oneIn(300)) return { after: 'stall' }
      if (stage === 'dot' && chance.oneIn(100)) return { after: 'reset', store: true }
      return undefined
    },
    stopFaults() {
      isCalm = true
    },
  }
}

/** Some of them to recipients that the sink does not know. */
export const someRefused = (chance: Chance): RequestKind => ({
  ...emails,
  newIntent(nth) {
    if (!chance.oneIn(20)) return emails.newIntent(nth)
    const key = newWord()
    return { key, recipients: [`550-rcpt.${key}@example.com`], refused: true }
  },
})
