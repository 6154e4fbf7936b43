type Props = {
  label: string
  done: number
  total: number
  /** What is over, or stands still. */
  isCalm?: boolean
}

/** How far something is that goes on by itself. */
export function Progress({ label, done, total, isCalm = false }: Props) {
  const part = total > 0 ? Math.min(1, done / total) : 1
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(done, total)}
      className="h-2 overflow-hidden rounded-full bg-hover"
    >
      <div
        className={`h-full rounded-full transition-[width] ${isCalm ? 'bg-faint' : 'bg-accent'}`}
        style={{ width: `${part * 100}%` }}
      />
    </div>
  )
}
