/**
 * Who the provider says it is. An address counts only when the provider has proved it: anybody may type the address of
 * somebody else into an account of their own.
 */
import type { Claims } from './provider.ts'

export type Identity = {
  issuer: string
  subject: string
  /** Lower case. Null where there is none, or none that is proved. */
  email: string | null
  name: string | null
  /** Of the organization at the provider: where Google names one it counts, else that of the proved address. */
  domain: string | null
}

const google = 'https://accounts.google.com'

/** `trustedDomains`: addresses there are believed where the provider does not say whether it has proved them. */
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

/** A plain no is a no, whatever the settings say. `xms_edov` is Entra's word for it, an optional claim. */
function isProved(claims: Claims, address: string, trustedDomains: readonly string[]): boolean {
  const said = claims.email_verified ?? claims.xms_edov
  if (said === undefined) return trustedDomains.includes(domainOf(address) ?? '')
  return said === true || said === 1 || said === 'true' || said === '1'
}

const domainOf = (address: string | null): string | null => address?.slice(address.lastIndexOf('@') + 1) ?? null

/** As our own form would take it. */
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
