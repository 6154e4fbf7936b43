import type { Clock } from '#core/clock.ts'
import type { TrackingDoor, Visitor } from '#http/readers/tracking.ts'
import type { Hit } from './hit.ts'
import { type Copy, readClickToken, readOpenToken, tokenKey } from './tokens.ts'

type Parts = { secret: Buffer; clock: Clock; note(hit: Hit): void }

export function trackingDoor({ secret, clock, note }: Parts): TrackingDoor {
  const key = tokenKey(secret)
  return {
    open(token, visitor) {
      const copy = readOpenToken(key, token)
      if (!copy) return undefined
      note(hitOf('open', copy, visitor, clock()))
      return 'noted'
    },

    click(token, visitor) {
      const clicked = readClickToken(key, token)
      if (!clicked) return undefined
      const target = clicked.kind === 'link' ? toLocation(clicked.link) : null
      if (target === undefined || !visitor) return target
      note(hitOf('click', clicked, visitor, clock(), clicked.kind === 'link' ? clicked.link : undefined))
      return target
    },
  }
}

/** Written out, since it runs for every hit: spreading objects into one takes several times as long. */
const hitOf = (
  kind: Hit['kind'],
  { environmentId, emailId, nth }: Copy,
  { userAgent, ipAddress }: Visitor,
  at: Date,
  link?: string,
): Hit => ({
  kind,
  environmentId,
  emailId,
  nth,
  link,
  userAgent,
  ipAddress,
  at,
  isHoneypot: kind === 'click' && link === undefined ? true : undefined,
})

const printableWeb = /^https?:\/\/[\x21-\x7e]+$/i

/** The link in a form that a header can hold: letters outside ASCII are encoded as a browser does. */
function toLocation(link: string): string | undefined {
  if (printableWeb.test(link)) return link
  const url = URL.parse(link)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
