import type { TemplateListItem } from '@posthorn/contract/messages/templates'
import { Badge } from '#status/badge.tsx'

type Props = { template: Pick<TemplateListItem, 'status' | 'version' | 'published_version'> }

/** Which version emails are made of, and whether a newer one waits to be published. */
export function TemplateStatus({ template: { status, version, published_version } }: Props) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {published_version !== undefined && <Badge tone="good">Published v{published_version}</Badge>}
      {status === 'draft' && <Badge tone={published_version ? 'info' : 'plain'}>Draft v{version}</Badge>}
    </span>
  )
}
