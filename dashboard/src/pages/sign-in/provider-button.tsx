import { KeyRound } from 'lucide-react'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { FormFailure } from '#form/field.tsx'
import { rememberNext } from './next-page.ts'

/** Redirects to the provider. `next` is the page to open after sign-in. */
export function ProviderButton({ name, next, isPrimary }: { name: string; next?: string; isPrimary?: boolean }) {
  const start = useChange('startProviderSignIn', {
    isQuiet: true,
    onDone: ({ url }) => {
      rememberNext(next)
      location.assign(url)
    },
  })
  return (
    <div className="space-y-3">
      <Button
        icon={KeyRound}
        tone={isPrimary ? 'primary' : 'plain'}
        isBusy={start.isPending}
        onClick={() => start.mutate({})}
        className="w-full"
      >
        Sign in with {name}
      </Button>
      <FormFailure error={start.error} />
    </div>
  )
}
