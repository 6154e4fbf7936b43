import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '#api/queries.ts'
import { SkeletonDetail } from '#empty/skeleton.tsx'
import { CenteredPage } from '#layout/centered-page.tsx'
import { CodeForm } from './code-form.tsx'
import { openNextPage } from './open-next-page.ts'
import { PasswordForm } from './password-form.tsx'
import { ProviderButton } from './provider-button.tsx'
import { WaysIn } from './ways-in.tsx'

export function SignInPage() {
  const { next, reason }: { next?: string; reason?: string } = useSearch({ strict: false })
  const { data: instance, isPending } = useCall('getInstance')
  const [isCodeAsked, setCodeAsked] = useState(false)

  if (instance?.needs_set_up)
    return (
      <CenteredPage
        title="Set up Posthorn"
        intro="The server printed a link at startup. Open it to create the owner account."
      >
        <div className="space-y-4">
          <p className="text-sm text-faint">
            It looks like {instance.public_url}/setup?token=… and is printed at every start.
          </p>
          {instance.provider && <ProviderButton name={instance.provider.name} {...(next && { next })} />}
        </div>
      </CenteredPage>
    )
  if (isCodeAsked)
    return (
      <CenteredPage title="Enter your code" intro="From your authenticator app.">
        <CodeForm onDone={() => openNextPage(next)} />
      </CenteredPage>
    )
  return (
    <CenteredPage
      title="Sign in"
      {...(reason === 'ended' && { intro: 'Your session has ended. Sign in again to go on where you were.' })}
    >
      {isPending ? (
        <SkeletonDetail />
      ) : (
        <WaysIn {...(next && { next })}>
          <PasswordForm onDone={needsCode => (needsCode ? setCodeAsked(true) : openNextPage(next))} />
        </WaysIn>
      )}
    </CenteredPage>
  )
}
