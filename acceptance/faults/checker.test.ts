import type { Email } from '@posthorn/contract/messages/email-replies'
import { expect, test } from 'vitest'
import { faultsOf, type History } from './checker.ts'

const at = (second: number) => `2026-11-15T09:30:0${second}.000Z`
const event = (type: Email['events'][number]['type'], recipient: string) => ({
  type,
  created_at: at(2),
  data: { recipient },
})

/** Two emails, the second one to two people; its first answer was a 503, and its yes arrived twice. */
const good: History = {
  intents: [
    { key: 'one', recipients: ['a@x.test'] },
    { key: 'two', recipients: ['b@x.test', 'c@x.test'] },
  ],
  heard: [
    { key: 'one', status: 200, ms: 5, id: 'id-1' },
    { key: 'two', status: 503, ms: 5, retryAfter: '1' },
    { key: 'two', status: 200, ms: 5, id: 'id-2' },
    { key: 'two', status: 200, ms: 5, id: 'id-2' },
  ],
  receipts: [
    { key: 'one', messageId: '<1>', recipients: ['a@x.test'] },
    { key: 'two', messageId: '<2>', recipients: ['b@x.test', 'c@x.test'] },
  ],
  emails: [
    { id: 'id-1', status: 'sent', created_at: at(1), sent_at: at(2), events: [event('sent', 'a@x.test')] },
    {
      id: 'id-2',
      status: 'sent',
      created_at: at(1),
      sent_at: at(2),
      events: [event('sent', 'b@x.test'), event('sent', 'c@x.test')],
    },
  ],
  listed: ['id-2', 'id-1'],
  emailConsumed: 3,
}

const [first, second] = good.emails
if (!first || !second) throw new Error('the good history has two emails')
const [receipt = { key: '', messageId: '', recipients: [] }] = good.receipts
const firstBecomes = (change: Partial<typeof first>): Partial<History> => ({
  emails: [{ ...first, ...change }, second],
})
const flagged = firstBecomes({ events: [event('possible_duplicate', 'a@x.test'), event('sent', 'a@x.test')] })

test('a correct history has no fault', () => {
  expect(faultsOf(good)).toEqual([])
})

test('a second copy that was announced is allowed, and so is an announcement without one', () => {
  expect(faultsOf({ ...good, ...flagged, receipts: [...good.receipts, receipt] })).toEqual([])
  expect(faultsOf({ ...good, ...flagged })).toEqual([])
})

const inDoubtTwice = firstBecomes({
  events: (['possible_duplicate', 'unconfirmed'] as const).map(type => event(type, 'a@x.test')),
})

test('an email that was in doubt twice is sent and may have arrived', () => {
  expect(faultsOf({ ...good, ...inDoubtTwice, receipts: [...good.receipts, receipt] })).toEqual([])
})

test('an email that the peer refuses is bounced', () => {
  const [one = { key: '', recipients: [] }, ...others] = good.intents
  const intents = [{ ...one, refused: true as const }, ...others]
  const refused = { ...good, intents, receipts: good.receipts.slice(1) }

  expect(faultsOf({ ...refused, ...firstBecomes({ status: 'bounced', sent_at: null }) })).toEqual([])
  expect(faultsOf(refused)).toContainEqual('one: refused, but ended as sent')
  expect(faultsOf({ ...good, intents })).toContainEqual('one: refused, but 1 copies arrived')
})

test.each<[name: string, change: Partial<History>, fault: RegExp]>([
  ['an email the API has forgotten', { emails: [second] }, /one: lost, the API/],
  ['an email missing from the list', { listed: ['id-2'] }, /id-1: accepted, but not in the list/],
  ['an email nobody asked for', { listed: ['id-1', 'id-2', 'id-3'] }, /id-3: in the list, but nobody/],
  ['an email listed twice', { listed: ['id-1', 'id-1', 'id-2'] }, /names an email twice/],
  ['a message that never arrived', { receipts: good.receipts.slice(1) }, /one to a@x.test: lost/],
  [
    'a recipient who was left out',
    { receipts: [receipt, { key: 'two', messageId: '<2>', recipients: ['b@x.test'] }] },
    /two to c@x.test: lost/,
  ],
  ['an email that is stuck', firstBecomes({ status: 'processing' }), /one: ended as processing/],
  ['an email that was given up', firstBecomes({ status: 'failed' }), /one: ended as failed/],
  [
    'an email that failed for a crash, with its reason',
    firstBecomes({
      status: 'failed',
      events: [{ ...event('failed', 'a@x.test'), data: { reason: 'The worker ended.' } }],
    }),
    /one: ended as failed \(The worker ended\.\)/,
  ],
  ['a doubt without a second try', firstBecomes({ events: [event('unconfirmed', 'a@x.test')] }), /in doubt, but not/],
  ['an unconfirmed email without any copy', { ...inDoubtTwice, receipts: good.receipts.slice(1) }, /one to .*: lost/],
  [
    'an unconfirmed email that was sent as well',
    firstBecomes({
      events: (['possible_duplicate', 'unconfirmed', 'sent'] as const).map(type => event(type, 'a@x.test')),
    }),
    /said to be sent 2 times/,
  ],
  ['an unannounced second copy', { receipts: [...good.receipts, receipt] }, /one to a@x.test: a second copy/],
  ['three copies', { ...flagged, receipts: [...good.receipts, receipt, receipt] }, /one to a@x.test: 3 copies/],
  [
    'a second copy for another recipient than announced',
    {
      emails: [first, { ...second, events: [event('possible_duplicate', 'b@x.test'), ...second.events] }],
      receipts: [...good.receipts, { key: 'two', messageId: '<2>', recipients: ['c@x.test'] }],
    },
    /two to c@x.test: a second copy/,
  ],
  [
    'a second copy under another Message-ID',
    { ...flagged, receipts: [...good.receipts, { ...receipt, messageId: '<3>' }] },
    /one: copies differ/,
  ],
  [
    'one Message-ID for two emails',
    { receipts: good.receipts.map(one => ({ ...one, messageId: '<1>' })) },
    /<1>: one Message-ID/,
  ],
  ['a stranger who got a copy', { receipts: [...good.receipts, { ...receipt, recipients: ['z@x.test'] }] }, /z@x.test/],
  [
    'an email that says it was sent twice',
    firstBecomes({ events: [event('sent', 'a@x.test'), event('sent', 'a@x.test')] }),
    /said to be sent 2 times/,
  ],
  [
    'an email that went back',
    firstBecomes({ events: [event('sent', 'a@x.test'), event('delivery_delayed', 'a@x.test')] }),
    /delivery_delayed after it was sent/,
  ],
  ['an email sent before it was created', firstBecomes({ sent_at: at(0) }), /one: sent before/],
  ['a debit too many', { emailConsumed: 4 }, /charged 4 credits for 3/],
  ['a debit too few', { emailConsumed: 2 }, /charged 2 credits for 3/],
  [
    'one key that became two emails',
    { heard: [...good.heard, { key: 'one', status: 200, ms: 5, id: 'id-9' }] },
    /one: accepted as id-1 and id-9/,
  ],
  ['a request that never got a yes', { heard: good.heard.slice(1) }, /one: never accepted/],
  [
    'a slow answer',
    { heard: [...good.heard, { key: 'one', status: 200, ms: 10_500, id: 'id-1' }] },
    /one: answered after 10500 ms/,
  ],
  ['a 500', { heard: [...good.heard, { key: 'one', status: 500, ms: 5 }] }, /one: answered 500/],
  [
    'a 503 that does not say when to retry',
    { heard: [...good.heard, { key: 'one', status: 503, ms: 5 }] },
    /one: answered 503/,
  ],
])('%s is a fault', (_, change, fault) => {
  expect(faultsOf({ ...good, ...change })).toContainEqual(expect.stringMatching(fault))
})
