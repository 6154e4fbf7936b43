import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '#style/classes.ts'

/** A row of a list that a click expands to show `more`. */
export function ExpandableRow({ children, more }: { children: ReactNode; more: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-3 px-4 py-1.5 text-left -outline-offset-2! hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={classes('size-4 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
        />
        {children}
      </button>
      {isOpen && (
        <div id={id} className="space-y-4 border-t border-line bg-sunken/60 px-4 py-4">
          {more}
        </div>
      )}
    </li>
  )
}
