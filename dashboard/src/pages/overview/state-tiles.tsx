import type { MessageStates } from '@posthorn/contract/console/overview'
import { useIsCharged } from '#api/session.ts'
import { count, counted } from '#style/figures.ts'
import { Tile, Tiles } from './tile.tsx'

/** The server stops counting here. */
const most = 10_000
const atMost = (value: number): string => (value > most ? `${count(most)}+` : count(value))

type Props = { states: MessageStates; age: string }

/** Emails that have not been delivered, by reason, which rates do not show. */
export function StateTiles({ states: { emails }, age }: Props) {
  const list = (status: string, isOpen = false) => ({
    to: '/emails' as const,
    search: { status, ...(age && !isOpen && { age }) },
  })
  const tone = (value: number) => (value > 0 ? 'warn' : undefined)
  return (
    <Tiles label="Undelivered emails">
      <Tile name="Waiting" figure={atMost(emails.waiting)} note="now" to={list('processing', true)} />
      <Tile
        name="Delayed"
        figure={atMost(emails.delayed)}
        note="now, will retry"
        tone={tone(emails.delayed)}
        to={list('delivery_delayed', true)}
      />
      <Tile name="Scheduled" figure={atMost(emails.scheduled)} note="for later" to={list('scheduled', true)} />
      <Tile
        name="Failed"
        figure={atMost(emails.failed)}
        note="given up"
        tone={emails.failed > 0 ? 'bad' : undefined}
        to={list('failed')}
      />
      <Tile name="Suppressed" figure={atMost(emails.suppressed)} note="not sent" to={list('suppressed')} />
      <Tile name="Captured" figure={atMost(emails.captured)} note="not sent" to={{ to: '/inbox', search: {} }} />
    </Tiles>
  )
}

/** Text messages of the period. */
export function SmsTiles({ states: { sms }, age }: Props) {
  const isCharged = useIsCharged()
  const list = (status: string, isOpen = false) => ({
    to: '/sms' as const,
    search: { ...(status && { status }), ...(age && !isOpen && { age }) },
  })
  return (
    <Tiles label="SMS">
      <Tile name="SMS delivered" figure={atMost(sms.delivered)} to={list('delivered')} />
      {sms.captured > 0 && (
        <Tile
          name="SMS captured"
          figure={atMost(sms.captured)}
          note="not sent"
          to={{ to: '/inbox', search: { kind: 'phone' } }}
        />
      )}
      <Tile name="SMS sent" figure={atMost(sms.sent)} note="not confirmed" to={list('sent')} />
      <Tile name="SMS waiting" figure={atMost(sms.waiting)} note="now" to={list('processing', true)} />
      <Tile
        name="SMS undelivered"
        figure={atMost(sms.undelivered)}
        tone={sms.undelivered > 0 ? 'warn' : undefined}
        to={list('undelivered')}
      />
      <Tile
        name="SMS failed"
        figure={atMost(sms.failed)}
        tone={sms.failed > 0 ? 'bad' : undefined}
        to={list('failed')}
      />
      {sms.scheduled > 0 && (
        <Tile name="SMS scheduled" figure={atMost(sms.scheduled)} note="for later" to={list('scheduled', true)} />
      )}
      <Tile name="SMS received" figure={atMost(sms.received)} to={list('received')} />
      {sms.fallbacks > 0 && (
        <Tile
          name="SMS fallbacks"
          figure={atMost(sms.fallbacks)}
          note={isCharged ? counted(sms.fallback_credits, 'credit') : 'for missed emails'}
        />
      )}
    </Tiles>
  )
}
