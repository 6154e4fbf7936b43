import { domainToASCII } from 'node:url'
import { isEmailAddress } from '@posthorn/contract/formats'
import type { Role } from '#core/addresses/role-mail.ts'
import { Refusal } from '#core/refusal.ts'

const longestLocalPart = 'b'.repeat(64)

/** The name of a sender domain as it is kept: lower case, and short enough that its return path is still an address. */
export function parseDomainName(text: string): string {
  // Before the case is changed: lower-casing turns the Kelvin sign into a plain k.
  if (/[^\x20-\x7e]/.test(text)) throw notAscii(text)
  const name = text.trim().toLowerCase()
  if (isEmailAddress(`${longestLocalPart}@${returnPathDomain(name)}`) && name.includes('.')) return name
  throw refused(`"${text.slice(0, 300)}" is not a domain such as example.com (at most 181 characters).`)
}

function notAscii(text: string): Refusal {
  const ascii = domainToASCII(text.trim())
  return refused(`The name of a domain is written in ASCII${ascii ? `: ${ascii}` : '.'}`)
}

const refused = (message: string): Refusal => new Refusal('validation_error', { message })

/** A bare name, such as a machine has by itself, means something else or nothing to everybody outside. */
export const canBeLookedUp = (hostname: string): boolean => hostname.includes('.')

/** Where mail that cannot be delivered comes back to. */
export const returnPathDomain = (name: string): string => `bounces.${name}`

/** A mailbox of the domain that this instance takes mail for. */
export const roleAddress = (role: Role, name: string): string => `${role}@${returnPathDomain(name)}`

/** The name itself and what it is under, nearest first; top-level domains are nobody's. */
export function withParents(name: string): string[] {
  const labels = name.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
