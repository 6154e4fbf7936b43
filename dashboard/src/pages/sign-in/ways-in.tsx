import type { ReactNode } from 'react'
import { useCall } from '#api/queries.ts'
import { ProviderButton } from './provider-button.tsx'

/** The form for a password, the button of the provider, or both: as this installation has it. */
export function WaysIn({ next, children }: { next?: string; children: ReactNode }) {
  const instance = useCall('getInstance').data
  const provider = instance?.provider
  if (!provider) return children
  const button = <ProviderButton name={provider.name} isPrimary={!instance.takes_passwords} {...(next && { next })} />
  if (!instance.takes_passwords) return button
  return (
    <div className="space-y-4">
      {children}
      <div className="flex items-center gap-3 text-sm text-faint">
        <span aria-hidden className="h-px grow bg-line" />
        or
        <span aria-hidden className="h-px grow bg-line" />
      </div>
      {button}
    </div>
  )
}
