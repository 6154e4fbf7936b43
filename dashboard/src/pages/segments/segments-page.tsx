import type { Segment } from '@posthorn/contract/segments/segments'
import { useNavigate } from '@tanstack/react-router'
import { Filter, ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/session.ts'
import { Button, LinkButton } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { Page } from '#layout/page.tsx'
import { SearchableList } from '#search/searchable-list.tsx'
import { Badge } from '#status/badge.tsx'
import { type Column, Table } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { useSegments } from './all-segments.ts'
import { SegmentCount } from './segment-count.tsx'
import { SegmentDialog } from './segment-dialog.tsx'

const columns: readonly Column<Segment>[] = [
  { head: 'Segment', cell: segment => <SegmentName {...segment} /> },
  { head: 'Type', cell: ({ type }) => (type === 'static' ? <Badge>List</Badge> : <Badge tone="info">Filter</Badge>) },
  { head: 'Contacts', cell: ({ id }) => <SegmentCount id={id} />, isNumber: true },
  {
    head: 'Updated',
    cell: ({ updated_at }) => <Time at={updated_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

export function SegmentsPage() {
  const segments = useSegments()
  const mayWrite = useMay('contacts:write')
  return (
    <Page title="Segments" actions={mayWrite && <Actions />}>
      <Loaded
        query={segments}
        skeleton={
          <div className="card">
            <SkeletonRows rows={4} />
          </div>
        }
      >
        {all => (all.length === 0 ? <NoSegments /> : <SegmentTable segments={all} />)}
      </Loaded>
    </Page>
  )
}

function Actions() {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={ListPlus} onClick={() => setOpen(true)}>
        New list
      </Button>
      <LinkButton tone="primary" icon={Plus} to="/segments/$id" params={{ id: 'new' }}>
        New segment
      </LinkButton>
      {isOpen && (
        <SegmentDialog
          onDone={({ id }) => navigate({ to: '/segments/$id', params: { id } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const wordsOf = ({ id, name, description = '' }: Segment) => `${name} ${description} ${id}`

const SegmentTable = ({ segments }: { segments: Segment[] }) => (
  <SearchableList rows={segments} wordsOf={wordsOf} label="Search segments" placeholder="Name or ID">
    {rows => (
      <Table
        label="Segments"
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/segments/$id', params: { id } })}
      />
    )}
  </SearchableList>
)

const SegmentName = ({ name, description }: Segment) => (
  <>
    <span className="block truncate font-medium">{name}</span>
    {description && <span className="block truncate text-sm text-soft">{description}</span>}
  </>
)

const NoSegments = () => (
  <EmptyState
    icon={Filter}
    title="No segments yet"
    code={
      <Curl
        path="/v1/segments"
        body={{ name: 'Loyal customers', filter: { event: 'order.paid', at_least: 2, within_days: 30 } }}
      />
    }
  >
    A segment is a group of contacts: those that match a filter, or a list that you maintain yourself.
  </EmptyState>
)
