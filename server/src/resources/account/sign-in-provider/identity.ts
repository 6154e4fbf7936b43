/**
 * The identity in the provider's claims. An address counts only when the provider has verified it, because anyone can enter
 * another person's address in their own account.
 */
import type { Claims } from './provider.ts'

export type Identity = {
  issuer: string
  subject: string
  /** Lower case. Null when there is no verified address. */
  email: string | null
  name: string | null
  /** The organization's domain: the one that Google names, else that of the verified address. */
  domain: string | null
}

const google = 'https://accounts.google.com'

/** `trustedDomains`: addresses there are trusted when the provider does not say whether it has verified them. */
export function identityOf(claims: Claims, trustedDomains: readonly string[]): Identity {
  const issuer = textOf(claims.iss) ?? ''
  const address = textOf(claims.email)?.toLowerCase() ?? null
  const email = address !== null && isProved(claims, address, trustedDomains) ? address : null
  return {
    issuer,
    subject: textOf(claims.sub) ?? '',
    email,
    name: nameOf(claims),
    domain: issuer === google ? (textOf(claims.hd)?.toLowerCase() ?? null) : domainOf(email),
  }
}

/** An explicit no counts, whatever the settings say. `xms_edov` is Entra's optional claim for it. */
function isProved(claims: Claims, address: string, trustedDomains: readonly string[]): boolean {
  const said = claims.email_verified ?? claims.xms_edov
  if (said === undefined) return trustedDomains.includes(domainOf(address) ?? '')
  return said === true || said === 1 || said === 'true' || said === '1'
}

const domainOf = (address: string | null): string | null => address?.slice(address.lastIndexOf('@') + 1) ?? null

/** With the rules of our own form. */
function nameOf(claims: Claims): string | null {
  const name = textOf(claims.name) ?? textOf(claims.preferred_username) ?? ''
  return (
    name
      .replace(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, 100)
      .trim() || null
  )
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 1_000 ? value : undefined
