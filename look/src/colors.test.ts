import { expect, test } from 'vitest'
import { dark, light } from './colors.ts'
import { contrast, readable } from './contrast.ts'

const texts = ['ink', 'soft', 'faint', 'live', 'good', 'warn', 'bad', 'info', 'series-4'] as const
const grounds = ['canvas', 'sunken', 'raised', 'hover'] as const

test.each([
  ['light', light],
  ['dark', dark],
])('every text color is readable on every background, in %s', (_theme, colors) => {
  const pairs = texts.flatMap(text =>
    grounds.map(ground => [`${text} on ${ground}`, contrast(colors[text], colors[ground])] as const),
  )

  expect(pairs.filter(([, ratio]) => ratio < readable)).toEqual([])
})
