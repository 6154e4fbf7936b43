import type { BroadcastAnalytics, BroadcastReceiver } from '@posthorn/contract/broadcasts/analytics'
import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { useState } from 'react'
import { useCall } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { LineChart } from '#chart/line-chart.tsx'
import { Legend, type Series } from '#chart/series.tsx'
import { stepName, zoneOf } from '#chart/step-names.ts'
import { Section } from '#layout/page.tsx'
import { inWords } from '#status/message-status.tsx'
import { count, percent } from '#style/figures.ts'
import { type Column, Table } from '#table/table.tsx'
import { isMoving } from '../../broadcasts/progress.ts'
import { timelineOf } from './timeline.ts'

/** Figures over time and by receiver; empty until the first message is sent. */
export function AnalyticsSections({ broadcast }: { broadcast: Broadcast }) {
  const { data } = useCall('getBroadcastAnalytics', { params: { id: broadcast.id } })
  useRenewal(['broadcast'], ['getBroadcastAnalytics'], 10_000, isMoving(broadcast) ? 5_000 : 30_000)
  if (!data || data.series.length === 0) return null
  return (
    <>
      <OverTime broadcast={broadcast} series={data.series} />
      {data.receivers.length > 0 && <ByReceiver broadcast={broadcast} receivers={data.receivers} />}
    </>
  )
}

const lines = [
  { name: 'Sent', figure: 'sent', color: 'var(--series-1)' },
  { name: 'Delivered', figure: 'delivered', color: 'var(--series-2)' },
  { name: 'Opened', figure: 'opened', color: 'var(--series-3)' },
  { name: 'Clicked', figure: 'clicked', color: 'var(--series-4)' },
] as const

type OverTimeProps = { broadcast: Broadcast; series: BroadcastAnalytics['series'] }

function OverTime({ broadcast, series }: OverTimeProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const { unit, steps } = timelineOf(series)
  const drawn: Series[] = lines
    .filter(({ figure }) => isCounted(broadcast, figure))
    .map(({ figure, ...line }) => ({ ...line, values: steps.map(step => step[figure]) }))
  const toggle = (name: string) =>
    setHidden(before => new Set(before.has(name) ? [...before].filter(one => one !== name) : [...before, name]))
  const starts = steps.map(({ at }) => new Date(at).toISOString())
  return (
    <Section title="Over time">
      <LineChart
        label="Over time"
        steps={starts.map(start => stepName(unit, start))}
        series={drawn.filter(({ name }) => !hidden.has(name))}
        height={180}
      />
      <Legend series={drawn} hidden={hidden} onToggle={toggle} zone={zoneOf(unit, starts.at(-1) ?? '')} />
    </Section>
  )
}

/** Opens and clicks are shown only if they are tracked. */
function isCounted(
  { channel, track_opens, track_clicks }: Broadcast,
  figure: (typeof lines)[number]['figure'],
): boolean {
  if (figure === 'opened') return channel === 'email' && track_opens === true
  return figure !== 'clicked' || (channel === 'email' && track_clicks === true)
}

const rate = (part: number, whole: number): string => (whole === 0 ? '–' : percent(part / whole))

const columnsFor = (broadcast: Broadcast): readonly Column<BroadcastReceiver>[] => [
  {
    head: 'Receiver',
    cell: ({ receiver }) => (
      <span className="font-medium">{receiver === 'other' ? 'All others' : inWords(receiver)}</span>
    ),
  },
  { head: 'Recipients', cell: ({ recipients }) => count(recipients), isNumber: true },
  { head: 'Delivered', cell: ({ delivered, sent }) => rate(delivered, sent), isNumber: true },
  { head: 'Bounced', cell: ({ bounced, sent }) => rate(bounced, sent), isNumber: true, isWide: true },
  {
    head: 'Spam complaints',
    cell: ({ complained, delivered }) => rate(complained, delivered),
    isNumber: true,
    isWide: true,
  },
  ...(isCounted(broadcast, 'opened')
    ? [{ head: 'Opened', cell: (it: BroadcastReceiver) => rate(it.opened, it.delivered), isNumber: true, isWide: true }]
    : []),
  ...(isCounted(broadcast, 'clicked')
    ? [
        {
          head: 'Clicked',
          cell: (it: BroadcastReceiver) => rate(it.clicked, it.delivered),
          isNumber: true,
          isWide: true,
        },
      ]
    : []),
]

const ByReceiver = ({ broadcast, receivers }: { broadcast: Broadcast; receivers: BroadcastReceiver[] }) => (
  <Section title="By receiver">
    <div className="-m-4">
      <Table
        label="By receiver"
        rows={receivers}
        columns={columnsFor(broadcast)}
        idOf={({ receiver }) => receiver}
        isBare
      />
    </div>
  </Section>
)
