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
import { FoundByWords } from '#search/found-by-words.tsx'
import { Badge } from '#status/badge.tsx'
import { type Column, Table } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { useTopics } from './all-topics.ts'
import { TopicActions } from './topic-actions.tsx'
import { TopicDialog } from './topic-dialog.tsx'

const columns: readonly Column<Topic>[] = [
  { head: 'Topic', cell: topic => <TopicName {...topic} /> },
  {
    head: 'New contacts',
    cell: ({ is_default_topic, confirm }) =>
      is_default_topic ? (
        <Badge tone="good">Subscribed</Badge>
      ) : (
        <Badge>{confirm ? 'Asked to confirm' : 'Not subscribed'}</Badge>
      ),
  },
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
      <FoundByWords rows={topics} wordsOf={wordsOf} label="Search topics" placeholder="Name or ID">
        {rows => (
          <Table
            label="Topics"
            rows={rows}
            columns={mayWrite ? [...columns, actions] : columns}
            idOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/contacts', search: { topic: id } as never })} // as: filters are strings by name
          />
        )}
      </FoundByWords>
    </>
  )
}

const TopicName = ({ name, description }: Topic) => (
  <>
    <span className="block truncate font-medium">{name}</span>
    {description && <span className="block truncate text-sm text-soft">{description}</span>}
  </>
)

const NoTopics = () => (
  <EmptyState
    icon={Tags}
    title="No topics yet"
    code={<Curl path="/v1/topics" body={{ name: 'Product news', is_default_topic: true }} />}
  >
    Topics let people choose what they receive. A broadcast to a topic reaches only its subscribers.
  </EmptyState>
)
