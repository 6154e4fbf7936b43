import { useChange } from '#api/queries.ts'
import { useSession } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { FormFailure } from '#form/field.tsx'
import { Section } from '#layout/page.tsx'
import { rememberNext } from '../sign-in/next-page.ts'

/** Lets a person with a password also sign in with the provider. */
export function ProviderSection() {
  const { person, instance } = useSession()
  const connect = useChange('connectProvider', {
    isQuiet: true,
    onDone: ({ url }) => {
      rememberNext('/settings?view=account')
      location.assign(url)
    },
  })
  const name = instance.provider?.name
  if (name === undefined) return null
  if (person.is_connected)
    return (
      <Section title={`Sign in with ${name}`}>
        <p className="text-soft">Your account is connected to {name}.</p>
      </Section>
    )
  return (
    <Section title={`Sign in with ${name}`}>
      <div className="space-y-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-soft">
            Sign in there as {person.email}. After that you can sign in here without your password.
          </p>
          <Button isBusy={connect.isPending} onClick={() => connect.mutate({})}>
            Connect {name}
          </Button>
        </div>
        <FormFailure error={connect.error} />
      </div>
    </Section>
  )
}
