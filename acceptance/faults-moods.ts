/** An SMTP server that has moods, by chance: it is slow to greet, says its replies letter by letter, hangs up, puts off. */
import type { Act, At } from '../sinks/smtp-script.ts'
import type { Chance } from './faults-chance.ts'
import type { Wish } from './faults-senders.ts'
import { emails } from './faults-senders.ts'
import { newWord } from './unique.ts'

export type Moods = {
  script(at: At): Act | undefined
  /** From now on it does what is right. */
  calmDown(): void
}

/** `putsOff`: also says no for now, and loses its answer after the final dot. That takes five minutes to be tried again. */
export function moods(chance: Chance, { putsOff }: { putsOff: boolean }): Moods {
  let isCalm = false
  return {
    script({ stage }) {
      if (isCalm) return undefined
      if (stage === 'banner' && chance.oneIn(10)) return { delayMs: chance.between(100, 1_500) }
      if (stage === 'mail' && chance.oneIn(50)) return { byteEveryMs: 10 }
      if (!putsOff) return undefined
      if (stage === 'banner' && chance.oneIn(100)) return { reply: '421 4.3.2 Not now', after: 'close' }
      if (stage === 'rcpt' && chance.oneIn(200)) return { reply: '451 4.2.1 Later' }
      if (stage === 'data' && chance.oneIn(300)) return { after: 'stall' }
      if (stage === 'dot' && chance.oneIn(100)) return { after: 'reset', store: true }
      return undefined
    },
    calmDown() {
      isCalm = true
    },
  }
}

/** Some of them to people whom the sink does not know. */
export const someRefused = (chance: Chance): Wish => ({
  ...emails,
  newIntent(nth) {
    if (!chance.oneIn(20)) return emails.newIntent(nth)
    const key = newWord()
    return { key, recipients: [`550-rcpt.${key}@example.com`], refused: true }
  },
})
