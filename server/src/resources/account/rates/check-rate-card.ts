import { complain, fieldsOf, keysOf, type Place, refuseUnknown } from '#core/json-file.ts'
import { toCredits, toThousandths } from '#resources/account/credits/money.ts'
import { type Dollars, isDollars, parseDollars } from './dollars.ts'
import type { RateCard, SmsRate } from './rate-card.ts'

export function readCard(place: Place): RateCard {
  const card = fieldsOf(place, 'an object with "email" and "sms"')
  refuseUnknown(place, ['email', 'sms'])
  const email = fieldsOf(card('email'), 'an object such as { "credits": 1 }')
  refuseUnknown(card('email'), ['credits'])
  return { email: { credits: readCredits(email('credits')) }, sms: readSms(card('sms')) }
}

const isPrefix = (key: string): boolean => /^\+[1-9][0-9]{0,14}$/.test(key)

function readSms(place: Place): RateCard['sms'] {
  const rates = fieldsOf(place, 'an object with "default" and prefixes such as "+44"')
  const prefixes = keysOf(place).filter(isPrefix)
  refuseUnknown(place, ['default', ...prefixes], '"default" or a prefix such as "+44"')
  return {
    byPrefix: new Map(prefixes.map(prefix => [prefix, readRate(rates(prefix))])),
    default: readRate(rates('default')),
  }
}

const rateKeys = ['credits_per_segment', 'credits_per_mms', 'cost_per_segment', 'cost_per_mms']

function readRate(place: Place): SmsRate {
  const rate = fieldsOf(place, `an object with ${rateKeys.join(', ')}`)
  refuseUnknown(place, rateKeys)
  return {
    creditsPerSegment: readCredits(rate('credits_per_segment')),
    creditsPerMms: readCredits(rate('credits_per_mms')),
    costPerSegment: readCost(rate('cost_per_segment')),
    costPerMms: readCost(rate('cost_per_mms')),
  }
}

// Of one message, and far above any: ten segments of it still fit every column.
const maxDollars = 1_000
const maxCredits = maxDollars * 1_000

function readCredits(place: Place): number {
  const { value } = place
  if (typeof value === 'number' && value >= 0 && value <= maxCredits && hasThreeDecimals(value)) return value
  complain(place, `a number of credits from 0 to ${maxCredits}, with at most 3 decimals`)
  return 0
}

const hasThreeDecimals = (credits: number): boolean => toCredits(toThousandths(credits)) === credits

function readCost(place: Place): Dollars {
  const { value } = place
  if (typeof value === 'string' && isDollars(value) && !value.startsWith('-') && Number(value) <= maxDollars)
    return parseDollars(value)
  complain(place, `dollars in quotes such as "0.0072", from "0" to "${maxDollars}", with at most 9 decimals`)
  return 0n
}
