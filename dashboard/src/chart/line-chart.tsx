import { useRef, useState } from 'react'
import { count, percent, shortCount } from '#style/figures.ts'
import { Columns } from './columns.tsx'
import { type Frame, frameOf } from './frame.ts'
import { fewSteps, labelledSteps, linePath, stepAt } from './scale.ts'
import { Figures, type Series } from './series.tsx'
import { useWidth } from './width.ts'

type Props = {
  label: string
  series: readonly Series[]
  /** The name of each step, such as “14:00”; one per value of each series. */
  steps: readonly string[]
  height?: number
  /** Values are fractions from 0 to 1. */
  areRates?: boolean
}

const labelRoom = 76 // pixels per step label

/** Lines over time, or columns if only one or two steps have values. Hovering, or the arrow keys, show the figures of a step. */
export function LineChart({ label, series, steps, height = 220, areRates = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [step, setStep] = useState<number>()
  const frame = frameOf(width, height, steps.length, Math.max(0, ...series.flatMap(({ values }) => values)), areRates)
  const few = fewSteps(series.map(({ values }) => values))
  const write = areRates ? percent : count

  const choose = (at: number) => setStep(Math.min(steps.length - 1, Math.max(0, at)))
  const point = (clientX: number) => {
    const left = box.current?.getBoundingClientRect().left ?? 0
    choose(stepAt(clientX - left - frame.left, frame.band))
  }
  return (
    <div
      ref={box}
      role="img"
      aria-label={
        areRates ? label : `${label}. ${series.map(({ name, values }) => `${name}: ${count(sum(values))}`).join(', ')}`
      }
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the figures step by step
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
          <Grid frame={frame} steps={steps} step={step} write={areRates ? percent : shortCount} />
          {few ? (
            <Columns series={series} steps={few} frame={frame} />
          ) : (
            series.map((line, position) => (
              <Line key={line.name} line={line} frame={frame} step={step} isFilled={position === 0} />
            ))
          )}
        </svg>
      )}
      {step !== undefined && (
        <Figures title={steps[step] ?? ''} step={step} series={series} write={write} x={frame.x(step)} width={width} />
      )}
    </div>
  )
}

type GridProps = {
  frame: Frame
  steps: readonly string[]
  step: number | undefined
  write: (value: number) => string
}

function Grid({ frame: { left, right, bottom, height, largest, x, y }, steps, step, write }: GridProps) {
  return (
    <g fontSize={11} fill="var(--faint)">
      {[0, 0.25, 0.5, 0.75, 1].map(part => (
        <g key={part}>
          <line x1={left} x2={right} y1={y(largest * part)} y2={y(largest * part)} stroke="var(--line)" />
          <text x={left - 8} y={y(largest * part) + 4} textAnchor="end">
            {write(largest * part)}
          </text>
        </g>
      ))}
      {labelledSteps(steps.length, (right - left) / labelRoom).map(at => (
        <text key={at} x={x(at)} y={height - 6} textAnchor="middle">
          {steps[at]}
        </text>
      ))}
      {step !== undefined && <line x1={x(step)} x2={x(step)} y1={y(largest)} y2={bottom} stroke="var(--line-strong)" />}
    </g>
  )
}

type LineProps = { line: Series; frame: Frame; step: number | undefined; isFilled: boolean }

function Line({ line: { values, color, isDashed }, frame: { x, y, bottom }, step, isFilled }: LineProps) {
  const path = linePath(values.map((value, at) => [x(at), y(value)] as const))
  return (
    <>
      {isFilled && <path d={`${path}V${bottom}H${x(0)}Z`} fill={color} fillOpacity={0.08} />}
      <path
        d={path}
        fill="none"
        stroke={color}
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeDasharray={isDashed ? '4 3' : undefined}
      />
      {step !== undefined && (
        <circle cx={x(step)} cy={y(values[step] ?? 0)} r={3.5} fill={color} stroke="var(--raised)" />
      )}
    </>
  )
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
