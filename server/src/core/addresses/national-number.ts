/** Completes a number in national form, as it is dialled within its country. */
import { planOf } from './numbering-plans.ts'
import { faultOfNumber } from './possible-number.ts'

/** What is dialled before a number within the country, where it is not 0. */
const trunkPrefixes: Readonly<Record<string, string>> = { '1': '1', '7': '8', '36': '06', '370': '8', '375': '80' }

/** Here a 0 at the beginning belongs to the number, and numbers with and without it may have the same length. */
const keepsZero = new Set(['39', '241'])

/** Shorter ones are short codes. */
const minDigits = 7

/** The E.164 number, or undefined when the country has no such number. */
export function completeNumber(national: string, countryCode: string): string | undefined {
  const prefixes = keepsZero.has(countryCode) ? [] : [trunkPrefixes[countryCode] ?? '0', '0']
  const prefix = prefixes.find(one => national.startsWith(one)) ?? ''
  return [national.slice(prefix.length), national].map(digits => `+${countryCode}${digits}`).find(isPossible)
}

export function isPossible(number: string): boolean {
  const code = planOf(number)?.code
  if (code === undefined || faultOfNumber(number) !== undefined) return false
  const digits = number.length - 1 - code.length
  // Our specification accepts other lengths in +1, which no real number has.
  return code === '1' ? digits === 10 : digits >= minDigits
}
