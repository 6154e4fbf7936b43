/** The browser of a person in the console: keeps its cookies, and names the organization and environment it is in. */
import type { OutgoingHttpHeaders } from 'node:http'
import type { ErrorBody } from '@posthorn/contract/errors'
import { type Ask, ask } from './client.ts'

export type Visitor = ReturnType<typeof visitor>
export type Place = { organization?: string; environment?: 'live' | 'test' }

export function visitor(url: string, place: Place = {}, cookies = new Map<string, string>()) {
  const headersOf = (): OutgoingHttpHeaders => ({
    'x-posthorn-environment': place.environment ?? 'live',
    ...(place.organization && { 'x-posthorn-organization': place.organization }),
    ...(cookies.size > 0 && { cookie: cookieHeader() }),
  })
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  async function send<Body = ErrorBody>(asked: Ask) {
    const answer = await ask<Body>(url, { ...asked, headers: { ...headersOf(), ...asked.headers } })
    for (const cookie of answer.headers['set-cookie'] ?? []) keep(cookie)
    return answer
  }

  function keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (/max-age=0/i.test(cookie)) cookies.delete(name)
    else cookies.set(name, value)
  }

  return {
    send,
    get: <Body = ErrorBody>(path: string) => send<Body>({ path }),
    post: <Body = ErrorBody>(path: string, body?: unknown) => send<Body>({ method: 'POST', path, body }),
    put: <Body = ErrorBody>(path: string, body: unknown) => send<Body>({ method: 'PUT', path, body }),
    patch: <Body = ErrorBody>(path: string, body: unknown) => send<Body>({ method: 'PATCH', path, body }),
    delete: <Body = ErrorBody>(path: string) => send<Body>({ method: 'DELETE', path }),
    /** The same person in another organization or environment. */
    at: (other: Place) => visitor(url, { ...place, ...other }, cookies),
    cookie: cookieHeader,
  }
}

export const goodPassword = 'plum harbour lantern'
