import type { Credits } from '@posthorn/contract/account'
import type { Limits } from '@posthorn/contract/console/usage'
import type { ReactNode } from 'react'
import { useCall } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { Meter } from '#chart/meter.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { Facts } from '#layout/facts.tsx'
import { Section } from '#layout/page.tsx'
import { inWords } from '#status/message-status.tsx'
import { count } from '#style/figures.ts'
import { Time } from '#time/time.tsx'
import { dollarsOf } from './dollars.ts'

/** How much is sent, on an installation without charging. */
export function Sent() {
  const credits = useCall('getCredits')
  useRenewal(['email', 'sms'], ['getCredits'], 10_000)
  return (
    <Section title="Sent">
      <Loaded query={credits} skeleton={<Skeleton className="h-24" />}>
        {it => <Meters credits={it} />}
      </Loaded>
    </Section>
  )
}

/** The remaining credits and quotas of the plan. */
export function Quotas() {
  const credits = useCall('getCredits')
  const limits = useCall('getLimits')
  useRenewal(['email', 'sms'], ['getCredits'], 10_000)
  return (
    <>
      <Section title="Credits">
        <Loaded query={credits} skeleton={<Skeleton className="h-16" />}>
          {it => (
            <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-5">
              <Figure name="Balance" credits={it.balance} />
              <Figure name="Used this month" credits={it.monthly_usage} />
              <Figure name="Used in total" credits={it.total_consumed} />
              <Figure name="For email" credits={it.email_consumed} />
              <Figure name="For SMS" credits={it.sms_consumed} />
            </dl>
          )}
        </Loaded>
      </Section>
      <div className="grid items-start gap-x-4 md:grid-cols-2">
        <Section title="Sending quotas">
          <Loaded query={credits} skeleton={<Skeleton className="h-24" />}>
            {it => <Meters credits={it} />}
          </Loaded>
        </Section>
        <Section title="Plan">
          <Loaded query={limits} skeleton={<Skeleton className="h-24" />}>
            {it => <PlanFacts limits={it} />}
          </Loaded>
        </Section>
      </div>
    </>
  )
}

const Figure = ({ name, credits }: { name: string; credits: number }) => (
  <div>
    <dt className="text-sm text-soft">{name}</dt>
    <dd>
      <span className="block text-2xl font-semibold tracking-tight tabular-nums">{count(credits)}</span>
      <span className="text-sm text-faint tabular-nums">{dollarsOf(credits)}</span>
    </dd>
  </div>
)

const Meters = ({ credits }: { credits: Credits }) => (
  <div className="space-y-4">
    <Meter
      label="Messages this hour"
      used={credits.current_hour_usage}
      limit={credits.hourly_limit}
      note={<Reset at={credits.hourly_reset_at} />}
    />
    <Meter
      label="Messages today"
      used={credits.current_day_usage}
      limit={credits.daily_limit}
      note={<Reset at={credits.daily_reset_at} />}
    />
  </div>
)

const Reset = ({ at }: { at: string }) => (
  <>
    Resets <Time at={at} />
  </>
)

const PlanFacts = ({ limits }: { limits: Limits }) => (
  <Facts
    facts={[
      { name: 'Plan', value: inWords(limits.plan) },
      { name: 'Messages per hour', value: allowed(limits.sends_per_hour) },
      { name: 'Messages per day', value: allowed(limits.sends_per_day) },
      { name: 'Messages per month', value: allowed(limits.sends_per_month) },
      { name: 'Requests per hour', value: allowed(limits.requests_per_hour, ' per key') },
    ]}
  />
)

const allowed = (limit: number | null, note = ''): ReactNode =>
  limit === null ? (
    <span className="text-faint">No limit</span>
  ) : (
    <span className="tabular-nums">{count(limit) + note}</span>
  )
