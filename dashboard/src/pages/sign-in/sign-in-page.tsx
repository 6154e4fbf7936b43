import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '#api/queries.ts'
import { basepath } from '#api/scope.ts'
import { Door } from '#layout/door.tsx'
import { CodeForm } from './code-form.tsx'
import { ownPath } from './own-path.ts'
import { PasswordForm } from './password-form.tsx'

export function SignInPage() {
  const next = useSearch({ strict: false, select: ({ next }: { next?: string }) => next })
  const instance = useCall('getInstance').data
  const [isCodeAsked, setCodeAsked] = useState(false)

  // A fresh page, so that nothing of another person's stays.
  const enter = () => {
    const path = ownPath(next, location.origin)
    location.assign(path === undefined ? basepath : within(path))
  }

  if (instance?.needs_set_up)
    return (
      <Door
        title="Nobody is set up yet"
        intro="The server printed a link when it started: open it to become the owner."
      >
        <p className="text-sm text-faint">
          It looks like {instance.public_url}/setup?token=… and is printed anew at each start.
        </p>
      </Door>
    )
  if (isCodeAsked)
    return (
      <Door title="Enter your code" intro="From your authenticator app.">
        <CodeForm onDone={enter} />
      </Door>
    )
  return (
    <Door title="Sign in">
      <PasswordForm onDone={needsCode => (needsCode ? setCodeAsked(true) : enter())} />
    </Door>
  )
}

const within = (path: string): string => (basepath === '/' || path.startsWith(basepath) ? path : basepath + path)
