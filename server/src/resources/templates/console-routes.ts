import type { Clock } from '#clock.ts'
import type { ConsoleHandlers } from '#http/console-handler.ts'
import type { Database } from '#postgres/database.ts'
import { readVersion } from './read.ts'
import { restoreVersion } from './restore.ts'
import { toWireTemplate, toWireVersion } from './wire.ts'

export const templateConsoleRoutes = ({ database, clock }: { database: Database; clock: Clock }) =>
  ({
    getTemplateVersion: async (member, { params }) =>
      toWireVersion(await readVersion(database.db, member, params.id, params.version)),

    restoreTemplateVersion: async (member, { params: { id, version } }) =>
      toWireTemplate(await database.transaction(tx => restoreVersion(tx, member, clock(), id, version))),
  }) satisfies Partial<ConsoleHandlers>
