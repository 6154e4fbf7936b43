/** The results of a broadcast over time and by receiver. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { PathId, Timestamp } from '../scalars.ts'

const count = (description?: string) => Type.Number(description === undefined ? {} : { description })

const counted = {
  delivered: count(),
  opened: count('Recipients who opened it. People only. 0 for sms.'),
  clicked: count('Recipients who clicked a link. People only. 0 for sms.'),
}

const BroadcastHour = Type.Object(
  { start: Timestamp, sent: count('Messages sent.'), ...counted },
  { $id: 'BroadcastHour' },
)
export type BroadcastHour = Static<typeof BroadcastHour>

const BroadcastReceiver = Type.Object(
  {
    receiver: Type.String({
      description: 'The receiver, such as google. Small receivers are grouped as other.',
    }),
    recipients: count('Messages created for this receiver.'),
    sent: count('Messages accepted or rejected by the receiver.'),
    ...counted,
    bounced: count(),
    complained: count(),
  },
  { $id: 'BroadcastReceiver' },
)
export type BroadcastReceiver = Static<typeof BroadcastReceiver>

export const BroadcastAnalytics = Type.Object(
  {
    series: Type.Array(BroadcastHour, {
      description: 'The hours (UTC) of the first 30 days in which something happened, oldest first.',
    }),
    receivers: Type.Array(BroadcastReceiver, { description: 'Receivers, most recipients first. Empty for sms.' }),
  },
  { $id: 'BroadcastAnalytics' },
)
export type BroadcastAnalytics = Static<typeof BroadcastAnalytics>

const id = '01945c1e-d3b8-7c41-a6e2-4f9b1d7c8e77'

export const broadcastAnalytics = {
  getBroadcastAnalytics: operation({
    id: 'getBroadcastAnalytics',
    method: 'GET',
    path: '/v1/broadcasts/{id}/analytics',
    tag: 'Broadcasts',
    summary: 'Read the analytics of a broadcast',
    description:
      'Returns the results of the broadcast over time and by receiver, counted from its messages as long as they are kept.',
    permission: 'broadcasts:read',
    params: Type.Object({ id: PathId }),
    reply: BroadcastAnalytics,
    refusals: [],
    example: {
      params: { id },
      reply: {
        series: [{ start: '2026-11-15T10:00:00.000Z', sent: 3_684, delivered: 3_652, opened: 801, clicked: 120 }],
        receivers: [
          {
            ...{ receiver: 'google', recipients: 2_010, sent: 2_004, delivered: 1_998, bounced: 6, complained: 1 },
            ...{ opened: 455, clicked: 71 },
          },
        ],
      },
    },
  }),
}
