import type { Attention } from '@posthorn/contract/console/usage'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '#api/queries.ts'
import { Button, buttonLook } from '#button/button.tsx'
import { withoutDirections } from '#style/directions.ts'
import { count } from '#style/figures.ts'

const signs: Record<Attention['severity'], { icon: LucideIcon; color: string }> = {
  critical: { icon: CircleAlert, color: 'text-bad' },
  warning: { icon: TriangleAlert, color: 'text-warn' },
  info: { icon: Info, color: 'text-info' },
}

/** So many fit above the figures; the most severe are first. */
const shownAtFirst = 5

/** Problems that need attention, each with a link to fix it. Hidden if there are none. */
export function AttentionList() {
  const attention = useCall('getAttention').data?.data ?? []
  const [isWhole, setWhole] = useState(false)
  if (attention.length === 0) return null
  // Hiding a single one would save no space.
  const shown = isWhole || attention.length <= shownAtFirst + 1 ? attention : attention.slice(0, shownAtFirst)
  return (
    <section aria-label="Needs attention" className="card divide-y divide-line">
      {shown.map(({ kind, severity, title, detail, link }) => {
        const { icon: Icon, color } = signs[severity]
        return (
          <div key={kind + title} className="flex items-center gap-3 px-4 py-2.5">
            <Icon aria-hidden className={`size-4 shrink-0 ${color}`} />
            <div className="min-w-0 grow">
              <p className="font-medium">{withoutDirections(title)}</p>
              <p className="text-sm text-soft">{withoutDirections(detail)}</p>
            </div>
            <Link
              to={link}
              aria-label={`${severity === 'info' ? 'View' : 'Fix'}: ${title}`}
              className={buttonLook({ isSmall: true, children: 'Fix' })}
            >
              {severity === 'info' ? 'View' : 'Fix'}
            </Link>
          </div>
        )
      })}
      {shown.length < attention.length && (
        <div className="px-4 py-1.5 text-center">
          <Button isSmall tone="quiet" onClick={() => setWhole(true)}>
            Show all {count(attention.length)}
          </Button>
        </div>
      )}
    </section>
  )
}
