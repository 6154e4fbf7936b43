import type { WayCheck } from '@posthorn/contract/console/sending-plan'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { classes } from '#style/classes.ts'

const looks = {
  good: { icon: CircleCheck, box: 'border-good/40 bg-good/8', sign: 'text-good' },
  doubtful: { icon: TriangleAlert, box: 'border-warn/40 bg-warn/8', sign: 'text-warn' },
  failed: { icon: CircleX, box: 'border-bad/40 bg-bad/8', sign: 'text-bad' },
} as const

/** The result of a check and what to do about it. */
export function CheckResult({ result, message, detail, advice }: WayCheck) {
  const { icon: Icon, box, sign } = looks[result]
  return (
    <div role="status" className={classes('flex gap-2.5 rounded-md border px-3 py-2 text-sm', box)}>
      <Icon aria-hidden className={classes('mt-0.5 size-4 shrink-0', sign)} />
      <div className="min-w-0 space-y-1">
        <p className="font-medium">{message}</p>
        {detail && <p className="font-mono text-xs text-soft">{detail}</p>}
        {advice && <p className="text-soft">{advice}</p>}
      </div>
    </div>
  )
}
