import { expect, test } from 'vitest'
import { countFirsts } from './firsts.ts'

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

test('an email that is refused at once was sent, and once only, whoever gets it after that', () => {
  expect(countFirsts([email('bounced')])).toEqual({ emails_sent: 1, emails_bounced: 1 })
  expect(countFirsts([email('bounced')], new Set(['emails_sent']))).toEqual({ emails_bounced: 1 })
  expect(countFirsts([email('sent')], new Set(['emails_sent', 'emails_bounced']))).toEqual({ recipients_reached: 1 })
})
