import type { statusClasses } from '@posthorn/contract/requests'
import type { Pager } from '#core/page.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { readRequest, readRequests } from './read.ts'
import type { RequestFilters } from './store.ts'
import { toWireRequest } from './wire.ts'

const ranges: Readonly<Record<(typeof statusClasses)[number], RequestFilters['statuses']>> = {
  '2xx': { from: 200, to: 299 },
  '4xx': { from: 400, to: 499 },
  '5xx': { from: 500, to: 599 },
  error: { from: 400, to: 599 },
}

export const requestLogRoutes = ({ database, pager }: { database: Database; pager: Pager }) =>
  ({
    async listRequests(caller, { query }) {
      const { status, status_class, method, path, key_id, request_id, start, end } = query
      const statuses = status === undefined ? status_class && ranges[status_class] : { from: status, to: status }
      const filters = {
        statuses,
        method,
        path: path?.replace(/\/+$/, ''),
        keyId: key_id,
        requestId: request_id,
        start,
        end,
      }
      const page = pager.open(caller, 'requests', query)
      const requests = await readRequests(database.slowReads(caller.environmentId), caller, page, filters)
      return pager.close(caller, 'requests', query, requests, toWireRequest)
    },

    getRequest: async (caller, { params }) => toWireRequest(await readRequest(database.db, caller, params.id)),
  }) satisfies Partial<Handlers>
