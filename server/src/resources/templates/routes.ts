import type { Clock } from '#clock.ts'
import type { Handlers } from '#http/handler.ts'
import type { Pager } from '#page.ts'
import type { Database } from '#postgres/database.ts'
import { once } from '#resources/idempotency/once.ts'
import { changeTemplate, removeTemplate } from './change.ts'
import { checkContent } from './content.ts'
import { createTemplate } from './create.ts'
import { previewTemplate } from './preview.ts'
import { readTemplate, readTemplates } from './read.ts'
import { toWireItem, toWireRendered, toWireTemplate } from './wire.ts'

type Parts = { database: Database; clock: Clock; pager: Pager }

export const templateRoutes = ({ database, clock, pager }: Parts) =>
  ({
    async createTemplate(caller, { body }, { idempotency }) {
      checkContent(body)
      return database.transaction(tx =>
        once(tx, { caller, idempotency }, async () => toWireTemplate(await createTemplate(tx, caller, clock(), body))),
      )
    },

    async listTemplates(caller, { query }) {
      const templates = await readTemplates(database.db, caller, pager.open(caller, 'templates', query))
      return pager.close(caller, 'templates', query, templates, toWireItem)
    },

    getTemplate: async (caller, { params }) => toWireTemplate(await readTemplate(database.db, caller, params.id)),

    async updateTemplate(caller, { params, body }) {
      checkContent(body)
      return toWireTemplate(await database.transaction(tx => changeTemplate(tx, caller, clock(), params.id, body)))
    },

    async deleteTemplate(caller, { params }) {
      await database.transaction(tx => removeTemplate(tx, caller, params.id))
      return { success: true, message: 'Template deleted.' }
    },

    renderTemplate: async (caller, { params, body }) =>
      toWireRendered(await previewTemplate(database.db, caller, params.id, body)),
  }) satisfies Partial<Handlers>
