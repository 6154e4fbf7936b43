import type { Auth } from './auth.ts'
import { cookiesOf } from './sign-in.ts'

/** A cookie of ours beside those of better-auth, with their prefix and their rules. */
export async function visitorCookie(auth: Auth, purpose: string) {
  const { name, attributes } = (await auth.$context).createAuthCookie(purpose)
  const secure = attributes.secure === true ? '; Secure' : ''
  return {
    read: (header: string): string | undefined => cookiesOf(header).get(name),
    /** The Set-Cookie. */
    write: (value: string, seconds: number): string =>
      `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  }
}
