import { expect, test } from 'vitest'
import { lookIn } from './look.ts'

test('the preview has the look from last time', () => {
  expect(lookIn('phone dark')).toEqual({ width: 'phone', scheme: 'dark' })
  expect(lookIn('text light')).toEqual({ width: 'text', scheme: 'light' })
})

test.each([null, '', 'wide purple', '{}'])('an invalid look becomes the default: %s', kept => {
  expect(lookIn(kept)).toEqual({ width: 'desktop', scheme: 'light' })
})
