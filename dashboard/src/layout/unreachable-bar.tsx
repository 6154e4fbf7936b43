import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { queries } from '#api/queries.ts'
import { useIsReachable } from '#api/reachable.ts'

const askAgainMs = 2_000

/** The bar above every page while the server does not answer. Refetches everything as soon as it answers again. */
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
          Cannot reach the server. This page may be out of date. Retrying every few seconds.
        </p>
      )}
    </div>
  )
}
