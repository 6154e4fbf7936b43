import { expect, test } from 'vitest'
import { addressesIn, audienceOf, inPlace, kindOf, unsaved, writtenIn } from './edits.ts'

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
  const written = writtenIn({ subject: null, html: '<p>Hi</p>' }, stored)

  expect(written).toEqual({ ...stored, subject: undefined, html: '<p>Hi</p>' })
  expect('subject' in written).toBe(false)
})

test.each([
  [{ template_id: 'x', html: '<p>' }, 'template'],
  [{ html: '<p>', text: 'Hello' }, 'html'],
  [{ text: 'Hello' }, 'text'],
  [{}, undefined],
] as const)('the content kind of %j is %s', (written, kind) => {
  expect(kindOf(written)).toBe(kind)
})

test('a template replaces everything written here', () => {
  expect(inPlace({ template_id: 'x' })).toEqual({ template_id: 'x', html: null, text: null, variables: null })
})

test.each([
  [{ segment_id: 's', topic_id: 't' }, 'segment'],
  [{ topic_id: 't', everyone: false }, 'topic'],
  [{ everyone: true }, 'everyone'],
  [{ everyone: false }, undefined],
] as const)('the audience of %j is %s', (written, audience) => {
  expect(audienceOf(written)).toBe(audience)
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
