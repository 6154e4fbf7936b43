import { roundTop } from './scale.ts'

const edge = { top: 10, right: 12, bottom: 24, left: 44 }

const topRate = (value: number): number => [0.01, 0.05, 0.1, 0.25, 0.5].find(top => value <= top) ?? 1

/** Maps values and steps to positions. Each step has a band of the same width and sits in its middle. */
export type Frame = {
  height: number
  left: number
  right: number
  bottom: number
  band: number
  /** The top of the axis. */
  largest: number
  x: (step: number) => number
  y: (value: number) => number
}

/** `areRates`: the axis ends at 100 %, or at the lowest round rate above all values. */
export function frameOf(width: number, height: number, steps: number, value: number, areRates = false): Frame {
  const largest = areRates ? topRate(value) : roundTop(value)
  const right = Math.max(edge.left + 1, width - edge.right)
  const bottom = height - edge.bottom
  const band = (right - edge.left) / Math.max(1, steps)
  return {
    height,
    left: edge.left,
    right,
    bottom,
    band,
    largest,
    x: step => edge.left + (step + 0.5) * band,
    y: value => bottom - ((bottom - edge.top) * value) / largest,
  }
}
