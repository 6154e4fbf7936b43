import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { isTemporary } from '#api/failure.ts'
import { queryOf, useChange } from '#api/queries.ts'
import { rememberOrganization } from '#api/scope.ts'
import { Button } from '#button/button.tsx'
import { ErrorState } from '#empty/error-state.tsx'
import { SkeletonDetail } from '#empty/skeleton.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
import { TextField } from '#form/inputs.tsx'
import { CenteredPage } from '#layout/centered-page.tsx'
import { CodeForm } from '../sign-in/code-form.tsx'
import { PasswordForm } from '../sign-in/password-form.tsx'
import { WaysIn } from '../sign-in/ways-in.tsx'

/** The page behind an invitation link: sign in with an existing account, or create one. */
export function InvitationPage() {
  const token = useSearch({ strict: false, select: ({ token }: { token?: string }) => token }) ?? ''
  const invitation = useQuery({ ...queryOf('readInvitation', { body: { token } }), retry: false })
  const accept = useChange('acceptInvitation', {
    isQuiet: true,
    onDone: ({ organization_id }) => {
      rememberOrganization(organization_id)
      location.assign('/')
    },
  })
  const [isCodeAsked, setCodeAsked] = useState(false)

  // What somebody types stays, also if a later read fails.
  if (invitation.error && !invitation.data)
    return isTemporary(invitation.error) ? (
      <CenteredPage title="Invitation">
        <ErrorState error={invitation.error} onRetry={() => invitation.refetch()} />
      </CenteredPage>
    ) : (
      <CenteredPage
        title="This invitation is no longer valid"
        intro="It was used, withdrawn or is older than seven days. Ask for a new one."
      >
        {null}
      </CenteredPage>
    )
  if (!invitation.data)
    return (
      <CenteredPage title="Invitation">
        <SkeletonDetail />
      </CenteredPage>
    )

  const { organization_name, email, role, has_account } = invitation.data
  const here = `/invitation?token=${encodeURIComponent(token)}`
  const join = () => accept.mutate({ body: { token } })
  return (
    <CenteredPage title={`Join ${organization_name}`} intro={`You will join as ${role} with ${email}.`}>
      {!has_account ? (
        <WaysIn next={here}>
          <Form
            onSubmit={value =>
              accept.mutate({ body: { token, name: value('name').trim(), password: value('password') } })
            }
          >
            <TextField label="Your name" name="name" autoComplete="name" required />
            <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
            <TextField
              label="Password"
              name="password"
              type="password"
              autoComplete="new-password"
              required
              minLength={10}
              hint="At least 10 characters."
            />
            <FormFailure error={accept.error} />
            <Button tone="primary" type="submit" isBusy={accept.isPending} className="w-full">
              Join
            </Button>
          </Form>
        </WaysIn>
      ) : isCodeAsked ? (
        <CodeForm onDone={join} />
      ) : (
        <AccountJoin email={email} here={here} onCode={() => setCodeAsked(true)} onJoin={join} error={accept.error} />
      )}
    </CenteredPage>
  )
}

type AccountJoinProps = { email: string; here: string; onCode: () => void; onJoin: () => void; error: Error | null }

/** A person signed in with that address joins with one click; anyone else signs in first. */
function AccountJoin({ email, here, onCode, onJoin, error }: AccountJoinProps) {
  const session = useQuery({
    queryKey: ['invited session'],
    queryFn: () => call('getSession').catch(() => null),
    retry: false,
  })
  if (session.isPending) return <SkeletonDetail />
  if (session.error) return <ErrorState error={session.error} />
  return (
    <div className="space-y-4">
      <FormFailure error={error} />
      {session.data?.person.email.toLowerCase() === email.toLowerCase() ? (
        <Button tone="primary" onClick={onJoin} className="w-full">
          Join as {session.data.person.name}
        </Button>
      ) : (
        <WaysIn next={here}>
          <PasswordForm email={email} onDone={needsCode => (needsCode ? onCode() : onJoin())} />
        </WaysIn>
      )}
    </div>
  )
}
