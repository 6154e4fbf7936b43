import { expect, test } from 'vitest'
import { Failure, faultOf, faultsBeside, sentenceOf } from './failure.ts'

const failure = new Failure(400, {
  message: 'The request is not valid.',
  details: [
    { path: 'to.0', message: 'must be an email address' },
    { path: 'attachments.0.content', message: 'is required' },
  ],
})

test('a fault in a list item is shown at the field of the list', () => {
  expect(faultOf(failure, 'to')).toBe('Must be an email address.')
})

test('a fault is not shown at a field whose name is only a prefix', () => {
  expect(faultOf(failure, 't')).toBeUndefined()
})

test('a fault without a field is not lost', () => {
  expect(faultsBeside(failure, ['to'])).toEqual([{ path: 'attachments.0.content', message: 'is required' }])
})

test('outside a form, the sentence names the field', () => {
  expect(sentenceOf(failure)).toBe('To.0 must be an email address.')
  expect(sentenceOf(new Error('It broke.'))).toBe('It broke.')
})

test('a response that is not our JSON still gets a message', () => {
  expect(new Failure(502, {}).message).toContain('502')
})
