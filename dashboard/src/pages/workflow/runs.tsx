import type { Workflow } from '@posthorn/contract/workflows/workflows'
import { Route, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { Button } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { ErrorState } from '#empty/error-state.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { Select } from '#form/inputs.tsx'
import { LiveSign } from '#layout/live-sign.tsx'
import { FilterBar } from '#layout/page.tsx'
import { inWords } from '#status/message-status.tsx'
import { LoadMore } from '#table/load-more.tsx'
import { Run } from './run.tsx'
import { runStates } from './run-states.ts'

const states = [
  { value: '', label: 'Status: any' },
  ...runStates.map(state => ({ value: state, label: inWords(state) })),
]

type Props = { workflow: Workflow; onStep: (key: string) => void }

/** All current and past runs, newest first, with their state. */
export function Runs({ workflow, onStep }: Props) {
  const [filters, setFilters] = useFilters(['state', 'contact'])
  const state = runStates.find(one => one === filters.state)
  const pages = usePages('listWorkflowRuns', {
    params: { id: workflow.id },
    query: { ...(state && { state }), ...(filters.contact && { contact_id: filters.contact }) },
  })
  useRenewal(['workflow', 'email', 'sms', 'contact'], ['listWorkflowRuns'], 3_000)
  const clear = () => setFilters({ state: '', contact: '' })
  const isFiltered = state !== undefined || filters.contact !== undefined
  return (
    <div className="mx-auto max-w-6xl p-4 md:px-6">
      <FilterBar>
        <Select
          aria-label="Status"
          className="w-40"
          options={states}
          value={state ?? ''}
          onChange={({ target }) => setFilters({ state: target.value })}
        />
        {filters.contact && <Button onClick={() => setFilters({ contact: '' })}>All contacts</Button>}
        <span className="ml-auto">
          <LiveSign />
        </span>
      </FilterBar>
      <List pages={pages} empty={isFiltered ? <NothingFits onClear={clear} /> : <Nobody workflow={workflow} />}>
        {run => (
          <Run key={run.id} run={run} onStep={onStep} onContact={() => setFilters({ contact: run.contact_id })} />
        )}
      </List>
    </div>
  )
}

type Pages = ReturnType<typeof usePages<'listWorkflowRuns'>>
type ListProps = {
  pages: Pages
  empty: ReactNode
  children: (run: Pages['rows'][number]) => ReactNode
}

function List({ pages, empty, children }: ListProps) {
  if (pages.isPending)
    return (
      <div className="card">
        <SkeletonRows />
      </div>
    )
  if (pages.error && pages.rows.length === 0) return <ErrorState error={pages.error} onRetry={() => pages.refetch()} />
  if (pages.rows.length === 0) return empty
  return (
    <>
      <ul className="card divide-y divide-line overflow-hidden">{pages.rows.map(children)}</ul>
      <LoadMore pages={pages} className="py-4" />
    </>
  )
}

const NothingFits = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No matching runs" action={<Button onClick={onClear}>Clear filters</Button>} />
)

const Nobody = ({ workflow: { status } }: { workflow: Workflow }) => (
  <EmptyState icon={Route} title="No runs yet">
    {status === 'active'
      ? 'A run starts when a contact matches the trigger, and appears here at once.'
      : 'Activate the workflow. Contacts that match its trigger from then on appear here.'}
  </EmptyState>
)
