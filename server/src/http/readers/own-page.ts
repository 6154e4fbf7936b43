/**
 * Against CSRF: browsers send cookies with requests that other sites cause. So a request with a session must come from one of
 * our pages: browsers name its origin, and only our pages can set a custom header, since we answer no preflight.
 */
import { environmentHeader } from '@posthorn/contract/console/session-headers'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#core/refusal.ts'

const safeMethods = new Set(['GET', 'HEAD'])

export function refuseForeignPage({ method, headers }: FastifyRequest, publicOrigin: string): void {
  const isSafe = safeMethods.has(method)
  const site = headers['sec-fetch-site']
  // `none`: typed into the address bar, or a clicked download.
  if (site !== undefined && site !== 'same-origin' && !(isSafe && site === 'none')) throw foreign()
  const { origin } = headers
  if (origin !== undefined && origin !== publicOrigin && hostOf(origin) !== headers.host) throw foreign()
  if (!isSafe && headers[environmentHeader] === undefined)
    throw new Refusal('forbidden', { message: `A request with a session needs the header ${environmentHeader}.` })
}

export const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

const foreign = () => new Refusal('forbidden', { message: 'This request does not come from a page of this server.' })
