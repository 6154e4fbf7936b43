/** Rules for broadcasts, and broadcasts that are paused because they broke one. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, Id, OneOf, PathId, Timestamp } from '../scalars.ts'
import { List } from './scalars.ts'

const percent = Type.Number({ exclusiveMinimum: 0, maximum: 100 })
const rules = {
  max_bounce_percent: percent,
  max_complaint_percent: percent,
  unsubscribe_line: OneOf(['added', 'required'], {
    description:
      'A broadcast without a visible unsubscribe link gets a line with one (added) or is refused (required).',
  }),
}
export const BroadcastRules = Type.Object(rules)
export type BroadcastRules = Static<typeof BroadcastRules>

export const BroadcastPause = Type.Object({
  id: Id,
  domain: Type.String(),
  reason: Type.String(),
  paused_at: Timestamp,
})
export type BroadcastPause = Static<typeof BroadcastPause>

export const broadcastOperations = {
  getBroadcastRules: operation({
    id: 'getBroadcastRules',
    method: 'GET',
    path: '/console/broadcast-rules',
    summary: 'Read the rules for broadcasts',
    access: 'member',
    permission: 'console:read',
    reply: BroadcastRules,
    refusals: [],
  }),
  setBroadcastRules: operation({
    id: 'setBroadcastRules',
    method: 'PATCH',
    audit: 'broadcast_rules.updated',
    path: '/console/broadcast-rules',
    summary: 'Change the rules for broadcasts of the organization',
    access: 'member',
    permission: 'settings:manage',
    body: Type.Partial(BroadcastRules),
    reply: BroadcastRules,
    refusals: [],
  }),
  listBroadcastPauses: operation({
    id: 'listBroadcastPauses',
    method: 'GET',
    path: '/console/broadcast-pauses',
    summary: 'List the domains whose broadcasts are paused, and why',
    access: 'member',
    permission: 'console:read',
    reply: List(BroadcastPause),
    refusals: [],
  }),
  resumeBroadcasts: operation({
    id: 'resumeBroadcasts',
    method: 'POST',
    audit: 'broadcasts.resumed',
    path: '/console/broadcast-pauses/{id}/resume',
    summary: 'Resume the broadcasts of a domain',
    description: 'The rates are counted again from the next full hour.',
    access: 'member',
    permission: 'domains:write',
    params: Type.Object({ id: PathId }),
    reply: Acknowledgment,
    refusals: [],
  }),
} as const
