import type { Frame } from './frame.ts'
import type { Series } from './series.tsx'

const widest = 8
const gap = 2

type Props = { series: readonly Series[]; steps: readonly number[]; frame: Frame }

/** A group of columns for each of the few steps with values. */
export function Columns({ series, steps, frame: { band, bottom, x, y } }: Props) {
  const [first = 0, last = Number.POSITIVE_INFINITY] = steps
  const each = Math.min(widest + gap, ((last - first) * band * 0.9) / series.length)
  const start = (each * series.length) / -2
  return series.map(({ name, values, color, isDashed }, position) => (
    <g key={name} fill={color} fillOpacity={isDashed ? 0.45 : 1}>
      {steps.map(step => (
        <rect
          key={step}
          x={x(step) + start + position * each}
          y={y(values[step] ?? 0)}
          width={Math.max(1, each - gap)}
          height={bottom - y(values[step] ?? 0)}
          rx={1.5}
        />
      ))}
    </g>
  ))
}
