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
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { inWords, originOf } from './words.ts'

const objects = [
  { value: '', label: 'Everything' },
  ...auditedObjects.map(value => ({ value, label: inWords(value) })).sort((a, b) => a.label.localeCompare(b.label)),
]

const columns: readonly Column<AuditEntry>[] = [
  {
    head: 'What',
    cell: entry => (
      <>
        <span className="block [overflow-wrap:anywhere]">{entry.summary}</span>
        <span className="block text-sm text-soft md:hidden">
          <Time at={entry.created_at} /> · {originOf(entry)}
        </span>
      </>
    ),
    className: 'md:max-w-xl',
  },
  { head: 'Environment', cell: ({ environment }) => environment ?? '–', isWide: true, className: 'text-soft' },
  { head: 'From', cell: originOf, isWide: true, className: 'text-soft' },
  {
    head: 'When',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

/** Who changed what in the organization. */
export function AuditView() {
  const [filters, setFilters] = useFilters(['object', 'age'])
  const [opened, setOpened] = useState<AuditEntry>()
  const type = auditedObjects.find(one => one === filters.object)
  // Counted from the moment of choosing, so that the list does not begin anew while one looks at it.
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
          aria-label="What was changed"
          className="w-44"
          options={objects}
          value={filters.object ?? ''}
          onChange={event => setFilters({ object: event.target.value })}
        />
        <Select
          aria-label="When"
          className="w-36"
          options={ages}
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
  <EmptyState icon={SearchX} title="Nothing fits" action={<Button onClick={onClear}>Clear the filters</Button>}>
    Nobody has changed anything of the kind in that time.
  </EmptyState>
)

const NothingYet = () => (
  <EmptyState icon={ScrollText} title="Nothing has changed yet">
    Whoever changes a key, a member, a domain or anything else of the set-up is shown here, with what they changed and
    where they did it from. Sign-ins are here, too.
  </EmptyState>
)
