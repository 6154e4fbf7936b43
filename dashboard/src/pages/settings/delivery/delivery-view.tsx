import type { SendingPlan } from '@posthorn/contract/console/sending-plan'
import type { Transports } from '@posthorn/contract/console/usage'
import { useQuery } from '@tanstack/react-query'
import { queryOf, useCall } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useSession } from '#api/session.ts'
import { LinkButton } from '#button/button.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { Section } from '#layout/page.tsx'
import { Badge, type Tone } from '#status/badge.tsx'
import { count, percent } from '#style/figures.ts'
import { Time } from '#time/time.tsx'
import { BroadcastRules } from './broadcast-rules.tsx'
import type { Channel } from './use-way.ts'
import { WayActions, WayNote } from './way-actions.tsx'

type Transport = Transports['email'][number]

const kinds: Record<Transport['kind'], string> = {
  capture: 'Captured in the inbox, not sent',
  relay: 'SMTP relay',
  ses: 'Amazon SES API',
  direct: 'Direct to each recipient’s server',
  smpp: 'SMPP',
  twilio: 'Twilio',
  telnyx: 'Telnyx',
}

/** The transports of live messages in order of preference, with their health. */
export function DeliveryView() {
  const { person } = useSession()
  const transports = useCall('getTransports')
  const { data: plan } = useQuery({ ...queryOf('getSendingPlan'), enabled: person.is_operator })
  useRenewal(['email', 'sms'], ['getTransports'], 10_000)
  return (
    <Loaded query={transports} skeleton={<Skeleton className="h-64" />}>
      {({ email, sms }) => (
        <>
          <p className="mb-3 text-soft">
            How live messages of all organizations are sent.{' '}
            {person.is_operator ? '' : 'The operator of this installation decides this. '}Health is based on the latest
            events of this organization.
          </p>
          <TransportSection title="Email" channel="email" transports={email} plan={plan} />
          <TransportSection title="SMS" channel="sms" transports={sms} plan={plan} />
          <BroadcastRules />
        </>
      )}
    </Loaded>
  )
}

type SectionProps = {
  title: string
  channel: Channel
  transports: Transport[]
  /** Undefined without permission to see it. */
  plan: SendingPlan | undefined
}

const TransportSection = ({ title, channel, transports, plan }: SectionProps) => (
  <Section title={title} actions={plan && <WayActions channel={channel} plan={plan} />}>
    {plan && <WayNote channel={channel} plan={plan} />}
    {transports.length === 0 ? (
      <p className="text-soft">Not set up: messages on this channel are refused.</p>
    ) : (
      <ul className="-my-2 divide-y divide-line">
        {transports.map(transport => (
          <TransportLine key={transport.name} {...transport} />
        ))}
      </ul>
    )}
  </Section>
)

function TransportLine(transport: Transport) {
  const { name, kind, recent_attempts, recent_failures, last_failure } = transport
  const { tone, word } = healthOf(transport)
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-soft">{kinds[kind]}</span>
        <span className="ml-auto flex items-center gap-3">
          {recent_attempts > 0 && kind !== 'capture' && (
            <span className="text-sm text-soft tabular-nums">
              {count(recent_failures)} of {count(recent_attempts)} deferred or failed
            </span>
          )}
          <Badge tone={tone}>{word}</Badge>
          {kind === 'capture' && (
            <LinkButton to="/inbox" isSmall>
              Inbox
            </LinkButton>
          )}
        </span>
      </div>
      {last_failure && (
        <p className="mt-1 text-sm text-soft">
          Last failure <Time at={last_failure.at} />:{' '}
          <code className="font-mono text-xs text-bad">{last_failure.message}</code>
        </p>
      )}
    </li>
  )
}

/** A few failures are normal; from 10 % on they need attention. */
function healthOf({ kind, recent_attempts, recent_failures }: Transport): { tone: Tone; word: string } {
  if (kind === 'capture') return { tone: 'info', word: 'Capturing' }
  if (recent_attempts === 0) return { tone: 'plain', word: 'No recent activity' }
  const rate = recent_failures / recent_attempts
  if (rate >= 0.5) return { tone: 'bad', word: `${percent(rate)} failing` }
  return rate >= 0.1 ? { tone: 'warn', word: `${percent(rate)} failing` } : { tone: 'good', word: 'Healthy' }
}
