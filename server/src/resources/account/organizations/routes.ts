import type { Handlers } from '#http/handler.ts'
import type { Db } from '#postgres/database.ts'
import { readKey } from './keys.ts'
import { readOrganization } from './plan.ts'

export const keyRoutes = ({ db }: { db: Db }) =>
  ({
    async getKey(caller) {
      const { organizationId, mode, permissions, keyId } = caller
      const { id, name } = await readOrganization(db, organizationId)
      // A member's keyId is that of the person.
      const key = 'person' in caller ? null : await readKey(db, keyId)
      return {
        organization: { id, name },
        mode,
        permissions: [...permissions],
        key: key && { id: keyId, name: key.name, hint: key.hint },
      }
    },
  }) satisfies Partial<Handlers>
