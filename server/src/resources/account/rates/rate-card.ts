/** The prices of messages for the sender and the carrier's prices, by the country of the recipient. */
import type { Mode } from '#core/caller.ts'
import { toCredits, toThousandths } from '#resources/account/credits/money.ts'
import { type Dollars, dollarsOfCredits, multiplyDollars } from './dollars.ts'

export type SmsRate = {
  creditsPerSegment: number
  creditsPerMms: number
  costPerSegment: Dollars
  costPerMms: Dollars
}

export type RateCard = {
  email: { credits: number }
  /** Called for each email, because transports may change. When absent, emails are charged. */
  emailsAreCharged?: () => boolean
  sms: {
    /** By number prefix, such as `+44`. */
    byPrefix: ReadonlyMap<string, SmsRate>
    default: SmsRate
  }
}

/** Per recipient. A test key is never charged, and is shown what a live key would pay. */
export const emailCredits = ({ email, emailsAreCharged }: RateCard, mode: Mode): number =>
  mode === 'live' && emailsAreCharged?.() === false ? 0 : email.credits

export type PricedMessage = { to: string; segments: number; isMms: boolean }

export type Price = { credits: number; charge: Dollars; cost: Dollars }

/** An MMS has one price, however long its text is. */
export function priceOf(card: RateCard, { to, segments, isMms }: PricedMessage): Price {
  const rate = rateFor(card, to)
  const credits = isMms ? rate.creditsPerMms : timesCredits(rate.creditsPerSegment, segments)
  const cost = isMms ? rate.costPerMms : multiplyDollars(rate.costPerSegment, segments)
  return { credits, charge: dollarsOfCredits(credits), cost }
}

const timesCredits = (credits: number, count: number): number => toCredits(toThousandths(credits) * count)

/** The longest prefix wins, because a part of a country may be more expensive. */
function rateFor({ sms }: RateCard, to: string): SmsRate {
  for (let length = to.length; length > 1; length--) {
    const rate = sms.byPrefix.get(to.slice(0, length))
    if (rate) return rate
  }
  return sms.default
}
