import type { RateCard } from '@posthorn/contract/console/usage'
import { useCallback } from 'react'
import { useCall } from '#api/queries.ts'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { SearchInput } from '#form/search-input.tsx'
import { FilterBar, Section } from '#layout/page.tsx'
import { count, nounFor } from '#style/figures.ts'
import { type Column, Table } from '#table/table.tsx'
import { dollarsOf } from './dollars.ts'
import { type Rate, rateFor } from './rate-for.ts'

const columns: readonly Column<Rate>[] = [
  { head: 'Prefix', cell: ({ prefix }) => <code className="font-mono text-xs">{prefix}</code> },
  { head: 'Credits per segment', cell: it => <Price credits={it.credits_per_segment} />, isNumber: true },
  { head: 'Credits per MMS', cell: it => <Price credits={it.credits_per_mms} />, isNumber: true },
]

/** The price of messages. Typing a number above the table shows only the rate for that number. */
export function Rates() {
  const card = useCall('getRateCard')
  return (
    <Loaded query={card} skeleton={<Skeleton className="h-64" />}>
      {it => (
        <>
          <Section title="Email">
            <p>
              <span className="font-medium tabular-nums">{count(it.email_credits)}</span>{' '}
              {nounFor(it.email_credits, 'credit')}{' '}
              <span className="text-soft">per recipient, {dollarsOf(it.email_credits)}</span>
            </p>
          </Section>
          <SmsRates card={it} />
        </>
      )}
    </Loaded>
  )
}

function SmsRates({ card }: { card: RateCard }) {
  const [{ q = '' }, setFilters] = useFilters(['q'])
  const search = useCallback((q: string) => setFilters({ q }), [setFilters])
  const rows = q ? [rateFor(card, q)] : [...card.sms, { prefix: 'all others', ...card.sms_default }]
  return (
    <section aria-label="SMS">
      <h2 className="mb-2 font-semibold">SMS</h2>
      <FilterBar>
        <SearchInput label="Rate for a number" placeholder="+14155552671" value={q} onSearch={search} />
      </FilterBar>
      <Table label="SMS rates" rows={rows} columns={columns} idOf={({ prefix }) => prefix} />
    </section>
  )
}

const Price = ({ credits }: { credits: number }) => (
  <>
    <span className="font-medium">{count(credits)}</span>
    <span className="ml-3 inline-block w-14 text-sm text-faint">{dollarsOf(credits)}</span>
  </>
)
