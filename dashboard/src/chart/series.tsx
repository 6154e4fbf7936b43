export type Series = {
  name: string
  values: readonly number[]
  color: `var(--series-${1 | 2 | 3 | 4 | 5})`
  isDashed?: boolean
}

const Swatch = ({ color, isDashed }: Pick<Series, 'color' | 'isDashed'>) => (
  <svg aria-hidden width={14} height={4} className="shrink-0">
    <line
      x1={0}
      x2={14}
      y1={2}
      y2={2}
      stroke={color}
      strokeWidth={2.5}
      strokeDasharray={isDashed ? '4 2' : undefined}
    />
  </svg>
)

type LegendProps = {
  series: readonly Series[]
  hidden: ReadonlySet<string>
  onToggle: (name: string) => void
  /** The time zone of the steps: “Days in UTC”. */
  zone: string
}

/** Below a chart: the name of each line, which a click hides or shows, and the time zone. */
export function Legend({ series, hidden, onToggle, zone }: LegendProps) {
  return (
    <div className="mt-3 flex flex-wrap gap-x-4 gap-y-1 pl-11">
      {series.map(line => (
        <button
          key={line.name}
          type="button"
          aria-pressed={!hidden.has(line.name)}
          onClick={() => onToggle(line.name)}
          className={`flex items-center gap-1.5 text-sm hover:text-ink ${hidden.has(line.name) ? 'text-faint line-through' : 'text-soft'}`}
        >
          <Swatch {...line} />
          {line.name}
        </button>
      ))}
      <span className="ml-auto text-sm text-faint">{zone}</span>
    </div>
  )
}

type FiguresProps = {
  title: string
  step: number
  series: readonly Series[]
  write: (value: number) => string
  x: number
  width: number
}

/** The figures of one step, on the side with more room. */
export function Figures({ title, step, series, write, x, width }: FiguresProps) {
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }
  return (
    <div
      role="status"
      style={side}
      className="pointer-events-none absolute top-1 z-10 min-w-36 rounded-md border border-line-strong bg-raised px-2.5 py-2 text-sm shadow-high"
    >
      <p className="mb-1 text-faint">{title}</p>
      {series.map(line => (
        <p key={line.name} className="flex items-center gap-2">
          <Swatch {...line} />
          <span className="grow text-soft">{line.name}</span>
          <span className="pl-3 font-medium tabular-nums">{write(line.values[step] ?? 0)}</span>
        </p>
      ))}
    </div>
  )
}
