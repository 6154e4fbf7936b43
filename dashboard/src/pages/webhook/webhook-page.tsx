import type { Webhook } from '@posthorn/contract/webhooks'
import { useParams } from '@tanstack/react-router'
import { useCall, useChange } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { CopyText } from '#code/code-block.tsx'
import { Facts } from '#layout/facts.tsx'
import { LiveSign } from '#layout/live-sign.tsx'
import { LoadedPage } from '#layout/loaded-page.tsx'
import { Page, Section } from '#layout/page.tsx'
import { count } from '#style/figures.ts'
import { Time } from '#time/time.tsx'
import { WebhookStatus } from '../webhooks/webhook-status.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookActions } from './webhook-actions.tsx'

const back = { to: '/webhooks', name: 'Webhooks' } as const

export function WebhookPage() {
  const { id = '' } = useParams({ strict: false })
  const webhook = useCall('getWebhook', { params: { id } })
  useRenewal(
    ['webhook', 'email', 'sms', 'contact', 'suppression', 'workflow'],
    ['getWebhook', 'listWebhookDeliveries'],
    3_000,
  )
  return (
    <LoadedPage query={webhook} title="Webhook" back={back}>
      {webhook => (
        <Page
          title={webhook.nickname || hostOf(webhook.url)}
          back={back}
          aside={
            <>
              <WebhookStatus webhook={webhook} />
              <LiveSign />
            </>
          }
          actions={<WebhookActions webhook={webhook} />}
        >
          {webhook.status === 'inactive' && <Inactive webhook={webhook} />}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Deliveries webhook={webhook} />
            <Section title="Details">
              <WebhookFacts webhook={webhook} />
            </Section>
          </div>
        </Page>
      )}
    </LoadedPage>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Why the webhook is inactive, with a button to resume it. */
function Inactive({ webhook: { id } }: { webhook: Webhook }) {
  const mayWrite = useMay('webhooks:write')
  const resume = useChange('updateWebhook', { done: 'Webhook resumed.', renews: ['getWebhook', 'listWebhooks'] })
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-warn/40 bg-warn/8 px-4 py-3">
      <p>This webhook is inactive. It was paused, its endpoint returned 410, or every delivery failed for five days.</p>
      {mayWrite && (
        <Button isBusy={resume.isPending} onClick={() => resume.mutate({ params: { id }, body: { status: 'active' } })}>
          Resume
        </Button>
      )}
    </div>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  return (
    <Facts
      facts={[
        { name: 'URL', value: <span className="break-all">{webhook.url}</span> },
        { name: 'Events', value: <EventNames names={webhook.subscribed_events} /> },
        { name: 'Attempts', value: count(webhook.total_delivery_count) },
        { name: 'Succeeded', value: <span className="text-good">{count(webhook.success_count)}</span> },
        {
          name: 'Failed',
          value: (
            <span className={webhook.failure_count > 0 ? 'text-bad' : undefined}>{count(webhook.failure_count)}</span>
          ),
        },
        {
          name: 'Last attempt',
          value: webhook.last_delivery_at ? <Time at={webhook.last_delivery_at} isExact /> : 'Never',
        },
        { name: 'Created', value: <Time at={webhook.created_at} isExact /> },
        { name: 'ID', value: <CopyText text={webhook.id} label="Copy ID" /> },
      ]}
    />
  )
}

const EventNames = ({ names }: { names: readonly string[] }) => (
  <ul className="flex flex-wrap gap-1">
    {names.map(name => (
      <li key={name} className="rounded bg-hover px-1.5 py-0.5 font-mono text-xs">
        {name === '*' ? '* (all events)' : name}
      </li>
    ))}
  </ul>
)
