import type { EmailStats } from '@posthorn/contract/account'
import type { ReactNode } from 'react'
import { classes } from '#style/classes.ts'
import { count, percent } from '#style/figures.ts'

/** Mailbox providers begin to refuse senders at about these rates. */
const highBounceRate = 0.05
const highComplaintRate = 0.001

/** The figures of the period at a glance. */
export function RateTiles({ stats }: { stats: EmailStats }) {
  const rateOf = (part: number) => (stats.emails_delivered > 0 ? part / stats.emails_delivered : 0)
  return (
    <div className="card grid grid-cols-2 divide-line overflow-hidden sm:grid-cols-3 lg:grid-cols-6">
      <Tile name="Sent" figure={count(stats.emails_sent)} note={`${count(stats.recipients_reached)} recipients`} />
      <Tile name="Delivered" figure={percent(stats.delivery_rate)} note={count(stats.emails_delivered)} />
      <Tile
        name="Opened"
        figure={percent(stats.open_rate)}
        note={`${percent(rateOf(stats.emails_opened_by_people))} by people`}
      />
      <Tile
        name="Clicked"
        figure={percent(stats.click_rate)}
        note={`${percent(rateOf(stats.emails_clicked_by_people))} by people`}
      />
      <Tile
        name="Bounced"
        figure={percent(stats.bounce_rate)}
        note={count(stats.emails_bounced)}
        isBad={stats.bounce_rate > highBounceRate}
      />
      <Tile
        name="Complained"
        figure={percent(stats.complaint_rate)}
        note={count(stats.emails_complained)}
        isBad={stats.complaint_rate > highComplaintRate}
      />
    </div>
  )
}

type TileProps = { name: string; figure: string; note: ReactNode; isBad?: boolean }

const Tile = ({ name, figure, note, isBad }: TileProps) => (
  <div className="-mt-px -ml-px border-t border-l border-line px-4 py-3">
    <p className="text-sm text-soft">{name}</p>
    <p className={classes('mt-0.5 text-2xl font-semibold tracking-tight tabular-nums', isBad && 'text-bad')}>
      {figure}
    </p>
    <p className="text-sm text-faint tabular-nums">{note}</p>
  </div>
)
