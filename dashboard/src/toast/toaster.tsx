import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { currentToasts, dismiss, watchToasts } from './toasts.ts'

/** Rendered once, at the root. A popover that is reopened for each toast, so that it is above any open dialog. */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.hidePopover()
    if (toasts.length > 0) box.current?.showPopover()
  }, [toasts])
  return (
    <div
      ref={box}
      popover="manual"
      role="status"
      className="fixed inset-auto right-3 bottom-20 m-0 w-[calc(100vw-1.5rem)] overflow-visible bg-transparent text-ink sm:w-96 md:right-4 md:bottom-4"
    >
      <div className="flex flex-col gap-2">
        {toasts.map(({ id, text, tone }) => (
          <div
            key={id}
            className="flex items-start gap-2.5 rounded-lg border border-line-strong bg-raised px-3 py-2.5 shadow-high"
          >
            {tone === 'good' ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            ) : (
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
            )}
            <p className="min-w-0 grow">{text}</p>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => dismiss(id)}
              className="text-faint hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          </div>
        ))}
      </div>
    </div>
  )
}
