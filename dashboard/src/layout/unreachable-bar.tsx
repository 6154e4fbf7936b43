import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { queries } from '#api/queries.ts'
import { useIsReachable } from '#api/reachable.ts'

const askAgainMs = 2_000

/** Above everything while the server does not answer: what is on the page may be old. Renews it all as soon as it does. */
export function UnreachableBar() {
  const isReachable = useIsReachable()
  const router = useRouter()
  useEffect(() => {
    if (isReachable) return
    const ask = () =>
      call('getInstance').then(
        () => Promise.all([queries.invalidateQueries(), router.invalidate()]),
        () => {},
      )
    const interval = setInterval(ask, askAgainMs)
    return () => clearInterval(interval)
  }, [isReachable, router])
  return (
    <div role="status">
      {!isReachable && (
        <p className="bg-bad px-4 py-1 text-center text-sm font-medium text-canvas">
          The server cannot be reached: what you see may be old. It is asked again every few seconds.
        </p>
      )}
    </div>
  )
}
