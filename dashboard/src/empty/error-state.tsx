import { CircleAlert, Lock, SearchX } from 'lucide-react'
import { Failure } from '#api/failure.ts'
import { Button } from '#button/button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Says what went wrong and offers to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const failure = error instanceof Failure ? error : undefined
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
