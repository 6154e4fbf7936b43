import type { EmailListItem } from '@posthorn/contract/email'
import { emailStatuses } from '@posthorn/contract/events'
import { Mail, SearchX } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { Button, LinkButton } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { useFilters } from '#form/filters.ts'
import { Select } from '#form/inputs.tsx'
import { SearchInput } from '#form/search-input.tsx'
import { LiveSign } from '#layout/live-sign.tsx'
import { FilterBar, Page } from '#layout/page.tsx'
import { inWords, MessageStatus } from '#status/message-status.tsx'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { ages, createdWithin } from './created-within.ts'
import { exampleEmail } from './example.ts'
import { parseSearch } from './search.ts'

const columns: readonly Column<EmailListItem>[] = [
  { head: 'To', cell: email => <Recipients {...email} /> },
  { head: 'Status', cell: ({ status }) => <MessageStatus status={status} /> },
  { head: 'Subject', cell: ({ subject }) => <span className="block truncate">{subject}</span>, isWide: true },
  { head: 'From', cell: ({ from }) => <span className="block truncate text-soft">{from}</span>, isWide: true },
  {
    head: 'Created',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

const statuses = [
  { value: '', label: 'Any status' },
  ...emailStatuses.map(status => ({ value: status, label: inWords(status) })),
]

export function EmailsPage() {
  const [filters, setFilters] = useFilters(['q', 'status', 'age'])
  const { query, problem } = parseSearch(filters.q ?? '')
  const status = emailStatuses.find(one => one === filters.status)
  // Counted from the moment of choosing, so that the list does not begin anew while one looks at it.
  const created = useMemo(() => createdWithin(filters.age, Date.now()), [filters.age])
  const pages = usePages('listEmails', {
    query: { ...query, ...(status && { status }), ...created },
  })
  useRenewal(['email'], ['listEmails'])
  const search = useCallback((q: string) => setFilters({ q }), [setFilters])
  const isFiltered = Object.keys(filters).length > 0

  return (
    <Page title="Emails" aside={<LiveSign />}>
      <FilterBar>
        <SearchInput
          label="Search emails"
          placeholder="ada@example.com, from:…, tag:…"
          value={filters.q ?? ''}
          onSearch={search}
        />
        <Select
          aria-label="Status"
          className="w-40"
          options={statuses}
          value={filters.status ?? ''}
          onChange={event => setFilters({ status: event.target.value })}
        />
        <Select
          aria-label="Created"
          className="w-36"
          options={ages}
          value={filters.age ?? ''}
          onChange={event => setFilters({ age: event.target.value })}
        />
      </FilterBar>
      {problem && <p className="mb-3 text-sm text-warn">{problem}</p>}
      <PagedTable
        label="Emails"
        pages={pages}
        columns={columns}
        idOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/emails/$id', params: { id } })}
        empty={isFiltered ? <NothingFound onClear={() => setFilters({ q: '', status: '', age: '' })} /> : <NoEmails />}
      />
    </Page>
  )
}

/** On a phone the rest of the row stands under the recipient. */
function Recipients({ to, subject, created_at }: EmailListItem) {
  return (
    <>
      <span className="font-medium">{to[0]}</span>
      {to.length > 1 && <span className="text-faint"> +{to.length - 1}</span>}
      <span className="block truncate text-sm text-soft md:hidden">
        <Time at={created_at} /> · {subject}
      </span>
    </>
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No email fits" action={<Button onClick={onClear}>Clear the filters</Button>}>
    Nothing in this environment matches the search.
  </EmptyState>
)

const NoEmails = () => (
  <EmptyState
    icon={Mail}
    title="No emails yet"
    action={<LinkButton to="/keys">Get an API key</LinkButton>}
    code={<Curl path="/v1/emails" body={exampleEmail} />}
  >
    Every email that is accepted shows up here, with all that happens to it.
  </EmptyState>
)
