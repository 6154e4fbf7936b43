import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#button/button.tsx'
import { classes } from '#style/classes.ts'

type Props = {
  label: string
  list: ReactNode
  /** Undefined while nothing is selected. */
  reader: ReactNode | undefined
  onBack: () => void
  /** Whether an entry was chosen explicitly; only then does the reader replace the list on a phone. */
  isChosen: boolean
}

/** A list next to the selected entry; on a phone only one of the two is shown. */
export function TwoPanes({ label, list, reader, isChosen, onBack }: Props) {
  return (
    <div className="flex min-h-0 grow border-t border-line">
      <nav
        aria-label={label}
        className={classes(
          'w-full shrink-0 overflow-y-auto border-line md:block md:w-80 md:border-r',
          isChosen && 'max-md:hidden',
        )}
      >
        {list}
      </nav>
      <div className={classes('min-w-0 grow flex-col overflow-y-auto md:flex', isChosen ? 'flex' : 'hidden')}>
        <div className="border-b border-line p-1.5 md:hidden">
          <Button tone="quiet" isSmall icon={ChevronLeft} onClick={onBack}>
            All messages
          </Button>
        </div>
        {reader}
      </div>
    </div>
  )
}

type EntryProps = {
  isOpen: boolean
  isNew: boolean
  onOpen: () => void
  title: string
  at: ReactNode
  children: ReactNode
}

/** One entry of the list. */
export const Entry = ({ isOpen, isNew, onOpen, title, at, children }: EntryProps) => (
  <button
    type="button"
    data-row
    aria-current={isOpen || undefined}
    onClick={onOpen}
    className="relative block w-full border-b border-line px-4 py-2.5 text-left -outline-offset-2! hover:bg-hover aria-[current=true]:bg-hover"
  >
    {isNew && <span role="img" aria-label="New" className="absolute top-4 left-1.5 size-1.5 rounded-full bg-accent" />}
    <span className="flex items-baseline justify-between gap-3">
      <span className={classes('truncate', isNew ? 'font-semibold' : 'font-medium')}>{title}</span>
      <span className="shrink-0 text-xs text-faint">{at}</span>
    </span>
    {children}
  </button>
)
