import { CircleHelp } from 'lucide-react'
import { Button } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'

/** In place of a list: everything would be taken for what was found. */
export const NotUnderstood = ({ problem, onClear }: { problem: string; onClear: () => void }) => (
  <EmptyState icon={CircleHelp} title="Nothing is searched for yet" action={<Button onClick={onClear}>Clear</Button>}>
    <span role="status">{problem}</span>
  </EmptyState>
)
