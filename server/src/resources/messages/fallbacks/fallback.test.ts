import { emailStatuses } from '@posthorn/contract/event-names'
import { expect, test } from 'vitest'
import { decide, inWords, secondsOf } from './fallback.ts'

const statesOf = (unless: 'delivered' | 'opened', seenByPerson: boolean) =>
  Object.fromEntries(
    emailStatuses.map(status => [status, decide({ unless, withinSeconds: 600 }, { status, seenByPerson }).state]),
  )

test('unless it was delivered: a text message follows unless the email arrived or was withdrawn', () => {
  expect(statesOf('delivered', false)).toMatchObject({
    ...{ processing: 'sent', sent: 'sent', delivery_delayed: 'sent', delivered: 'not_needed' },
    ...{ bounced: 'sent', failed: 'sent', suppressed: 'sent', complained: 'not_needed', canceled: 'cancelled' },
  })
})

test('unless it was opened: delivery is not enough', () => {
  expect(statesOf('opened', false)).toMatchObject({
    delivered: 'sent',
    complained: 'not_needed',
    canceled: 'cancelled',
  })
})

test.each(['delivered', 'opened'] as const)(
  'unless it was %s: an email that a person has seen needs no text message',
  unless => {
    const { canceled, ...states } = statesOf(unless, true)

    expect(new Set(Object.values(states))).toEqual(new Set(['not_needed']))
    expect(canceled).toBe('cancelled')
  },
)

test('the fallback of a deleted email is not sent', () => {
  expect(decide({ unless: 'delivered', withinSeconds: 600 }, undefined).state).toBe('cancelled')
})

test.each([
  ['1m', 60, '1 minute'],
  ['10m', 600, '10 minutes'],
  ['90m', 5_400, '90 minutes'],
  ['1h', 3_600, '1 hour'],
  ['72h', 259_200, '72 hours'],
])('%s is %i seconds, or %s', (text, seconds, words) => {
  expect(secondsOf(text)).toBe(seconds)
  expect(inWords(seconds)).toBe(words)
})
