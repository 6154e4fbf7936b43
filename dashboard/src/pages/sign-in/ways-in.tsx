import type { ReactNode } from 'react'
import { useCall } from '#api/queries.ts'
import { ProviderButton } from './provider-button.tsx'

/** The password form, the provider button, or both, depending on the installation. */
export function WaysIn({ next, children }: { next?: string; children: ReactNode }) {
  const instance = useCall('getInstance').data
  const provider = instance?.provider
  const takesPasswords = instance?.takes_passwords ?? true
  // One element structure for all cases, so that a partly filled form is not remounted when the reply arrives.
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
