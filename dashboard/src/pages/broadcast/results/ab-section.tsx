import type { Broadcast, BroadcastFigures } from '@posthorn/contract/broadcasts/replies'
import { Section } from '#layout/page.tsx'
import { Badge } from '#status/badge.tsx'
import { count, percent } from '#style/figures.ts'
import { type Column, Table } from '#table/table.tsx'
import { exact } from '#time/moments.ts'
import { rateOf } from '../../broadcasts/progress.ts'
import { recipients } from '../composer/reach.ts'

type Row = { variant: 'a' | 'b'; isWinner: boolean; subject: string | undefined; figures: BroadcastFigures }

const rate = (part: number, figures: BroadcastFigures): string => {
  const value = rateOf(part, figures)
  return value === undefined ? '–' : percent(value)
}
const columns: readonly Column<Row>[] = [
  {
    head: 'Version',
    cell: ({ variant, isWinner, subject, figures }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{variant.toUpperCase()}</span>
          <span className="min-w-0 text-soft wrap-anywhere">{subject}</span>
          {isWinner && <Badge tone="good">Winner</Badge>}
        </span>
        <span className="block text-sm text-faint md:hidden">{recipients(figures.messages)}</span>
      </>
    ),
  },
  { head: 'Recipients', cell: ({ figures }) => count(figures.messages), isNumber: true, isWide: true },
  { head: 'Opened', cell: ({ figures }) => rate(figures.opened, figures), isNumber: true },
  { head: 'Clicked', cell: ({ figures }) => rate(figures.clicked, figures), isNumber: true },
]

/** The results of the two versions. */
export function AbSection({ broadcast: { subject, ab_test, ab_test_status } }: { broadcast: Broadcast }) {
  if (!ab_test_status) return null
  const { state, decides_at, winner, a, b } = ab_test_status
  const rows: Row[] = [
    { variant: 'a', isWinner: winner === 'a', subject, figures: a },
    { variant: 'b', isWinner: winner === 'b', subject: ab_test?.b.subject ?? subject, figures: b },
  ]
  return (
    <Section title="A/B test">
      <p role="status" className="mb-3 text-soft">
        {state === 'decided'
          ? `Version ${winner?.toUpperCase()} won. The remaining recipients get it and count toward it.`
          : decides_at
            ? `Both versions have been sent. The winner is chosen on ${exact(decides_at)}.`
            : 'Both versions are being sent to their share of the recipients.'}
      </p>
      <div className="-mx-4 -mb-4 border-t border-line">
        <Table label="Versions" rows={rows} columns={columns} idOf={({ variant }) => variant} isBare />
      </div>
    </Section>
  )
}
