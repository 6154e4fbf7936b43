import { useMay } from '#api/session.ts'
import { useFilters } from '#form/filters.ts'
import { Page } from '#layout/page.tsx'
import { Tabs } from '#tabs/tabs.tsx'
import { AccountView } from './account-view.tsx'
import { AlertsView } from './alerts/alerts-view.tsx'
import { AuditView } from './audit/audit-view.tsx'
import { DeliveryView } from './delivery/delivery-view.tsx'
import { MembersView } from './members-view.tsx'
import { OrganizationView } from './organization-view.tsx'
import { RetentionView } from './retention-view.tsx'

const views = ['organization', 'members', 'delivery', 'alerts', 'data', 'audit', 'account'] as const

export function SettingsPage() {
  const [filters, setFilters] = useFilters(['view', 'object', 'age'])
  const mayAudit = useMay('audit:read')
  return (
    <Page title="Settings">
      <Tabs
        label="Settings"
        chosen={views.find(view => view === filters.view && (view !== 'audit' || mayAudit)) ?? 'organization'}
        onChoose={view => setFilters({ view: view === 'organization' ? '' : view, object: '', age: '' })}
        tabs={[
          { name: 'organization', label: 'Organization', content: () => <OrganizationView /> },
          { name: 'members', label: 'Members', content: () => <MembersView /> },
          { name: 'delivery', label: 'Delivery', content: () => <DeliveryView /> },
          { name: 'alerts', label: 'Alerts', content: () => <AlertsView /> },
          { name: 'data', label: 'Data', content: () => <RetentionView /> },
          ...(mayAudit ? [{ name: 'audit' as const, label: 'Audit log', content: () => <AuditView /> }] : []),
          { name: 'account', label: 'Your account', content: () => <AccountView /> },
        ]}
      />
    </Page>
  )
}
