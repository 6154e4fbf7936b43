import type { Pager } from '#core/page.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { readConsent } from './read.ts'
import { toWireConsent } from './wire.ts'

type Parts = { database: Database; pager: Pager }

export const consentRoutes = ({ database, pager }: Parts) =>
  ({
    async listConsent(caller, { query }) {
      const { environmentId } = caller
      const { email = null, phone_number: phoneNumber = null } = query
      const page = pager.open(caller, 'consent', query)
      const entries = await readConsent(database.slowReads(environmentId), { environmentId, email, phoneNumber }, page)
      return pager.close(caller, 'consent', query, entries, toWireConsent)
    },
  }) satisfies Partial<Handlers>
