import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import type { Transports } from '@posthorn/contract/console/usage'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '#api/queries.ts'
import { environment } from '#api/scope.ts'

/** Captured messages count as sent and delivered. */
export function CapturedNotice({ broadcast }: { broadcast: Broadcast }) {
  if (!useWasCaptured(broadcast)) return null
  const search = broadcast.channel === 'sms' ? { kind: 'phone' } : {}
  return (
    <p role="note" className="mb-4 rounded-lg border border-info/40 bg-info/8 px-4 py-3 text-sm">
      Captured, not delivered: delivery was not set up when these messages were sent. They are in the{' '}
      <Link to="/inbox" search={search} className="text-accent underline">
        inbox
      </Link>
      , and nobody received them. “Sent” and “Delivered” include them.
    </p>
  )
}

/**
 * Told by the newest delivered message, because delivery may have been set up or removed since. Where some messages are sent and
 * some captured, one message says nothing about the others.
 */
function useWasCaptured({ id, channel, figures }: Broadcast): boolean {
  const { data: delivered } = useQuery({
    ...queryOf('listBroadcastRecipients', { params: { id }, query: { outcome: 'delivered', limit: 1 } }),
    enabled: environment === 'live' && figures.delivered > 0,
  })
  const message = { params: { id: delivered?.data[0]?.id ?? '' } }
  const isKnown = message.params.id !== ''
  const email = useQuery({ ...queryOf('getEmail', message), enabled: isKnown && channel === 'email' })
  const sms = useQuery({ ...queryOf('getSms', message), enabled: isKnown && channel === 'sms' })
  const isCaptured = (channel === 'email' ? email : sms).data?.captured === true
  const { data: transports } = useQuery({ ...queryOf('getTransports'), enabled: isCaptured })
  return isCaptured && transports !== undefined && !isMixed(transports[channel])
}

const isMixed = (transports: Transports['email']): boolean =>
  transports.some(({ kind }) => kind === 'capture') && transports.some(({ kind }) => kind !== 'capture')
