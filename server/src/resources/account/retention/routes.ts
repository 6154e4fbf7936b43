import type { Retention as WireRetention } from '@posthorn/contract/retention'
import type { Clock } from '#core/clock.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { changeAudited, changed } from './change.ts'
import { estimate, readRetention } from './read.ts'
import type { Retention } from './retention.ts'

export const retentionRoutes = ({ database, clock }: { database: Database; clock: Clock }) => {
  const toWire = async (environmentId: string, retention: Retention): Promise<WireRetention> => ({
    bodies_days: retention.bodies,
    events_days: retention.events,
    messages_days: retention.messages,
    kept: await estimate(database.slowReads(environmentId), environmentId, retention, clock()),
  })
  return {
    getRetention: async ({ environmentId }) => toWire(environmentId, await readRetention(database.db, environmentId)),

    async updateRetention({ environmentId }, { body }, { change: told }) {
      const change = { bodies: body.bodies_days, events: body.events_days, messages: body.messages_days }
      if (body.preview) return toWire(environmentId, changed(await readRetention(database.db, environmentId), change))
      return toWire(environmentId, await changeAudited(database, told, environmentId, change))
    },
  } satisfies Partial<Handlers>
}
