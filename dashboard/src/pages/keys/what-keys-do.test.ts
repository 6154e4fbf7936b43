import { expect, test } from 'vitest'
import { whatKeysDo } from './what-keys-do.ts'

const captures = (email: boolean, sms: boolean) => ({ captures_email: email, captures_sms: sms })

test('for live keys it tells which channels are really sent', () => {
  expect(whatKeysDo('live', captures(false, false))).toMatch(/send real messages/)
  expect(whatKeysDo('live', captures(true, true))).toMatch(/Nothing is sent yet/)
  expect(whatKeysDo('live', captures(false, true))).toMatch(/real email; text messages are kept/)
  expect(whatKeysDo('live', captures(true, false))).toMatch(/real text messages; email is kept/)
})

test('test keys deliver nothing, whatever is configured', () => {
  expect(whatKeysDo('test', captures(false, false))).toMatch(/deliver nothing/)
})
