import { expect, test } from 'vitest'
import { newTextMessage, type SmsHistory, smsFaultsOf, textsOf } from './sms-checker.ts'

const at = (second: number) => `2026-11-15T09:30:0${second}.000Z`
const event = (type: 'sent' | 'delivered' | 'possible_duplicate') => ({ type, created_at: at(2), data: {} })

const [short, long] = [newTextMessage('+15550000001', 1), newTextMessage('+15550000002', 3)]
const submitted = [short, long].flatMap(intent =>
  textsOf(intent).map((text, index, all) => ({
    to: intent.key.slice(1),
    udh: all.length > 1 ? Buffer.of(5, 0, 3, 77, all.length, index + 1) : Buffer.alloc(0),
    text,
  })),
)
const told = (id: string, { key, recipients }: typeof short) => ({
  ...{ id, to: key, status: 'delivered' as const, created_at: at(1), sent_at: at(2), delivered_at: at(2) },
  ...{ segments_count: recipients.length, credits_consumed: recipients.length * 10 },
  events: [event('sent'), event('delivered')],
})
const [first, second] = [told('id-1', short), told('id-2', long)]

const good: SmsHistory = {
  intents: [short, long],
  heard: [
    { key: short.key, status: 200, ms: 5, id: 'id-1' },
    { key: long.key, status: 200, ms: 5, id: 'id-2' },
  ],
  submitted,
  messages: [first, second],
  listed: ['id-2', 'id-1'],
  smsConsumed: 40,
}

const secondBecomes = (change: Partial<(typeof good.messages)[number]>): Partial<SmsHistory> => ({
  messages: [first, { ...second, ...change }],
})
const flagged = secondBecomes({ events: [event('possible_duplicate'), event('sent'), event('delivered')] })
const [wordsOfOne, , partTwo] = submitted
if (!wordsOfOne || !partTwo) throw new Error('the good history has four parts')

test('a correct history has no fault, nor has one with an announced second copy of a part', () => {
  expect(smsFaultsOf(good)).toEqual([])
  expect(smsFaultsOf({ ...good, ...flagged, submitted: [...submitted, partTwo] })).toEqual([])
})

test.each<[name: string, change: Partial<SmsHistory>, fault: RegExp]>([
  ['a message that the API has forgotten', { messages: [second] }, /0001: lost, the API/],
  ['a message missing from the list', { listed: ['id-2'] }, /id-1: accepted, but not in the list/],
  ['a part that never arrived', { submitted: submitted.filter(one => one !== partTwo) }, /0002 part 2: lost/],
  ['an unannounced second copy of a part', { submitted: [...submitted, partTwo] }, /0002 part 2: a second copy/],
  ['three copies', { ...flagged, submitted: [...submitted, partTwo, partTwo] }, /0002 part 2: 3 copies/],
  ['a message nobody asked for', { submitted: [...submitted, { ...wordsOfOne, to: '15550000009' }] }, /0009/],
  ['another text', { submitted: [{ ...wordsOfOne, text: 'Hello' }, ...submitted.slice(1)] }, /0001: got another text/],
  ['a message that waits for its receipt for ever', secondBecomes({ status: 'sent' }), /0002: ended as processing/],
  ['a message that was given up', secondBecomes({ status: 'failed' }), /0002: ended as failed/],
  [
    'a delivery that is reported twice',
    secondBecomes({ events: [...second.events, event('delivered')] }),
    /delivered 2 times/,
  ],
  ['a delivery before the hand-over', secondBecomes({ delivered_at: at(1) }), /0002: delivered before/],
  ['a price of two parts for three', secondBecomes({ credits_consumed: 20 }), /0002: said to cost 20/],
  ['a debit too many', { smsConsumed: 50 }, /charged 5 credits for 4/],
  ['a 500', { heard: [...good.heard, { key: short.key, status: 500, ms: 5 }] }, /answered 500/],
])('%s is a fault', (_, change, fault) => {
  expect(smsFaultsOf({ ...good, ...change })).toContainEqual(expect.stringMatching(fault))
})
