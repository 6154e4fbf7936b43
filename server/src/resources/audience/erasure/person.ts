/** A person to erase, and how to find and replace them in texts. Pure. */
import { erasedEmail, erasedNumber } from '@posthorn/contract/audience/erasures'

/** `email` is in lower case. */
export type Person = { email: string | null; phoneNumber: string | null }

const literally = (text: string): string => text.replace(/[^a-z0-9]/gi, '\\$&')
const orEncoded = (text: string): string =>
  literally(text).replaceAll('\\@', '(?:@|%40)').replaceAll('\\+', '(?:\\+|%2b)')

/** Not the end of a longer address: `ada@…` is not in `x.ada@…`, but it is in `see.. ada@…` and `-ada@…`. */
const startsHere = '(?<![a-z0-9]|[a-z0-9][-._+])'
const endsHere = '(?![a-z0-9]|[-.][a-z0-9])'

/** Replaces mentions of the person, also inside links. Returns the text unchanged when there are none. */
export function replacing({ email, phoneNumber }: Person): (text: string) => string {
  const address = email && new RegExp(`${startsHere}${orEncoded(email)}${endsHere}`, 'gi')
  const number = phoneNumber && new RegExp(`${orEncoded(phoneNumber)}(?![0-9])`, 'gi')
  return text => {
    const without = address ? text.replace(address, erasedEmail) : text
    return number ? without.replace(number, erasedNumber) : without
  }
}

/** The same for names such as `invoice-ada@example.com.pdf`, where the limits of an address are unclear and replacing too much is harmless. */
export function replacingInNames({ email, phoneNumber }: Person): (text: string) => string {
  const anywhere = [email, phoneNumber].flatMap(one => (one ? [orEncoded(one)] : []))
  const named = new RegExp(anywhere.join('|'), 'gi')
  return text => text.replace(named, 'erased')
}

/** Replaces in every string and key of a JSON value. */
export function replacedIn(value: unknown, replaceIn: (text: string) => string): unknown {
  if (typeof value === 'string') return replaceIn(value)
  if (Array.isArray(value)) return value.map(one => replacedIn(one, replaceIn))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [replaceIn(name), replacedIn(one, replaceIn)]))
}

/** Every mention of the person contains one of these, in lower case. */
export const needlesOf = ({ email, phoneNumber }: Person): string[] => [
  ...(email ? [email, encodeURIComponent(email).toLowerCase(), email.replace('@', '%40')] : []),
  ...(phoneNumber ? [phoneNumber, encodeURIComponent(phoneNumber).toLowerCase()] : []),
]
