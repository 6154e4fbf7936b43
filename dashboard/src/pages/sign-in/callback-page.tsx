import { useEffect, useRef } from 'react'
import { useChange } from '#api/queries.ts'
import { LinkButton } from '#button/button.tsx'
import { SkeletonDetail } from '#empty/skeleton.tsx'
import { FormFailure } from '#form/field.tsx'
import { Door } from '#layout/door.tsx'
import { enter } from './enter.ts'
import { takeNext } from './next-page.ts'

/** Where the provider sends people back to, with its answer in the address. */
export function CallbackPage() {
  const finish = useChange('finishProviderSignIn', { isQuiet: true, onDone: () => enter(takeNext()) })
  const isSent = useRef(false)
  useEffect(() => {
    // An answer counts once, and React looks at effects twice while somebody works on this.
    if (isSent.current) return
    isSent.current = true
    const answer = location.search.slice(1)
    // It must not stay in the history.
    history.replaceState(history.state, '', location.pathname)
    finish.mutate({ body: { answer } })
  }, [finish])

  if (!finish.error)
    return (
      <Door title="Signing in">
        <SkeletonDetail />
      </Door>
    )
  return (
    <Door title="You are not signed in">
      <div className="space-y-4">
        <FormFailure error={finish.error} />
        <LinkButton to="/sign-in">Back to sign-in</LinkButton>
      </div>
    </Door>
  )
}
