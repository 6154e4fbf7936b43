import { expect, test } from 'vitest'
import { countFirsts, countTurn } from './firsts.ts'

const email = (word: 'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'failed', byMachine = false) => ({
  type: `email.${word}` as const,
  byMachine,
})

test('an email counts once, its recipients one by one', () => {
  const facts = [email('sent'), email('delivered'), email('sent'), email('bounced'), email('bounced')]

  expect(countFirsts(facts)).toEqual({
    emails_sent: 1,
    recipients_reached: 2,
    emails_delivered: 1,
    recipients_delivered: 1,
    emails_bounced: 1,
  })
})

test('an email that is part of a figure already does not count in it again', () => {
  const counts = countFirsts([email('sent'), email('delivered')], new Set(['emails_sent']))

  expect(counts).toEqual({ recipients_reached: 1, emails_delivered: 1, recipients_delivered: 1 })
})

test('what a machine does is not done by people, and people count when they come after it', () => {
  expect(countFirsts([email('opened', true)])).toEqual({ emails_opened: 1 })
  expect(countFirsts([email('opened')], new Set(['emails_opened']))).toEqual({ emails_opened_by_people: 1 })
  expect(countFirsts([email('clicked')])).toEqual({ emails_clicked: 1, emails_clicked_by_people: 1 })
})

test('what has no figure adds nothing', () => {
  expect(countFirsts([email('failed')])).toEqual({})
})

test.each([
  [
    { to: 'delivered', recipients: 2, isFirst: true },
    { emails_delivered: 1, recipients_delivered: 2 },
  ],
  [{ to: 'delivered', recipients: 1, isFirst: false }, { recipients_delivered: 1 }],
  [{ to: 'bounced', recipients: 3, isFirst: true }, { emails_bounced: 1 }],
  [{ to: 'complained', recipients: 1, isFirst: false }, {}],
] as const)('recipients that come to an end together: %o', (turn, counts) => {
  expect(countTurn(turn)).toEqual(counts)
})
