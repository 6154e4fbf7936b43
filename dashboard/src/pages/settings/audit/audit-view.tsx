import { auditedObjects } from '@posthorn/contract/audit'
import type { AuditEntry } from '@posthorn/contract/audit-log'
import { ScrollText, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePages } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { useFilters } from '#form/filters.ts'
import { Select } from '#form/inputs.tsx'
import { FilterBar } from '#layout/page.tsx'
import { ages, createdWithin } from '#messages/created-within.ts'
import { withoutDirections } from '#style/directions.ts'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { inWords, originOf } from './words.ts'

const objects = [
  { value: '', label: 'Object: any' },
  ...auditedObjects.map(value => ({ value, label: inWords(value) })).sort((a, b) => a.label.localeCompare(b.label)),
]

const times = [{ value: '', label: 'Time: any' }, ...ages]

const columns: readonly Column<AuditEntry>[] = [
  {
    head: 'Event',
    cell: entry => (
      <>
        <span className="block [overflow-wrap:anywhere]">{withoutDirections(entry.summary)}</span>
        <span className="block text-sm text-soft md:hidden">
          <Time at={entry.created_at} /> · {originOf(entry)}
        </span>
      </>
    ),
    className: 'md:max-w-xl',
  },
  { head: 'Environment', cell: ({ environment }) => environment ?? '–', isWide: true, className: 'text-soft' },
  { head: 'Source', cell: originOf, isWide: true, className: 'text-soft' },
  {
    head: 'Time',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

/** The audit log: who changed what in the organization. */
export function AuditView() {
  const [filters, setFilters] = useFilters(['object', 'age'])
  const [opened, setOpened] = useState<AuditEntry>()
  const type = auditedObjects.find(one => one === filters.object)
  // Counted from when the filter was chosen, so that the query does not change while the list is open.
  const start = useMemo(() => createdWithin(filters.age, Date.now()).created_after, [filters.age])
  const pages = usePages('listAuditLog', { query: { ...(type && { object_type: type }), ...(start && { start }) } })
  const details: Column<AuditEntry> = {
    head: '',
    cell: entry => (
      <Button isSmall tone="quiet" aria-label={`Details: ${entry.summary}`} onClick={() => setOpened(entry)}>
        Details
      </Button>
    ),
    isNumber: true,
    className: 'w-px',
  }
  return (
    <>
      <FilterBar>
        <Select
          aria-label="Object"
          className="w-44"
          options={objects}
          value={filters.object ?? ''}
          onChange={event => setFilters({ object: event.target.value })}
        />
        <Select
          aria-label="Time"
          className="w-36"
          options={times}
          value={filters.age ?? ''}
          onChange={event => setFilters({ age: event.target.value })}
        />
      </FilterBar>
      <PagedTable
        label="Audit log"
        pages={pages}
        columns={[...columns, details]}
        idOf={({ id }) => id}
        empty={type || start ? <NothingFits onClear={() => setFilters({ object: '', age: '' })} /> : <NothingYet />}
      />
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const NothingFits = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No matching entries" action={<Button onClick={onClear}>Clear filters</Button>}>
    No entry matches these filters.
  </EmptyState>
)

const NothingYet = () => (
  <EmptyState icon={ScrollText} title="No entries yet">
    Changes to keys, members, domains and other settings appear here, with who made them and from where. Sign-ins are
    included.
  </EmptyState>
)
