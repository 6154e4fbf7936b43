import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf, useCall } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useIsCharged } from '#api/session.ts'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { Page } from '#layout/page.tsx'
import { FiringAlerts } from '../settings/alerts/firing.tsx'
import { AttentionList } from './attention-list.tsx'
import { Balance } from './balance.tsx'
import { Breakdown } from './breakdown.tsx'
import { Checklist } from './checklist/checklist.tsx'
import { FirstSteps } from './first-steps.tsx'
import { before, type PeriodName, periodOf, periods, rangeOf } from './period.ts'
import { RangeChoice } from './range.tsx'
import { RateTiles } from './rate-tiles.tsx'
import { SendingChart } from './sending-chart.tsx'
import { SmsTiles, StateTiles } from './state-tiles.tsx'

export function OverviewPage() {
  const [{ period: asked, from, to }, setFilters] = useFilters(['period', 'from', 'to'])
  const isCharged = useIsCharged()
  const firing = useCall('getAlerts').data?.firing ?? []
  const [openedAt] = useState(() => Date.now())
  const range = asked === 'range' ? rangeOf(from, to) : undefined
  const name: PeriodName = periods.find(({ value }) => value === asked)?.value ?? '24h'
  const period = range ?? periodOf(name, openedAt)
  const query = { start: period.start, ...(period.end && { end: period.end }) }
  const analytics = useQuery({
    ...queryOf('getAnalytics', { query: { ...query, granularity: period.granularity } }),
    placeholderData: keepPreviousData,
  })
  const earlier = useQuery({ ...queryOf('getAnalytics', { query: before(period) }), placeholderData: keepPreviousData })
  const states = useQuery({ ...queryOf('getMessageStates', { query }), placeholderData: keepPreviousData })
  useRenewal(['email', 'sms'], ['getAnalytics', 'getMessageStates', 'getCredits'], 10_000)
  const hasSms = states.data && Object.values(states.data.sms).some(value => value > 0)
  // The lists have filters for these ages; for any other period, a tile links to the unfiltered list.
  const age = range || name === '90d' ? '' : name

  return (
    <Page
      title="Overview"
      actions={
        <RangeChoice name={asked === 'range' ? asked : name} from={from ?? ''} to={to ?? ''} onChange={setFilters} />
      }
    >
      <div className="space-y-4">
        <Checklist />
        <FiringAlerts alerts={firing} />
        <AttentionList />
        <Loaded query={analytics} skeleton={<OverviewSkeleton />}>
          {({ stats, series = [] }) => (
            <>
              <RateTiles stats={stats} earlier={earlier.data?.stats} age={age} />
              {states.data && <StateTiles states={states.data} age={age} />}
              {states.data && hasSms && <SmsTiles states={states.data} age={age} />}
              {series.length > 0 ? (
                <SendingChart period={period} series={series} />
              ) : (
                !range && !states.data?.emails.captured && <FirstSteps period={name} />
              )}
            </>
          )}
        </Loaded>
        <Breakdown period={period} />
        {isCharged && <Balance />}
      </div>
    </Page>
  )
}

const OverviewSkeleton = () => (
  <div role="status" aria-label="Loading" className="space-y-4">
    <Skeleton className="h-24" />
    <Skeleton className="h-80" />
  </div>
)
