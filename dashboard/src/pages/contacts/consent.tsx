import { Badge } from '#status/badge.tsx'

/** Whether somebody takes messages of a kind; a dash where there is nothing to send them to. */
export function Consent({ address, isSubscribed }: { address: string | undefined; isSubscribed: boolean }) {
  if (!address) return <span className="text-faint">–</span>
  return <Badge tone={isSubscribed ? 'good' : 'warn'}>{isSubscribed ? 'Subscribed' : 'Unsubscribed'}</Badge>
}
