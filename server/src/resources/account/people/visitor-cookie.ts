import type { Auth } from './auth.ts'
import { cookiesOf } from './sign-in.ts'

/** Our own cookie, with the prefix and attributes of better-auth's cookies. */
export async function visitorCookie(auth: Auth, purpose: string) {
  const { name, attributes } = (await auth.$context).createAuthCookie(purpose)
  const secure = attributes.secure === true ? '; Secure' : ''
  return {
    read: (header: string): string | undefined => cookiesOf(header).get(name),
    /** Returns the Set-Cookie header. */
    write: (value: string, seconds: number): string =>
      `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  }
}
