const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Whole seconds in words: 1 day, 2 hours. */
export function inWords(ms: number): string {
  let rest = Math.round(ms / 1_000)
  const words: string[] = []
  for (const [unit, seconds] of units) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) words.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return words.length > 0 ? words.join(', ') : '0 seconds'
}
