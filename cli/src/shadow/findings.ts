/** The results of all comparisons, in bounded memory: how often each difference was seen, not each request. */
import type { Answer } from '../../../server/src/operator/commands/command.ts'
import { printable } from '../colour.ts'
import type { Line } from './dialect.ts'

/** Distinct differences that are kept. Others are only counted. */
const maxKinds = 500

export type Findings = {
  /** A request that sends nothing, which went only to the old service. */
  passed(): void
  /** A request that could not be compared, and why. */
  skipped(why: string): void
  compared(line: Line, differences: readonly string[]): void
  answer(): Answer
}

export function createFindings(): Findings {
  let [passed, same, different, skipped, forgotten] = [0, 0, 0, 0, 0]
  const counts = new Map<string, number>()
  const count = (words: string) => {
    if (!counts.has(words) && counts.size === maxKinds) forgotten++
    else counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return {
    passed: () => void passed++,
    skipped(why) {
      skipped++
      count(`not compared: ${why}`)
    },
    compared(line, differences) {
      if (differences.length === 0) same++
      else different++
      for (const words of differences) count(`${nameOf(line)} ${words}`)
    },
    answer() {
      const seen = [...counts].toSorted(([, a], [, b]) => b - a).map(([what, times]) => ({ what, times }))
      const sum = `${same + different} requests compared: ${same} the same, ${different} different. ${skipped} not compared, ${passed} send nothing.\n`
      const lines = seen.map(({ what, times }) => `  ${String(times).padStart(6)} ×  ${printable(what)}\n`)
      return {
        json: { same, different, not_compared: skipped, sends_nothing: passed, differences: seen, forgotten },
        text: `\n${sum}${lines.join('')}`,
        failed: different > 0,
      }
    },
  }
}

/** Without the query and the account in the path. */
const nameOf = ({ method, path }: Line): string =>
  `${method} ${(path.split('?')[0] ?? '').replace(/\/Accounts\/[^/]+/, '/Accounts/…')}`
