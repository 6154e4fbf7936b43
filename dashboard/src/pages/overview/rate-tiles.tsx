import type { EmailStats } from '@posthorn/contract/account'
import { environment } from '#api/scope.ts'
import { classes } from '#style/classes.ts'
import { count, percent } from '#style/figures.ts'

/** Mailbox providers begin to refuse senders at about these rates. In test the addresses decide, and no rate is bad. */
const highBounceRate = 0.05
const highComplaintRate = 0.001
const isHigh = (rate: number, limit: number) => environment === 'live' && rate > limit

/** The figures of the period at a glance, each with what it is a part of. */
export function RateTiles({ stats }: { stats: EmailStats }) {
  const { emails_sent: sent, emails_delivered: delivered } = stats
  return (
    <div className="card grid grid-cols-2 divide-line overflow-hidden sm:grid-cols-3 lg:grid-cols-6">
      <Tile name="Emails sent" figure={count(sent)} note={`${count(stats.recipients_reached)} recipients reached`} />
      <Tile name="Delivered" figure={percent(stats.delivery_rate)} note={`${count(delivered)} of ${count(sent)}`} />
      <Tile
        name="Opened"
        figure={percent(stats.open_rate)}
        note={`${count(stats.emails_opened)} · ${count(stats.emails_opened_by_people)} by people`}
      />
      <Tile
        name="Clicked"
        figure={percent(stats.click_rate)}
        note={`${count(stats.emails_clicked)} · ${count(stats.emails_clicked_by_people)} by people`}
      />
      <Tile
        name="Bounced"
        figure={percent(stats.bounce_rate)}
        note={`${count(stats.emails_bounced)} of ${count(sent)}`}
        isBad={isHigh(stats.bounce_rate, highBounceRate)}
      />
      <Tile
        name="Complained"
        figure={percent(stats.complaint_rate)}
        note={`${count(stats.emails_complained)} of ${count(delivered)} delivered`}
        isBad={isHigh(stats.complaint_rate, highComplaintRate)}
      />
    </div>
  )
}

type TileProps = { name: string; figure: string; note: string; isBad?: boolean }

const Tile = ({ name, figure, note, isBad }: TileProps) => (
  <div className="-mt-px -ml-px border-t border-l border-line px-4 py-3">
    <p className="text-sm text-soft">{name}</p>
    <p className={classes('mt-0.5 text-2xl font-semibold tracking-tight tabular-nums', isBad && 'text-bad')}>
      {figure}
    </p>
    <p className="text-sm text-faint tabular-nums">{note}</p>
  </div>
)
