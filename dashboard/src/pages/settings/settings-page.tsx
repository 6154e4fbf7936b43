import { useFilters } from '#form/filters.ts'
import { Page } from '#layout/page.tsx'
import { Tabs } from '#tabs/tabs.tsx'
import { AccountView } from './account-view.tsx'
import { DeliveryView } from './delivery-view.tsx'
import { MembersView } from './members-view.tsx'
import { OrganizationView } from './organization-view.tsx'
import { RetentionView } from './retention-view.tsx'

const views = ['organization', 'members', 'delivery', 'data', 'account'] as const

export function SettingsPage() {
  const [filters, setFilters] = useFilters(['view'])
  return (
    <Page title="Settings">
      <Tabs
        label="Settings"
        chosen={views.find(view => view === filters.view) ?? 'organization'}
        onChoose={view => setFilters({ view: view === 'organization' ? '' : view })}
        tabs={[
          { name: 'organization', label: 'Organization', content: () => <OrganizationView /> },
          { name: 'members', label: 'Members', content: () => <MembersView /> },
          { name: 'delivery', label: 'Delivery', content: () => <DeliveryView /> },
          { name: 'data', label: 'Data', content: () => <RetentionView /> },
          { name: 'account', label: 'Your account', content: () => <AccountView /> },
        ]}
      />
    </Page>
  )
}
