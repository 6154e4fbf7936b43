import type { Topic } from '@posthorn/contract/audience/topics'
import { Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { Page } from '#layout/page.tsx'
import { SearchableList } from '#search/searchable-list.tsx'
import { Badge } from '#status/badge.tsx'
import { type Column, Table } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { useTopics } from './all-topics.ts'
import { TopicActions } from './topic-actions.tsx'
import { TopicDialog } from './topic-dialog.tsx'

const columns: readonly Column<Topic>[] = [
  { head: 'Topic', cell: topic => <TopicName {...topic} /> },
  { head: 'New contacts', cell: topic => <NewContacts {...topic} />, isWide: true },
  {
    head: 'Created',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

export function TopicsPage() {
  const topics = useTopics()
  const mayWrite = useMay('topics:write')
  const [isOpen, setOpen] = useState(false)
  const add = (
    <Button tone="primary" icon={Plus} onClick={() => setOpen(true)}>
      New topic
    </Button>
  )
  return (
    <Page title="Topics" actions={mayWrite && add}>
      <Loaded
        query={topics}
        skeleton={
          <div className="card">
            <SkeletonRows rows={4} />
          </div>
        }
      >
        {all => (all.length === 0 ? <NoTopics /> : <TopicTable topics={all} mayWrite={mayWrite} />)}
      </Loaded>
      {isOpen && <TopicDialog onClose={() => setOpen(false)} />}
    </Page>
  )
}

const wordsOf = ({ id, name, description = '' }: Topic) => `${name} ${description} ${id}`

function TopicTable({ topics, mayWrite }: { topics: Topic[]; mayWrite: boolean }) {
  const actions: Column<Topic> = {
    head: '',
    cell: topic => <TopicActions topic={topic} topics={topics} />,
    className: 'w-px',
    isNumber: true,
  }
  return (
    <>
      <p className="mb-3 text-soft">
        People can subscribe to these topics. The preferences page shows them in this order.
      </p>
      <SearchableList rows={topics} wordsOf={wordsOf} label="Search topics" placeholder="Name or ID">
        {rows => (
          <Table
            label="Topics"
            rows={rows}
            columns={mayWrite ? [...columns, actions] : columns}
            idOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/contacts', search: { topic: id } as never })} // as: filters are strings by name
          />
        )}
      </SearchableList>
    </>
  )
}

/** On a phone the texts wrap, and what new contacts are is below them. */
const TopicName = (topic: Topic) => (
  <span className="block whitespace-normal wrap-anywhere">
    <span className="mr-2 font-medium">{topic.name}</span>
    {topic.confirm && <Badge tone="info">Double opt-in</Badge>}
    {topic.description && <span className="block text-sm text-soft md:truncate">{topic.description}</span>}
    <span className="block text-sm text-soft md:hidden">
      New contacts: <NewContacts {...topic} />
    </span>
  </span>
)

const NewContacts = ({ is_default_topic }: Topic) =>
  is_default_topic ? <Badge tone="good">Subscribed</Badge> : <Badge>Not subscribed</Badge>

const NoTopics = () => (
  <EmptyState
    icon={Tags}
    title="No topics yet"
    code={<Curl path="/v1/topics" body={{ name: 'Product news', is_default_topic: true }} />}
  >
    Topics let people choose what they receive. A broadcast to a topic reaches only its subscribers.
  </EmptyState>
)
