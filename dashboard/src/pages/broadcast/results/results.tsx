import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { Gauge, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { useIsCharged, useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Progress } from '#chart/progress.tsx'
import { useFilters } from '#form/filters.ts'
import { Facts } from '#layout/facts.tsx'
import { LiveSign } from '#layout/live-sign.tsx'
import { Page } from '#layout/page.tsx'
import { count } from '#style/figures.ts'
import { Tabs } from '#tabs/tabs.tsx'
import { Time } from '#time/time.tsx'
import { BroadcastStateBadge, barTones } from '../../broadcasts/broadcast-state.tsx'
import { isMoving, progressOf } from '../../broadcasts/progress.ts'
import { backToBroadcasts } from '../back-to-broadcasts.ts'
import { CancelButton } from '../cancel-button.tsx'
import { DraftMenu } from '../draft-menu.tsx'
import { AbSection } from './ab-section.tsx'
import { AnalyticsSections } from './analytics-sections.tsx'
import { CapturedNotice } from './captured-notice.tsx'
import { ContentView } from './content-view.tsx'
import { FunnelSection } from './funnel-section.tsx'
import { LinksSection } from './links-section.tsx'
import { PaceDialog } from './pace-dialog.tsx'
import { Recipients } from './recipients.tsx'

/** The results of a broadcast that has started. */
export function Results({ broadcast }: { broadcast: Broadcast }) {
  const [filters, setFilters] = useFilters(['view', 'outcome', 'read'])
  return (
    <Page
      title={broadcast.name}
      back={backToBroadcasts}
      aside={
        <>
          <BroadcastStateBadge state={broadcast.state} />
          {isMoving(broadcast) && <LiveSign />}
        </>
      }
      actions={<Actions broadcast={broadcast} />}
    >
      {broadcast.paused_because !== undefined && (
        <p role="alert" className="card mb-4 border-warn/40! bg-warn/8! px-4 py-2.5">
          {broadcast.paused_because}
        </p>
      )}
      <CapturedNotice broadcast={broadcast} />
      <HowFar broadcast={broadcast} />
      <Tabs
        label="Results"
        chosen={filters.view ?? 'results'}
        onChoose={view => setFilters({ view: view === 'results' ? '' : view })}
        tabs={[
          {
            name: 'results',
            label: 'Results',
            content: () => (
              <>
                <FunnelSection
                  broadcast={broadcast}
                  onOutcome={outcome => setFilters({ view: 'recipients', outcome, read: '' })}
                />
                <AbSection broadcast={broadcast} />
                <AnalyticsSections broadcast={broadcast} />
                {broadcast.channel === 'email' && <LinksSection broadcast={broadcast} />}
              </>
            ),
          },
          {
            name: 'recipients',
            label: 'Recipients',
            content: () => <Recipients broadcast={broadcast} filters={filters} onFilter={setFilters} />,
          },
          { name: 'content', label: 'Content', content: () => <ContentView broadcast={broadcast} /> },
        ]}
      />
    </Page>
  )
}

function HowFar({ broadcast }: { broadcast: Broadcast }) {
  const isCharged = useIsCharged()
  const { done, total } = progressOf(broadcast)
  const { started_at, completed_at, figures } = broadcast
  return (
    <div className="card mb-4 space-y-3 p-4">
      <Progress label="Progress" done={done} total={total} tone={barTones[broadcast.state]} />
      <Facts
        facts={[
          { name: 'Sent to', value: done === total ? count(total) : `${count(done)} of ${count(total)}` },
          { name: 'Started', value: started_at && <Time at={started_at} isExact /> },
          { name: 'Finished', value: completed_at && <Time at={completed_at} isExact /> },
          { name: 'Credits', value: isCharged ? count(figures.credits) : undefined },
        ]}
      />
    </div>
  )
}

function Actions({ broadcast: { state, ...broadcast } }: { broadcast: Broadcast }) {
  const mayWrite = useMay('broadcasts:write')
  const params = { id: broadcast.id }
  const renews = ['getBroadcast' as const, 'listBroadcasts' as const]
  const pause = useChange('pauseBroadcast', { done: 'Broadcast paused. Nothing more is sent.', renews })
  const resume = useChange('resumeBroadcast', { done: 'Broadcast resumed.', renews })
  const [isOpen, setOpen] = useState(false)
  if (!mayWrite) return null
  return (
    <>
      {(state === 'sending' || state === 'paused') && (
        <Button icon={Gauge} onClick={() => setOpen(true)}>
          Pace and limits
        </Button>
      )}
      {isOpen && <PaceDialog broadcast={{ state, ...broadcast }} onClose={() => setOpen(false)} />}
      {state === 'sending' && (
        <Button icon={Pause} isBusy={pause.isPending} onClick={() => pause.mutate({ params })}>
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button tone="primary" icon={Play} isBusy={resume.isPending} onClick={() => resume.mutate({ params })}>
          Resume
        </Button>
      )}
      {(state === 'sending' || state === 'paused') && <CancelButton broadcast={{ state, ...broadcast }} />}
      {state === 'canceled' && broadcast.started_at === null && <DraftMenu broadcast={{ state, ...broadcast }} />}
    </>
  )
}
