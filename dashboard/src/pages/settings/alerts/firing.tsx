import type { Alert } from '@posthorn/contract/console/alerts'
import { Link } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import { buttonLook } from '#button/button.tsx'
import { Time } from '#time/time.tsx'

/** The alerts firing now. Hidden if there are none. */
export const FiringAlerts = ({ alerts }: { alerts: readonly Alert[] }) =>
  alerts.length > 0 && (
    <section aria-label="Alerts" className="card divide-y divide-line border-bad/40">
      {alerts.map(({ id, title, since, link }) => (
        <div key={id} className="flex items-center gap-3 px-4 py-2.5">
          <BellRing aria-hidden className="size-4 shrink-0 text-bad" />
          <p className="min-w-0 grow">
            <span className="font-medium">{title}</span>{' '}
            <span className="text-sm text-soft">
              since <Time at={since} />
            </span>
          </p>
          <Link to={link} aria-label={`View: ${title}`} className={buttonLook({ isSmall: true, children: 'View' })}>
            View
          </Link>
        </div>
      ))}
    </section>
  )
