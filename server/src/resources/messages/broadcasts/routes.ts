import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database, Db } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { once } from '#resources/account/idempotency/once.ts'
import { listHours, listReceivers } from './analytics-store.ts'
import type { Broadcast } from './broadcast.ts'
import { prepareChange, removeBroadcast, updateBroadcast } from './change.ts'
import type { ContentParts } from './content/contents.ts'
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from './control.ts'
import { createBroadcast } from './create.ts'
import { type PreviewParts, previewBroadcast } from './preview.ts'
import { readBroadcast, readBroadcasts, withFigures } from './read.ts'
import { listLinks, listRecipients } from './recipient-store.ts'
import { prepareSend, sendBroadcast } from './send.ts'
import { testBroadcast } from './test-send.ts'
import { toWireBroadcast, toWireBroadcastListItem, toWireRecipient } from './wire.ts'

type Parts = Omit<ContentParts, 'db'> &
  Omit<PreviewParts, 'db' | 'slowReads'> & { database: Database; lookUps: Db; clock: Clock; pager: Pager }

const maxLinks = 100

export function broadcastRoutes({ database, lookUps, clock, pager, ...others }: Parts) {
  const parts = { ...others, db: lookUps }
  const shown = async (broadcast: Broadcast) => toWireBroadcast(await withFigures(database.db, broadcast))

  return {
    createBroadcast: (caller, { body }, { idempotency, change }) =>
      audited(database, change, tx =>
        once(tx, { caller, idempotency }, async () =>
          toWireBroadcast(await withFigures(tx, await createBroadcast(tx, caller, clock(), body))),
        ),
      ),

    async listBroadcasts(caller, { query }) {
      const { state, channel, created_after: createdAfter, created_before: createdBefore } = query
      const broadcasts = await readBroadcasts(
        database.slowReads(caller.environmentId),
        caller,
        pager.open(caller, 'broadcasts', query),
        { state, channel, createdAfter, createdBefore },
      )
      return pager.close(caller, 'broadcasts', query, broadcasts, toWireBroadcastListItem)
    },

    getBroadcast: async (caller, { params }) => shown(await readBroadcast(database.db, caller, params.id)),

    async updateBroadcast(caller, { params, body: asked }, { change }) {
      const now = clock()
      const prepared = await prepareChange(parts, caller, params.id, asked, now)
      return shown(
        await audited(database, change, tx => updateBroadcast(tx, caller, now, params.id, { asked, prepared })),
      )
    },

    async deleteBroadcast(caller, { params }, { change }) {
      await audited(database, change, tx => removeBroadcast(tx, caller, params.id))
      return { success: true, message: 'Broadcast deleted.' }
    },

    previewBroadcast: (caller, { params }) =>
      previewBroadcast({ ...parts, slowReads: database.slowReads(caller.environmentId) }, caller, params.id, clock()),

    testBroadcast: (caller, { params, body }, { idempotency }) =>
      testBroadcast({ ...parts, database }, { caller, idempotency }, params.id, body, clock()),

    async sendBroadcast(caller, { params, body }, { change }) {
      const now = clock()
      const prepared = await prepareSend(parts, caller, params.id, body, now)
      return shown(await audited(database, change, tx => sendBroadcast(tx, caller, now, params.id, prepared)))
    },

    pauseBroadcast: async (caller, { params }, { change }) =>
      shown(await audited(database, change, tx => pauseBroadcast(tx, caller, clock(), params.id))),

    resumeBroadcast: async (caller, { params }, { change }) =>
      shown(await audited(database, change, tx => resumeBroadcast(tx, caller, clock(), params.id))),

    cancelBroadcast: async (caller, { params }, { change }) =>
      shown(await audited(database, change, tx => cancelBroadcast(tx, caller, clock(), params.id))),

    async listBroadcastRecipients(caller, { params, query }) {
      const broadcast = await readBroadcast(database.db, caller, params.id)
      const list = `recipients of ${params.id}`
      const { outcome, sent, opened, clicked, variant } = query
      const rows = await listRecipients(
        database.slowReads(caller.environmentId),
        broadcast,
        pager.open(caller, list, query),
        { outcome, sent, opened, clicked, variant },
      )
      return pager.close(caller, list, query, rows, toWireRecipient)
    },

    async getBroadcastAnalytics(caller, { params }) {
      const broadcast = await readBroadcast(database.db, caller, params.id)
      const reads = database.slowReads(caller.environmentId)
      const hours = await listHours(reads, broadcast)
      return {
        series: hours.map(({ start, ...counts }) => ({ start: start.toISOString(), ...counts })),
        receivers: broadcast.channel === 'email' ? await listReceivers(reads, broadcast) : [],
      }
    },

    async listBroadcastLinks(caller, { params }) {
      const broadcast = await readBroadcast(database.db, caller, params.id)
      const rows = await listLinks(database.slowReads(caller.environmentId), broadcast, maxLinks)
      return {
        data: rows.map(({ machineClicks, ...row }) => ({ ...row, machine_clicks: machineClicks })),
      }
    },
  } satisfies Partial<Handlers>
}
