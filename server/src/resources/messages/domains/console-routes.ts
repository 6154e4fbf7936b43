import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import type { KeySafe } from './key-safe.ts'
import { newPrivateKeys } from './keys.ts'
import { readDomainById } from './read.ts'
import { rotateKeys } from './rotate.ts'
import { toWireWithRecords } from './wire.ts'

type Parts = { database: Database; safe: KeySafe; hostname: string }

export const domainConsoleRoutes = ({ database, safe, hostname }: Parts) =>
  ({
    async rotateDomain({ organizationId }, { params }, { change }) {
      const { name } = await readDomainById(database.db, organizationId, params.id)
      const keys = await newPrivateKeys()
      const domain = await audited(database, change, tx => rotateKeys(tx, safe, { organizationId, name }, keys))
      return toWireWithRecords(domain, hostname)
    },
  }) satisfies Partial<ConsoleHandlers>
