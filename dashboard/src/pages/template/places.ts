/** Places in a source: what changed between two of them, and where a line is. */

/** The smallest change that makes the one of the other, so that the cursor and what is in sight stay. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  let same = 0
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}

/** The offset of a line and a column, which count from 1; the end of what is there where there is less. */
export function offsetOf(source: string, line: number, column: number): number {
  let start = 0
  for (let nth = 1; nth < line; nth++) {
    const end = source.indexOf('\n', start)
    if (end === -1) break
    start = end + 1
  }
  const end = source.indexOf('\n', start)
  return Math.min(start + column - 1, end === -1 ? source.length : end)
}
