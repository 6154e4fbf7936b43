import { expect, test } from 'vitest'
import {
  isCallbackUrl,
  isCarrierBaseUrl,
  isCarrierSecret,
  isTelnyxProfileId,
  isTwilioAccountSid,
  isTwilioMessagingServiceSid,
} from './options.ts'

const checks = {
  isCallbackUrl,
  isCarrierBaseUrl,
  isCarrierSecret,
  isTelnyxProfileId,
  isTwilioAccountSid,
  isTwilioMessagingServiceSid,
}

test.each<[keyof typeof checks, string, boolean]>([
  ['isTwilioAccountSid', `AC${'0a'.repeat(16)}`, true],
  ['isTwilioAccountSid', `SK${'0a'.repeat(16)}`, false],
  ['isTwilioAccountSid', 'AC/../..', false],
  ['isTwilioMessagingServiceSid', `MG${'0a'.repeat(16)}`, true],
  ['isTwilioMessagingServiceSid', 'MG', false],
  ['isTelnyxProfileId', '4000eba1-a0c0-4563-9925-b25e842a7cb6', true],
  ['isTelnyxProfileId', '4000eba1', false],
  ['isCarrierSecret', 'KEY0123456789_abc', true],
  ['isCarrierSecret', 'short', false],
  ['isCarrierSecret', 'with a space', false],
  ['isCarrierSecret', 'with\r\na-header', false],
  ['isCarrierBaseUrl', 'https://api.twilio.com', true],
  ['isCarrierBaseUrl', 'https://gateway.example.com/twilio/', true],
  ['isCarrierBaseUrl', 'http://127.0.0.1:4010', true],
  ['isCarrierBaseUrl', 'http://[::1]:4010', true],
  ['isCarrierBaseUrl', 'http://localhost', true],
  ['isCarrierBaseUrl', 'http://api.twilio.com', false],
  ['isCarrierBaseUrl', 'http://127.0.0.1.example.com', false],
  ['isCarrierBaseUrl', 'https://user:secret@api.twilio.com', false],
  ['isCarrierBaseUrl', 'https://api.twilio.com?a=b', false],
  ['isCarrierBaseUrl', 'api.twilio.com', false],
  ['isCallbackUrl', 'https://sms.example.com/callbacks/twilio', true],
  ['isCallbackUrl', 'http://sms.example.com:8080/my_callbacks', true],
  ['isCallbackUrl', 'https://my_sms.example.com/', false],
  ['isCallbackUrl', 'https://sms.example.com/?a=b', false],
  ['isCallbackUrl', 'https://sms.example.com/#a', false],
  ['isCallbackUrl', 'ftp://sms.example.com/', false],
  ['isCallbackUrl', 'sms.example.com', false],
])('%s %s: %s', (check, text, expected) => {
  expect(checks[check](text)).toBe(expected)
})
