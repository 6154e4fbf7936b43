import type { Webhook } from '@posthorn/contract/webhooks'
import { Plus, SearchX, Webhook as WebhookIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCall } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { Page } from '#layout/page.tsx'
import type { Field } from '#search/parse-search.ts'
import { SearchBar } from '#search/search-bar.tsx'
import { SearchProblem } from '#search/search-problem.tsx'
import { useSearch } from '#search/use-search.ts'
import { count, percent } from '#style/figures.ts'
import { type Column, Table } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { CreateWebhookDialog } from './create-webhook-dialog.tsx'
import { inShort } from './subscriptions.ts'
import { WebhookStatus } from './webhook-status.tsx'

const columns: readonly Column<Webhook>[] = [
  { head: 'Webhook', cell: webhook => <Name {...webhook} /> },
  { head: 'Status', cell: webhook => <WebhookStatus webhook={webhook} /> },
  {
    head: 'Events',
    cell: ({ subscribed_events }) => (
      <span className="block truncate font-mono text-xs text-soft" title={subscribed_events.join(', ')}>
        {inShort(subscribed_events)}
      </span>
    ),
    isWide: true,
  },
  { head: 'Attempts', cell: ({ total_delivery_count }) => count(total_delivery_count), isNumber: true, isWide: true },
  {
    head: 'Succeeded',
    cell: ({ success_count, total_delivery_count: total }) => (total > 0 ? percent(success_count / total) : '–'),
    isNumber: true,
    isWide: true,
  },
  {
    head: 'Last attempt',
    cell: ({ last_delivery_at }) => (last_delivery_at ? <Time at={last_delivery_at} /> : 'Never'),
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

const fields: readonly Field<'status'>[] = [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'inactive', label: 'Inactive' },
    ],
  },
]

export function WebhooksPage() {
  const [isCreating, setCreating] = useState(false)
  const mayWrite = useMay('webhooks:write')
  const webhooks = useCall('listWebhooks')
  useRenewal(['webhook', 'email', 'sms'], ['listWebhooks'], 5_000)
  const create = mayWrite && (
    <Button tone="primary" icon={Plus} onClick={() => setCreating(true)}>
      New webhook
    </Button>
  )
  return (
    <Page title="Webhooks" actions={webhooks.data && webhooks.data.data.length > 0 && create}>
      <Loaded query={webhooks} skeleton={<Waiting />}>
        {({ data }) => (data.length === 0 ? <NoWebhooks action={create} /> : <WebhookTable webhooks={data} />)}
      </Loaded>
      {isCreating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const search = useSearch(fields)
  const wanted = search.text.toLowerCase()
  const shown = webhooks.filter(
    ({ id, url, nickname = '', status }) =>
      `${url} ${nickname} ${id}`.toLowerCase().includes(wanted) &&
      (!search.values.status || search.values.status === status),
  )
  return (
    <>
      <SearchBar search={search} input={{ label: 'Search webhooks', placeholder: 'URL, name or ID' }} />
      {search.problem ? (
        <SearchProblem problem={search.problem} onClear={search.clear} />
      ) : shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No matching webhooks"
          action={<Button onClick={search.clear}>Clear filters</Button>}
        />
      ) : (
        <Table
          label="Webhooks"
          rows={shown}
          columns={columns}
          idOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/webhooks/$id', params: { id } })}
        />
      )}
    </>
  )
}

const Name = ({ nickname, url }: Webhook) => (
  <>
    <span className="font-medium">{nickname || url}</span>
    {nickname && <span className="block truncate text-sm text-soft">{url}</span>}
  </>
)

const Waiting = () => (
  <div className="card">
    <SkeletonRows />
  </div>
)

const NoWebhooks = ({ action }: { action: ReactNode }) => (
  <EmptyState
    icon={WebhookIcon}
    title="No webhooks yet"
    action={action}
    code={
      <Curl
        path="/v1/webhooks"
        body={{ url: 'https://acme.example/hooks/posthorn', subscribed_events: ['email.bounced', 'email.complained'] }}
      />
    }
  >
    A webhook sends events to your own URL as they happen.
  </EmptyState>
)
