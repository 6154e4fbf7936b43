/**
 * A browser keeps a signed cookie for each account that has signed in there. The cookie gives no access. It exempts the browser from
 * delays caused by other people's guesses (OWASP: device cookies).
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Auth } from './auth.ts'

const rememberedSeconds = 180 * 24 * 60 * 60

/** Undefined when this browser has never signed in to the account, or the cookie is forged. */
export async function knownBrowser(auth: Auth, cookies: ReadonlyMap<string, string>, account: string) {
  const { name, sign } = await markOf(auth, account)
  const [id = '', signature = ''] = (cookies.get(name) ?? '').split('.')
  const [given, own] = [Buffer.from(signature), Buffer.from(sign(id))]
  return given.length === own.length && timingSafeEqual(given, own) ? id : undefined
}

/** The Set-Cookie for a browser that has just signed in. */
export async function markBrowser(auth: Auth, account: string): Promise<string> {
  const { name, sign, isSecure } = await markOf(auth, account)
  const id = randomBytes(18).toString('base64url')
  const secure = isSecure ? '; Secure' : ''
  return `${name}=${id}.${sign(id)}; Max-Age=${rememberedSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

async function markOf(auth: Auth, email: string) {
  const account = email.toLowerCase()
  const { secret, createAuthCookie } = await auth.$context
  const { name, attributes } = createAuthCookie(`known_${hash('sha256', account, 'hex').slice(0, 16)}`)
  const sign = (id: string) =>
    createHmac('sha256', secret).update(`known browser ${id} of ${account}`).digest('base64url')
  return { name, sign, isSecure: attributes.secure === true }
}
