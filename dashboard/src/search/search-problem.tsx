import { CircleHelp } from 'lucide-react'
import { Button } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'

/** Shown instead of a list: an unfiltered list would look like the result. */
export const SearchProblem = ({ problem, onClear }: { problem: string; onClear: () => void }) => (
  <EmptyState icon={CircleHelp} title="Invalid search" action={<Button onClick={onClear}>Clear</Button>}>
    <span role="status">{problem}</span>
  </EmptyState>
)
