import { environment } from '#api/scope.ts'
import { useIsCharged, useMay } from '#api/session.ts'
import { useFilters } from '#form/filters.ts'
import { Page } from '#layout/page.tsx'
import { Tabs } from '#tabs/tabs.tsx'
import { Ledger } from './ledger.tsx'
import { Quotas, Sent } from './quotas.tsx'
import { Rates } from './rates.tsx'

const views = ['quotas', 'ledger', 'rates'] as const

export function UsagePage() {
  return (
    <Page title="Usage">
      {environment === 'test' && (
        <p className="mb-3 text-soft">These figures cover live messages only. Test messages cost nothing.</p>
      )}
      {useIsCharged() ? <Charges /> : <Sent />}
    </Page>
  )
}

function Charges() {
  const [filters, setFilters] = useFilters(['view'])
  const mayReadLedger = useMay('billing:read')
  const ledger = { name: 'ledger', label: 'Ledger', content: () => <Ledger /> } as const
  return (
    <Tabs
      label="Usage"
      chosen={views.find(view => view === filters.view) ?? 'quotas'}
      onChoose={view => setFilters({ view: view === 'quotas' ? '' : view })}
      tabs={[
        { name: 'quotas', label: 'Credits and limits', content: () => <Quotas /> },
        ...(mayReadLedger ? [ledger] : []),
        { name: 'rates', label: 'Rate card', content: () => <Rates /> },
      ]}
    />
  )
}
