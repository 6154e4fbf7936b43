import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollarsOfCredits, dollarsToNumber, parseDollars, subtractDollars } from './dollars.ts'
import { emailCredits, priceOf, type RateCard, type SmsRate } from './rate-card.ts'
import { readRateCard } from './read-rate-card.ts'

const rate = (creditsPerSegment: number, cost: string): SmsRate => ({
  creditsPerSegment,
  creditsPerMms: creditsPerSegment * 3,
  costPerSegment: parseDollars(cost),
  costPerMms: parseDollars(cost) * 2n,
})
const card: RateCard = {
  email: { credits: 1 },
  sms: {
    byPrefix: new Map([
      ['+1', rate(10, '0.0072')],
      ['+1876', rate(200, '0.15')],
      ['+18765', rate(300, '0.25')],
      ['+44', rate(0.1, '0.00003')],
    ]),
    default: rate(500, '0.4'),
  },
}
const price = (to: string, segments = 1) => priceOf(card, { to, segments, isMms: false })

test.each([
  ['+14155552671', 10],
  ['+18761234567', 200],
  ['+18765234567', 300],
  ['+18771234567', 10],
  ['+447700900123', 0.1],
  ['+4915112345678', 500],
])('the longest prefix of %s makes a segment cost %s credits', (to, credits) => {
  expect(price(to).credits).toBe(credits)
})

test('a text costs its segments, and an MMS costs the same with any text', () => {
  const sms = price('+14155552671', 3)
  const mms = priceOf(card, { to: '+14155552671', segments: 3, isMms: true })

  expect(sms).toEqual({ credits: 30, charge: parseDollars('0.03'), cost: parseDollars('0.0216') })
  expect(mms).toEqual({ credits: 30, charge: parseDollars('0.03'), cost: parseDollars('0.0144') })
})

test('fractions of a credit add up exactly', () => {
  expect(price('+447700900123', 3)).toEqual({
    credits: 0.3,
    charge: parseDollars('0.0003'),
    cost: parseDollars('0.00009'),
  })
})

test('for any rates, charge, cost and margin are exact to the last digit', () => {
  const thousandths = fc.integer({ min: 0, max: 1_000_000_000 })
  const nano = fc.bigInt({ min: 0n, max: 1_000_000_000_000n })
  fc.assert(
    fc.property(thousandths, nano, fc.integer({ min: 1, max: 10 }), (each, costPerSegment, segments) => {
      const own = { ...rate(1, '1'), creditsPerSegment: each / 1_000, costPerSegment }
      const { credits, charge, cost } = priceOf(
        { ...card, sms: { byPrefix: new Map(), default: own } },
        { to: '+14155552671', segments, isMms: false },
      )

      expect(credits).toBe((each * segments) / 1_000)
      expect(charge).toBe(dollarsOfCredits(credits))
      expect(charge).toBe(BigInt(each) * BigInt(segments) * 1_000n)
      expect(subtractDollars(charge, cost) + cost).toBe(charge)
      expect(cost / BigInt(segments)).toBe(costPerSegment)
    }),
  )
})

const builtIn = readRateCard(null)

test('the built-in card charges 10 credits for a segment in +1, 30 for an MMS and 1 for an email', () => {
  const { credits, charge, cost } = priceOf(builtIn, { to: '+14155552671', segments: 1, isMms: false })
  const mms = priceOf(builtIn, { to: '+14155552671', segments: 1, isMms: true })

  expect(builtIn.email.credits).toBe(1)
  expect({ credits, charge: dollarsToNumber(charge), cost: dollarsToNumber(cost) }).toEqual({
    credits: 10,
    charge: 0.01,
    cost: 0.0072,
  })
  expect(mms.credits).toBe(30)
})

test.each([...builtIn.sms.byPrefix, ['default', builtIn.sms.default] as const])(
  'a message to %s makes no loss',
  (_, own) => {
    expect(dollarsOfCredits(own.creditsPerSegment)).toBeGreaterThan(own.costPerSegment)
    expect(dollarsOfCredits(own.creditsPerMms)).toBeGreaterThan(own.costPerMms)
  },
)

test.each([
  ['live', true, 2.5],
  ['live', false, 0],
  // A test key sends nothing either way, and is shown the price.
  ['test', false, 2.5],
] as const)('an email of a %s key, where emails are charged: %s, costs %d', (mode, areCharged, credits) => {
  const own = { ...card, email: { credits: 2.5 } }

  expect(emailCredits({ ...own, emailsAreCharged: () => areCharged }, mode)).toBe(credits)
  expect(emailCredits(own, mode)).toBe(2.5)
})
