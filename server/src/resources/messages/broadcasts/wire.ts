import type {
  BroadcastFigures,
  BroadcastListItem,
  BroadcastRecipient,
  Broadcast as WireBroadcast,
} from '@posthorn/contract/broadcasts/replies'
import type { AllFigures } from '#resources/messages/broadcast-figures/read.ts'
import type { WithFigures } from './read.ts'
import type { RecipientRow } from './recipient-store.ts'

const orNull = (moment: Date | null): string | null => moment?.toISOString() ?? null

const toWireFigures = ({ a: _a, b: _b, ...figures }: AllFigures): BroadcastFigures => figures

export function toWireBroadcast(broadcast: WithFigures): WireBroadcast {
  const { settings, local, figures } = broadcast
  return {
    ...settings,
    id: broadcast.id,
    name: broadcast.name,
    channel: broadcast.channel,
    state: broadcast.state,
    everyone: settings.everyone ?? false,
    track_opens: settings.track_opens ?? false,
    track_clicks: settings.track_clicks ?? false,
    ...(broadcast.state === 'paused' && { paused_because: broadcast.pausedBecause ?? '' }),
    scheduled_for: orNull(broadcast.scheduledFor),
    ...(local && { local_time: local.time, timezone: local.timezone, timezone_field: local.field }),
    started_at: orNull(broadcast.startedAt),
    completed_at: orNull(broadcast.completedAt),
    audience_size: broadcast.audienceSize,
    figures: toWireFigures(figures),
    ...(settings.ab_test && {
      ab_test_status: {
        state: abState(broadcast),
        decides_at: orNull(broadcast.decidesByClock),
        winner: broadcast.winner,
        a: figures.a,
        b: figures.b,
      },
    }),
    created_at: broadcast.createdAt.toISOString(),
    updated_at: broadcast.updatedAt.toISOString(),
  }
}

function abState({ phase, winner }: WithFigures): 'waiting' | 'testing' | 'decided' {
  if (winner !== null) return 'decided'
  return phase === 'starting' ? 'waiting' : 'testing'
}

export const toWireBroadcastListItem = (broadcast: WithFigures): BroadcastListItem => {
  const { subject, topic_id, segment_id } = broadcast.settings
  return {
    id: broadcast.id,
    name: broadcast.name,
    channel: broadcast.channel,
    state: broadcast.state,
    ...(subject !== undefined && { subject }),
    ...(topic_id !== undefined && { topic_id }),
    ...(segment_id !== undefined && { segment_id }),
    scheduled_for: orNull(broadcast.scheduledFor),
    started_at: orNull(broadcast.startedAt),
    completed_at: orNull(broadcast.completedAt),
    audience_size: broadcast.audienceSize,
    figures: toWireFigures(broadcast.figures),
    created_at: broadcast.createdAt.toISOString(),
    updated_at: broadcast.updatedAt.toISOString(),
  }
}

export const toWireRecipient = (row: RecipientRow): BroadcastRecipient => ({
  id: row.id,
  contact_id: row.contactId,
  to: row.to,
  variant: row.variant,
  outcome: row.outcome,
  opened: row.opened,
  clicked: row.clicked,
  created_at: row.createdAt.toISOString(),
})
