import type { LoggedRequest } from '@posthorn/contract/requests'
import { ScrollText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { usePages } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Page } from '#layout/page.tsx'
import { ageField, useCreatedWithin } from '#messages/message-search.ts'
import type { Field } from '#search/parse-search.ts'
import { SearchBar } from '#search/search-bar.tsx'
import { SearchProblem } from '#search/search-problem.tsx'
import { useSearch } from '#search/use-search.ts'
import { Badge } from '#status/badge.tsx'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { toneOf } from './advice.ts'
import { RequestDialog } from './request-dialog.tsx'

const statuses = [
  { value: 'error', label: 'Refused or failed' },
  { value: '2xx', label: '2xx' },
  { value: '4xx', label: '4xx' },
  { value: '5xx', label: '5xx' },
] as const
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const fields: readonly Field<'status' | 'method' | 'age'>[] = [
  { name: 'status', label: 'Status', options: statuses },
  { name: 'method', label: 'Method', options: methods.map(value => ({ value, label: value })) },
  { ...ageField, label: 'Time' },
]

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
    head: 'Duration',
    cell: ({ duration_ms }) => `${duration_ms} ms`,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
  {
    head: 'Time',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

const Status = ({ status }: Pick<LoggedRequest, 'status'>) => <Badge tone={toneOf(status)}>{status}</Badge>

/** Recent requests of the environment's keys. */
export function RequestsPage() {
  const search = useSearch(fields)
  const { problem, values } = search
  const [opened, setOpened] = useState<LoggedRequest>()
  const { created_after: start } = useCreatedWithin(values.age)
  const query = {
    ...(values.status && { status_class: values.status }),
    ...(values.method && { method: values.method }),
    ...(start && { start }),
  }
  const pages = usePages('listRequests', { query }, { isOff: problem !== undefined })
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
  return (
    <Page title="Requests">
      <SearchBar search={search} />
      {problem ? (
        <SearchProblem problem={problem} onClear={search.clear} />
      ) : (
        <PagedTable
          label="Requests"
          pages={pages}
          columns={[...columns, details]}
          idOf={({ id }) => id}
          empty={search.isFiltered ? <NothingFits onClear={search.clear} /> : <NoRequests />}
        />
      )}
      {opened && <RequestDialog request={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

const NothingFits = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No matching requests" action={<Button onClick={onClear}>Clear filters</Button>}>
    No request matches these filters.
  </EmptyState>
)

const NoRequests = () => (
  <EmptyState icon={ScrollText} title="No requests yet" code={<Curl method="GET" path="/v1/rate-limit" />}>
    Requests made with API keys of this environment appear here for a few days: the operation, the status, the duration
    and the reason for a refusal. Request bodies are not stored.
  </EmptyState>
)
