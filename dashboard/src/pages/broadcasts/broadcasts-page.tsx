import type { BroadcastListItem } from '@posthorn/contract/broadcasts/replies'
import { Megaphone, Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Progress } from '#chart/progress.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { useFilters } from '#form/filters.ts'
import { LiveSign } from '#layout/live-sign.tsx'
import { Page } from '#layout/page.tsx'
import { useMatchingRows } from '#search/matching-rows.ts'
import type { Field } from '#search/parse-search.ts'
import { SearchBar } from '#search/search-bar.tsx'
import { SearchProblem } from '#search/search-problem.tsx'
import { useSearch } from '#search/use-search.ts'
import { inWords } from '#status/message-status.tsx'
import { count, percent } from '#style/figures.ts'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { BroadcastStateBadge, barTones, broadcastStates } from './broadcast-state.tsx'
import { CreateBroadcastDialog } from './create-broadcast-dialog.tsx'
import { isMoving, progressOf, rateOf } from './progress.ts'

const rate = (value: number | undefined): string => (value === undefined ? '–' : percent(value))

const columns: readonly Column<BroadcastListItem>[] = [
  { head: 'Name', cell: it => <Name {...it} /> },
  { head: 'Status', width: 'md:w-32', cell: ({ state }) => <BroadcastStateBadge state={state} /> },
  { head: 'Progress', width: 'md:w-52', cell: it => <HowFar {...it} />, isWide: true },
  {
    head: 'Opened',
    width: 'md:w-24',
    cell: ({ figures }) => (figures.opened + figures.machine_opened > 0 ? rate(rateOf(figures.opened, figures)) : '–'),
    isNumber: true,
    isWide: true,
  },
  {
    head: 'Clicked',
    width: 'md:w-24',
    cell: ({ figures }) =>
      figures.clicked + figures.machine_clicked > 0 ? rate(rateOf(figures.clicked, figures)) : '–',
    isNumber: true,
    isWide: true,
  },
  {
    head: 'When',
    width: 'md:w-32',
    cell: ({ started_at, scheduled_for, created_at }) => <Time at={started_at ?? scheduled_for ?? created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

const channels = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
] as const
const fields: readonly Field<'status' | 'channel'>[] = [
  { name: 'status', label: 'Status', options: broadcastStates.map(value => ({ value, label: inWords(value) })) },
  { name: 'channel', label: 'Channel', options: channels },
]
const wordsOf = ({ name, subject = '' }: BroadcastListItem) => `${name} ${subject}`
const everyMs = 1_500 // polls the figures while something is sending, because there is no event per message

export function BroadcastsPage() {
  // In the URL, so that the command menu can open the dialog.
  const [asked, setAsked] = useFilters(['new'])
  const mayWrite = useMay('broadcasts:write')
  const search = useSearch(fields)
  const state = broadcastStates.find(one => one === search.values.status)
  const channel = channels.find(({ value }) => value === search.values.channel)?.value
  const pages = usePages('listBroadcasts', { query: { ...(state && { state }), ...(channel && { channel }) } })
  useRenewal(['broadcast'], ['listBroadcasts'], 2_000, pages.rows.some(isMoving) ? everyMs : undefined)
  const found = useMatchingRows(pages, { text: search.text, wordsOf })
  const hasSome = pages.rows.length > 0 || search.isFiltered
  const create = mayWrite && (
    <Button tone="primary" icon={Plus} onClick={() => setAsked({ new: 'yes' })}>
      New broadcast
    </Button>
  )
  return (
    <Page title="Broadcasts" aside={<LiveSign />} actions={hasSome && create}>
      {hasSome && (
        <SearchBar search={search} input={{ label: 'Search broadcasts', placeholder: 'Name, status:sending' }} />
      )}
      {search.problem ? (
        <SearchProblem problem={search.problem} onClear={search.clear} />
      ) : (
        <PagedTable
          label="Broadcasts"
          pages={found}
          columns={columns}
          idOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/broadcasts/$id', params: { id } })}
          empty={search.isFiltered ? <NothingFound onClear={search.clear} /> : <NoBroadcasts action={create} />}
        />
      )}
      {asked.new && mayWrite && !pages.isPending && (
        <CreateBroadcastDialog last={pages.rows[0]} onClose={() => setAsked({ new: '' })} />
      )}
    </Page>
  )
}

/** On a phone the progress bar is below the name. */
const Name = (broadcast: BroadcastListItem) => (
  <>
    <span className="block truncate font-medium">{broadcast.name}</span>
    <span className="block truncate text-sm text-soft">{aboutOf(broadcast)}</span>
    <span className="mt-1 block md:hidden">
      <HowFar {...broadcast} />
    </span>
  </>
)

function aboutOf({ channel, subject, state }: BroadcastListItem): string {
  if (channel === 'sms') return 'SMS'
  return subject ?? (state === 'draft' ? 'No subject yet' : 'Subject from its template')
}

function HowFar(broadcast: BroadcastListItem) {
  if (broadcast.started_at === null) return <span className="hidden text-soft md:inline">–</span>
  const { done, total } = progressOf(broadcast)
  return (
    <>
      <Progress label={`Progress of ${broadcast.name}`} done={done} total={total} tone={barTones[broadcast.state]} />
      <span className="mt-0.5 block text-xs text-soft tabular-nums">
        {done === total ? count(total) : `${count(done)} of ${count(total)}`}
      </span>
    </>
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No matching broadcasts" action={<Button onClick={onClear}>Clear filters</Button>} />
)

const NoBroadcasts = ({ action }: { action: ReactNode }) => (
  <EmptyState
    icon={Megaphone}
    title="No broadcasts yet"
    action={action}
    code={
      <Curl
        path="/v1/broadcasts"
        body={{
          name: 'November news',
          from: 'Acme <news@acme.test>',
          subject: 'What is new in November',
          html: '<p>Hello {{ contact.first_name | default: "there" }}!</p>',
          everyone: true,
        }}
      />
    }
  >
    A broadcast is one message to many contacts: a topic, a segment or everyone who is subscribed. You can check the
    recipients and the preview before anything is sent.
  </EmptyState>
)
