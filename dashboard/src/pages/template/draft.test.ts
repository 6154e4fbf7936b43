import type { Template } from '@posthorn/contract/messages/templates'
import { expect, test } from 'vitest'
import { kindOf, olderVersion, saving, shownIn, unsaved, withContent } from './draft.ts'

const template: Template = {
  id: '01945c1e-c7a1-7b52-9e3d-6a1f8c2b4d55',
  friendly_name: 'welcome',
  status: 'published',
  version: 1,
  published_version: 1,
  subject: 'Hello',
  html: '<p>Hello</p>',
  variables: [],
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}

test('only changes are saved', () => {
  expect(unsaved({ subject: 'Hello', html: '<p>Hi</p>' }, template)).toEqual({ html: '<p>Hi</p>' })
  expect(unsaved({ text: '' }, template)).toEqual({})
})

test('edits are shown on top of what is stored', () => {
  expect(shownIn({ subject: '' }, template, 'subject')).toBe('')
  expect(shownIn({}, template, 'html')).toBe('<p>Hello</p>')
  expect(shownIn({}, template, 'text')).toBe('')
})

test('typing never publishes', () => {
  expect(saving({ subject: 'Hi' })).toEqual({ subject: 'Hi', status: 'draft' })
})

test('html and mjml never exist together', () => {
  expect(kindOf({}, template)).toBe('html')
  expect(kindOf({ mjml: '<mjml/>' }, template)).toBe('mjml')
  const { html: _html, ...rest } = template
  expect(kindOf({}, { ...rest, mjml: '<mjml/>' })).toBe('mjml')
  expect(kindOf({ html: '' }, { ...rest, mjml: '<mjml/>' })).toBe('html')
  expect(withContent({ subject: 'Hi', html: '<p>' }, { mjml: '<mjml/>' })).toEqual({ subject: 'Hi', mjml: '<mjml/>' })
})

test('an older version is any version before the newest', () => {
  expect(['1', '4', '5', '6', '0', '-1', '1.5', 'x', '', undefined].map(asked => olderVersion(asked, 5))).toEqual([
    1,
    4,
    ...Array(8).fill(undefined),
  ])
})
