import type { LoggedRequest } from '@posthorn/contract/requests'
import { ScrollText, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePages } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { useFilters } from '#form/filters.ts'
import { Select } from '#form/inputs.tsx'
import { FilterBar, Page } from '#layout/page.tsx'
import { ages, createdWithin } from '#messages/created-within.ts'
import { Badge } from '#status/badge.tsx'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { toneOf } from './advice.ts'
import { RequestDialog } from './request-dialog.tsx'

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'error', label: 'Refused or failed' },
  { value: '2xx', label: '2xx' },
  { value: '4xx', label: '4xx' },
  { value: '5xx', label: '5xx' },
] as const
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const methodOptions = [{ value: '', label: 'Any method' }, ...methods.map(value => ({ value, label: value }))]

const columns: readonly Column<LoggedRequest>[] = [
  {
    head: 'Request',
    cell: request => (
      <>
        <span className="block truncate font-mono text-sm">
          <span className="text-soft">{request.method}</span> {request.path}
        </span>
        <span className="flex items-center gap-2 text-sm text-soft md:hidden">
          <Status status={request.status} /> <Time at={request.created_at} />
        </span>
      </>
    ),
    className: 'md:max-w-md',
  },
  { head: 'Status', cell: ({ status }) => <Status status={status} />, isWide: true },
  {
    head: 'Key',
    cell: ({ key }) => <span className="block truncate">{key.name ?? key.id}</span>,
    isWide: true,
    className: 'text-soft',
  },
  {
    head: 'Took',
    cell: ({ duration_ms }) => `${duration_ms} ms`,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
  {
    head: 'When',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

const Status = ({ status }: Pick<LoggedRequest, 'status'>) => <Badge tone={toneOf(status)}>{status}</Badge>

/** What keys of the environment have asked for lately. */
export function RequestsPage() {
  const [filters, setFilters] = useFilters(['status', 'method', 'age'])
  const [opened, setOpened] = useState<LoggedRequest>()
  const status_class = statuses.find(({ value }) => value === filters.status)?.value || undefined
  const method = methods.find(one => one === filters.method)
  // Counted from the moment of choosing, so that the list does not begin anew while one looks at it.
  const start = useMemo(() => createdWithin(filters.age, Date.now()).created_after, [filters.age])
  const pages = usePages('listRequests', {
    query: { ...(status_class && { status_class }), ...(method && { method }), ...(start && { start }) },
  })
  const details: Column<LoggedRequest> = {
    head: '',
    cell: request => (
      <Button
        isSmall
        tone="quiet"
        aria-label={`Details: ${request.method} ${request.path}`}
        onClick={() => setOpened(request)}
      >
        Details
      </Button>
    ),
    isNumber: true,
    className: 'w-px',
  }
  const clear = () => setFilters({ status: '', method: '', age: '' })
  return (
    <Page title="Requests">
      <FilterBar>
        <Select
          aria-label="Status"
          className="w-44"
          options={statuses}
          value={filters.status ?? ''}
          onChange={event => setFilters({ status: event.target.value })}
        />
        <Select
          aria-label="Method"
          className="w-36"
          options={methodOptions}
          value={filters.method ?? ''}
          onChange={event => setFilters({ method: event.target.value })}
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
        label="Requests"
        pages={pages}
        columns={[...columns, details]}
        idOf={({ id }) => id}
        empty={Object.keys(filters).length > 0 ? <NothingFits onClear={clear} /> : <NoRequests />}
      />
      {opened && <RequestDialog request={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

const NothingFits = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="Nothing fits" action={<Button onClick={onClear}>Clear the filters</Button>}>
    No request of the kind was made in that time.
  </EmptyState>
)

const NoRequests = () => (
  <EmptyState icon={ScrollText} title="No requests yet" code={<Curl method="GET" path="/v1/rate-limit" />}>
    What API keys of this environment ask for is shown here for some days: which operation, what was answered, how long
    it took, and why it was refused. What was sent is not kept.
  </EmptyState>
)
