import type { Webhook } from '@posthorn/contract/webhooks'
import { Link } from '@tanstack/react-router'
import { SearchX, Send } from 'lucide-react'
import { usePages } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { ErrorState } from '#empty/error-state.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { LoadMore } from '#table/load-more.tsx'
import { Segments } from '#tabs/segments.tsx'
import { Delivery } from './delivery.tsx'

const choices = [
  { value: '', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
] as const

/** The deliveries of a webhook, newest first; each expands to its body and attempts. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [{ status = '' }, setFilters] = useFilters(['status'])
  const chosen = choices.find(({ value }) => value === status)?.value ?? ''
  const pages = usePages('listWebhookDeliveries', {
    params: { id: webhook.id },
    query: { ...(chosen && { status: chosen }) },
  })
  return (
    <section className="card mb-4" aria-label="Deliveries">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5">
        <h2 className="font-semibold">Deliveries</h2>
        <Segments label="Status" options={choices} value={chosen} onChange={status => setFilters({ status })} />
      </div>
      <List pages={pages} isFiltered={chosen !== ''} onClear={() => setFilters({ status: '' })} />
    </section>
  )
}

type Pages = ReturnType<typeof usePages<'listWebhookDeliveries'>>
type ListProps = { pages: Pages; isFiltered: boolean; onClear: () => void }

function List({ pages, isFiltered, onClear }: ListProps) {
  if (pages.isPending) return <SkeletonRows rows={5} />
  if (pages.error && pages.rows.length === 0) return <ErrorState error={pages.error} onRetry={() => pages.refetch()} />
  if (pages.rows.length === 0) return isFiltered ? <NothingFits onClear={onClear} /> : <NothingYet />
  return (
    <>
      <ul className="divide-y divide-line">
        {pages.rows.map(delivery => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <LoadMore pages={pages} className="border-t border-line py-3" />
    </>
  )
}

const NothingFits = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No matching deliveries" action={<Button onClick={onClear}>Show all</Button>} />
)

const NothingYet = () => (
  <EmptyState icon={Send} title="No deliveries yet">
    Send a test event with the button above, or wait for one of the events it is subscribed to. Deliveries are kept as
    long as events; see{' '}
    <Link to="/settings" search={{ view: 'data' }} className="text-accent underline">
      data retention
    </Link>
    .
  </EmptyState>
)
