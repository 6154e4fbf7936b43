import {
  keepPreviousData,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { toast, toastError } from '#toast/toasts.ts'
import { callWith } from './call.ts'
import { Failure } from './failure.ts'
import { idempotencyKeys } from './idempotency-key.ts'
import type { Input, InputArguments, OperationId, PagedId, Reply, Row } from './operation-types.ts'

// Before the next frame: otherwise a ticked checkbox would be painted once in its old state.
notifyManager.setScheduler(queueMicrotask)

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: error => isUnauthorized(error) && leave() }),
  // A wrong password is a 401 too, so a failed change only rechecks the session.
  mutationCache: new MutationCache({ onError: error => isUnauthorized(error) && renew('getSession') }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The server may run on this machine, so being offline does not mean that it cannot be reached.
      networkMode: 'always',
      // A refusal would be repeated; only no response and 5xx from 502 may be temporary.
      retry: (count, error) => count < 2 && error instanceof Failure && (error.status === 0 || error.status >= 502),
      retryDelay: 700,
    },
    mutations: { networkMode: 'always' },
  },
})

let leave: () => void = () => {}
/** Registers how to get to the sign-in page. */
export function whenSignedOut(go: () => void): void {
  leave = go
}

const isUnauthorized = (error: Error): boolean => error instanceof Failure && error.status === 401

/** A call as a query: cached by id and input, refetched with `renew`. */
export const queryOf = <Id extends OperationId>(id: Id, ...args: InputArguments<Id>) =>
  queryOptions({
    queryKey: [id, args[0] ?? {}],
    queryFn: ({ signal }) => callWith({ signal }, id, ...args),
  })

export const useCall = <Id extends OperationId>(id: Id, ...args: InputArguments<Id>) => useQuery(queryOf(id, ...args))

type PagesInput<Id extends PagedId> = Omit<Input<Id>, 'query'> & { query?: object }

/** A paged list, with the `rows` of all pages read so far. Sends no request while `isOff`. */
export function usePages<Id extends PagedId>(id: Id, input: PagesInput<Id>, { isOff = false } = {}) {
  const pages = useInfiniteQuery({
    queryKey: [id, input, 'pages'],
    enabled: !isOff,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 50, ...input.query, cursor: pageParam }
      return callWith({ signal }, id, ...([{ ...input, query }] as unknown as InputArguments<Id>)) // as: paged lists take these
    },
    initialPageParam: undefined as string | undefined, // as: the first page has no cursor
    getNextPageParam: page => ('next_cursor' in page ? (page.next_cursor as string | undefined) : undefined), // as: PagedId
    placeholderData: keepPreviousData,
  })
  const rows = (pages.data?.pages ?? []).flatMap(page => ('data' in page ? (page.data as Row<Id>[]) : [])) // as: PagedId
  return { ...pages, rows }
}

type Change<Id extends OperationId> = {
  /** The toast on success. */
  done?: string | ((reply: Reply<Id>) => string)
  /** The queries to refetch afterwards. */
  renews?: OperationId[]
  onDone?: (reply: Reply<Id>) => void
  /** True if a form shows the failure itself. */
  isQuiet?: boolean
  /** For what creates or sends something: sent again after a lost answer, it happens once. */
  isOnce?: boolean
}

/** An operation that changes something, as a mutation: refetches queries and shows a toast on success or failure. */
export function useChange<Id extends OperationId>(
  id: Id,
  { done, renews = [], onDone, isQuiet, isOnce }: Change<Id> = {},
) {
  const client = useQueryClient()
  const [keys] = useState(idempotencyKeys)
  return useMutation({
    mutationFn: (input: Input<Id>) =>
      callWith(isOnce ? { idempotencyKey: keys.keyOf(input) } : {}, id, ...([input] as unknown as InputArguments<Id>)), // as: what an Input is
    onSuccess: reply => {
      keys.forget()
      if (done) toast(typeof done === 'string' ? done : done(reply))
      onDone?.(reply)
      return Promise.all(renews.map(one => client.invalidateQueries({ queryKey: [one] })))
    },
    onError: error => {
      if (!isQuiet) toastError(error)
    },
  })
}

/** Shows what a change has answered. A read that is still on its way may be older, and would show what was there before. */
export async function showReply<Id extends OperationId>(reply: Reply<Id>, id: Id, ...args: InputArguments<Id>) {
  const { queryKey } = queryOf(id, ...args)
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<unknown>(queryKey, reply)
}

export const renew = (...ids: OperationId[]) =>
  Promise.all(ids.map(id => queries.invalidateQueries({ queryKey: [id] })))
