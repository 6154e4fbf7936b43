/** Detects E.164 numbers that cannot exist: unknown country code, impossible length or impossible first digits. */
import { planOf } from './numbering-plans.ts'

/** The fault as a message for the caller, or undefined for a number that may exist. */
export function faultOfNumber(number: string): string | undefined {
  const plan = planOf(number)
  if (!plan) return `must begin with a country code that exists: there is none for ${number.slice(0, 4)}`
  const { code, lengths } = plan
  const national = number.slice(1 + code.length)
  if (!lengths.includes(national.length))
    return `must have ${either.format(lengths.map(String))} digits after +${code}, and has ${national.length}`
  if (code === '1' && lacksAreaCode(national))
    return `must have an area code that exists: +1 ${national.slice(0, 3)} is none`
  if (national.startsWith('0') && withoutZero.has(code))
    return `must be written without the 0 after +${code}, which is for calls within the country`
  return undefined
}

/** Country codes with the trunk prefix 0: their national numbers never begin with 0. */
const withoutZero = new Set(
  '20 27 31 32 33 41 43 44 46 49 60 61 62 63 64 66 81 82 84 90 91 92 98 212 213 234 254 353 358 380 972'.split(' '),
)

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * Area codes begin with 2 to 9; codes that end in 11 are services such as 911. Only ten digits include an area code: our specification accepts other lengths in +1 as
 * they are, unless they begin with 0.
 */
const lacksAreaCode = (national: string): boolean =>
  national.startsWith('0') || (national.length === 10 && /^(?:1|[2-9]11)/.test(national))
