import { expect, test } from 'vitest'
import { contrast, readable, textOn } from './contrast.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
])('%s on %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2)
  expect(contrast(other, one)).toBeCloseTo(ratio, 2)
})

test('the text color on any background is readable', () => {
  const steps = Array.from({ length: 18 }, (_, nth) => (nth * 15).toString(16).padStart(2, '0'))
  const colors = steps.flatMap(red => steps.flatMap(green => steps.map(blue => `#${red}${green}${blue}`)))

  expect(colors.filter(color => contrast(color, textOn(color)) < readable)).toEqual([])
})
