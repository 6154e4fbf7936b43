import { expect, test } from 'vitest'
import { addressesIn, audienceOf, draftOf, inPlace, kindOf, unsaved } from './edits.ts'

const stored = {
  name: 'November news',
  everyone: false,
  subject: 'News',
  html: '<p>Hello</p>',
  pace: { per_hour: 500 },
  track_opens: false,
}

test('only changed fields are stored', () => {
  expect(unsaved({ subject: 'News', html: '<p>Hi</p>' }, stored)).toEqual({ html: '<p>Hi</p>' })
  expect(unsaved({ pace: { per_hour: 500 }, track_opens: false }, stored)).toEqual({})
})

test('a removed value is sent as null, but only if it was stored', () => {
  expect(unsaved({ subject: null, template_id: null }, stored)).toEqual({ subject: null })
})

test('a name is never stored empty', () => {
  expect(unsaved({ name: '' }, stored)).toEqual({})
})

test('the screen shows the edits on top of what is stored', () => {
  const draft = draftOf({ subject: null, html: '<p>Hi</p>' }, stored)

  expect(draft).toEqual({ ...stored, subject: undefined, html: '<p>Hi</p>' })
  expect('subject' in draft).toBe(false)
})

test.each([
  [{ template_id: 'x', html: '<p>' }, 'template'],
  [{ html: '<p>', text: 'Hello' }, 'html'],
  [{ text: 'Hello' }, 'text'],
  [{}, undefined],
] as const)('the content kind of %j is %s', (draft, kind) => {
  expect(kindOf(draft)).toBe(kind)
})

test('a template replaces everything written here', () => {
  expect(inPlace({ template_id: 'x' })).toEqual({ template_id: 'x', html: null, text: null, variables: null })
})

test.each([
  [{ segment_id: 's', topic_id: 't' }, 'segment'],
  [{ topic_id: 't', everyone: false }, 'topic'],
  [{ everyone: true }, 'everyone'],
  [{ everyone: false }, undefined],
] as const)('the audience of %j is %s', (draft, audience) => {
  expect(audienceOf(draft)).toBe(audience)
})

test('addresses may be separated by spaces, commas, semicolons or line breaks', () => {
  expect(addressesIn(' a@acme.test, b@acme.test;c@acme.test\nd@acme.test ')).toEqual([
    'a@acme.test',
    'b@acme.test',
    'c@acme.test',
    'd@acme.test',
  ])
  expect(addressesIn(' ')).toEqual([])
})
