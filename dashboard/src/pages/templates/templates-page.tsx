import type { TemplateListItem } from '@posthorn/contract/messages/templates'
import { FileText, Plus, SearchX } from 'lucide-react'
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
import { CreateTemplateDialog } from './create-template-dialog.tsx'
import { RowThumbnail } from './row-thumbnail.tsx'
import { TemplateStatus } from './template-status.tsx'

const columns: readonly Column<TemplateListItem>[] = [
  { head: 'Name', cell: template => <Name {...template} /> },
  { head: 'Preview', cell: template => <RowThumbnail {...template} />, isWide: true },
  { head: 'Status', cell: template => <TemplateStatus template={template} /> },
  {
    head: 'Subject',
    cell: ({ subject }) => <span className="block truncate text-soft">{subject}</span>,
    isWide: true,
  },
  {
    head: 'Updated',
    cell: ({ updated_at }) => <Time at={updated_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

/** A published template with a newer draft is in both states. */
const states: Readonly<Record<string, (template: TemplateListItem) => boolean>> = {
  published: ({ published_version }) => published_version !== undefined,
  draft: ({ status }) => status === 'draft',
}
const fields: readonly Field<'status'>[] = [
  { name: 'status', label: 'Status', options: Object.keys(states).map(value => ({ value, label: inWords(value) })) },
]

const wordsOf = ({ friendly_name, subject, description = '' }: TemplateListItem) =>
  `${friendly_name} ${subject} ${description}`

export function TemplatesPage() {
  const [isCreating, setCreating] = useState(false)
  const mayWrite = useMay('templates:write')
  const search = useSearch(fields)
  const pages = usePages('listTemplates', { query: { limit: 100 } })
  const { status } = search.values
  const found = useMatchingRows(pages, { text: search.text, wordsOf, is: status ? states[status] : undefined })
  const create = mayWrite && (
    <Button tone="primary" icon={Plus} onClick={() => setCreating(true)}>
      New template
    </Button>
  )
  const hasSome = pages.rows.length > 0
  return (
    <Page title="Templates" actions={hasSome && create}>
      {hasSome && (
        <SearchBar
          search={search}
          input={{ label: 'Search templates', placeholder: 'Name or subject, status:draft' }}
        />
      )}
      {search.problem ? (
        <SearchProblem problem={search.problem} onClear={search.clear} />
      ) : (
        <PagedTable
          label="Templates"
          pages={found}
          columns={columns}
          idOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/templates/$id', params: { id } })}
          empty={hasSome ? <NothingFound onClear={search.clear} /> : <NoTemplates action={create} />}
        />
      )}
      {isCreating && <CreateTemplateDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

const Name = ({ friendly_name, description, subject }: TemplateListItem) => (
  <>
    <span className="font-medium">{friendly_name}</span>
    <span className="block truncate text-sm text-soft md:hidden">{subject}</span>
    {description && <span className="hidden truncate text-sm text-soft md:block">{description}</span>}
  </>
)

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No matching templates" action={<Button onClick={onClear}>Clear filters</Button>} />
)

const NoTemplates = ({ action }: { action: ReactNode }) => (
  <EmptyState
    icon={FileText}
    title="No templates yet"
    action={action}
    code={
      <Curl
        path="/v1/templates"
        body={{
          friendly_name: 'welcome',
          subject: 'Welcome, {{ first_name | default: "friend" }}',
          html: '<p>Hello {{ first_name | default: "friend" }}, your code is {{ code }}.</p>',
        }}
      />
    }
  >
    Write an email once, with placeholders for what differs. Requests and workflows use it by name.
  </EmptyState>
)
