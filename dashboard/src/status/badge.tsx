import type { ReactNode } from 'react'
import { classes } from '#style/classes.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'plain'

const tones: Record<Tone, string> = {
  good: 'text-good bg-good/10',
  warn: 'text-warn bg-warn/10',
  bad: 'text-bad bg-bad/10',
  info: 'text-info bg-info/10',
  plain: 'text-soft bg-hover',
}

/** A status in one or two words. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={classes(
      'inline-flex items-center align-middle gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
      tones[tone],
    )}
  >
    <span aria-hidden className="size-1.5 rounded-full bg-current" />
    {children}
  </span>
)
