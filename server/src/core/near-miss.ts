/** What other services call it: `scheduled_at`, `send_at`, `deliverytime`. Ignored, the message would be sent at once. */
const sendLater = /^(schedul.*|(send|deliver|delivery)(at|on|time|date|later|after))$/

/**
 * Finds the intended name: the same letters in another spelling (`replyTo`), another service's name (`send_at`), or one typo, two in a
 * long name.
 */
export function findNearMiss(given: string, known: readonly string[]): string | undefined {
  if (given.length > 64) return undefined
  const letters = plainLetters(given)
  return (
    known.find(name => plainLetters(name) === letters) ??
    known.find(name => name === 'scheduled_for' && sendLater.test(letters)) ??
    known.find(name => distance(given.toLowerCase(), name.toLowerCase()) <= (name.length >= 8 ? 2 : 1))
  )
}

const plainLetters = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()

/** Damerau–Levenshtein (optimal string alignment): swapped neighbours count as one typo. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(before, j - 2) + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return at(last, b.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
