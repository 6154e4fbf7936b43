import type { Broadcast, BroadcastRecipient, RecipientOutcome } from '@posthorn/contract/broadcasts/replies'
import { Users } from 'lucide-react'
import { usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { EmptyState } from '#empty/empty-state.tsx'
import { Select } from '#form/inputs.tsx'
import { FilterBar } from '#layout/page.tsx'
import { Badge, type Tone } from '#status/badge.tsx'
import { inWords } from '#status/message-status.tsx'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { isMoving } from '../../broadcasts/progress.ts'

const tones: Record<RecipientOutcome, Tone> = {
  waiting: 'info',
  delayed: 'warn',
  sent: 'info',
  delivered: 'good',
  bounced: 'bad',
  complained: 'bad',
  failed: 'bad',
  suppressed: 'warn',
  canceled: 'plain',
}
const outcomes = Object.keys(tones) as readonly RecipientOutcome[] // as: the keys of the table
const outcomeIn = (text: string | undefined): RecipientOutcome | undefined => outcomes.find(one => one === text)

const readings = [
  { value: '', label: 'Engagement: any' },
  { value: 'opened', label: 'Opened' },
  { value: 'not_opened', label: 'Not opened' },
  { value: 'clicked', label: 'Clicked' },
  { value: 'not_clicked', label: 'Not clicked' },
]
const queries: Record<string, { opened?: boolean; clicked?: boolean }> = {
  opened: { opened: true },
  not_opened: { opened: false },
  clicked: { clicked: true },
  not_clicked: { clicked: false },
}

const columnsOf = (hasVariants: boolean): readonly Column<BroadcastRecipient>[] => [
  { head: 'To', cell: ({ to }) => <span className="font-medium">{to}</span> },
  { head: 'Outcome', cell: ({ outcome }) => <Badge tone={tones[outcome]}>{inWords(outcome)}</Badge> },
  {
    head: 'Engagement',
    cell: ({ opened, clicked }) => <span className="text-soft">{clicked ? 'Clicked' : opened ? 'Opened' : '–'}</span>,
    isWide: true,
  },
  ...(hasVariants
    ? [{ head: 'Version', cell: ({ variant }: BroadcastRecipient) => variant.toUpperCase(), isWide: true }]
    : []),
  {
    head: 'Created',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

type Props = {
  broadcast: Broadcast
  filters: { outcome?: string; read?: string }
  onFilter: (filters: { outcome?: string; read?: string }) => void
}

/** All recipients, by outcome. */
export function Recipients({ broadcast, filters, onFilter }: Props) {
  const { id, channel } = broadcast
  const outcome = outcomeIn(filters.outcome)
  const query = { ...(outcome && { outcome }), ...queries[filters.read ?? ''] }
  const pages = usePages('listBroadcastRecipients', { params: { id }, query })
  useRenewal(['broadcast'], ['listBroadcastRecipients'], 5_000, isMoving(broadcast) ? 3_000 : undefined)
  return (
    <>
      <FilterBar>
        <Select
          aria-label="Outcome"
          className="w-44"
          value={outcome ?? ''}
          options={[{ value: '', label: 'Outcome: any' }, ...outcomes.map(value => ({ value, label: inWords(value) }))]}
          onChange={({ target }) => onFilter({ outcome: target.value })}
        />
        {channel === 'email' && (
          <Select
            aria-label="Engagement"
            className="w-44"
            value={filters.read ?? ''}
            options={readings}
            onChange={({ target }) => onFilter({ read: target.value })}
          />
        )}
      </FilterBar>
      <PagedTable
        label="Recipients"
        pages={pages}
        columns={columnsOf(broadcast.ab_test !== undefined)}
        idOf={one => one.id}
        linkOf={one => ({ to: channel === 'email' ? '/emails/$id' : '/sms/$id', params: { id: one.id } })}
        empty={
          <EmptyState
            icon={Users}
            title={Object.keys(query).length > 0 ? 'No matching recipients' : 'No recipients yet'}
          >
            {Object.keys(query).length > 0
              ? 'No recipient matches these filters.'
              : 'Recipients appear as their messages are created.'}
          </EmptyState>
        }
      />
    </>
  )
}
