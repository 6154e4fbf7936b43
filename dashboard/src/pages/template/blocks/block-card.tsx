import { ArrowDown, ArrowUp, Copy, GripVertical, type LucideIcon, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { classes } from '#style/classes.ts'
import type { Described } from './describe.ts'
import type { useDrag } from './use-drag.ts'

type Props = {
  at: number
  count: number
  described: Described
  isChosen: boolean
  onChoose: () => void
  onMove: (to: number) => void
  /** The event handlers that make the card draggable. */
  handlers: ReturnType<ReturnType<typeof useDrag>['handlersFor']>
  isDragged: boolean
  /** The position of the drop indicator. */
  dropLine: 'above' | 'below' | undefined
  onDuplicate: () => void
  onRemove: () => void
}

/** One block: selected with a click; moved by mouse, by touch on its grip, by its buttons, or by Alt and the arrow keys. */
export function BlockCard(props: Props) {
  const { at, count, isChosen, handlers, isDragged, dropLine, onChoose, onMove, onDuplicate, onRemove } = props
  const { title, words } = props.described
  const step = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (!by) return
    event.preventDefault()
    if (at + by >= 0 && at + by < count) onMove(at + by)
  }
  return (
    <li
      className={classes(
        'mb-1.5 rounded-md border bg-raised',
        isChosen ? 'border-accent' : 'border-line',
        isDragged && 'opacity-50',
        dropLine === 'above' && 'shadow-[0_-3px_0_var(--accent)]',
        dropLine === 'below' && 'shadow-[0_3px_0_var(--accent)]',
      )}
    >
      <button
        type="button"
        data-card
        aria-pressed={isChosen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={onChoose}
        onKeyDown={step}
        {...handlers}
        className="flex w-full cursor-grab items-stretch rounded-md text-left select-none"
      >
        <span data-grip className="flex shrink-0 touch-none items-start px-1.5 py-2">
          <GripVertical aria-hidden className="size-4 text-faint" />
        </span>
        <span className="min-w-0 py-1.5 pr-1.5">
          <span className="block truncate text-sm font-medium">{title}</span>
          <span className="block truncate text-xs text-soft">{words}</span>
        </span>
      </button>
      {isChosen && (
        <span className="flex gap-0.5 border-t border-line px-1 py-0.5">
          <Action icon={ArrowUp} label={`Move ${title} up`} isOff={at === 0} onClick={() => onMove(at - 1)} />
          <Action
            icon={ArrowDown}
            label={`Move ${title} down`}
            isOff={at === count - 1}
            onClick={() => onMove(at + 1)}
          />
          <Action icon={Copy} label={`Duplicate ${title}`} onClick={onDuplicate} />
          <Action icon={Trash2} label={`Delete ${title}`} onClick={onRemove} />
        </span>
      )}
    </li>
  )
}

type ActionProps = { icon: LucideIcon; label: string; isOff?: boolean; onClick: () => void }

const Action = ({ icon: Icon, label, isOff = false, onClick }: ActionProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onClick}
    className="grid size-7 place-items-center rounded text-soft hover:bg-hover hover:text-ink disabled:opacity-40"
  >
    <Icon aria-hidden className="size-4" />
  </button>
)
