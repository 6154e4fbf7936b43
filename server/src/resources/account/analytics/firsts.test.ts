import { expect, test } from 'vitest'
import { countFirsts } from './firsts.ts'

const email = (word: 'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'failed', byMachine = false) => ({
  type: `email.${word}` as const,
  byMachine,
})

test('an email counts once, and each of its recipients counts', () => {
  const facts = [email('sent'), email('delivered'), email('sent'), email('bounced'), email('bounced')]

  expect(countFirsts(facts)).toEqual({
    emails_sent: 1,
    recipients_reached: 2,
    emails_delivered: 1,
    recipients_delivered: 1,
    emails_bounced: 1,
  })
})

test('an email that already counts in a figure does not count again', () => {
  const counts = countFirsts([email('sent'), email('delivered')], new Set(['emails_sent']))

  expect(counts).toEqual({ recipients_reached: 1, emails_delivered: 1, recipients_delivered: 1 })
})

test('machines do not count as people, and a person counts after a machine', () => {
  expect(countFirsts([email('opened', true)])).toEqual({ emails_opened: 1 })
  expect(countFirsts([email('opened')], new Set(['emails_opened']))).toEqual({ emails_opened_by_people: 1 })
  expect(countFirsts([email('clicked')])).toEqual({ emails_clicked: 1, emails_clicked_by_people: 1 })
})

test('a fact without a figure adds nothing', () => {
  expect(countFirsts([email('failed')])).toEqual({})
})

test('a bounce counts as sent, and later recipients do not count it again', () => {
  expect(countFirsts([email('bounced')])).toEqual({ emails_sent: 1, emails_bounced: 1 })
  expect(countFirsts([email('bounced')], new Set(['emails_sent']))).toEqual({ emails_bounced: 1 })
  expect(countFirsts([email('sent')], new Set(['emails_sent', 'emails_bounced']))).toEqual({ recipients_reached: 1 })
})
