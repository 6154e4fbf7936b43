import { useState } from 'react'
import { LineChart } from '#chart/line-chart.tsx'
import { Legend, type Series } from '#chart/series.tsx'
import { stepName, zoneOf } from '#chart/step-names.ts'
import { Section } from '#layout/page.tsx'
import { Segments } from '#tabs/segments.tsx'
import { type Figure, type Period, type Step, valuesOf } from './period.ts'

type Line = Omit<Series, 'values'> & { figure: Figure }

const views = [
  { value: 'delivery', label: 'Delivery' },
  { value: 'readers', label: 'Engagement' },
  { value: 'rates', label: 'Rates' },
] as const
type View = (typeof views)[number]['value']

const lines: Record<View, readonly Line[]> = {
  delivery: [
    { name: 'Sent', figure: 'emails_sent', color: 'var(--series-1)' },
    { name: 'Delivered', figure: 'emails_delivered', color: 'var(--series-2)' },
    { name: 'Bounced', figure: 'emails_bounced', color: 'var(--series-5)' },
    { name: 'Spam complaints', figure: 'emails_complained', color: 'var(--series-4)' },
  ],
  readers: [
    { name: 'Opened', figure: 'emails_opened', color: 'var(--series-1)' },
    { name: 'Opened by people', figure: 'emails_opened_by_people', color: 'var(--series-1)', isDashed: true },
    { name: 'Clicked', figure: 'emails_clicked', color: 'var(--series-3)' },
    { name: 'Clicked by people', figure: 'emails_clicked_by_people', color: 'var(--series-3)', isDashed: true },
  ],
  rates: [
    { name: 'Delivered', figure: 'delivery_rate', color: 'var(--series-2)' },
    { name: 'Opened', figure: 'open_rate', color: 'var(--series-1)' },
    { name: 'Clicked', figure: 'click_rate', color: 'var(--series-3)' },
    { name: 'Bounced', figure: 'bounce_rate', color: 'var(--series-5)' },
    { name: 'Spam complaints', figure: 'complaint_rate', color: 'var(--series-4)' },
  ],
}

/** Emails over time, by the hour or day when they were accepted. */
export function SendingChart({ period, series }: { period: Period; series: readonly Step[] }) {
  const [view, setView] = useState<View>('delivery')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const drawn = lines[view].map(({ figure, ...line }) => ({ ...line, values: valuesOf(period, series, figure) }))
  const toggle = (name: string) =>
    setHidden(before => new Set(before.has(name) ? [...before].filter(one => one !== name) : [...before, name]))
  return (
    <Section title="Emails" actions={<Segments label="Chart" options={views} value={view} onChange={setView} />}>
      <LineChart
        label={`Emails: ${view}`}
        areRates={view === 'rates'}
        steps={period.starts.map(start => stepName(period.granularity, start))}
        series={drawn.filter(({ name }) => !hidden.has(name))}
      />
      <Legend
        series={drawn}
        hidden={hidden}
        onToggle={toggle}
        zone={zoneOf(period.granularity, period.starts.at(-1) ?? period.start)}
      />
    </Section>
  )
}
