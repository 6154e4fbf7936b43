import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { currentToasts, dismiss, type Toast, watchToasts } from './toasts.ts'
import { useIsTopToaster } from './top-toaster.ts'

/** Rendered at the root and in each dialog. Always there, so that screen readers read what is added. */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts)
  const isTop = useIsTopToaster()
  return <div role="status">{isTop && toasts.length > 0 && <Stack toasts={toasts} />}</div>
}

/** A popover, so that no dialog clips it. */
function Stack({ toasts }: { toasts: readonly Toast[] }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.showPopover(), [])
  return (
    <div
      ref={box}
      popover="manual"
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
            <p className="min-w-0 grow wrap-anywhere">{text}</p>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => dismiss(id)}
              className="-m-0.5 p-1 text-faint hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          </div>
        ))}
      </div>
    </div>
  )
}
