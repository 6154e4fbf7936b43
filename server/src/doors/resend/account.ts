import type { LoggedRequest } from '@posthorn/contract/requests'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { list, PageQuery, pageOf } from './pages.ts'

export const accountOperations: DoorOperation[] = [
  doorOperation({
    method: 'GET',
    path: '/usage',
    standsFor: 'getCredits',
    async answer({ ask, requestsPerHour }) {
      const credits = await ask('getCredits')
      const none = { used: 0, limit: null }
      const day = { used: credits.current_day_usage, limit: credits.daily_limit, resets_at: credits.daily_reset_at }
      return {
        object: 'usage',
        emails: {
          daily: { ...day, sent: day.used, received: 0 },
          // For the month we only store credits, one per recipient.
          monthly: {
            ...{ used: credits.monthly_usage, limit: credits.monthly_limit, resets_at: credits.monthly_reset_at },
            ...{ sent: credits.monthly_usage, received: 0 },
          },
        },
        contacts: { used: (await ask('countContacts')).count, limit: null },
        segments: none,
        broadcasts: none,
        ai_credits: { ...none, next_increase_at: null },
        automation_runs: { ...none, resets_at: credits.monthly_reset_at },
        domains: none,
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
      const request = await ask('getRequest', { params: { id: params.id ?? '' } })
      const { error } = request
      // We store neither body, only the reason of a refusal.
      return { object: 'log', ...toLog(request), request_body: null, response_body: error ?? null }
    },
  }),
]

const toLog = ({ id, created_at, path, method, status, user_agent }: LoggedRequest) => ({
  id,
  created_at,
  endpoint: path,
  method,
  response_status: status,
  user_agent: user_agent ?? null,
})
