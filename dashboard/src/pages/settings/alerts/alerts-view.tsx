import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#api/queries.ts'
import { environment } from '#api/scope.ts'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { Section } from '#layout/page.tsx'
import { Channels } from './channels.tsx'
import { FiringAlerts } from './firing.tsx'
import { RecentNotifications } from './recent-notifications.tsx'
import { AlertRules } from './rules.tsx'

const queuedPollMs = 1_000

export function AlertsView() {
  const alerts = useQuery({
    ...queryOf('getAlerts'),
    enabled: environment === 'live',
    refetchInterval: ({ state }) =>
      state.data?.messages.some(message => message.state === 'queued') ? queuedPollMs : false,
  })
  if (environment === 'test')
    return (
      <Section title="Alerts">
        <p className="text-soft">Alerts cover live messages only. Switch to live to set them up.</p>
      </Section>
    )
  return (
    <Loaded query={alerts} skeleton={<Skeleton className="h-64" />}>
      {it => (
        <>
          <div className="mb-4">
            <FiringAlerts alerts={it.firing} />
          </div>
          <AlertRules rules={it.rules} />
          <Channels alerts={it} />
          <RecentNotifications messages={it.messages} />
        </>
      )}
    </Loaded>
  )
}
