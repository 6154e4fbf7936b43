import type { SmsListItem } from '@posthorn/contract/messages/sms'
import { MessageSquare, SearchX } from 'lucide-react'
import { usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useIsCharged } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { LiveSign } from '#layout/live-sign.tsx'
import { Page } from '#layout/page.tsx'
import { exampleSms } from '#messages/examples.ts'
import { useCreatedWithin } from '#messages/message-search.ts'
import { NewKey } from '#messages/new-key.tsx'
import { SearchBar } from '#search/search-bar.tsx'
import { SearchProblem } from '#search/search-problem.tsx'
import { useSearch } from '#search/use-search.ts'
import { MessageStatus } from '#status/message-status.tsx'
import { count } from '#style/figures.ts'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { smsFields, smsQuery } from './sms-search.ts'

/** `isAboutCredits`: only shown with charging. */
const columns: readonly (Column<SmsListItem> & { isAboutCredits?: true })[] = [
  { head: 'To', cell: sms => <Recipient {...sms} /> },
  {
    head: 'Status',
    cell: sms => <MessageStatus status={sms.status} waitingFor={sms.waiting_for} isCaptured={sms.captured} />,
    width: 'md:w-32',
  },
  { head: 'Text', cell: ({ body }) => <span className="block truncate">{body || 'Media'}</span>, isWide: true },
  { head: 'From', cell: ({ from }) => <span className="text-soft tabular-nums">{from}</span>, isWide: true },
  { head: 'Segments', width: 'md:w-28', cell: ({ segments_count }) => segments_count, isNumber: true, isWide: true },
  {
    head: 'Credits',
    isAboutCredits: true,
    width: 'md:w-24',
    cell: ({ credits_consumed }) => count(credits_consumed),
    isNumber: true,
    isWide: true,
  },
  {
    head: 'Created',
    width: 'md:w-32',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

export function SmsPage() {
  const search = useSearch(smsFields)
  const { query, problem = search.problem } = smsQuery(search.values, search.text)
  const isCharged = useIsCharged()
  const created = useCreatedWithin(search.values.age)
  const pages = usePages('listSms', { query: { ...query, ...created } }, { isOff: problem !== undefined })
  useRenewal(['sms'], ['listSms'])

  return (
    <Page title="SMS" aside={<LiveSign />}>
      <SearchBar
        search={search}
        input={{ label: 'Search text messages', placeholder: 'Part of a phone number or ID, from:+1…' }}
      />
      {problem ? (
        <SearchProblem problem={problem} onClear={search.clear} />
      ) : (
        <PagedTable
          label="Text messages"
          pages={pages}
          columns={columns.filter(({ isAboutCredits }) => isCharged || !isAboutCredits)}
          idOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/sms/$id', params: { id } })}
          empty={search.isFiltered ? <NothingFound onClear={search.clear} /> : <NoSms />}
        />
      )}
    </Page>
  )
}

/** On a phone the rest of the row is below the number. */
const Recipient = ({ to, body, created_at }: SmsListItem) => (
  <>
    <span className="font-medium tabular-nums">{to}</span>
    <span className="block truncate text-sm text-soft md:hidden">
      <Time at={created_at} /> · {body}
    </span>
  </>
)

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No matching messages" action={<Button onClick={onClear}>Clear filters</Button>}>
    Nothing in this environment matches the search.
  </EmptyState>
)

const NoSms = () => (
  <EmptyState
    icon={MessageSquare}
    title="No text messages yet"
    code={<NewKey isOnlyForHere>{apiKey => <Curl apiKey={apiKey} path="/v1/sms" body={exampleSms} />}</NewKey>}
  >
    Sent and received messages appear here, with the replies of the carriers.
  </EmptyState>
)
