/** Positions in a source: the change between two texts, and the offset of a line. */

/** The smallest change from one text to the other, so that cursor and scroll position stay. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  let same = 0
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}

/** The offset of a line and a column, both from 1; the end of the line or text if there are fewer. */
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
