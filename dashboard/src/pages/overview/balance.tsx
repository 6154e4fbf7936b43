import { useCall } from '#api/queries.ts'
import { environment } from '#api/scope.ts'
import { useMay } from '#api/session.ts'
import { LinkButton } from '#button/button.tsx'
import { Meter } from '#chart/meter.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { Section } from '#layout/page.tsx'
import { count } from '#style/figures.ts'
import { Time } from '#time/time.tsx'

/** One credit is a tenth of a cent. */
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** Credits and quotas of the organization. They count live messages, whichever environment is shown. */
export function Balance() {
  const credits = useCall('getCredits')
  const mayReadLedger = useMay('billing:read')
  return (
    <Section
      title="Credits and quotas"
      actions={
        mayReadLedger && (
          <LinkButton to="/usage" isSmall>
            Usage
          </LinkButton>
        )
      }
    >
      <Loaded query={credits} skeleton={<Skeleton className="h-24" />}>
        {it => (
          <div className="grid gap-x-10 gap-y-5 md:grid-cols-[auto_1fr_1fr_1fr]">
            <div className="min-w-40">
              <p className="text-sm text-soft">Balance</p>
              <p className="text-2xl font-semibold tracking-tight tabular-nums">{count(it.balance)}</p>
              <p className="text-sm text-faint">
                {dollars.format(it.balance / 1000)}
                {environment === 'test' && ' · test messages cost nothing'}
              </p>
            </div>
            <Meter
              label="This hour"
              used={it.current_hour_usage}
              limit={it.hourly_limit}
              note={<Reset at={it.hourly_reset_at} />}
            />
            <Meter
              label="Today"
              used={it.current_day_usage}
              limit={it.daily_limit}
              note={<Reset at={it.daily_reset_at} />}
            />
            <div>
              <p className="text-sm text-soft">Credits used this month</p>
              <p className="font-medium tabular-nums">{count(it.monthly_usage)}</p>
              <p className="text-xs text-faint">
                <Reset at={it.monthly_reset_at} />
              </p>
            </div>
          </div>
        )}
      </Loaded>
    </Section>
  )
}

const Reset = ({ at }: { at: string }) => (
  <>
    Resets <Time at={at} />
  </>
)
