import type { EmailStats } from '@posthorn/contract/account'
import { environment } from '#api/scope.ts'
import { count, counted, percent } from '#style/figures.ts'
import { change } from './period.ts'
import { Tile, Tiles } from './tile.tsx'

/** Mailbox providers start to refuse senders at about these rates. In test the address decides the outcome, so no rate is marked. */
const highBounceRate = 0.05
const highComplaintRate = 0.001
const toneOf = (rate: number, limit: number) => (environment === 'live' && rate > limit ? 'bad' : undefined)

/** A dash if there is nothing to take a rate of. */
const rateOf = (rate: number, whole: number): string => (whole === 0 ? '–' : percent(rate))

type Props = {
  stats: EmailStats
  /** The figures of the previous period. */
  earlier: EmailStats | undefined
  /** The age filter of the linked lists. */
  age: string
}

/** The figures of the period, each with its total and its change. */
export function RateTiles({ stats, earlier, age }: Props) {
  const { emails_sent: sent, emails_delivered: delivered } = stats
  const list = (status: string) => ({
    to: '/emails' as const,
    search: { ...(status && { status }), ...(age && { age }) },
  })
  const since = (figure: keyof EmailStats) => earlier && change(stats[figure] ?? 0, earlier[figure] ?? 0)
  return (
    <Tiles label="Emails">
      <Tile
        name="Emails sent"
        figure={count(sent)}
        change={since('emails_sent')}
        note={`${counted(stats.recipients_reached, 'recipient')} reached`}
        to={list('')}
      />
      <Tile
        name="Delivered"
        figure={rateOf(stats.delivery_rate, sent)}
        change={since('emails_delivered')}
        note={`${count(delivered)} of ${count(sent)}`}
        to={list('delivered')}
      />
      <Tile
        name="Opened"
        figure={rateOf(stats.open_rate, delivered)}
        change={since('emails_opened')}
        note={`${count(stats.emails_opened)} · ${count(stats.emails_opened_by_people)} by people`}
      />
      <Tile
        name="Clicked"
        figure={rateOf(stats.click_rate, delivered)}
        change={since('emails_clicked')}
        note={`${count(stats.emails_clicked)} · ${count(stats.emails_clicked_by_people)} by people`}
      />
      <Tile
        name="Bounced"
        figure={rateOf(stats.bounce_rate, sent)}
        change={since('emails_bounced')}
        note={`${count(stats.emails_bounced)} of ${count(sent)}`}
        tone={toneOf(stats.bounce_rate, highBounceRate)}
        to={list('bounced')}
      />
      <Tile
        name="Spam complaints"
        figure={rateOf(stats.complaint_rate, delivered)}
        change={since('emails_complained')}
        note={`${count(stats.emails_complained)} of ${count(delivered)} delivered`}
        tone={toneOf(stats.complaint_rate, highComplaintRate)}
        to={list('complained')}
      />
    </Tiles>
  )
}
