import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import { Mail, SearchX } from 'lucide-react'
import { useCall, usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { Button } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { useFilters } from '#form/filters.ts'
import { LiveSign } from '#layout/live-sign.tsx'
import { Page } from '#layout/page.tsx'
import { FirstRequest } from '#messages/first-request.tsx'
import { useCreatedWithin } from '#messages/message-search.ts'
import { SendTestButton } from '#messages/send-test/send-test-button.tsx'
import { SearchBar } from '#search/search-bar.tsx'
import { SearchProblem } from '#search/search-problem.tsx'
import { useSearch } from '#search/use-search.ts'
import { MessageStatus, openPollMs } from '#status/message-status.tsx'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { emailFields, emailQuery, withTemplates } from './search.ts'

const columns: readonly Column<EmailListItem>[] = [
  { head: 'To', cell: email => <Recipients {...email} /> },
  {
    head: 'Status',
    cell: email => <MessageStatus status={email.status} waitingFor={email.waiting_for} isCaptured={email.captured} />,
    width: 'md:w-40',
  },
  { head: 'Subject', cell: ({ subject }) => <span className="block truncate">{subject}</span>, isWide: true },
  { head: 'From', cell: ({ from }) => <span className="block truncate text-soft">{from}</span>, isWide: true },
  {
    head: 'Created',
    width: 'md:w-32',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

export function EmailsPage() {
  const [{ template }] = useFilters(['template'])
  const templates = useCall('listTemplates', { query: { limit: 100 } }).data?.data ?? []
  const search = useSearch(withTemplates(emailFields, templates, template))
  const { query, problem = search.problem } = emailQuery(search.values, search.text)
  const created = useCreatedWithin(search.values.age)
  const pages = usePages('listEmails', { query: { ...query, ...created } }, { isOff: problem !== undefined })
  useRenewal(['email'], ['listEmails'], undefined, openPollMs)

  return (
    <Page title="Emails" aside={<LiveSign />} actions={<SendTestButton />}>
      <SearchBar search={search} input={{ label: 'Search emails', placeholder: 'Subject, address, tag, ID, from:…' }} />
      {problem ? (
        <SearchProblem problem={problem} onClear={search.clear} />
      ) : (
        <PagedTable
          label="Emails"
          pages={pages}
          columns={columns}
          idOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/emails/$id', params: { id } })}
          empty={search.isFiltered ? <NothingFound onClear={search.clear} /> : <NoEmails />}
        />
      )}
    </Page>
  )
}

/** On a phone the rest of the row is below the recipient. */
function Recipients({ to, subject, created_at }: EmailListItem) {
  return (
    <>
      <span className="font-medium">{to[0] ?? 'Hidden recipients'}</span>
      {to.length > 1 && <span className="text-faint"> +{to.length - 1}</span>}
      <span className="block truncate text-sm text-soft md:hidden">
        <Time at={created_at} /> · {subject}
      </span>
    </>
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No matching emails" action={<Button onClick={onClear}>Clear filters</Button>}>
    Nothing in this environment matches the search.
  </EmptyState>
)

const NoEmails = () => (
  <EmptyState icon={Mail} title="No emails yet" code={<FirstRequest />}>
    Every accepted email appears here with its events.
  </EmptyState>
)
