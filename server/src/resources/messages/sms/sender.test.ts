import { senderPattern } from '@posthorn/contract/messages/sms'
import { expect, test } from 'vitest'
import { faultOfSender } from './sender.ts'

const german = '+4915112345678'
const british = '+447700900123'
const american = '+14155550100'
const judge = (from: string, to: string, mediaUrls: string[] = []) => faultOfSender({ from, to, mediaUrls })

test.each([...['+14155552671', '+1234567', '123', '12345678', 'A', 'ACME', 'Acme Shop', '1and1', '4U', 'ABCDEFGHIJK']])(
  '%j has the shape of a sender',
  from => {
    expect(new RegExp(senderPattern).test(from)).toBe(true)
  },
)

test.each([
  ...[
    '',
    ' ',
    '+',
    '12',
    '123456789',
    '14155552671',
    'ABCDEFGHIJKL',
    ' ACME',
    'ACME ',
    'ACME!',
    'Müller',
    'АСМЕ',
    'A\n',
  ],
  ...['ACME\n', 'A\u0000', '0 0', 'A'.repeat(1_000_000), '1'.repeat(1_000_000)],
])('%.20j has not', from => {
  expect(new RegExp(senderPattern).test(from)).toBe(false)
})

test.each([
  ['ACME', german],
  ['ACME', british],
  ['ACME', '+33612345678'],
  ['12345', american],
  ['123456', american],
  ['60300', british],
  ['1234', german],
  ['+14155552671', american],
])('%s may write to %s', (from, to) => {
  expect(judge(from, to)).toBeUndefined()
})

test.each([
  ['ACME', american, 'must be a phone number or a short code: the networks of +1 do not accept names'],
  ['ACME', '+5511912345678', 'the networks of +55 do not accept names'],
  ['ACME', '', 'must be a phone number in E.164 form'],
  ['12345', '', 'must be a phone number in E.164 form'],
  ['ACME', '+9991234567', 'must be a phone number in E.164 form'],
  ['1234', american, 'must have 5 to 6 digits as a short code for +1'],
  ['1234567', american, 'must have 5 to 6 digits as a short code for +1'],
  ['+10005550100', american, 'must have an area code that exists'],
])('%s may not write to %j, and the refusal says what to do', (from, to, why) => {
  expect(judge(from, to)).toContain(why)
})

test('a name carries no media; a short code does', () => {
  const media = ['https://cdn.acme.test/a.png']

  expect(judge('ACME', german, media)).toContain('must be a phone number for a message with media_urls')
  expect(judge('12345', american, media)).toBeUndefined()
})
