/**
 * Against DNS rebinding: a web page can point its own host name at our address, and so reach a server that listens only on
 * this machine. It cannot choose the Host and Origin headers that the browser sends.
 */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#core/refusal.ts'

/** Accepts our own name, local names and IP addresses: an IP address cannot be rebound. */
export function refuseForeignHost({ headers }: FastifyRequest, publicUrl: string): void {
  const own = new URL(publicUrl).hostname
  const host = nameIn(`http://${headers.host}`)
  if (host === undefined || !(host === own || isLocal(host) || isIP(withoutBrackets(host)) > 0))
    throw new Refusal('forbidden', {
      message: 'The Host header does not name this server. Use the address in POSTHORN_PUBLIC_URL.',
    })
  const origin = headers.origin === undefined ? host : nameIn(headers.origin)
  if (origin === undefined || !(origin === own || origin === host || isLocal(origin)))
    throw new Refusal('forbidden', { message: 'This request does not come from a page of this server.' })
}

const nameIn = (url: string): string | undefined => URL.parse(url)?.hostname

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

const isLocal = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(host)
