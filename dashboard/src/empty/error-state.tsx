import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleAlert, Lock, SearchX } from 'lucide-react'
import { Failure, sentenceOf } from '#api/failure.ts'
import { Button } from '#button/button.tsx'
import { EmptyState } from './empty-state.tsx'

type Props = {
  error: unknown
  onRetry?: () => void
  /** What the address holds was searched for. */
  isOfSearch?: boolean
}

/** Says what went wrong and offers to try again; of a search that is refused, to clear it: it would be refused again. */
export function ErrorState({ error, onRetry, isOfSearch = false }: Props) {
  const failure = error instanceof Failure ? error : undefined
  const navigate = useNavigate()
  const isSearched = useSearch({ strict: false, select: search => Object.keys(search).length > 0 })
  if (failure?.status === 404)
    return (
      <EmptyState icon={SearchX} title="Not here">
        There is no such thing in this organization and environment. It may belong to the other one.
      </EmptyState>
    )
  if (failure?.status === 403)
    return (
      <EmptyState icon={Lock} title="Not for your role">
        {failure.message}
      </EmptyState>
    )
  if (failure?.status === 400 && isOfSearch && isSearched)
    return (
      <EmptyState
        icon={SearchX}
        title="This cannot be searched for"
        action={
          <Button onClick={() => navigate({ to: '.', search: {} as never /* as: without any filter */ })}>
            Clear the search
          </Button>
        }
      >
        {sentenceOf(failure)}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={CircleAlert}
      title={failure?.code === 'not_implemented' ? 'Not in this version yet' : 'This did not load'}
      action={onRetry && <Button onClick={onRetry}>Try again</Button>}
    >
      {failure?.faults.length
        ? failure.faults.map(({ path, message }) => `${path} ${message}`).join('; ')
        : (failure?.message ?? (error instanceof Error ? error.message : 'Something went wrong.'))}
    </EmptyState>
  )
}
