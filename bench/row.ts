/** A row of the table: our figures, those of the other side, and the target. */

export type Unit = '/s' | 'ms' | 'MB' | 'B'
/** The figures of the rounds, in order. Empty when the side is not installed. */
export type Series = { label: string; figures: readonly number[] }
export type Target = { ratioAtLeast: number } | { ratioAtMost: number } | { oursBelow: number }

export type Row = { name: string; unit: Unit; ours: Series; other?: Series; target?: Target }

export type Verdict = 'pass' | 'short' | ''

/** Per round, because both sides of a round ran under the same conditions. */
export const ratiosOf = ({ ours, other }: Row): number[] =>
  other?.figures.length ? ours.figures.map((figure, round) => figure / (other.figures[round] ?? Number.NaN)) : []

export function verdictOf(row: Row): Verdict {
  const { target } = row
  if (!target || (!('oursBelow' in target) && ratiosOf(row).length === 0)) return ''
  return reaches(row, target) ? 'pass' : 'short'
}

function reaches(row: Row, target: Target): boolean {
  if ('oursBelow' in target) return Math.max(...row.ours.figures) < target.oursBelow
  const ratio = median(ratiosOf(row))
  return 'ratioAtLeast' in target ? ratio >= target.ratioAtLeast : ratio <= target.ratioAtMost
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The quantile: this part of the figures is at or below it. */
export function quantile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
}
