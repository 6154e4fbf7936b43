/**
 * The E.164 form of an address, by its type of number (SMPP 3.4 §5.2.5) and its digits. Short codes, names and what nobody could
 * call stay as they are.
 */
import { completeNumber, isPossible } from '#core/addresses/national-number.ts'
import { planOf } from '#core/addresses/numbering-plans.ts'

const unknownType = 0
const international = 1
const national = 2

/** Some servers give short codes as international numbers, which have more digits. */
const minDigits = 7
const maxNational = 9

/** `countryCode`: the country of numbers in national form, when it is known. */
export function numberOf(address: unknown, ton: unknown, countryCode: string | null): string {
  const text = String(address ?? '')
  const [, prefix = '', digits = ''] = /^(\+|00)?(\d+)$/.exec(text) ?? []
  const complete = () => (countryCode === null ? undefined : completeNumber(digits, countryCode))
  const inType = ton === unknownType || ton === international || ton === national
  if (!inType || digits === '') return text
  // No country code begins with 0.
  if (digits.startsWith('0')) return complete() ?? text
  if (ton === international || prefix !== '') return digits.length < minDigits ? text : `+${digits}`
  // The type may be wrong: then the digits begin with a country code after all.
  if (ton === national) return complete() ?? (countryCode !== null && isPossible(`+${digits}`) ? `+${digits}` : text)
  if (!/^\d{8,15}$/.test(digits)) return text
  // With so few digits, hardly any country has international numbers, and many have national ones.
  const isLong = digits.length > maxNational
  return isLong && isPossible(`+${digits}`) ? `+${digits}` : (complete() ?? `+${digits}`)
}

/** Of services that belong to no country, such as satellite phones. */
const withoutCountry = new Set('800 808 870 878 881 882 883 888 979'.split(' '))

/** The country code of a number in E.164 form. Null for a short code, a name, or a number of no country. */
export function codeOf(number: string): string | null {
  const code = number.startsWith('+') ? planOf(number)?.code : undefined
  return code === undefined || withoutCountry.has(code) ? null : code
}
