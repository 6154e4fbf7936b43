/** The schema of a rate card file. */
import type { Static } from 'typebox'
import { toCredits, toThousandths } from '#resources/account/credits/money.ts'
import { NumberThat, StrictObject, TextThat } from '#validation/schema-words.ts'
import { isDollars } from './dollars.ts'

// Maximum for one message, far above real prices: ten segments of it still fit every column.
const maxDollars = 1_000
const maxCredits = maxDollars * 1_000

const hasThreeDecimals = (credits: number): boolean => toCredits(toThousandths(credits)) === credits

const Credits = NumberThat(
  credits => credits >= 0 && credits <= maxCredits && hasThreeDecimals(credits),
  `must be a number of credits from 0 to ${maxCredits}, with at most 3 decimals`,
)

const Cost = TextThat(
  text => isDollars(text) && !text.startsWith('-') && Number(text) <= maxDollars,
  `must be dollars in quotes such as "0.0072", from "0" to "${maxDollars}", with at most 9 decimals`,
)

const Rate = StrictObject(
  { credits_per_segment: Credits, credits_per_mms: Credits, cost_per_segment: Cost, cost_per_mms: Cost },
  { expected: 'must be an object with credits_per_segment, credits_per_mms, cost_per_segment, cost_per_mms' },
)
export type RateInFile = Static<typeof Rate>

const prefix = '^\\+[1-9][0-9]{0,14}$'

export const RateCardFile = StrictObject(
  {
    email: StrictObject({ credits: Credits }, { expected: 'must be an object such as { "credits": 1 }' }),
    sms: StrictObject(
      { default: Rate },
      {
        patternProperties: { [prefix]: { ...Rate, title: 'a prefix such as "+44"' } },
        expected: 'must be an object with "default" and prefixes such as "+44"',
      },
    ),
  },
  { expected: 'must be an object with "email" and "sms"' },
)
