import { Badge } from '#status/badge.tsx'

/** Whether the contact is subscribed to a channel; a dash without an address. */
export function Consent({ address, isSubscribed }: { address: string | undefined; isSubscribed: boolean }) {
  if (!address) return <span className="text-faint">–</span>
  return <Badge tone={isSubscribed ? 'good' : 'warn'}>{isSubscribed ? 'Subscribed' : 'Unsubscribed'}</Badge>
}
