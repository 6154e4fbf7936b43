import type { Webhook as WireWebhook } from '@posthorn/contract/webhooks'
import type { Caller } from '#core/caller.ts'
import { Replayed } from '#core/idempotency.ts'
import type { Pager } from '#core/page.ts'
import type { AddressRule } from '#core/public-address.ts'
import type { Handlers } from '#http/handler.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { once } from '#resources/account/idempotency/once.ts'
import { changeWebhook, removeWebhook, rotateSecret } from './change.ts'
import { createWebhook, type WithSecret } from './create.ts'
import { toPositionId } from './position-id.ts'
import { readDeliveries, readDelivery, readWebhook, readWebhooks } from './read.ts'
import { replay, replayDelivery } from './replay.ts'
import { sendTest, type TestParts } from './send-test.ts'
import { toWireDelivery, toWireWebhook } from './wire.ts'

type Parts = TestParts & { pager: Pager; addresses: AddressRule }

/** An answer stored for idempotent replays: with its secret sealed. */
type Kept = { webhook: WireWebhook; sealed: string }

export function webhookRoutes(parts: Parts) {
  const { database, clock, pager, secrets, addresses } = parts

  const keep = ({ webhook, sealed }: WithSecret): Kept => ({
    webhook: toWireWebhook(webhook),
    sealed: sealed.toString('base64'),
  })
  const reveal = ({ environmentId }: Caller, { webhook, sealed }: Kept): WireWebhook => ({
    ...webhook,
    secret: secrets.show({ environmentId, webhookId: webhook.id }, Buffer.from(sealed, 'base64')),
  })

  return {
    async createWebhook(caller, { body }, { idempotency, change }) {
      const rules = { secrets, addresses: await addresses() }
      const kept = await audited(
        database,
        change,
        tx =>
          once(tx, { caller, idempotency }, async () => keep(await createWebhook(tx, caller, clock(), body, rules))),
        created => (created instanceof Replayed ? {} : { objectId: created.webhook.id }),
      )
      return kept instanceof Replayed ? new Replayed(reveal(caller, kept.reply)) : reveal(caller, kept)
    },

    listWebhooks: async caller => ({ data: (await readWebhooks(database.db, caller)).map(toWireWebhook) }),

    getWebhook: async (caller, { params }) => toWireWebhook(await readWebhook(database.db, caller, params.id)),

    async updateWebhook(caller, { params, body }, { change }) {
      const policy = await addresses()
      return toWireWebhook(
        await audited(database, change, tx => changeWebhook(tx, caller, clock(), params.id, body, policy)),
      )
    },

    async testWebhook(caller, { params }) {
      const success = await sendTest(parts, caller, params.id)
      // No details: the caller may not own the address that was reached.
      const message = `Your endpoint ${success ? 'accepted' : 'did not accept'} the test event.`
      return { success, message }
    },

    async rotateWebhookSecret(caller, { params }, { change }) {
      const rotated = await audited(database, change, tx => rotateSecret(tx, caller, clock(), params.id, secrets))
      return reveal(caller, keep(rotated))
    },

    async listWebhookDeliveries(caller, { params, query }) {
      const list = `deliveries of ${params.id}`
      const page = pager.open(caller, list, query)
      const slow = database.slowReads(caller.environmentId)
      const found = await readDeliveries(slow, caller, params.id, page, { status: query.status })
      const rows = found.map(one => ({ id: toPositionId(one.position), delivery: one }))
      return pager.close(caller, list, query, rows, row => toWireDelivery(row.delivery))
    },

    getWebhookDelivery: async (caller, { params }) =>
      toWireDelivery(await readDelivery(database.slowReads(caller.environmentId), caller, params.id, params.event_id)),

    async replayWebhook(caller, { params, body }) {
      const count = await replay(database, caller, params.id, new Date(body.since))
      const message = count === 1 ? '1 event will be resent.' : `${count} events will be resent.`
      return { success: true, message, count }
    },

    async replayWebhookDelivery(caller, { params }) {
      const isBegun = await replayDelivery(database, caller, params.id, params.event_id)
      return { success: true, message: isBegun ? 'The event will be resent.' : 'The event is on its way already.' }
    },

    async deleteWebhook(caller, { params }, { change }) {
      await audited(database, change, tx => removeWebhook(tx, caller, clock(), params.id))
      return { success: true, message: 'Webhook deleted.' }
    },
  } satisfies Partial<Handlers>
}
