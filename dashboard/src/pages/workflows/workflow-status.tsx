import type { WorkflowStatus } from '@posthorn/contract/workflows/workflows'
import { Badge, type Tone } from '#status/badge.tsx'
import { inWords } from '#status/message-status.tsx'

const tones: Record<WorkflowStatus, Tone> = { draft: 'plain', active: 'good', paused: 'warn' }

export const WorkflowStatusBadge = ({ status }: { status: WorkflowStatus }) => (
  <Badge tone={tones[status]}>{inWords(status)}</Badge>
)
