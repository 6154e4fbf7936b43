import type { ReactNode } from 'react'
import { count } from '#style/figures.ts'

type Props = { label: string; used: number; limit: number; note?: ReactNode }

/** Plans without a limit are stored with this one. */
const unlimited = 1_000_000_000

/** How much of a quota is used: amber from 80 %, red at 100 %. */
export function Meter({ label, used, limit, note }: Props) {
  const part = limit > 0 ? Math.min(1, used / limit) : 0
  const color = part >= 1 ? 'bg-bad' : part >= 0.8 ? 'bg-warn' : 'bg-series-1'
  return (
    <div>
      <div className="flex justify-between gap-3 text-sm">
        <span className="text-soft">{label}</span>
        <span className="tabular-nums">
          {count(used)} <span className="text-faint">/ {limit >= unlimited ? 'no limit' : count(limit)}</span>
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the bar of <meter> cannot be styled alike in all browsers */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        className="mt-1 h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div className={`h-full rounded-full ${color}`} style={{ width: `${part * 100}%` }} />
      </div>
      {note && <p className="mt-1 text-xs text-faint">{note}</p>}
    </div>
  )
}
