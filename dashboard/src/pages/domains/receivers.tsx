import type { ReceiverAnalytics } from '@posthorn/contract/account'
import type { BroadcastPause } from '@posthorn/contract/console/broadcasts'
import { CirclePause } from 'lucide-react'
import { useCall, useChange } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Section } from '#layout/page.tsx'
import { inWords } from '#status/message-status.tsx'
import { classes } from '#style/classes.ts'
import { count, percent } from '#style/figures.ts'
import { type Column, Table } from '#table/table.tsx'
import { Time } from '#time/time.tsx'

type Rates = ReceiverAnalytics['data'][number]

/** Receivers start to refuse senders above these rates. */
const tooMany = { bounces: 0.05, complaints: 0.003 }

const columns: readonly Column<Rates>[] = [
  { head: 'Domain', cell: ({ domain }) => <span className="block truncate font-medium">{domain}</span> },
  { head: 'Receiver', cell: ({ receiver }) => (receiver === 'other' ? 'All others' : inWords(receiver)) },
  { head: 'Stream', cell: ({ message_stream }) => inWords(message_stream), isWide: true, className: 'text-soft' },
  { head: 'Sent', cell: ({ sent }) => count(sent), isNumber: true, isWide: true },
  {
    head: 'Bounced',
    cell: ({ bounced, bounce_rate }) => <Rate part={bounced} rate={bounce_rate} limit={tooMany.bounces} />,
    isNumber: true,
  },
  {
    head: 'Spam',
    cell: ({ complained, complaint_rate }) => (
      <Rate part={complained} rate={complaint_rate} limit={tooMany.complaints} />
    ),
    isNumber: true,
  },
]

const Rate = ({ part, rate, limit }: { part: number; rate: number; limit: number }) => (
  <span title={count(part)} className={classes(part > 0 && rate > limit && 'font-medium text-bad')}>
    {percent(rate)}
  </span>
)

/** Bounce and spam complaint rates of the environment by receiver. Hidden until something is sent. */
export function Receivers() {
  const rates = useCall('getReceiverAnalytics').data?.data ?? []
  useRenewal(['email'], ['getReceiverAnalytics'], 10_000)
  if (rates.length === 0) return null
  return (
    <div className="mt-6">
      <Section title="Bounce and spam complaint rates, last 30 days">
        <div className="-mx-4 -my-4">
          <Table
            label="Bounce and spam complaint rates"
            rows={rates}
            columns={columns}
            idOf={({ domain, receiver, message_stream }) => `${domain} ${receiver} ${message_stream}`}
            isBare
          />
        </div>
      </Section>
    </div>
  )
}

/** Broadcasts paused because of their rates, with a button to resume them. */
export function Pauses() {
  const pauses = useCall('listBroadcastPauses').data?.data ?? []
  useRenewal(['broadcast'], ['listBroadcastPauses'], 10_000)
  return pauses.map(pause => <Pause key={pause.id} {...pause} />)
}

function Pause({ id, domain, reason, paused_at }: BroadcastPause) {
  const mayManage = useMay('domains:write')
  const resume = useChange('resumeBroadcasts', {
    done: `Broadcasts from ${domain} resumed.`,
    renews: ['listBroadcastPauses', 'getAttention'],
  })
  return (
    <div role="status" className="card mb-3 flex flex-wrap items-start gap-x-3 gap-y-2 border-bad p-4">
      <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 grow basis-64">
        <p className="font-medium">
          Broadcasts from {domain} are paused{' '}
          <span className="text-sm font-normal text-faint">
            <Time at={paused_at} />
          </span>
        </p>
        <p className="text-soft">
          {reason}. Other email is still sent. Find out where these addresses come from before you resume.
        </p>
      </div>
      {mayManage && (
        <Button isBusy={resume.isPending} onClick={() => resume.mutate({ params: { id } })}>
          Resume
        </Button>
      )}
    </div>
  )
}
