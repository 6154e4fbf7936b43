import { expect, test } from 'vitest'
import { stylesheet } from './stylesheet.ts'

const [light = '', dark = ''] = stylesheet.split('prefers-color-scheme: dark')

/** WCAG 2.2, 1.4.3: text of any size can be read at 4.5:1. */
test.each([
  ['light', light],
  ['dark', dark],
])('every text stands out from everything that it stands on, in %s', (_theme, rules) => {
  const color = (name: string) => luminance(new RegExp(`--${name}: #(\\w{6})`).exec(rules)?.[1] ?? '')
  const pairs = ['text', 'soft', 'faint', 'accent-strong', 'key', 'string', 'value'].flatMap(text =>
    ['page', 'side', 'raised'].map(ground => [`${text} on ${ground}`, contrast(color(text), color(ground))] as const),
  )

  expect(pairs.filter(([, ratio]) => !(ratio >= 4.5))).toEqual([])
})

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? []).map(part => {
    const share = Number.parseInt(part, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
