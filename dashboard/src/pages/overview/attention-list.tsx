import type { Attention } from '@posthorn/contract/console/usage'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useCall } from '#api/queries.ts'
import { buttonLook } from '#button/button.tsx'

const signs: Record<Attention['severity'], { icon: LucideIcon; color: string }> = {
  critical: { icon: CircleAlert, color: 'text-bad' },
  warning: { icon: TriangleAlert, color: 'text-warn' },
  info: { icon: Info, color: 'text-info' },
}

/** Problems that need attention, each with a link to fix it. Hidden if there are none. */
export function AttentionList() {
  const attention = useCall('getAttention').data?.data ?? []
  if (attention.length === 0) return null
  return (
    <section aria-label="Needs attention" className="card divide-y divide-line">
      {attention.map(({ kind, severity, title, detail, link }) => {
        const { icon: Icon, color } = signs[severity]
        return (
          <div key={kind + title} className="flex items-center gap-3 px-4 py-2.5">
            <Icon aria-hidden className={`size-4 shrink-0 ${color}`} />
            <div className="min-w-0 grow">
              <p className="font-medium">{title}</p>
              <p className="text-sm text-soft">{detail}</p>
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
    </section>
  )
}
