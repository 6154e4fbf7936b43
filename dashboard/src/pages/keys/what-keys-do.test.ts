import { expect, test } from 'vitest'
import { whatKeysDo } from './what-keys-do.ts'

const captures = (email: boolean, sms: boolean) => ({ captures_email: email, captures_sms: sms })

test('live keys are said to send only what leaves', () => {
  expect(whatKeysDo('live', captures(false, false))).toMatch(/send real messages/)
  expect(whatKeysDo('live', captures(true, true))).toMatch(/Nothing leaves/)
  expect(whatKeysDo('live', captures(false, true))).toMatch(/real email; text messages are kept/)
  expect(whatKeysDo('live', captures(true, false))).toMatch(/real text messages; email is kept/)
})

test('test keys send nothing, whatever is configured', () => {
  expect(whatKeysDo('test', captures(false, false))).toMatch(/send nothing/)
})
