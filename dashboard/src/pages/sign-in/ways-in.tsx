import type { ReactNode } from 'react'
import { useCall } from '#api/queries.ts'
import { ProviderButton } from './provider-button.tsx'

/** The form for a password, the button of the provider, or both: as this installation has it. */
export function WaysIn({ next, children }: { next?: string; children: ReactNode }) {
  const instance = useCall('getInstance').data
  const provider = instance?.provider
  const takesPasswords = instance?.takes_passwords ?? true
  // One shape for all: a form that somebody has begun to fill in must not be made anew when the answer arrives.
  return (
    <div className="space-y-4">
      {takesPasswords && children}
      {takesPasswords && provider && (
        <div className="flex items-center gap-3 text-sm text-faint">
          <span aria-hidden className="h-px grow bg-line" />
          or
          <span aria-hidden className="h-px grow bg-line" />
        </div>
      )}
      {provider && <ProviderButton name={provider.name} isPrimary={!takesPasswords} {...(next && { next })} />}
    </div>
  )
}
