import { describe, expect, test } from 'vitest'
import { changed, faultsOfDraft, faultsOfSending, variantOf } from './settings.ts'

const ready = { from: 'a@acme.test', subject: 'Hi', text: 'Hi', everyone: true }
const test50 = { share_percent: 50, winner_by: 'opens', wait: '1h' } as const

test.each([
  ['email', ready, []],
  ['sms', { from: '+15005550006', body: 'Hi', everyone: true }, []],
  ['sms', { subject: 'Hi', track_opens: true }, ['subject', 'track_opens']],
  ['sms', { track_opens: false }, []],
  ['email', { body: 'Hi' }, ['body']],
  ['email', { pace: {} }, ['pace']],
  ['email', { pace: { per_hour: 1, over: '1h' } }, ['pace']],
  ['email', { pace: { over: '169h' } }, ['pace.over']],
  ['email', { html: 'x'.repeat(1024 * 1024 + 1) }, ['html']],
  ['email', { variables: { a: 'x'.repeat(33_000) } }, ['variables']],
  ['email', { html: 'x', template_id: 'x' }, ['template_id']],
  ['email', { ab_test: { ...test50, b: {} } }, ['ab_test.b']],
  ['email', { ab_test: { ...test50, wait: '9999h', b: { subject: 'B' } } }, ['ab_test.wait']],
  ['email', { ab_test: { ...test50, b: { html: 'x', template_id: 'x' } } }, ['ab_test.b.template_id']],
] as const)('a draft of %s: faults of %o', (channel, settings, paths) => {
  expect(faultsOfDraft(channel, settings).map(({ path }) => path)).toEqual(paths)
})

test.each([
  ['email', ready, []],
  ['email', {}, ['from', 'topic_id', 'html']],
  ['email', { ...ready, everyone: false }, ['topic_id']],
  ['email', { from: 'a@acme.test', text: 'Hi', segment_id: 'x' }, ['subject']],
  ['email', { from: 'a@acme.test', template_id: 'x', topic_id: 'x' }, []],
  ['sms', { from: '+15005550006', everyone: true }, ['body']],
  ['sms', { from: '+15005550006', everyone: true, body: ' \n' }, ['body']],
  ['email', { ...ready, html: '\t ' }, ['html']],
  ['email', { ...ready, ab_test: { ...test50, b: { text: ' ' } } }, ['ab_test.b.text']],
  ['email', { ...ready, ab_test: { ...test50, b: { subject: 'Hi' } } }, ['ab_test.b']],
  ['email', { ...ready, ab_test: { ...test50, b: { text: 'Hi' } } }, ['ab_test.b']],
  ['email', { ...ready, ab_test: { ...test50, b: { subject: 'Hello' } } }, []],
] as const)('missing before %s is sent with %o', (channel, settings, paths) => {
  expect(faultsOfSending(channel, settings).map(({ path }) => path)).toEqual(paths)
})

describe('variant b', () => {
  const a = { subject: 'A', preview_text: 'P', html: '<p>A</p>', text: 'A' }
  test.each([
    [{ subject: 'B' }, { ...a, subject: 'B' }],
    [{ html: '<p>B</p>' }, { subject: 'A', preview_text: 'P', html: '<p>B</p>' }],
    [{ template_id: 't' }, { subject: 'A', preview_text: 'P', template_id: 't' }],
  ])('%o overrides what it sets', (b, says) => {
    const settings = { ...a, ab_test: { ...test50, b } }

    expect(variantOf(settings, 'b')).toEqual(says)
    expect(variantOf(settings, 'a')).toEqual(a)
  })

  test('with its own content does not use the template of a', () => {
    expect(variantOf({ template_id: 't', ab_test: { ...test50, b: { text: 'B' } } }, 'b')).toEqual({ text: 'B' })
  })
})

test('a change removes fields that are null, and keeps fields that it does not name', () => {
  expect(changed({ subject: 'A', html: 'A' }, { name: 'N', subject: null, text: 'B' })).toEqual({
    html: 'A',
    text: 'B',
  })
})
