import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleAlert, Lock, SearchX } from 'lucide-react'
import { Failure, sentenceOf } from '#api/failure.ts'
import { Button } from '#button/button.tsx'
import { EmptyState } from './empty-state.tsx'

type Props = {
  error: unknown
  onRetry?: () => void
  /** The query parameters are a search. */
  isOfSearch?: boolean
}

/** Says what went wrong and offers a retry; for a refused search it offers to clear it, because a retry would be refused again. */
export function ErrorState({ error, onRetry, isOfSearch = false }: Props) {
  const failure = error instanceof Failure ? error : undefined
  const navigate = useNavigate()
  const isSearched = useSearch({ strict: false, select: search => Object.keys(search).length > 0 })
  if (failure?.status === 404)
    return (
      <EmptyState icon={SearchX} title="Not found">
        It does not exist in this organization and environment. Check the other environment or organization.
      </EmptyState>
    )
  if (failure?.status === 403)
    return (
      <EmptyState icon={Lock} title="Your role does not have access">
        {failure.message} An owner or admin of the organization can change your role.
      </EmptyState>
    )
  if (failure?.status === 400 && isOfSearch && isSearched)
    return (
      <EmptyState
        icon={SearchX}
        title="Invalid search"
        action={
          <Button onClick={() => navigate({ to: '.', search: {} as never /* as: without any filter */ })}>
            Clear search
          </Button>
        }
      >
        {sentenceOf(failure)}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={CircleAlert}
      title={failure?.code === 'not_implemented' ? 'Not available in this version' : 'Could not load this'}
      action={onRetry && <Button onClick={onRetry}>Try again</Button>}
    >
      {failure?.faults.length
        ? failure.faults.map(({ path, message }) => `${path} ${message}`).join('; ')
        : (failure?.message ?? (error instanceof Error ? error.message : 'Something went wrong.'))}
    </EmptyState>
  )
}
