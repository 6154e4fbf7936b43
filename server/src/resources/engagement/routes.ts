import type { Clock } from '#clock.ts'
import type { TrackingDoor, Visitor } from '#http/tracking.ts'
import type { Hit } from './hit.ts'
import { type Copy, readClickToken, readOpenToken, tokenKey } from './tokens.ts'

type Parts = { secret: Buffer; clock: Clock; note(hit: Hit): void }

export function trackingDoor({ secret, clock, note }: Parts): TrackingDoor {
  const key = tokenKey(secret)
  const hitOf = (kind: Hit['kind'], { environmentId, emailId, nth }: Copy, visitor: Visitor): Hit => ({
    kind,
    environmentId,
    emailId,
    nth,
    ...visitor,
    at: clock(),
  })

  return {
    open(token, visitor) {
      const copy = readOpenToken(key, token)
      if (!copy) return undefined
      note(hitOf('open', copy, visitor))
      return 'noted'
    },

    click(token, visitor) {
      const clicked = readClickToken(key, token)
      if (!clicked) return undefined
      const target = clicked.kind === 'link' ? toLocation(clicked.link) : null
      if (target === undefined || !visitor) return target
      const hit = hitOf('click', clicked, visitor)
      note(clicked.kind === 'link' ? { ...hit, link: clicked.link } : { ...hit, isHoneypot: true })
      return target
    },
  }
}

const printableWeb = /^https?:\/\/[\x21-\x7e]+$/i

/** The link as a header can hold it: letters outside of ASCII as a browser would write them. */
function toLocation(link: string): string | undefined {
  if (printableWeb.test(link)) return link
  const url = URL.parse(link)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
