import type { TemplateListItem } from '@posthorn/contract/messages/templates'
import { Badge } from '#status/badge.tsx'

type Props = { template: Pick<TemplateListItem, 'status' | 'version' | 'published_version'> }

/** The published version, and whether there is a newer draft. */
export function TemplateStatus({ template: { status, version, published_version } }: Props) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {published_version !== undefined && <Badge tone="good">Published v{published_version}</Badge>}
      {status === 'draft' && <Badge tone={published_version ? 'info' : 'plain'}>Draft v{version}</Badge>}
    </span>
  )
}
