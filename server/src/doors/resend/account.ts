import type { LoggedRequest } from '@posthorn/contract/requests'
import { Refusal } from '#core/refusal.ts'
import { type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { countOf, list, PageQuery, pageOf } from './pages.ts'

export const accountOperations: DoorOperation[] = [
  doorOperation({
    method: 'GET',
    path: '/usage',
    standsFor: 'getCredits',
    async answer({ ask, requestsPerHour }) {
      const credits = await ask('getCredits')
      const none = { used: 0, limit: null }
      const day = { used: credits.current_day_usage, limit: credits.daily_limit, resets_at: credits.daily_reset_at }
      const month = {
        ...{ used: credits.current_month_usage, limit: credits.monthly_limit },
        resets_at: credits.monthly_reset_at,
      }
      return {
        object: 'usage',
        emails: {
          daily: { ...day, sent: day.used, received: 0 },
          monthly: { ...month, sent: month.used, received: 0 },
        },
        contacts: { used: await ifAllowed(async () => (await ask('countContacts')).count), limit: null },
        segments: { used: await ifAllowed(() => countOf(page => ask('listSegments', page))), limit: null },
        broadcasts: { used: await ifAllowed(() => countOf(page => emailBroadcasts(ask, page))), limit: null },
        ai_credits: { ...none, next_increase_at: null },
        automation_runs: { ...none, resets_at: credits.monthly_reset_at },
        domains: { used: await ifAllowed(async () => (await ask('listDomains')).data.length), limit: null },
        rate_limit: { limit: requestsPerHour, duration: '1 hour' },
      }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/logs',
    standsFor: 'listRequests',
    query: PageQuery,
    answer: async ({ query, ask }) => list(await ask('listRequests', pageOf(query)), toLog),
  }),
  doorOperation({
    method: 'GET',
    path: '/logs/{id}',
    standsFor: 'getRequest',
    async answer({ params, ask }) {
      const request = await ask('getRequest', { params })
      const { error } = request
      // We store neither body, only the reason of a refusal.
      return { object: 'log', ...toLog(request), request_body: null, response_body: error ?? null }
    },
  }),
]

const emailBroadcasts = (ask: Ask, { query, page }: ReturnType<typeof pageOf>) =>
  ask('listBroadcasts', { query: { ...query, channel: 'email' }, page })

/** Any key may read the usage. A figure that it may not read is null. */
async function ifAllowed(read: () => Promise<number>): Promise<number | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'forbidden') return null
    throw error
  }
}

const toLog = ({ id, created_at, path, method, status, user_agent }: LoggedRequest) => ({
  id,
  created_at,
  endpoint: path,
  method,
  response_status: status,
  user_agent: user_agent ?? null,
})
