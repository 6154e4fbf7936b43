import { useEffect, useRef } from 'react'
import { useChange } from '#api/queries.ts'
import { LinkButton } from '#button/button.tsx'
import { SkeletonDetail } from '#empty/skeleton.tsx'
import { FormFailure } from '#form/field.tsx'
import { CenteredPage } from '#layout/centered-page.tsx'
import { takeNext } from './next-page.ts'
import { openNextPage } from './open-next-page.ts'

/** The page that the provider redirects to, with its response in the URL. */
export function CallbackPage() {
  const finish = useChange('finishProviderSignIn', { isQuiet: true, onDone: () => openNextPage(takeNext()) })
  const isSent = useRef(false)
  useEffect(() => {
    // A response is valid once, and React runs effects twice in development.
    if (isSent.current) return
    isSent.current = true
    const answer = location.search.slice(1)
    // The response must not stay in the browser history.
    history.replaceState(history.state, '', location.pathname)
    finish.mutate({ body: { answer } })
  }, [finish])

  if (!finish.error)
    return (
      <CenteredPage title="Signing in">
        <SkeletonDetail />
      </CenteredPage>
    )
  return (
    <CenteredPage title="Sign-in failed">
      <div className="space-y-4">
        <FormFailure error={finish.error} />
        <LinkButton to="/sign-in">Back to sign-in</LinkButton>
      </div>
    </CenteredPage>
  )
}
