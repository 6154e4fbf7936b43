import { expect, test } from 'vitest'
import { summaryOf, triggerSummary } from './words.ts'

const names = new Map([['t1', 'Product news']])
const says = (type: string, config: object) => summaryOf({ key: 'a', type, config: { ...config } }, names)

test.each([
  ['send_email', { subject: 'Hi', template_id: 't1' }, 'Hi'],
  ['send_email', { template_id: 't1' }, 'Product news'],
  ['send_email', {}, undefined],
  ['delay', { days: 1 }, '1 day'],
  ['delay', { hours: 2.5 }, '2.5 hours'],
  ['delay', { duration: 'P1DT2H' }, 'P1DT2H'],
  [
    'delay',
    { until: { time: '09:30', timezone: 'UTC', weekdays: ['monday', 'friday'] } },
    'Until 09:30 on mon, fri, UTC',
  ],
  ['wait_for_event', { event: 'email.opened', timeout: { days: 3 } }, 'email.opened, at most 3 days'],
  ['wait_for_event', { event: ['email.opened', 'email.clicked'] }, 'email.opened or email.clicked'],
  [
    'condition',
    {
      any: [
        { field: 'contact.first_name', operator: 'exists' },
        { field: 'contact.email', operator: 'ends_with', value: '@acme.test' },
      ],
    },
    'first_name is set or email ends with @acme.test',
  ],
  ['update_contact', { first_name: 'Ada', email_subscribed: false }, 'first_name, email_subscribed'],
  ['add_to_topic', { topic_id: 't1' }, 'Product news'],
  ['exit', {}, undefined],
  ['dance', { with: 'me' }, undefined],
])('%s %j has a summary', (type, config, words) => {
  expect(says(type, config)).toBe(words)
})

test('a trigger has a summary', () => {
  expect(triggerSummary({ type: 'time_based', cron: '0 9 * * MON', timezone: 'UTC' }, names)).toBe('0 9 * * MON (UTC)')
  expect(triggerSummary({ type: 'contact_added_to_topic', topic_id: 't1' }, names)).toBe('Product news')
  expect(triggerSummary({ type: 'contact_created' }, names)).toBe('')
})
