import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { Badge, type Tone } from '#status/badge.tsx'
import { inWords } from '#status/message-status.tsx'

type Props = {
  kind?: 'email' | 'sms'
  id: string
  /** The label of the close button. */
  back: string
  onClose: () => void
}

/** Follows a test message until it is finished and explains its status. */
export function TestSent({ kind = 'email', id, back, onClose }: Props) {
  const asked =
    kind === 'email' ? queryOf('explainEmail', { params: { id } }) : queryOf('explainSms', { params: { id } })
  const { data } = useQuery({
    ...asked,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? 1_000 : false),
  })
  const status = data?.status
  return (
    <Dialog
      title={titleOf(status)}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {back}
        </Button>
      }
    >
      <div className="space-y-3">
        <div role="status" className="space-y-2">
          <Badge tone={toneOf(status)}>{inWords(status ?? 'processing')}</Badge>
          {data && <p>{data.summary}</p>}
        </div>
        <p className="text-soft">
          <Link
            to={kind === 'email' ? '/emails/$id' : '/sms/$id'}
            params={{ id }}
            onClick={onClose}
            className="text-accent underline"
          >
            View its timeline
          </Link>
          , or check the inbox if messages are captured.
        </p>
      </div>
    </Dialog>
  )
}

const underWay: readonly (string | undefined)[] = [undefined, 'scheduled', 'processing', 'delivery_delayed']
const arrived = ['sent', 'delivered', 'opened', 'clicked']

const isUnderWay = (status: string | undefined): boolean => underWay.includes(status)

function titleOf(status: string | undefined): string {
  if (isUnderWay(status)) return 'Sending test'
  return arrived.includes(status ?? '') ? 'Test sent' : 'Test not delivered'
}

function toneOf(status: string | undefined): Tone {
  if (status === 'delivery_delayed') return 'warn'
  if (isUnderWay(status)) return 'info'
  return arrived.includes(status ?? '') ? 'good' : 'bad'
}
