import type { Sms } from '@posthorn/contract/messages/sms'
import { Link, useParams } from '@tanstack/react-router'
import { useCall } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useIsCharged } from '#api/session.ts'
import { CopyText } from '#code/code-block.tsx'
import { Facts } from '#layout/facts.tsx'
import { LoadedPage } from '#layout/loaded-page.tsx'
import { Page, Section } from '#layout/page.tsx'
import { EventList } from '#messages/event-list.tsx'
import { SmsBubble } from '#messages/sms-bubble.tsx'
import { MessageStatus, WaitingNotice } from '#status/message-status.tsx'
import { count } from '#style/figures.ts'
import { Time } from '#time/time.tsx'
import { SmsActions } from './sms-actions.tsx'

const back = { to: '/sms', name: 'SMS' } as const

export function SmsDetailPage() {
  const { id = '' } = useParams({ strict: false })
  const sms = useCall('getSms', { params: { id } })
  useRenewal(['sms'], ['getSms'], 3_000)
  return (
    <LoadedPage query={sms} title="Text message" back={back}>
      {sms => <SmsDetail sms={sms} />}
    </LoadedPage>
  )
}

function SmsDetail({ sms }: { sms: Sms }) {
  const isOutbound = sms.direction === 'outbound'
  return (
    <Page
      title={isOutbound ? `To ${sms.to}` : `From ${sms.from}`}
      back={back}
      aside={<MessageStatus status={sms.status} waitingFor={sms.waiting_for} isCaptured={sms.captured} />}
      actions={isOutbound && <SmsActions sms={sms} />}
    >
      <WaitingNotice waitingFor={sms.waiting_for} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          <Section title="Message">
            <SmsBubble sms={sms} />
          </Section>
          <Section title="Details">
            <SmsFacts sms={sms} />
          </Section>
        </div>
        <Section title="Timeline">
          <EventList events={sms.events} isCaptured={sms.captured} />
        </Section>
      </div>
    </Page>
  )
}

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 5 })

const EmailLink = ({ id }: { id: string }) => (
  <Link to="/emails/$id" params={{ id }} className="text-accent underline">
    an email that did not arrive
  </Link>
)

const amountsOf = (sms: Sms) => [
  { name: 'Credits', value: count(sms.credits_consumed) },
  { name: 'Charged', value: dollars.format(sms.customer_charge_dollars) },
  { name: 'Carrier cost', value: dollars.format(sms.carrier_total_cost) },
  { name: 'Margin', value: dollars.format(sms.margin_dollars) },
]

const SmsFacts = ({ sms }: { sms: Sms }) => (
  <Facts
    facts={[
      { name: 'From', value: sms.from },
      { name: 'To', value: sms.to },
      { name: 'Created', value: <Time at={sms.created_at} isExact /> },
      {
        name: 'Scheduled for',
        value: sms.status === 'scheduled' ? <Time at={sms.scheduled_for ?? ''} isExact /> : null,
      },
      { name: 'Sent instead of', value: sms.fallback_of && <EmailLink id={sms.fallback_of} /> },
      { name: 'Segments', value: count(sms.segments_count) },
      ...(useIsCharged() ? amountsOf(sms) : []),
      { name: 'ID', value: <CopyText text={sms.id} label="Copy ID" /> },
    ]}
  />
)
