import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { once } from '#resources/account/idempotency/once.ts'
import { changeTopic, removeTopic } from './change.ts'
import { createTopic } from './create.ts'
import { readTopic, readTopics } from './read.ts'
import { toWireTopic } from './wire.ts'

type Parts = { database: Database; clock: Clock; pager: Pager }

export const topicRoutes = ({ database, clock, pager }: Parts) =>
  ({
    createTopic: (caller, { body }, { idempotency, change }) =>
      audited(database, change, tx =>
        once(tx, { caller, idempotency }, async () => toWireTopic(await createTopic(tx, caller, clock(), body))),
      ),

    async listTopics(caller, { query }) {
      const topics = await readTopics(
        database.slowReads(caller.environmentId),
        caller,
        pager.open(caller, 'topics', query),
      )
      return pager.close(caller, 'topics', query, topics, toWireTopic)
    },

    getTopic: async (caller, { params }) => toWireTopic(await readTopic(database.db, caller, params.id)),

    updateTopic: async (caller, { params, body }, { change }) =>
      toWireTopic(await audited(database, change, tx => changeTopic(tx, caller, clock(), params.id, body))),

    async deleteTopic(caller, { params }, { change }) {
      await audited(database, change, tx => removeTopic(tx, caller, params.id))
      return { success: true, message: 'Topic deleted.' }
    },
  }) satisfies Partial<Handlers>
