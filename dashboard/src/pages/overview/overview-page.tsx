import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { Page } from '#layout/page.tsx'
import { Segments } from '#tabs/segments.tsx'
import { AttentionList } from './attention-list.tsx'
import { Balance } from './balance.tsx'
import { Checklist } from './checklist/checklist.tsx'
import { FirstSteps } from './first-steps.tsx'
import { type PeriodName, periodOf, periods } from './period.ts'
import { RateTiles } from './rate-tiles.tsx'
import { SendingChart } from './sending-chart.tsx'

export function OverviewPage() {
  const [{ period: asked }, setFilters] = useFilters(['period'])
  const name: PeriodName = periods.find(({ value }) => value === asked)?.value ?? '24h'
  const [openedAt] = useState(() => Date.now())
  const period = periodOf(name, openedAt)
  const query = { start: period.start, granularity: period.granularity }
  const analytics = useQuery({ ...queryOf('getAnalytics', { query }), placeholderData: keepPreviousData })
  useRenewal(['email', 'sms'], ['getAnalytics', 'getCredits'], 10_000)

  return (
    <Page
      title="Overview"
      actions={<Segments label="Period" options={periods} value={name} onChange={period => setFilters({ period })} />}
    >
      <div className="space-y-4">
        <Checklist />
        <AttentionList />
        <Loaded query={analytics} skeleton={<OverviewSkeleton />}>
          {({ stats, series = [] }) => (
            <>
              <RateTiles stats={stats} />
              {series.length > 0 ? <SendingChart period={period} series={series} /> : <FirstSteps period={name} />}
            </>
          )}
        </Loaded>
        <Balance />
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
