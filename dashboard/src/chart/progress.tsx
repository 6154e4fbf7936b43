const tones = { busy: 'bg-accent', good: 'bg-good', warn: 'bg-warn', calm: 'bg-faint' }
export type BarTone = keyof typeof tones

type Props = {
  label: string
  done: number
  total: number
  tone?: BarTone
}

/** Progress of something that runs by itself. */
export function Progress({ label, done, total, tone = 'busy' }: Props) {
  const part = total > 0 ? Math.min(1, done / total) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(done, total)}
      className="h-2 overflow-hidden rounded-full bg-hover"
    >
      <div className={`h-full rounded-full transition-[width] ${tones[tone]}`} style={{ width: `${part * 100}%` }} />
    </div>
  )
}
