import type { Clock } from '#core/clock.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { variablesOf } from './content.ts'
import { readTemplate, readVersion } from './read.ts'
import { restoreVersion } from './restore.ts'
import type { TemplateText } from './template-text.ts'
import { thumbnailOf } from './thumbnail.ts'
import { tryOut } from './try-out.ts'
import { toWireRendered, toWireTemplate, toWireVersion } from './wire.ts'

type Parts = { database: Database; clock: Clock; templateText: TemplateText }

export const templateConsoleRoutes = ({ database, clock, templateText }: Parts) =>
  ({
    async getTemplateVersion(member, { params }) {
      const version = await readVersion(database.db, member, params.id, params.version)
      return toWireVersion(version, await variablesOf(templateText, member, version.content))
    },

    async getTemplateThumbnail(member, { params }) {
      const { content } = await readTemplate(database.db, member, params.id)
      return { html: await thumbnailOf(templateText, member, content) }
    },

    async restoreTemplateVersion(member, { params: { id, version } }, { change }) {
      const template = await audited(database, change, tx => restoreVersion(tx, member, clock(), id, version))
      return toWireTemplate(template, await variablesOf(templateText, member, template.content))
    },

    tryTemplate: async (member, { body }) => toWireRendered(await tryOut(templateText, member, body)),
  }) satisfies Partial<ConsoleHandlers>
