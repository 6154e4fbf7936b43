import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#button/button.tsx'
import { Toaster } from '#toast/toaster.tsx'
import { Navigation } from './navigation.tsx'
import { OrganizationMenu } from './organization-menu.tsx'

/** The full navigation on a phone. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape
    <dialog
      ref={dialog}
      aria-label="Navigation"
      onClose={onClose}
      onClick={event => event.target === dialog.current && onClose()}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-sunken p-0 text-ink"
    >
      <div className="flex items-center gap-2 border-b border-line p-2.5">
        <OrganizationMenu />
        <Button tone="quiet" icon={X} aria-label="Close navigation" onClick={onClose} />
      </div>
      <Navigation onGo={onClose} />
      <Toaster />
    </dialog>
  )
}
