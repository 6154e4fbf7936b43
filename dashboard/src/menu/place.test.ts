import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

const window = { width: 400, height: 800 }
const menu = { width: 180, height: 240 }
const button = (left: number, top: number) => ({
  ...{ x: left, y: top, left, top, width: 40, height: 32 },
  ...{ right: left + 40, bottom: top + 32 },
})

test('a menu opens under its button', () => {
  expect(placeOf(button(20, 100), menu, window, 'left')).toMatchObject({ top: '136px', bottom: 'auto', left: '20px' })
})

test('near the bottom of the window it opens above the button', () => {
  expect(placeOf(button(20, 700), menu, window, 'left')).toMatchObject({ top: 'auto', bottom: '104px' })
})

test('a menu that fits on neither side opens on the larger one and scrolls', () => {
  const long = { ...menu, height: 2_000 }

  expect(placeOf(button(20, 100), long, window, 'left')).toMatchObject({ top: '136px', maxHeight: '656px' })
  expect(placeOf(button(20, 700), long, window, 'left')).toMatchObject({ bottom: '104px', maxHeight: '688px' })
})

test('it never extends beyond the window', () => {
  expect(placeOf(button(340, 100), menu, window, 'left').left).toBe('212px')
  expect(placeOf(button(20, 100), menu, window, 'right').left).toBe('8px')
})

test('aligned right, it ends at the right edge of its button', () => {
  expect(placeOf(button(300, 100), menu, window, 'right').left).toBe('160px')
})
