import { expect, test } from 'vitest'
import { currentToasts, toast } from '#toast/toasts.ts'
import { withoutDirections } from './directions.ts'

test.each(['\u202e', '\u202a', '\u2067', '\u2069'])('a name with %j turns no words after it', mark => {
  expect(withoutDirections(`${mark}Eve is now owner.`)).toBe('Eve is now owner.')
})

test('a name from right to left stays as it is', () => {
  expect(withoutDirections('Delete “שלום 123”?')).toBe('Delete “שלום 123”?')
})

test('toasts have none of these marks', () => {
  toast('\u202eEve removed.')

  expect(currentToasts().map(({ text }) => text)).toEqual(['Eve removed.'])
})
