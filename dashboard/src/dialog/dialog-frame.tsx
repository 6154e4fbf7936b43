import { X } from 'lucide-react'
import { type FocusEventHandler, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#button/button.tsx'
import { classes } from '#style/classes.ts'
import { withoutDirections } from '#style/directions.ts'
import { Toaster } from '#toast/toaster.tsx'

export type FrameProps = {
  title: string
  onClose: () => void
  /** Called before it closes; it stays open on false. */
  mayClose?: () => boolean
  onFocus?: FocusEventHandler
  children: ReactNode
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode
  isWide?: boolean
  /** For content that is shown once: only its buttons and Escape close it. */
  isSticky?: boolean
}

/** Open while it is rendered. The browser keeps the focus inside; Escape and a click outside close it. */
export function DialogFrame({
  title,
  onClose,
  mayClose = () => true,
  onFocus,
  children,
  footer,
  isWide,
  isSticky,
}: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const pressed = useRef<EventTarget>(null)
  const close = () => {
    if (mayClose()) onClose()
  }
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    // The browser would focus the close button; people open a dialog to type or to decide.
    const first = dialog.current?.querySelector<HTMLElement>(
      'input:not([type=hidden]), textarea, select, footer button',
    )
    first?.focus()
    return () => giveFocusBack(opener)
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={event => {
        // A file input inside also fires `cancel`.
        if (event.target === dialog.current && !mayClose()) event.preventDefault()
      }}
      onFocus={onFocus}
      onPointerDown={event => {
        pressed.current = event.target
      }}
      onClick={event => {
        // Ignores the second click of the double click that opened it, and the end of a selection that began in a field.
        const isOutside = [event.target, pressed.current].every(target => target === dialog.current)
        if (isOutside && event.detail === 1 && !isSticky) close()
      }}
      className={classes(
        'm-auto w-[calc(100vw-1.5rem)] rounded-xl border border-line-strong bg-raised text-ink shadow-high',
        'max-h-[calc(100dvh-3rem)] overflow-hidden p-0 open:flex',
        isWide ? 'max-w-[46rem]' : 'max-w-[30rem]',
      )}
    >
      <div className="flex min-w-0 grow flex-col">
        <header className="flex items-center justify-between gap-4 border-b border-line py-2.5 pr-2.5 pl-4">
          <h2 id={titleId} className="min-w-0 font-semibold wrap-anywhere">
            {withoutDirections(title)}
          </h2>
          <Button tone="quiet" isSmall icon={X} aria-label="Close" onClick={close} />
        </header>
        <div className="grow overflow-y-auto px-4 py-4">{children}</div>
        {footer && (
          <footer className="flex justify-end gap-2 border-t border-line bg-sunken px-4 py-3">{footer}</footer>
        )}
      </div>
      <Toaster />
    </dialog>
  )
}

/** The browser restores the focus when it closes a dialog, but not when the dialog is unmounted, as after a form is sent. */
function giveFocusBack(opener: Element | null): void {
  const isLost = document.activeElement === document.body
  if (isLost && opener instanceof HTMLElement) opener.focus()
}
