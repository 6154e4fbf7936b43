/** A round number at or above the largest value. Its quarters are whole, because they label the grid lines. */
export function roundTop(largest: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, largest)))
  const tops = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10, 12].map(step => Math.round(step * size))
  return tops.find(top => top >= largest && top % 4 === 0) ?? 12 * size
}

/** The steps that get a label when there is room for only some. */
export function labelledSteps(count: number, room: number): number[] {
  if (count === 0) return []
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)))
  return Array.from({ length: Math.ceil(count / every) }, (_, step) => step * every)
}

/** The step at a distance from the start of the first, when each is `band` wide. */
export const stepAt = (distance: number, band: number): number => Math.floor(distance / band)

/** The steps with values if there are one or two: a line to a single one would show a rise that was not measured. */
export function fewSteps(all: readonly (readonly number[])[]): number[] | undefined {
  const steps = new Set(all.flatMap(values => values.flatMap((value, step) => (value > 0 ? [step] : []))))
  return steps.size === 1 || steps.size === 2 ? [...steps].toSorted((a, b) => a - b) : undefined
}

/** A path with straight lines between the points: a curve would show values that were not measured. */
export const linePath = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
