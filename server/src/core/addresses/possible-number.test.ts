import { isPhoneNumber } from '@posthorn/contract/formats'
import { expect, test } from 'vitest'
import { planOf } from './numbering-plans.ts'
import { faultOfNumber } from './possible-number.ts'

test.each([
  // Magic numbers, and numbers reserved for examples.
  ...['+15005550001', '+15005550004', '+15005550006', '+15005550009', '+14155550100', '+15550100001', '+15550001111'],
  ...['+447700900123', '+491711234567', '+4915112345678', '+33639980001', '+61491570006', '+353209100000'],
  // The shortest and the longest by our specification.
  ...['+1234567', '+123456789012345'],
  // Every kind of plan: a small island, satellite, international freephone, machine numbers.
  ...['+6834002', '+29022222', '+870773111632', '+80012345678', '+47590123456789', '+337001234567890', '+998901234567'],
  ...['+12045550100', '+18095550100', '+18005551212', '+19005550100', '+79161234567', '+77011234567', '+5215512345678'],
])('%s may exist', number => {
  expect([isPhoneNumber(number), faultOfNumber(number)]).toEqual([true, undefined])
})

test.each([
  ['+10004155550', 'area code that exists: +1 000'],
  ['+10000000', 'area code that exists: +1 000'],
  ['+11234567890', 'area code that exists: +1 123'],
  ['+19115550100', 'area code that exists: +1 911'],
  ['+33000000000', 'must be written without the 0 after +33'],
  ['+4900000000', 'must be written without the 0 after +49'],
  ['+2101234567', 'country code that exists: there is none for +210'],
  ['+9991234567', 'country code that exists: there is none for +999'],
  ['+3831234', 'must have 8, 9, 10, 11, or 12 digits after +383, and has 4'],
  ['+44770090', 'must have 7, 9, 10, or 12 digits after +44, and has 6'],
  // With the trunk prefix 0.
  ['+4407700900123', 'must have 7, 9, 10, or 12 digits after +44, and has 11'],
  ['+340612345678', 'must have 9 digits after +34, and has 10'],
  ['+23812345678', 'must have 7 digits after +238, and has 8'],
])('%s cannot exist: it %s', (number, why) => {
  expect(faultOfNumber(number)).toContain(why)
})

test('no country code begins with another, so each number has one plan', () => {
  const codes = Array.from({ length: 999 }, (_, nth) => `${nth + 1}`).filter(code => planOf(`+${code}`)?.code === code)

  expect(codes.filter(code => codes.some(other => other !== code && code.startsWith(other)))).toEqual([])
  expect(codes.length).toBe(215)
})

test('no plan has numbers that are longer than E.164 allows', () => {
  const plans = Array.from({ length: 999 }, (_, nth) => planOf(`+${nth + 1}`)).filter(plan => plan !== undefined)

  expect(
    plans.filter(({ code, lengths }) => lengths.length === 0 || lengths.some(digits => code.length + digits > 15)),
  ).toEqual([])
})
