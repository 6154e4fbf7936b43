import type { Workflow, WorkflowStatus } from '@posthorn/contract/workflows/workflows'
import { Plus, SearchX, Workflow as WorkflowIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePages } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Page } from '#layout/page.tsx'
import { useMatchingRows } from '#search/matching-rows.ts'
import type { Field } from '#search/parse-search.ts'
import { SearchBar } from '#search/search-bar.tsx'
import { SearchProblem } from '#search/search-problem.tsx'
import { useSearch } from '#search/use-search.ts'
import { inWords } from '#status/message-status.tsx'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { readDefinition } from '../workflow/definition.ts'
import { triggerNames } from '../workflow/words.ts'
import { CreateWorkflowDialog } from './create-workflow-dialog.tsx'
import { starters } from './starters.ts'
import { WorkflowStatusBadge } from './workflow-status.tsx'

const columns: readonly Column<Workflow>[] = [
  { head: 'Name', cell: workflow => <Name {...workflow} /> },
  { head: 'Status', cell: ({ status }) => <WorkflowStatusBadge status={status} /> },
  {
    head: 'Trigger',
    cell: ({ trigger_type }) => (
      <span className="block truncate text-soft">{trigger_type ? triggerNames[trigger_type] : 'None'}</span>
    ),
    isWide: true,
  },
  {
    head: 'Steps',
    cell: ({ workflow_definition }) => readDefinition(workflow_definition)?.steps.length ?? '–',
    isNumber: true,
    isWide: true,
  },
  { head: 'Version', cell: ({ version }) => version, isNumber: true, isWide: true },
  {
    head: 'Updated',
    cell: ({ updated_at }) => <Time at={updated_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

const statuses: readonly WorkflowStatus[] = ['draft', 'active', 'paused']
const fields: readonly Field<'status' | 'trigger'>[] = [
  { name: 'status', label: 'Status', options: statuses.map(value => ({ value, label: inWords(value) })) },
  {
    name: 'trigger',
    label: 'Trigger',
    options: Object.entries(triggerNames).map(([value, label]) => ({ value, label })),
  },
]
const wordsOf = ({ name, description = '' }: Workflow) => `${name} ${description}`

export function WorkflowsPage() {
  const [isCreating, setCreating] = useState(false)
  const mayWrite = useMay('workflows:write')
  const search = useSearch(fields)
  const { trigger } = search.values
  const status = statuses.find(one => one === search.values.status)
  const pages = usePages('listWorkflows', { query: { ...(status && { status }) } })
  const is = trigger ? ({ trigger_type }: Workflow) => trigger_type === trigger : undefined
  const found = useMatchingRows(pages, { text: search.text, wordsOf, is })
  const hasSome = pages.rows.length > 0 || search.isFiltered
  const create = mayWrite && (
    <Button tone="primary" icon={Plus} onClick={() => setCreating(true)}>
      New workflow
    </Button>
  )
  return (
    <Page title="Workflows" actions={hasSome && create}>
      {hasSome && (
        <SearchBar search={search} input={{ label: 'Search workflows', placeholder: 'Name, status:active' }} />
      )}
      {search.problem ? (
        <SearchProblem problem={search.problem} onClear={search.clear} />
      ) : (
        <PagedTable
          label="Workflows"
          pages={found}
          columns={columns}
          idOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/workflows/$id', params: { id } })}
          empty={search.isFiltered ? <NothingFound onClear={search.clear} /> : <NoWorkflows action={create} />}
        />
      )}
      {isCreating && <CreateWorkflowDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

const Name = ({ name, description, trigger_type }: Workflow) => (
  <>
    <span className="font-medium">{name}</span>
    {description && <span className="hidden truncate text-sm text-soft md:block">{description}</span>}
    <span className="block truncate text-sm text-soft md:hidden">
      {trigger_type ? triggerNames[trigger_type] : 'No trigger yet'}
    </span>
  </>
)

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No matching workflows" action={<Button onClick={onClear}>Clear filters</Button>} />
)

const NoWorkflows = ({ action }: { action: ReactNode }) => (
  <EmptyState
    icon={WorkflowIcon}
    title="No workflows yet"
    action={action}
    code={<Curl path="/v1/workflows" body={{ name: 'Onboarding', ...starters.welcome }} />}
  >
    A workflow runs a series of steps for each contact: send messages, wait, branch and update the contact.
  </EmptyState>
)
