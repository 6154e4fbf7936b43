import { expect, test } from 'vitest'
import { lookIn } from './look.ts'

test('the preview is as it was last time', () => {
  expect(lookIn('phone dark')).toEqual({ width: 'phone', scheme: 'dark' })
  expect(lookIn('text light')).toEqual({ width: 'text', scheme: 'light' })
})

test.each([null, '', 'wide purple', '{}'])('what is not ours is the usual one: %s', kept => {
  expect(lookIn(kept)).toEqual({ width: 'desktop', scheme: 'light' })
})
