import type { Caller } from '#core/caller.ts'
import type { Change } from '#core/change.ts'
import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { once } from '#resources/account/idempotency/once.ts'
import { changeTemplate, removeTemplate } from './change.ts'
import { type Checked, checkContent, htmlOf, variablesOf } from './content.ts'
import { createTemplate, firstContent } from './create.ts'
import { previewTemplate } from './preview.ts'
import { readTemplateNamed, readTemplates } from './read.ts'
import type { Template } from './template.ts'
import type { TemplateText } from './template-text.ts'
import { type CompiledHtml, NotCompiled } from './versions.ts'
import { toWireItem, toWireRendered, toWireTemplate } from './wire.ts'

type Parts = { database: Database; clock: Clock; pager: Pager; templateText: TemplateText }

export function templateRoutes({ database, clock, pager, templateText }: Parts) {
  const toWire = async (caller: Caller, template: Template) =>
    toWireTemplate(template, await variablesOf(templateText, caller, template.content))

  /** A transaction that needs the html of more mjml, that of a stored draft, starts again after it has been compiled. */
  async function transactionWithHtml<T>(
    { organizationId }: Caller,
    change: Change,
    mjml: string | undefined,
    { html }: Checked,
    work: (tx: Tx, htmlOf: CompiledHtml) => Promise<T>,
  ): Promise<T> {
    const compiled = new Map(mjml !== undefined && html !== null ? [[mjml, html]] : [])
    const compiledHtml = (source: string): string => {
      const found = compiled.get(source)
      if (found === undefined) throw new NotCompiled(source)
      return found
    }
    for (;;) {
      try {
        return await audited(database, change, tx => work(tx, compiledHtml))
      } catch (error) {
        if (!(error instanceof NotCompiled)) throw error
        compiled.set(error.mjml, await htmlOf(templateText, organizationId, error.mjml))
      }
    }
  }

  return {
    async createTemplate(caller, { body }, { idempotency, change }) {
      const checked = await checkContent(templateText, caller, body)
      const variables = await variablesOf(templateText, caller, firstContent(body))
      return transactionWithHtml(caller, change, body.mjml, checked, (tx, html) =>
        once(tx, { caller, idempotency }, async () =>
          toWireTemplate(await createTemplate(tx, caller, clock(), body, html), variables),
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

    getTemplate: async (caller, { params }) => toWire(caller, await readTemplateNamed(database.db, caller, params.id)),

    async updateTemplate(caller, { params, body }, { change }) {
      const checked = await checkContent(templateText, caller, body)
      const template = await transactionWithHtml(caller, change, body.mjml, checked, (tx, html) =>
        changeTemplate(tx, caller, clock(), params.id, body, html),
      )
      return toWire(caller, template)
    },

    async deleteTemplate(caller, { params }, { change }) {
      await audited(database, change, tx => removeTemplate(tx, caller, params.id))
      return { success: true, message: 'Template deleted.' }
    },

    renderTemplate: async (caller, { params, body }) =>
      toWireRendered(await previewTemplate(database.db, templateText, caller, params.id, body)),
  } satisfies Partial<Handlers>
}
