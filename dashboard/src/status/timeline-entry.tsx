import type { ReactNode } from 'react'
import { exact, preciseTime, shortDay } from '#time/moments.ts'
import type { Tone } from './badge.tsx'

const dots: Record<Tone, string> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
  plain: 'bg-faint',
}

/** A timeline, oldest first. */
export const TimelineList = ({ children }: { children: ReactNode }) => (
  <ol className="ml-1 space-y-3 border-l border-line">{children}</ol>
)

type Props = { name: ReactNode; tone: Tone; at: string; children?: ReactNode }

/** One entry of a timeline, with its time to the millisecond and details. */
export function TimelineEntry({ name, tone, at, children }: Props) {
  return (
    <li className="relative pl-4">
      <span
        aria-hidden
        className={`absolute top-1.5 -left-[4.5px] size-2 rounded-full ring-2 ring-raised ${dots[tone]}`}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{name}</span>
        <time dateTime={at} title={exact(at)} className="text-xs text-faint tabular-nums">
          {shortDay(at)}, {preciseTime(at)}
        </time>
      </div>
      {children}
    </li>
  )
}
