import { expect, test } from 'vitest'
import { problemOf } from './problems.ts'

const whole = { topic_id: 'one', from: 'news@acme.test', subject: 'News', html: '<p>News</p>' }

test.each([
  ['topic_id', {}, 'Choose an audience'],
  ['topic_id', whole, 'This topic no longer exists'],
  ['topic_id', { ...whole, segment_id: 'two' }, 'This topic no longer exists'],
  ['segment_id', { segment_id: 'two' }, 'This segment no longer exists'],
  ['from', {}, 'Enter a sender'],
  ['subject', { html: '<p>News</p>' }, 'Enter a subject'],
  ['html', {}, 'Add content'],
  ['body', {}, 'Add content'],
])('a fault of %s with %j: %s', (path, draft, words) => {
  expect(problemOf({ path, message: 'must be given' }, draft)).toEqual({ words })
})

test.each([
  ['from', 'From'],
  ['html', 'HTML'],
  ['ab_test.b.subject', 'A/B test'],
])('a fault of a given %s keeps the message of the API', (path, part) => {
  const message = 'must not be larger than 1 MiB'

  expect(problemOf({ path, message }, whole)).toEqual({ part, words: message })
})
