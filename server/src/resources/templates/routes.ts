import type { Caller } from '#caller.ts'
import type { Clock } from '#clock.ts'
import type { Handlers } from '#http/handler.ts'
import type { Pager } from '#page.ts'
import type { Database } from '#postgres/database.ts'
import { once } from '#resources/idempotency/once.ts'
import { changeTemplate, removeTemplate } from './change.ts'
import { type Checked, checkContent, htmlOf, variablesOf } from './content.ts'
import { createTemplate } from './create.ts'
import { previewTemplate } from './preview.ts'
import { readTemplate, readTemplates } from './read.ts'
import type { Template } from './template.ts'
import type { TemplateText } from './template-text.ts'
import type { CompileMjml } from './versions.ts'
import { toWireItem, toWireRendered, toWireTemplate } from './wire.ts'

type Parts = { database: Database; clock: Clock; pager: Pager; templateText: TemplateText }

export function templateRoutes({ database, clock, pager, templateText }: Parts) {
  const toWire = async (caller: Caller, template: Template) =>
    toWireTemplate(template, await variablesOf(templateText, caller, template.content))

  /** What the check has compiled is not compiled again. */
  const compilerFor =
    ({ organizationId }: Caller, mjml: string | undefined, { html }: Checked): CompileMjml =>
    async source =>
      source === mjml && html !== null ? html : htmlOf(templateText, organizationId, source)

  return {
    async createTemplate(caller, { body }, { idempotency }) {
      const compile = compilerFor(caller, body.mjml, await checkContent(templateText, caller, body))
      return database.transaction(tx =>
        once(tx, { caller, idempotency }, async () =>
          toWire(caller, await createTemplate(tx, caller, clock(), body, compile)),
        ),
      )
    },

    async listTemplates(caller, { query }) {
      const templates = await readTemplates(
        database.slowReads(caller.environmentId),
        caller,
        pager.open(caller, 'templates', query),
      )
      return pager.close(caller, 'templates', query, templates, toWireItem)
    },

    getTemplate: async (caller, { params }) => toWire(caller, await readTemplate(database.db, caller, params.id)),

    async updateTemplate(caller, { params, body }) {
      const compile = compilerFor(caller, body.mjml, await checkContent(templateText, caller, body))
      return toWire(
        caller,
        await database.transaction(tx => changeTemplate(tx, caller, clock(), params.id, body, compile)),
      )
    },

    async deleteTemplate(caller, { params }) {
      await database.transaction(tx => removeTemplate(tx, caller, params.id))
      return { success: true, message: 'Template deleted.' }
    },

    renderTemplate: async (caller, { params, body }) =>
      toWireRendered(await previewTemplate(database.db, templateText, caller, params.id, body)),
  } satisfies Partial<Handlers>
}
