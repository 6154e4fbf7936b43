import { useRef, useState } from 'react'
import { count, shortCount } from '#style/figures.ts'
import { labelledSteps, linePath, roundTop } from './scale.ts'
import { Figures, type Series } from './series.tsx'
import { useWidth } from './width.ts'

type Props = {
  label: string
  series: readonly Series[]
  /** The name of each step, such as “14:00”; as many as each series has values. */
  steps: readonly string[]
  height?: number
}

const edge = { top: 10, right: 12, bottom: 24, left: 44 }
const labelRoom = 76 // pixels that a name of a step needs

/** Where values and steps lie in the drawing. */
type Frame = { width: number; height: number; top: number; x: (step: number) => number; y: (value: number) => number }

function frameOf(width: number, height: number, steps: number, largest: number): Frame {
  const top = roundTop(largest)
  const inner = { width: Math.max(1, width - edge.left - edge.right), height: height - edge.top - edge.bottom }
  return {
    width,
    height,
    top,
    x: step => edge.left + (steps < 2 ? inner.width / 2 : (step / (steps - 1)) * inner.width),
    y: value => edge.top + inner.height * (1 - value / top),
  }
}

/** Lines over time. Hover, or focus and the arrows, show the figures of a step. */
export function LineChart({ label, series, steps, height = 220 }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [step, setStep] = useState<number>()
  const frame = frameOf(width, height, steps.length, Math.max(0, ...series.flatMap(({ values }) => values)))

  const choose = (at: number) => setStep(Math.min(steps.length - 1, Math.max(0, at)))
  const point = (clientX: number) => {
    const left = frame.x(0) + (box.current?.getBoundingClientRect().left ?? 0)
    choose(Math.round(((clientX - left) / (width - edge.left - edge.right)) * (steps.length - 1)))
  }
  return (
    <div
      ref={box}
      role="img"
      aria-label={`${label}. ${series.map(({ name, values }) => `${name}: ${count(sum(values))}`).join(', ')}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows read the figures step by step
      tabIndex={0}
      className="relative touch-pan-y rounded"
      style={{ height }}
      onPointerMove={event => point(event.clientX)}
      onPointerDown={event => point(event.clientX)}
      onPointerLeave={() => setStep(undefined)}
      onBlur={() => setStep(undefined)}
      onKeyDown={event => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
        if (by) choose((step ?? steps.length - 1) + by)
      }}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden className="block overflow-visible">
          <Grid frame={frame} steps={steps} step={step} />
          {series.map((line, position) => (
            <Line key={line.name} line={line} frame={frame} step={step} isFilled={position === 0} />
          ))}
        </svg>
      )}
      {step !== undefined && (
        <Figures title={steps[step] ?? ''} step={step} series={series} x={frame.x(step)} width={width} />
      )}
    </div>
  )
}

type GridProps = { frame: Frame; steps: readonly string[]; step: number | undefined }

function Grid({ frame: { width, height, top, x, y }, steps, step }: GridProps) {
  return (
    <g fontSize={11} fill="var(--faint)">
      {[0, 0.25, 0.5, 0.75, 1].map(part => (
        <g key={part}>
          <line x1={edge.left} x2={width - edge.right} y1={y(top * part)} y2={y(top * part)} stroke="var(--line)" />
          <text x={edge.left - 8} y={y(top * part) + 4} textAnchor="end">
            {shortCount(top * part)}
          </text>
        </g>
      ))}
      {labelledSteps(steps.length, (width - edge.left) / labelRoom).map(at => (
        <text key={at} x={x(at)} y={height - 6} textAnchor="middle">
          {steps[at]}
        </text>
      ))}
      {step !== undefined && (
        <line x1={x(step)} x2={x(step)} y1={edge.top} y2={height - edge.bottom} stroke="var(--line-strong)" />
      )}
    </g>
  )
}

type LineProps = { line: Series; frame: Frame; step: number | undefined; isFilled: boolean }

function Line({ line: { values, color, isDashed }, frame: { x, y }, step, isFilled }: LineProps) {
  const path = linePath(values.map((value, at) => [x(at), y(value)] as const))
  const marked = values.length === 1 ? 0 : step
  return (
    <>
      {isFilled && <path d={`${path}V${y(0)}H${x(0)}Z`} fill={color} fillOpacity={0.08} />}
      <path
        d={path}
        fill="none"
        stroke={color}
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeDasharray={isDashed ? '4 3' : undefined}
      />
      {marked !== undefined && (
        <circle cx={x(marked)} cy={y(values[marked] ?? 0)} r={3.5} fill={color} stroke="var(--raised)" />
      )}
    </>
  )
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
