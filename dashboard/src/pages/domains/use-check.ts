import type { CheckedDomain, Domain } from '@posthorn/contract/messages/domains'
import { useQuery } from '@tanstack/react-query'
import { callWith } from '#api/call.ts'
import { renew } from '#api/queries.ts'

const againAfterMs = 15_000

/** New keys that are found become the current keys: the next check shows them as such. */
const isComplete = (checked: CheckedDomain | undefined): boolean =>
  checked?.records.every(({ state, purpose }) => state === 'found' && !purpose.startsWith('next_')) ?? false

/** Checks DNS repeatedly while a domain is open, until every record is found. */
export function useCheck(
  { id, verified_at, return_path_verified_at, failed_at, old_keys }: Domain,
  isWatched: boolean,
) {
  return useQuery({
    queryKey: ['verifyDomain', id],
    queryFn: async ({ signal }) => {
      const checked = await callWith({ signal }, 'verifyDomain', { params: { id } })
      const isNews =
        Boolean(checked.verified_at) !== Boolean(verified_at) ||
        Boolean(checked.return_path_verified_at) !== Boolean(return_path_verified_at) ||
        Boolean(checked.failed_at) !== Boolean(failed_at) ||
        checked.old_keys?.replaced_at !== old_keys?.replaced_at
      if (isNews) renew('listDomains', 'getAttention')
      return checked
    },
    enabled: isWatched,
    refetchInterval: ({ state }) => (isComplete(state.data) || state.error ? false : againAfterMs),
    retry: false,
  })
}
