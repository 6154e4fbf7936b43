import { Plus } from 'lucide-react'

type Props = { label: string; onClick: () => void; isRound?: boolean }

/** A plus button that adds a step. */
export const AddButton = ({ label, onClick, isRound }: Props) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-haspopup="dialog"
    onClick={event => {
      event.stopPropagation()
      onClick()
    }}
    className={
      isRound
        ? 'nodrag nopan grid size-6 place-items-center rounded-full border border-line-strong bg-raised text-soft shadow-low hover:border-accent hover:text-accent'
        : 'inline-flex h-7 items-center gap-1 rounded-md px-2 text-sm font-medium text-soft hover:bg-hover hover:text-ink'
    }
  >
    <Plus aria-hidden className="size-4" />
    {!isRound && 'Add step'}
  </button>
)
