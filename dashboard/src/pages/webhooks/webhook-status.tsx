import type { Webhook } from '@posthorn/contract/webhooks'
import { Badge } from '#status/badge.tsx'

/** Active, active but failing, or inactive. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  if (webhook.status === 'inactive') return <Badge tone="bad">Inactive</Badge>
  if (webhook.total_delivery_count === 0) return <Badge>Active, unused</Badge>
  const isFailing = webhook.failure_count > webhook.success_count
  return isFailing ? <Badge tone="warn">Mostly failing</Badge> : <Badge tone="good">Active</Badge>
}
