import { expect, test } from 'vitest'
import type { News, Notice } from '#core/returned-mail.ts'
import { newsByRecipient } from './news-by-recipient.ts'

const people = ['ada@a.example', 'bob@b.example', 'eve@e.example'].map((address, nth) => ({ nth, address }))
const alone = people.slice(0, 1)
const news = (reply: string): News => ({ kind: 'delayed', reply })
const notice = (reply: string, ...about: string[]): Notice => ({ about, news: news(reply) })

test('with one recipient the seal decides, whatever address the report names', () => {
  const forwarded = [notice('x', 'ada@new-home.example')]

  expect(newsByRecipient(alone, 0, forwarded)).toEqual([{ nth: 0, news: news('x') }])
  expect(newsByRecipient(alone, null, forwarded)).toEqual([{ nth: 0, news: news('x') }])
})

test.each([
  ['ada@a.example', true],
  ['ADA@mx1.internal.example', true],
  ['ada+shop@a.example', true],
  ['former-member@a.example', false],
])('a bounce that names only %s puts ada@a.example on the suppression list: %j', (named, suppress) => {
  const bounced: News = { kind: 'bounced', bounce: 'unknown_mailbox', suppress: true, reply: '550 5.1.1' }

  expect(newsByRecipient(alone, 0, [{ about: [named], news: bounced }])).toEqual([
    { nth: 0, news: { ...bounced, suppress } },
  ])
  expect(newsByRecipient(alone, 0, [{ about: [], news: bounced }])).toEqual([{ nth: 0, news: bounced }])
})

test('the copy of one recipient is about that recipient, whatever address the report names', () => {
  expect(newsByRecipient(people, 2, [notice('x', 'bob@b.example')])).toEqual([{ nth: 2, news: news('x') }])
})

test('a shared copy is about the recipients that the report names, in any letter case', () => {
  const notices = [notice('b', 'someone@x.example', 'BOB@B.example'), notice('e', 'eve@e.example')]

  expect(newsByRecipient(people, 0, notices)).toEqual([
    { nth: 1, news: news('b') },
    { nth: 2, news: news('e') },
  ])
})

const failed: News = { kind: 'bounced', bounce: 'unknown_mailbox', suppress: true, reply: '550 5.1.1' }
const delivered: News = { kind: 'delivered', reply: '250' }
const ofAda = (said: News, final: string): Notice => ({ about: ['ada@a.example', final], news: said })

test.each([
  ['a delay and then a failure', [news('x'), failed], { ...failed, suppress: false }],
  ['a delivery and then a failure', [delivered, failed], { ...failed, suppress: false }],
  ['a failure and then a delay', [failed, news('x')], { ...failed, suppress: false }],
  ['a delay and then a delivery', [news('x'), delivered], delivered],
  ['two failures', [failed, { ...failed, reply: '550 2' }], failed],
] satisfies [string, News[], News][])(
  'when an address has several mailboxes and its report says %s, the worst counts, and an address that still works is not suppressed',
  (_what, said, expected) => {
    const notices = said.map((one, nth) => ofAda(one, `member-${nth}@a.example`))

    expect(newsByRecipient(alone, 0, notices)).toEqual([{ nth: 0, news: expected }])
    expect(newsByRecipient(people, 0, notices)).toEqual([{ nth: 0, news: expected }])
  },
)

test('of one report, a delay of one recipient and a failure of another count for each', () => {
  const notices = [notice('later', 'ada@a.example'), { about: ['bob@b.example'], news: failed }]

  expect(newsByRecipient(people, 0, notices)).toEqual([
    { nth: 0, news: news('later') },
    { nth: 1, news: failed },
  ])
})

test.each([
  ['names nobody', [notice('x')]],
  ['names a stranger', [notice('x', 'mallory@m.example')]],
  ['is empty', []],
])('a report about a shared copy that %s concerns nobody', (_what, notices) => {
  expect(newsByRecipient(people, 0, notices)).toEqual([])
  expect(newsByRecipient(people, null, notices)).toEqual([])
})

test('a report about several recipients that does not name this one concerns nobody', () => {
  expect(newsByRecipient(alone, 0, [notice('x', 'one@list.example'), notice('y', 'two@list.example')])).toEqual([])
})

test('a recipient that does not exist has no news', () => {
  expect(newsByRecipient(people, 7, [notice('x', 'nobody@n.example')])).toEqual([])
})
