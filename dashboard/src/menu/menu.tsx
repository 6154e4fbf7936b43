import { Check } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { classes } from '#style/classes.ts'
import { placeOf } from './place.ts'

type Props = {
  label: string
  /** The content of the button. */
  button: ReactNode
  className?: string
  /** The side of the button that the menu aligns with. */
  align?: 'left' | 'right'
  children: ReactNode
}

/** A button that opens a list of choices (`MenuItem`). Arrow keys move through it; Escape and a click outside close it. */
export function Menu({ label, button, className, align = 'left', children }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const place = () => {
    if (!opener.current || !list.current) return
    const at = opener.current.getBoundingClientRect()
    const size = { width: list.current.offsetWidth, height: list.current.scrollHeight }
    Object.assign(list.current.style, placeOf(at, size, { width: innerWidth, height: innerHeight }, align))
    list.current.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  const walk = (key: string): boolean => {
    const all = items()
    const at = document.activeElement instanceof HTMLElement ? all.indexOf(document.activeElement) : -1
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key]
    if (next === undefined) return false
    all.at(next % all.length)?.focus()
    return true
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
        className={className}
      >
        {button}
      </button>
      <div
        id={id}
        ref={list}
        role="menu"
        tabIndex={-1}
        popover="auto"
        aria-label={label}
        onToggle={event => event.newState === 'open' && place()}
        onClick={() => list.current?.hidePopover()}
        onKeyDown={event => walk(event.key) && event.preventDefault()}
        className="fixed inset-auto m-0 overflow-y-auto rounded-lg border border-line-strong bg-raised p-1 text-ink shadow-high"
      >
        {children}
      </div>
    </>
  )
}

type ItemProps = {
  onChoose: () => void
  isChosen?: boolean
  isDangerous?: boolean
  icon?: ReactNode
  children: ReactNode
}

export function MenuItem({ onChoose, isChosen, isDangerous, icon, children }: ItemProps) {
  return (
    <button
      type="button"
      {...(isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChosen })}
      onClick={onChoose}
      className={classes(
        'flex w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left whitespace-nowrap outline-none hover:bg-hover focus:bg-hover',
        isDangerous && 'text-bad',
        isChosen && 'font-medium',
      )}
    >
      {icon}
      {children}
      {isChosen && <Check aria-hidden className="ml-auto size-4 text-accent" />}
    </button>
  )
}

export const MenuLine = () => <hr className="my-1 border-line" />
