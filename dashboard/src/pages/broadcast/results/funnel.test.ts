import { expect, test } from 'vitest'
import { noFigures } from '../../broadcasts/figures.fixture.ts'
import { funnelOf, lossesOf } from './funnel.ts'

const figures = {
  ...noFigures,
  messages: 1_000,
  sent: 980,
  delivered: 900,
  opened: 300,
  machine_opened: 1_040,
  clicked: 50,
}

test('each step is a share of all messages', () => {
  const steps = funnelOf({ channel: 'email', figures, track_opens: true, track_clicks: true })

  expect(steps.map(({ name, share }) => [name, share])).toEqual([
    ['Recipients', 1],
    ['Sent', 0.98],
    ['Delivered', 0.9],
    ['Opened', 0.3],
    ['Clicked', 0.05],
  ])
  expect(steps[3]?.note).toBe('and 1,040 only by machines')
})

test.each([
  ['email', { track_opens: false, track_clicks: true }, ['Recipients', 'Sent', 'Delivered', 'Clicked']],
  ['sms', { track_opens: true, track_clicks: true }, ['Recipients', 'Sent', 'Delivered']],
] as const)('untracked steps are left out of the funnel of %s', (channel, tracked, names) => {
  expect(funnelOf({ channel, figures, ...tracked }).map(({ name }) => name)).toEqual(names)
})

test('before the first message all shares are zero', () => {
  expect(funnelOf({ channel: 'sms', figures: noFigures }).every(({ share }) => share === 0)).toBe(true)
})

test.each([
  ['email', 'delayed'],
  ['sms', undefined],
] as const)('who was tried and has no outcome yet is delayed: %s', (channel, outcome) => {
  const tried = {
    ...noFigures,
    messages: 100,
    waiting: 20,
    sent: 60,
    bounced: 5,
    failed: 4,
    suppressed: 3,
    canceled: 2,
  }

  expect(lossesOf(channel, tried)).toContainEqual({ name: 'Delayed', value: 11, ...(outcome && { outcome }) })
  expect(lossesOf(channel, { ...tried, sent: 71 }).map(({ name }) => name)).not.toContain('Delayed')
})

test('outcomes that nobody had are left out', () => {
  expect(lossesOf('email', { ...noFigures, bounced: 2, unsubscribed: 1 })).toEqual([
    { name: 'Bounced', value: 2, outcome: 'bounced' },
    { name: 'Unsubscribed', value: 1 },
  ])
  expect(lossesOf('sms', { ...noFigures, bounced: 2 })).toEqual([{ name: 'Undelivered', value: 2, outcome: 'bounced' }])
})
