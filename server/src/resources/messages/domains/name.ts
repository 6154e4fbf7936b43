import { domainToASCII } from 'node:url'
import { isEmailAddress } from '@posthorn/contract/formats'
import type { Role } from '#core/addresses/role-mail.ts'
import { Refusal } from '#core/refusal.ts'

const maxLocalPartLength = 'b'.repeat(64)

/** The name of a sender domain as it is stored: lower case, and short enough that its return path is still an address. */
export function parseDomainName(text: string): string {
  // Before lower-casing, which turns the Kelvin sign into a plain k.
  if (/[^\x20-\x7e]/.test(text)) throw notAscii(text)
  const name = text.trim().toLowerCase()
  if (isEmailAddress(`${maxLocalPartLength}@${returnPathDomain(name)}`) && name.includes('.')) return name
  throw refused(`"${text.slice(0, 300)}" is not a domain such as example.com (at most 181 characters).`)
}

function notAscii(text: string): Refusal {
  const ascii = domainToASCII(text.trim())
  return refused(`The name of a domain is written in ASCII${ascii ? `: ${ascii}` : '.'}`)
}

const refused = (message: string): Refusal => new Refusal('validation_error', { message })

/** A bare host name means something else, or nothing, to other machines. */
export const canBeLookedUp = (hostname: string): boolean => hostname.includes('.')

/** Where undeliverable mail comes back to. */
export const returnPathDomain = (name: string): string => `bounces.${name}`

/** A mailbox of the domain for which this instance accepts mail. */
export const roleAddress = (role: Role, name: string): string => `${role}@${returnPathDomain(name)}`

/** The name itself and the names above it, nearest first; top-level domains belong to nobody. */
export function withParents(name: string): string[] {
  const labels = name.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
