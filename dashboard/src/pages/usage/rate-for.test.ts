import { expect, test } from 'vitest'
import { rateFor } from './rate-for.ts'

const price = { credits_per_segment: 10, credits_per_mms: 30 }
const card = {
  email_credits: 1,
  sms: [
    { prefix: '+1', ...price },
    { prefix: '+1809', ...price },
    { prefix: '+44', ...price },
  ],
  sms_default: price,
}

test('the longest matching prefix applies, however the number is written', () => {
  expect(rateFor(card, '+18095550100').prefix).toBe('+1809')
  expect(rateFor(card, '+1 (415) 555-2671').prefix).toBe('+1')
  expect(rateFor(card, '447911123456').prefix).toBe('+44')
})

test('a number without a matching prefix has the default rate', () => {
  expect(rateFor(card, '+993123').prefix).toBe('all others')
})
